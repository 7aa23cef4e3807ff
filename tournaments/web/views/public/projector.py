"""The projector's page: slides of the clock, the tables and the standings, legible from twenty metres."""

from itertools import groupby
from typing import Any

from django.http import HttpRequest
from django.http.response import HttpResponseBase
from django.views.decorators.http import require_safe

from club.public_urls import absolute_url, qr_inline
from tournaments.models import Round, RoundState, Tournament, closed_boards
from tournaments.presenters.boards import compared
from tournaments.presenters.results import ShownResults, shown_results
from tournaments.presenters.results import results as gathered
from tournaments.presenters.seating import seated_by_name, seated_by_number
from tournaments.presenters.standings import ShownStandings, StandingsRow, group_standings
from tournaments.presenters.tables import ShownRound, ShownTable
from tournaments.presenters.tournaments import ShownEntry
from tournaments.text.format_wording import group_name
from tournaments.text.names import PUBLIC
from tournaments.web.views.public.live_pages import Page, page_response
from tournaments.web.views.public.results import news

# How many rows people at the back of the room can still read.
TABLES_A_SLIDE, PLACES_A_SLIDE, PAIRS_A_SLIDE = 6, 10, 20
NAMES_A_SLIDE, NUMBERS_A_SLIDE, BOARDS_A_SLIDE = 20, 30, 4
# Groups of up to this many entries share a slide; larger ones have slides of their own.
GROUP_ROWS_IN_HALF_A_SLIDE, GROUP_ROWS_A_SLIDE = 6, 12
#: The codes of the reasons of finals.
FINALS = ("final", "third-place")

Slide = dict[str, object]
Entries = dict[int, ShownEntry]


@require_safe
def projector(request: HttpRequest, code: str) -> HttpResponseBase:
    """Shows the slides, or their live part for `?fragment`."""
    return page_response(request, code, PROJECTOR)


def _around(request: HttpRequest, tournament: Tournament) -> dict[str, object]:
    """Returns the address of the results page and its QR code, which leads phones there."""
    address = absolute_url(request, tournament.get_absolute_url())
    return {"address": address.split("://", 1)[1].rstrip("/"), "qr": qr_inline(address)}


def _slides_context(tournament: Tournament, version: str) -> dict[str, object]:
    given = gathered(tournament, PUBLIC, version, with_deals=False)
    shown = shown_results(given, PUBLIC)
    slides: list[Slide] = [{"kind": "called-off"}]
    if tournament.called_off_at is None:
        entries = {entry.number: entry for entry in given.entries}
        slides = [*_slides(shown, entries, given.round), *_boards(tournament, given.round)]
    return {"results": shown, "round": given.round, "slides": slides, "news": news(given)}


def _finals(round_: Round | None) -> frozenset[int]:
    """Returns the numbers of the tables at which a final is played; their slides say which final it is."""
    matches = round_.matches.all() if round_ else ()
    return frozenset(match.table for match in matches if match.reason.get("code") in FINALS)


def _slides(shown: ShownResults, entries: Entries, round_: Round | None) -> list[Slide]:
    """Returns the slides in the order in which people need them: seats, standings, then a large clock.

    Every slide also shows a small clock. Before the first standings, the groups are shown as they were drawn.
    """
    turn = shown.round
    if turn is None:
        return _in_slides("pairs", list(entries.values()), PAIRS_A_SLIDE) or [{"kind": "welcome"}]
    tables = _tables(turn, _finals(round_))
    standings = _standings(shown.standings, entries) if shown.standings else _drawn_groups(round_, entries)
    if turn.state == RoundState.PUBLISHED:
        by_name = _in_slides("seats-by-name", seated_by_name(turn, entries.values()), NAMES_A_SLIDE)
        by_number = _in_slides("seats-by-number", seated_by_number(turn, entries.values()), NUMBERS_A_SLIDE)
        drawn = [] if shown.standings else standings
        return [*tables, *by_name, *by_number, *drawn]
    score: list[Slide] = [{"kind": "challenge"}] if shown.challenge else []
    if turn.state == RoundState.PLAYING:
        return [*score, *tables, *standings, {"kind": "clock"}]
    return [*score, *standings] or tables


def _boards(tournament: Tournament, round_: Round | None) -> list[Slide]:
    """Returns the slides of the boards that have just opened: of the last round, or all if sets move."""
    if not tournament.is_duplicated or round_ is None or round_.state != RoundState.SETTLED:
        return []
    opened = compared(tournament, PUBLIC)
    last = (
        opened
        if closed_boards.open_together(tournament)
        else [board for board in opened if board.set == round_.number]
    )
    return _in_slides("boards", last, BOARDS_A_SLIDE)


def _tables(turn: ShownRound, finals: frozenset[int]) -> list[Slide]:
    rows = [
        {
            "table": table.table,
            "sides": _sides(table),
            "final": table.reason if table.table in finals else "",
        }
        for table in turn.tables
    ]
    slides = _in_slides("tables", rows, TABLES_A_SLIDE)
    if slides:
        slides[-1] |= {"rests": turn.rests, "passing": turn.passing}
    return slides


def _sides(table: ShownTable) -> list[dict[str, object]]:
    """Returns each side with its seats, because a projected line has room for one name only."""
    return [
        {**vars(shown), "seats": [seat for seat in table.seats if seat.side == side]}
        for side, shown in table.sides.items()
    ]


def _drawn_groups(round_: Round | None, entries: Entries) -> list[Slide]:
    """Returns a slide for each group with its entries, or more for a large one; none without groups."""
    members: dict[int, list[ShownEntry]] = {}
    for number, group in sorted(round_.group_of.items()) if round_ else ():
        members.setdefault(group, []).append(entries[number])
    return [
        {**slide, "name": group_name(group), "group": f"{group}-"}
        for group in sorted(members)
        for slide in _in_slides("pairs", members[group], PAIRS_A_SLIDE)
    ]


def _standings(standings: ShownStandings, entries: Entries) -> list[Slide]:
    """Returns the slides of the standings.

    While groups are played, only their standings; later the whole standings, then those of the groups.
    """
    groups = _group_slides(standings, entries)
    last = standings.group_turns
    if groups and not standings.is_final and (last is None or standings.turn <= last):
        return groups
    return [*_block_slides(standings.rows, entries), *groups]


def _block_slides(rows: list[StandingsRow], entries: Entries) -> list[Slide]:
    """Returns the slides of the entries that finished, then those of each block of entries that left."""
    return [
        {**slide, "below": below, "group": f"{below}-" if below else ""}
        for below, block in groupby(rows, key=lambda row: row.below)
        for slide in _in_slides("standings", _named(list(block), entries), PLACES_A_SLIDE)
    ]


def _group_slides(standings: ShownStandings, entries: Entries) -> list[Slide]:
    """Returns a slide for two groups where all are small, else the slides that each group needs."""
    groups = group_standings(standings)
    if all(len(group.rows) <= GROUP_ROWS_IN_HALF_A_SLIDE for group in groups):
        slides = _in_slides(
            "gironi", [{**vars(group), "rows": _named(group.rows, entries)} for group in groups], 2
        )
    else:
        slides = [
            {**slide, "name": group.name, "group": f"{group.group}-"}
            for group in groups
            for slide in _in_slides("girone", _named(group.rows, entries), GROUP_ROWS_A_SLIDE)
        ]
    turn = min(standings.turn, standings.group_turns or standings.turn)
    return [{**slide, "turn": turn} for slide in slides]


def _named(rows: list[StandingsRow], entries: Entries) -> list[dict[str, object]]:
    return [{**vars(row), "players": entries[row.number].players} for row in rows]


def _in_slides(kind: str, rows: list[Any], size: int) -> list[Slide]:
    cut = [rows[start : start + size] for start in range(0, len(rows), size)]
    return [{"kind": kind, "rows": some, "page": at, "pages": len(cut)} for at, some in enumerate(cut, 1)]


PROJECTOR = Page(
    "projector",
    "public/projector/projector_part.html",
    "public/projector/projector.html",
    _slides_context,
    _around,
)
