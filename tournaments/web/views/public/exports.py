"""Exports: tables as files, score sheets and standings as PDF, and the archive of a finished evening.

Files that everybody may read, and score sheets, are made once for each version and cached. A table for
officers, with full names, is made for each request and not cached.
"""

from collections.abc import Callable, Collection
from functools import partial
from hashlib import sha256
from typing import Any

from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse
from django.http.response import HttpResponseBase
from django.shortcuts import render
from django.utils.cache import get_conditional_response, patch_cache_control, patch_vary_headers
from django.utils.translation import get_language
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST, require_safe

from club import typesetting
from club.access import Right
from club.models import Look
from club.privacy import access_log, publication
from club.public_urls import absolute_url
from club.tables import Table
from club.tables.files import file_name
from club.web.guards import OfficerRequest, PageRequest
from club.web.pages import file_of, private_file
from tournaments import queries, seasons
from tournaments.championships.team_standings import championship_of, championship_page_version
from tournaments.errors import TournamentError
from tournaments.exports import (
    archives,
    championship_tables,
    club_tables,
    evening_tables,
    officers_tables,
    printing,
    standings_tables,
)
from tournaments.exports.formats import FORMATS, table_file
from tournaments.live import page_versions
from tournaments.live.page_versions import Edition
from tournaments.models import Tournament
from tournaments.models.round import movement_of
from tournaments.text.names import PUBLIC, officers_reading
from tournaments.web.forms.reasons import version_in
from tournaments.web.views.access import everybody, officers
from tournaments.web.views.desk.pages import go
from tournaments.web.views.public.page_cache import MadeFile, cached_file
from tournaments.web.views.public.players import club_of, ratings_edition

PDF = "application/pdf"
PNG = "image/png"
Gather = Callable[..., Table]
#: The edition of a file, a function that reads its subject if it is not cached, the numbers in its address.
Exported = tuple[Edition, Callable[[], object], Collection[int]]
View = Callable[..., HttpResponseBase]


@require_safe
@everybody
def exports_page(request: PageRequest, tournament: Tournament) -> HttpResponse:
    """Lists everything that the visitor may export from the evening."""
    held = request.rights
    archive = archives.current_archive(tournament)
    if archive and Right.RUN_EVENING in held:
        archives.go_on(archive)
        archive.refresh_from_db(fields=["state", "done"])
    shown: dict[str, object] = {
        "tournament": tournament,
        "club": tournament.club,
        "turns": queries.visible_rounds(tournament).order_by("number"),
        "settled": {each["round_number"] for each in tournament.snapshots.values("round_number")},
        "has_groups": movement_of(tournament).groups > 1,
        "entries": queries.entries(tournament).only("number", "tournament").order_by("number"),
        "archive": archive,
        "may_run": Right.RUN_EVENING in held,
        "may_enter": Right.ENTER_RESULTS in held,
        "is_officer": bool(held),
    }
    response = render(request, "public/exports/exports.html", shown)
    response[publication.ROBOTS] = publication.robots(is_indexed=tournament.club.is_indexed)
    patch_cache_control(response, private=True, no_cache=True)
    return response


def _of_evening(code: str, **numbers: int) -> Exported:
    edition = page_versions.current(code)
    return edition, lambda: edition.tournament or queries.tournament(code), numbers.values()


def _of_season(slug: str, season_id: int) -> Exported:
    return seasons.season_page_version(slug, season_id), lambda: seasons.season_of(slug, season_id), ()


def _of_championship(slug: str, championship_code: str) -> Exported:
    edition = championship_page_version(slug, championship_code)
    return edition, lambda: championship_of(slug, championship_code), ()


def _of_ratings(slug: str, **numbers: int) -> Exported:
    return ratings_edition(slug), partial(club_of, slug), numbers.values()


def _of_players(slug: str, **numbers: int) -> Exported:
    club, edition = page_versions.current_of_players(slug)
    return edition, lambda: club, numbers.values()


def _public(source: Callable[..., Exported], gather: Gather, name: str) -> View:
    """Returns a view that exports a table to everybody. No query where the file is cached."""

    @require_safe
    def export(request: HttpRequest, ending: str, **where: Any) -> HttpResponseBase:
        edition, read, numbers = source(**where)

        def table() -> Table:
            return gather(read(), dict(PUBLIC), *numbers)

        return file_response(request, edition, ending, table, name, *numbers)

    return export


def _public_paper(
    source: Callable[..., Exported], draw: Callable[..., bytes], file: str, content_type: str
) -> View:
    """Returns a view that shows everybody a typeset page or picture, named after the words in its address."""

    @require_safe
    def show(request: HttpRequest, **where: Any) -> HttpResponseBase:
        edition, read, numbers = source(**where)

        def make() -> MadeFile:
            return MadeFile(file.format("-".join(map(str, where.values()))), draw(read(), *numbers))

        return _public_file(
            request, edition, make, file, *numbers, content_type=content_type, is_download=False
        )

    return show


def file_response(
    request: HttpRequest, edition: Edition, ending: str, gather: Callable[[], Table], *names: object
) -> HttpResponseBase:
    """Returns the table as a file, 304 if the browser has it. `gather` is called only to write a new file.

    `names` identify the file among those of the same edition.
    """

    def make() -> MadeFile:
        table = gather()
        return MadeFile(file_name(table.title, table.source, ending), table_file(table, ending))

    return _public_file(
        request, edition, make, ending, *names, content_type=FORMATS[ending].content_type, is_download=True
    )


def _public_file(
    request: HttpRequest,
    edition: Edition,
    make: Callable[[], MadeFile],
    *names: object,
    content_type: str,
    is_download: bool,
) -> HttpResponseBase:
    """Returns a file that everybody may read, 304 if the browser has it."""
    known = ":".join(map(str, (edition.code, edition.version, get_language(), *names)))
    etag = f'"{sha256(known.encode()).hexdigest()[:20]}"'
    response = get_conditional_response(request, etag=etag)
    if response is None:
        is_officer = request.user.is_authenticated
        is_typeset = content_type in (PDF, PNG)
        make_file = partial(_for_everybody, make) if is_typeset and not is_officer else make
        made = cached_file(edition, make_file, *names, for_officers=is_officer)
        response = file_of(made.body, content_type, made.name, is_download=is_download)
    response["ETag"] = etag
    response[publication.ROBOTS] = publication.robots(is_indexed=edition.is_indexed)
    patch_cache_control(response, private=True, no_cache=True)
    patch_vary_headers(response, ["Cookie"])
    return response


def _for_everybody(make: Callable[[], MadeFile]) -> MadeFile:
    with typesetting.for_everybody():
        return make()


def _of_officers(gather: Gather, *needed: Right, of_payers: bool = False) -> View:
    """Returns a view that exports a table with full names to officers with one of the rights.

    `of_payers` records in the access log that the payers' lines of the cash book were read.
    """

    @require_safe
    @officers(*needed)
    def export(request: OfficerRequest, tournament: Tournament, ending: str, **numbers: int) -> HttpResponse:
        held = getattr(request, "rights_of_token", request.rights)
        table = gather(tournament, officers_reading(held), *numbers.values())
        if of_payers:
            payers = [line.person_id for line in table.rows]
            access_log.record_list(tournament.club, request.user, payers, Look.Page.CASH)
        name, content_type = file_name(table.title, tournament, ending), FORMATS[ending].content_type
        return private_file(table_file(table, ending), content_type, name, is_download=True)

    return export


standings = _public(_of_evening, standings_tables.standings, "standings")
provisional = _public(_of_evening, standings_tables.provisional, "provisional")
groups = _public(_of_evening, standings_tables.groups, "gironi")
challenge = _public(_of_evening, standings_tables.challenge, "challenge")
race = _public(_of_evening, standings_tables.places, "race")
seating = _public(_of_evening, evening_tables.seating, "seating")
seats_by_name = _public(_of_evening, evening_tables.seats_by_name, "seats-by-name")
seats_by_number = _public(_of_evening, evening_tables.seats_by_number, "seats-by-number")
results = _public(_of_evening, evening_tables.results, "results")
deals = _public(_of_evening, evening_tables.deals, "deals")
entries = _public(_of_evening, evening_tables.entries, "entries")
all_entries = _of_officers(evening_tables.entries, Right.RUN_EVENING)
all_standings = _of_officers(standings_tables.standings, *Right)
all_provisional = _of_officers(standings_tables.provisional, *Right)
all_groups = _of_officers(standings_tables.groups, *Right)
all_places = _of_officers(standings_tables.places, *Right)
all_seating = _of_officers(evening_tables.seating, *Right)
all_seats_by_name = _of_officers(evening_tables.seats_by_name, *Right)
all_results = _of_officers(evening_tables.results, *Right)
rulings = _of_officers(officers_tables.rulings, Right.ENTER_RESULTS)
log = _of_officers(officers_tables.log, Right.ENTER_RESULTS)
cash = _of_officers(officers_tables.cash, Right.RUN_EVENING, Right.KEEP_REGISTER, of_payers=True)


season = _public(_of_season, club_tables.standings, "season")
season_results = _public(_of_season, club_tables.results, "season-results")
championship = _public(_of_championship, championship_tables.standings, "championship")
championship_calendar = _public(_of_championship, championship_tables.calendar, "championship-calendar")
championship_players = _public(_of_championship, championship_tables.players, "championship-players")
championship_pairs = _public(_of_championship, championship_tables.pairs, "championship-pairs")
ratings = _public(_of_ratings, club_tables.ratings, "ratings")
rating = _public(_of_ratings, club_tables.rating, "rating")
player_evenings = _public(_of_players, club_tables.evenings, "player-evenings")
player_partners = _public(_of_players, club_tables.partners, "player-partners")
player_opponents = _public(_of_players, club_tables.opponents, "player-opponents")
player_figures = _public(_of_players, club_tables.figures, "player-figures")
meetings = _public(_of_players, club_tables.meetings, "meetings")


@require_POST
@officers(Right.RUN_EVENING)
def make_archive(request: OfficerRequest, tournament: Tournament) -> HttpResponse:
    """Starts making the archive. Idempotent."""
    try:
        archives.request(tournament.pk)
    except TournamentError as refusal:
        messages.error(request, str(refusal))
    return go("takeaway", tournament.code, anchor="archivio")


@require_safe
@everybody
def archive(request: PageRequest, tournament: Tournament) -> HttpResponseBase:
    """Returns the archive of the current version, never one made before somebody withdrew a consent."""
    newest = archives.current_archive(tournament)
    if newest is None or not newest.is_done:
        raise Http404(
            _("Di questo torneo, com'è adesso, non c'è ancora un archivio: lo prepara l'organizzatore.")
        )
    etag = f'"archive-{newest.pk}"'
    response = get_conditional_response(request, etag=etag)
    if response is None:
        bundle = newest.files.get(path="")
        name = file_name(_("Archivio"), tournament, "zip")
        response = file_of(bytes(bundle.body), "application/zip", name, is_download=True)
    response["ETag"] = etag
    patch_cache_control(response, private=True, no_cache=True)
    patch_vary_headers(response, ["Cookie"])
    return response


@require_safe
@officers(Right.ENTER_RESULTS)
def score_sheets(request: OfficerRequest, tournament: Tournament, turn: int) -> HttpResponse:
    """Returns the score sheets of a round, with full names because they lie on the players' own tables.

    `?tavolo=3` asks for the sheet of one table, `?due` for two sheets on a page.
    """
    table, is_two = version_in(request.GET, "tavolo"), "due" in request.GET
    return sheets_file(request, tournament, turn, table=table, is_two=is_two)


def sheets_file(
    request: HttpRequest, tournament: Tournament, turn: int, *, table: int | None, is_two: bool
) -> HttpResponse:
    """Returns the score sheets of a round, or of one `table`; `is_two` puts two on a page."""
    address = partial(absolute_url, request)

    def make() -> MadeFile:
        body = printing.score_sheets(tournament, turn, address, table=table, two_a_page=is_two)
        return MadeFile(f"fogli-{tournament.code}-{turn}.pdf", body)

    # The version is read from the database: sheets with outdated codes would be useless.
    key = ("sheets", turn, table, is_two, address("/"))
    made = cached_file(page_versions.read_edition(tournament.code), make, *key, for_officers=True)
    # Not to be cached: it has full names, and codes that give access to tables.
    return private_file(made.body, PDF, made.name, is_download=False)


standings_pdf = _public_paper(_of_evening, printing.standings_pdf, "classifica-{}.pdf", PDF)
evening_picture = _public_paper(_of_evening, printing.picture_of_evening, "{}.png", PNG)
entry_picture = _public_paper(_of_evening, printing.picture_of_entry, "{}.png", PNG)
season_picture = _public_paper(_of_season, printing.picture_of_season, "{}.png", PNG)
player_picture = _public_paper(_of_players, printing.picture_of_player, "{}.png", PNG)
