"""Exports: tables as files, score sheets and standings as PDF, and the archive of a finished evening.

Files that everybody may read, and score sheets, are made once for each version and cached. A table for
officers, with full names, is made for each request and not cached.
"""

from collections.abc import Callable
from functools import partial
from hashlib import sha256

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
from club.models import Club, Look
from club.privacy import access_log, publication
from club.public_urls import absolute_url
from club.tables import Table, file_name
from club.web.guards import OfficerRequest, PageRequest
from club.web.pages import file_of, private_file
from tournaments import queries, seasons
from tournaments.errors import TournamentError
from tournaments.exports import (
    archives,
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
from tournaments.players.player_profile import person_of
from tournaments.text import names
from tournaments.text.names import FOR_OFFICERS, PUBLIC
from tournaments.web.forms.reasons import version_in
from tournaments.web.views.access import everybody, officers
from tournaments.web.views.desk.pages import go
from tournaments.web.views.public.page_cache import MadeFile, cached_file
from tournaments.web.views.public.players import club_of, ratings_edition

PDF = "application/pdf"
PNG = "image/png"
Gather = Callable[..., Table]
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


def _public(gather: Gather, name: str) -> View:
    """Returns a view that exports a table to everybody. No query where the file is cached."""

    @require_safe
    def export(request: HttpRequest, code: str, ending: str, **numbers: int) -> HttpResponseBase:
        edition = page_versions.current(code)

        def table() -> Table:
            return gather(edition.tournament or queries.tournament(code), dict(PUBLIC), *numbers.values())

        return file_response(request, edition, ending, table, name, *numbers.values())

    return export


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
        in_turn = partial(_for_everybody, make) if content_type in (PDF, PNG) and not is_officer else make
        made = cached_file(edition, in_turn, *names, for_officers=is_officer)
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

    `of_payers` notes in the access log whose lines of the cash book were read.
    """

    @require_safe
    @officers(*needed)
    def export(request: OfficerRequest, tournament: Tournament, ending: str, **numbers: int) -> HttpResponse:
        table = gather(tournament, dict(FOR_OFFICERS), *numbers.values())
        if of_payers:
            payers = [line.person_id for line in table.rows]
            access_log.record_list(tournament.club, request.user, payers, Look.Page.CASH)
        name, content_type = file_name(table.title, tournament, ending), FORMATS[ending].content_type
        return private_file(table_file(table, ending), content_type, name, is_download=True)

    return export


standings = _public(standings_tables.standings, "standings")
provisional = _public(standings_tables.provisional, "provisional")
groups = _public(standings_tables.groups, "gironi")
race = _public(standings_tables.places, "race")
seating = _public(evening_tables.seating, "seating")
seats_by_name = _public(evening_tables.seats_by_name, "seats-by-name")
seats_by_number = _public(evening_tables.seats_by_number, "seats-by-number")
results = _public(evening_tables.results, "results")
deals = _public(evening_tables.deals, "deals")
entries = _public(evening_tables.entries, "entries")
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


def _of_season(gather: Gather, name: str) -> View:
    @require_safe
    def export(request: HttpRequest, slug: str, season_id: int, ending: str) -> HttpResponseBase:
        edition = seasons.season_page_version(slug, season_id)

        def table() -> Table:
            return gather(seasons.season_of(slug, season_id), dict(PUBLIC))

        return file_response(request, edition, ending, table, name)

    return export


def _of_club(source: Callable[[str], tuple[Edition, Callable[[], Club]]], gather: Gather, name: str) -> View:
    """Returns a view that exports a club's table. `source` returns the edition and a function that reads the
    club, which is called only to write a new file."""

    @require_safe
    def export(request: HttpRequest, slug: str, ending: str, **numbers: int) -> HttpResponseBase:
        edition, club = source(slug)

        def table() -> Table:
            return gather(club(), dict(PUBLIC), *numbers.values())

        return file_response(request, edition, ending, table, name, *numbers.values())

    return export


def _ratings_source(slug: str) -> tuple[Edition, Callable[[], Club]]:
    return ratings_edition(slug), partial(club_of, slug)


def _players_source(slug: str) -> tuple[Edition, Callable[[], Club]]:
    club, edition = page_versions.current_of_players(slug)
    return edition, lambda: club


season = _of_season(club_tables.standings, "season")
season_results = _of_season(club_tables.results, "season-results")
ratings = _of_club(_ratings_source, club_tables.ratings, "ratings")
rating = _of_club(_ratings_source, club_tables.rating, "rating")
player_evenings = _of_club(_players_source, club_tables.evenings, "player-evenings")
player_partners = _of_club(_players_source, club_tables.partners, "player-partners")
player_opponents = _of_club(_players_source, club_tables.opponents, "player-opponents")
player_figures = _of_club(_players_source, club_tables.figures, "player-figures")
meetings = _of_club(_players_source, club_tables.meetings, "meetings")


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
    """Returns the archive of the current version: never one made before a person withdrew a consent."""
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
    address = partial(absolute_url, request)
    table, is_two = version_in(request.GET, "tavolo"), "due" in request.GET

    def make() -> MadeFile:
        body = printing.score_sheets(tournament, turn, address, table=table, two_a_page=is_two)
        return MadeFile(f"fogli-{tournament.code}-{turn}.pdf", body)

    # The version is read from the database: sheets with outdated codes would be useless.
    key = ("sheets", turn, table, is_two, address("/"))
    made = cached_file(page_versions.read_edition(tournament.code), make, *key, for_officers=True)
    # It has full names, and codes that give access to tables.
    return private_file(made.body, PDF, made.name, is_download=False)


@require_safe
def standings_pdf(request: HttpRequest, code: str) -> HttpResponseBase:
    """Returns the standings as the results page shows them."""
    edition = page_versions.current(code)

    def make() -> MadeFile:
        tournament = edition.tournament or queries.tournament(code)
        return MadeFile(f"classifica-{code}.pdf", printing.standings_pdf(tournament))

    return _public_file(request, edition, make, "classifica", content_type=PDF, is_download=False)


@require_safe
def evening_picture(request: HttpRequest, code: str) -> HttpResponseBase:
    """Returns the picture of the evening for a shared link."""
    edition = page_versions.current(code)

    def make() -> MadeFile:
        tournament = edition.tournament or queries.tournament(code)
        return MadeFile(f"{code}.png", printing.picture_of_evening(tournament))

    return _public_file(request, edition, make, "picture", content_type=PNG, is_download=False)


@require_safe
def entry_picture(request: HttpRequest, code: str, number: int) -> HttpResponseBase:
    """Returns the picture of an entry's page for a shared link."""
    edition = page_versions.current(code)

    def make() -> MadeFile:
        tournament = edition.tournament or queries.tournament(code)
        return MadeFile(f"{code}-{number}.png", printing.picture_of_entry(tournament, number))

    return _public_file(request, edition, make, "picture", number, content_type=PNG, is_download=False)


@require_safe
def season_picture(request: HttpRequest, slug: str, season_id: int) -> HttpResponseBase:
    """Returns the picture of a season's page for a shared link."""
    edition = seasons.season_page_version(slug, season_id)

    def make() -> MadeFile:
        season = seasons.season_of(slug, season_id)
        return MadeFile(f"{slug}-{season_id}.png", printing.picture_of_season(season))

    return _public_file(request, edition, make, "picture", content_type=PNG, is_download=False)


@require_safe
def player_picture(request: HttpRequest, slug: str, person_id: int) -> HttpResponseBase:
    """Returns the picture of a player's page for a shared link."""
    club, edition = page_versions.current_of_players(slug)

    def make() -> MadeFile:
        name = names.shown(person_of(club, person_id), PUBLIC)
        return MadeFile(f"{slug}-{person_id}.png", printing.picture_of_player(name, club.name))

    return _public_file(request, edition, make, "picture", person_id, content_type=PNG, is_download=False)
