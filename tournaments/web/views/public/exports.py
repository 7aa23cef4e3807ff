"""Exports: tables as files, score sheets and standings as PDF, and the archive of a finished evening.

A table that everybody may read is written once for each version and cached; a table for officers, with whole
names, is written anew for each request and not cached.
"""

from collections.abc import Callable
from functools import partial
from hashlib import sha256

from django.contrib import messages
from django.core.cache import cache
from django.http import Http404, HttpRequest, HttpResponse
from django.http.response import HttpResponseBase
from django.shortcuts import redirect, render
from django.utils.cache import get_conditional_response, patch_cache_control, patch_vary_headers
from django.utils.http import content_disposition_header
from django.utils.translation import get_language
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST, require_safe

from club.access import Right
from club.models import Club, Look
from club.privacy import access_log, publication
from club.public_urls import absolute_url
from club.tables.columns import Table
from club.tables.files import file_name
from club.web.guards import OfficerRequest, PageRequest
from tournaments import queries, seasons
from tournaments.errors import TournamentError
from tournaments.exports import (
    archives,
    evening_tables,
    officers_tables,
    player_tables,
    printing,
    season_tables,
    standings_tables,
)
from tournaments.exports.formats import FORMATS, written
from tournaments.live.page_versions import Edition
from tournaments.models import Season, Tournament
from tournaments.models.round import movement_of
from tournaments.text.names import PUBLIC
from tournaments.web.views.access import everybody, officers, tournament_or_404
from tournaments.web.views.desk.pages import SEE_OTHER
from tournaments.web.views.public.live_pages import tournament_edition
from tournaments.web.views.public.page_cache import CACHED_SECONDS
from tournaments.web.views.public.players import club_of, ratings_edition
from tournaments.web.views.public.players import players_edition as players_edition_of

WHOLE_NAMES = {"full_names": True, "drafts": False}
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
    }
    response = render(request, "public/exports/exports.html", shown)
    response[publication.ROBOTS] = publication.robots(is_indexed=tournament.club.is_indexed)
    patch_cache_control(response, private=True, no_cache=True)
    return response


def _public(gather: Gather, name: str) -> View:
    """Returns a view that exports a table to everybody. No query where the file is cached."""

    @require_safe
    def export(request: HttpRequest, code: str, ending: str, **numbers: int) -> HttpResponseBase:
        edition = tournament_edition(code)

        def table() -> Table:
            return gather(edition.tournament or tournament_or_404(code), dict(PUBLIC), *numbers.values())

        return file_response(request, edition, ending, table, name, *numbers.values())

    return export


def file_response(
    request: HttpRequest, edition: Edition, ending: str, gather: Callable[[], Table], *names: object
) -> HttpResponseBase:
    """Returns the table as a file, 304 if the browser has it. `gather` is called only to write a new file.

    `names` identify the file among those of the same edition.
    """
    key = ":".join(map(str, ("take", edition.code, get_language(), ending, *names)))
    etag = f'"{sha256(f"{key}|{edition.version}".encode()).hexdigest()[:20]}"'
    response = get_conditional_response(request, etag=etag)
    if response is None:
        response = _file(*_cached_file(edition, key, ending, gather), ending)
    response["ETag"] = etag
    response[publication.ROBOTS] = publication.robots(is_indexed=edition.is_indexed)
    patch_cache_control(response, private=True, no_cache=True)
    patch_vary_headers(response, ["Cookie"])
    return response


def _cached_file(edition: Edition, key: str, ending: str, gather: Callable[[], Table]) -> tuple[str, bytes]:
    """Returns the name and the bytes of the file, from the cache or written now."""
    kept: tuple[str, str, bytes] | None = cache.get(key)
    if kept and kept[0] == edition.version:
        return kept[1], kept[2]
    table = gather()
    called, body = file_name(table.title, table.source, ending), written(table, ending)
    cache.set(key, (edition.version, called, body), CACHED_SECONDS)
    return called, body


def _of_officers(gather: Gather, *needed: Right, of_payers: bool = False) -> View:
    """Returns a view that exports a table with full names to officers with one of the rights.

    `of_payers` notes in the access log whose lines of the cash book were read.
    """

    @require_safe
    @officers(*needed)
    def export(request: OfficerRequest, tournament: Tournament, ending: str) -> HttpResponse:
        table = gather(tournament, dict(WHOLE_NAMES))
        if of_payers:
            payers = [line.person_id for line in table.rows]
            access_log.record_list(tournament.club, request.user, payers, Look.Page.CASH)
        response = _file(file_name(table.title, tournament, ending), written(table, ending), ending)
        response["Cache-Control"] = "private, no-store"
        return response

    return export


def _file(called: str, body: bytes, ending: str) -> HttpResponse:
    response = HttpResponse(body, content_type=FORMATS[ending].content_type)
    response["Content-Disposition"] = content_disposition_header(True, called)
    return response


standings = _public(standings_tables.standings, "standings")
provisional = _public(standings_tables.provisional, "provisional")
groups = _public(standings_tables.groups, "gironi")
race = _public(standings_tables.places, "race")
seating = _public(evening_tables.seating, "seating")
results = _public(evening_tables.results, "results")
deals = _public(evening_tables.deals, "deals")
entries = _public(evening_tables.entries, "entries")
all_entries = _of_officers(evening_tables.entries, Right.RUN_EVENING)
rulings = _of_officers(officers_tables.rulings, Right.ENTER_RESULTS)
log = _of_officers(officers_tables.log, Right.ENTER_RESULTS)
cash = _of_officers(officers_tables.cash, Right.RUN_EVENING, Right.KEEP_REGISTER, of_payers=True)


def _of_season(gather: Gather, name: str) -> View:
    @require_safe
    def export(request: HttpRequest, slug: str, season_id: int, ending: str) -> HttpResponseBase:
        try:
            edition = seasons.season_page_version(slug, season_id)
            return file_response(
                request,
                edition,
                ending,
                lambda: gather(seasons.season_of(slug, season_id), dict(PUBLIC)),
                name,
            )
        except Season.DoesNotExist:
            raise Http404(_("Il circolo non ha questa stagione.")) from None

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
    club, edition = players_edition_of(slug)
    return edition, lambda: club


season = _of_season(season_tables.standings, "season")
season_results = _of_season(season_tables.results, "season-results")
ratings = _of_club(_ratings_source, player_tables.ratings, "ratings")
rating = _of_club(_ratings_source, player_tables.rating, "rating")
player_evenings = _of_club(_players_source, player_tables.evenings, "player-evenings")
player_partners = _of_club(_players_source, player_tables.partners, "player-partners")
player_opponents = _of_club(_players_source, player_tables.opponents, "player-opponents")
player_figures = _of_club(_players_source, player_tables.figures, "player-figures")
meetings = _of_club(_players_source, player_tables.meetings, "meetings")


@require_POST
@officers(Right.RUN_EVENING)
def make_archive(request: OfficerRequest, tournament: Tournament) -> HttpResponse:
    """Starts making the archive. Idempotent."""
    try:
        archives.request(tournament.pk)
    except TournamentError as refusal:
        messages.error(request, str(refusal))
    response = redirect("takeaway", tournament.code)
    response.status_code = SEE_OTHER
    response["Location"] += "#archivio"
    return response


@require_safe
@everybody
def archive(request: PageRequest, tournament: Tournament) -> HttpResponseBase:
    """Returns the archive of the current version, never one made before a consent to a name was withdrawn."""
    newest = archives.current_archive(tournament)
    if newest is None or not newest.is_done:
        raise Http404(
            _("Di questo torneo, com'è adesso, non c'è ancora un archivio: lo prepara l'organizzatore.")
        )
    etag = f'"archive-{newest.pk}"'
    response = get_conditional_response(request, etag=etag)
    if response is None:
        bundle = newest.files.get(path="")
        response = HttpResponse(bytes(bundle.body), content_type="application/zip")
        called = file_name(_("Archivio"), tournament, "zip")
        response["Content-Disposition"] = content_disposition_header(True, called)
    response["ETag"] = etag
    patch_cache_control(response, private=True, no_cache=True)
    patch_vary_headers(response, ["Cookie"])
    return response


@officers(Right.ENTER_RESULTS)
def score_sheets(request: OfficerRequest, tournament: Tournament, turn: int) -> HttpResponse:
    """Returns the score sheets of a round, with full names because they lie on the players' own tables."""
    pages = printing.score_sheets(tournament, turn, partial(absolute_url, request))
    response = _pdf_response(pages, f"fogli-{tournament.code}-{turn}.pdf")
    response["Cache-Control"] = "private, no-store"  # full names, and codes that give access to tables
    return response


@everybody
def standings_pdf(request: PageRequest, tournament: Tournament) -> HttpResponse:  # noqa: ARG001
    """Returns the standings as the results page shows them."""
    response = _pdf_response(printing.standings_pdf(tournament), f"classifica-{tournament.code}.pdf")
    response[publication.ROBOTS] = publication.robots(is_indexed=tournament.club.is_indexed)
    return response


def _pdf_response(pages: bytes, name: str) -> HttpResponse:
    response = HttpResponse(pages, content_type="application/pdf")
    response["Content-Disposition"] = f'inline; filename="{name}"'
    return response
