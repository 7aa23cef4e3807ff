"""Tables as files: what everybody may read, made once for each edition; and what only officers may."""

from collections.abc import Callable
from hashlib import sha256
from typing import Any

from django.core.cache import cache
from django.http import HttpRequest, HttpResponse
from django.http.response import HttpResponseBase
from django.shortcuts import render
from django.utils.cache import get_conditional_response, patch_cache_control, patch_vary_headers
from django.utils.http import content_disposition_header
from django.utils.translation import get_language
from django.views.decorators.http import require_safe

from club import looks, publication
from club.access import Right
from club.models import Look
from club.tables.columns import Table
from club.tables.filenames import file_name
from tournaments import queries
from tournaments.editions import Edition
from tournaments.models import Tournament
from tournaments.movements import movement_of
from tournaments.takeaway import evening_tables, officers_tables, pair_tables, race_tables, standings_tables
from tournaments.takeaway.archives import asking
from tournaments.takeaway.formats import FORMATS, written
from tournaments.views.access import everybody, found, officers
from tournaments.views.public.kept import KEPT_SECONDS
from tournaments.views.public.live_parts import PUBLIC, edition_of

WHOLE_NAMES = {"full_names": True, "drafts": False}
Gather = Callable[..., Table]
View = Callable[..., HttpResponseBase]


@require_safe
@everybody
def page(request: HttpRequest, tournament: Tournament) -> HttpResponse:
    """Everything that can be taken of the evening, by the visitor's rights."""
    held = request.rights  # type: ignore[attr-defined]
    archive = asking.newest(tournament)
    if archive and Right.RUN_EVENING in held:
        asking.go_on(archive)
        archive.refresh_from_db(fields=["state", "done"])
    shown: dict[str, Any] = {
        "tournament": tournament,
        "club": tournament.club,
        "turns": queries.visible_rounds(tournament).order_by("number"),
        "settled": {each["round_number"] for each in tournament.snapshots.values("round_number")},
        "has_gironi": movement_of(tournament).groups > 1,
        "entries": queries.entries(tournament).only("number", "tournament").order_by("number"),
        "archive": archive,
        "may_run": Right.RUN_EVENING in held,
        "may_enter": Right.ENTER_RESULTS in held,
    }
    response = render(request, "public/takeaway.html", shown)
    response[publication.ROBOTS] = publication.robots(is_indexed=tournament.club.is_indexed)
    patch_cache_control(response, private=True, no_cache=True)
    return response


def _public(gather: Gather, name: str) -> View:
    """A table that everybody may take: no query where the asker, or somebody before, has it already."""

    @require_safe
    def take(request: HttpRequest, code: str, ending: str, **of: int) -> HttpResponseBase:
        edition = edition_of(code)

        def table() -> Table:
            return gather(edition.tournament or found(code), dict(PUBLIC), *of.values())

        return given(request, edition, ending, table, name, *of.values())

    return take


def given(
    request: HttpRequest, edition: Edition, ending: str, gather: Callable[[], Table], *what: object
) -> HttpResponseBase:
    """The table as a file: 304 for who has that edition; `gather` is asked only when the file is made.

    `what` tells it from the other files of the same edition.
    """
    key = ":".join(map(str, ("take", edition.code, get_language(), ending, *what)))
    etag = f'"{sha256(f"{key}|{edition.version}".encode()).hexdigest()[:20]}"'
    response = get_conditional_response(request, etag=etag)
    if response is None:
        response = _file(*_kept(edition, key, ending, gather), ending)
    response["ETag"] = etag
    response[publication.ROBOTS] = publication.robots(is_indexed=edition.is_indexed)
    patch_cache_control(response, private=True, no_cache=True)
    patch_vary_headers(response, ["Cookie"])
    return response


def _kept(edition: Edition, key: str, ending: str, gather: Callable[[], Table]) -> tuple[str, bytes]:
    """The file's name and bytes, of that edition: those in the cache, or made now."""
    kept: tuple[str, str, bytes] | None = cache.get(key)
    if kept and kept[0] == edition.version:
        return kept[1], kept[2]
    table = gather()
    called, body = file_name(table.title, table.source, ending), written(table, ending)
    cache.set(key, (edition.version, called, body), KEPT_SECONDS)
    return called, body


def _of_officers(gather: Gather, *needed: Right, of_payers: bool = False) -> View:
    """A table with names whole: for the club's officers with one of the rights, and kept nowhere.

    `of_payers`: each row is a line of the cash book, whose person may ask who looked.
    """

    @require_safe
    @officers(*needed)
    def take(request: HttpRequest, tournament: Tournament, ending: str) -> HttpResponse:
        table = gather(tournament, dict(WHOLE_NAMES))
        if of_payers:
            payers = [line.person_id for line in table.rows]
            looks.note_list(tournament.club, request.user, payers, Look.Page.CASH)  # type: ignore[arg-type]
        response = _file(file_name(table.title, tournament, ending), written(table, ending), ending)
        response["Cache-Control"] = "private, no-store"
        return response

    return take


def _file(called: str, body: bytes, ending: str) -> HttpResponse:
    response = HttpResponse(body, content_type=FORMATS[ending].content_type)
    response["Content-Disposition"] = content_disposition_header(True, called)
    return response


standings = _public(standings_tables.standings, "standings")
provisional = _public(standings_tables.provisional, "provisional")
gironi = _public(standings_tables.gironi, "gironi")
race = _public(race_tables.places, "race")
seating = _public(evening_tables.seating, "seating")
results = _public(evening_tables.results, "results")
deals = _public(pair_tables.deals, "deals")
entries = _public(evening_tables.entries, "entries")
all_entries = _of_officers(evening_tables.entries, Right.RUN_EVENING)
rulings = _of_officers(officers_tables.rulings, Right.ENTER_RESULTS)
log = _of_officers(officers_tables.log, Right.ENTER_RESULTS)
cash = _of_officers(officers_tables.cash, Right.RUN_EVENING, Right.KEEP_REGISTER, of_payers=True)
