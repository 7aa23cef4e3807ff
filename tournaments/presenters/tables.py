"""A table, its deals and its round, as pages, paper, files and API show them."""

from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from functools import cache
from typing import Any

from django.utils.translation import get_language, gettext

from club.models import Person, PersonName
from tournaments import actors, queries
from tournaments.core.play import WHOLE_MATCH
from tournaments.models import Deal, Entry, Match, Round, Seat, closed_boards
from tournaments.presenters import Reading
from tournaments.presenters.tournaments import NumberedName, in_club_time, local_time, players_of
from tournaments.queries import DealRow, EntryRow
from tournaments.standings.standings_input import decision_on
from tournaments.text import names
from tournaments.text.deal_terms import call_words, decided_words, left_words, side_label
from tournaments.text.draw_wording import reason_sentence
from tournaments.text.format_wording import group_name, idle_because, meeting_words, stage_words

# The order of the seats: clockwise from the top, as in the picture of a table.
POSITIONS = ("N", "E", "S", "W", "1", "2", "3", "4", "5", "6")
SIDES = ("A", "B", "C", "D", "E", "F")

#: The points of one side by the game's figures, with their `total`; None for figures that were not entered.
Figures = Mapping[str, int | None]


@dataclass(frozen=True)
class ShownDeal:
    """A deal as entered and as counted."""

    number: int
    way: str
    way_name: str
    #: The player or side that called out, in words, if the match ended with it; else empty.
    call: str
    #: The deal as the table entered it: cards, parts or totals.
    entered: Mapping[str, Any]
    figures: Mapping[str, Figures]
    points: Mapping[str, int]
    entered_by_name: str
    entered_side: str
    agreement: str
    agreement_name: str
    contest_reason: str
    #: Whether only an officer may still change it.
    is_decided: bool
    #: Whether a side confirmed it on the phone of another side.
    same_device: bool
    entered_at: datetime
    changed_at: datetime
    version: int


@dataclass(frozen=True)
class ShownSeat:
    """A seat: its position and side, the number of its entry, the name of the person on it."""

    position: str
    side: str
    entry: int
    name: str
    #: Whether the entry has left the tournament by now.
    has_left: bool
    #: 1 or 2 in a challenge, else None.
    team: int | None


@dataclass(frozen=True)
class ShownSide:
    """A side: its entries by number, their names on one line, its heading and its points so far."""

    entries: list[int]
    name: str
    heading: str
    points: int
    #: The name of its team in a challenge; else empty.
    team: str = ""


@dataclass(frozen=True)
class ShownTable:
    """A table of a round: sides (A is North-South where two pairs play), seats, deals, running points."""

    turn: int
    table: int
    sides: dict[str, ShownSide]
    seats: list[ShownSeat]
    first_dealer: str
    #: The seat that deals each deal, in order; empty where earlier deals decide it.
    dealers: list[str]
    deals: list[ShownDeal]
    deals_expected: int
    #: Whether the totals of the match were entered instead of its deals, as its deal 0 (`WHOLE_MATCH`).
    has_only_totals: bool
    #: The last deal that counts, where the clock ended the match before its end.
    last_deal: int | None
    points: dict[str, int]
    #: A side, "tie", or None while deals are missing.
    winner: str | None
    losers: list[str]
    #: Whether the referee gave the points instead of the deals.
    assigned: bool
    #: The sides that forfeited the match: "A", "AB" or empty.
    lost_by: str
    #: The numbers of the entries whose expulsion voids the match.
    expelled: list[int]
    #: Why play has stopped although deals may be missing, in words; else empty.
    stopped: str
    #: The player or side that ended the match by calling out, in words; else empty.
    call: str
    #: Whether the sides have a score: not before the first deal, nor if the deals do not count.
    has_score: bool
    distance: int
    is_rematch: bool
    reason: str
    boards: int | None


@dataclass(frozen=True)
class RoundSummary:
    """A round without its tables."""

    number: int
    state: str
    state_name: str
    seed: int
    cost: int
    rematches: int
    changed_by_hand: bool
    version: int
    drawn_at: datetime | None
    published_at: datetime | None
    started_at: datetime | None
    ends_at: datetime | None
    extra_minutes: int
    settled_at: datetime | None


@dataclass(frozen=True)
class ShownRound(RoundSummary):
    """A round with its tables, and the entries that have none."""

    tables: list[ShownTable]
    rests: list[NumberedName]
    movement: str
    #: The stage of a knock-out, else empty.
    stage: str
    passing: list[NumberedName]
    idle: list[NumberedName]
    idle_because: str


def shown_deal(deal: Deal | DealRow, match: Match, reading: Reading) -> ShownDeal:
    """The deal of that match as its reader may see it."""
    is_full, language = reading.get("full_names"), get_language()
    return ShownDeal(
        number=deal.number,
        way=deal.way,
        # Not `get_way_display`, which reads all choices of the field each time.
        way_name=_label(Deal.Way(deal.way), language),
        call=_call(match, deal) if deal.way == Deal.Way.OUT else "",
        entered=deal.entered,
        figures=deal.counted,
        points=deal.points,
        # For the public, "Giuria" replaces an officer's name or e-mail address.
        entered_by_name=actors.actor_name(deal.entered_by_name)
        if deal.entered_by_id is None or is_full
        else gettext("Giuria"),
        entered_side=deal.entered_side,
        agreement=deal.agreement,
        agreement_name=_label(Deal.Agreement(deal.agreement), language),
        # Only the two sides and the referee read what the sides write to each other.
        contest_reason=deal.contest_reason if is_full else "",
        is_decided=deal.is_decided,
        same_device=deal.same_device if is_full else False,
        entered_at=in_club_time(deal.entered_at),
        changed_at=in_club_time(deal.changed_at),
        version=deal.version,
    )


@cache
def _label(choice: Deal.Way | Deal.Agreement, language: str | None) -> str:  # noqa: ARG001
    """Returns the label of the choice in the active language; cached, because a round needs hundreds."""
    return str(choice.label)


def _call(match: Match, deal: Deal | DealRow) -> str:
    return call_words(match.play, deal.entered)


def seats_by_table(round_: Round, reading: Reading) -> dict[int, list[ShownSeat]]:
    """The seats of a round as their reader may see them, by the id of their match. One query."""
    rows = Seat.objects.filter(round=round_).order_by("id")
    seats: defaultdict[int, list[ShownSeat]] = defaultdict(list)
    for match, position, side, number, left_at, team, *name in rows.values_list(
        "match", "position", "side", "entry__number", "entry__withdrawn_at", "entry__team", *queries.NAME
    ):
        shown = names.shown(PersonName(*name), reading, number)
        seats[match].append(ShownSeat(position, side, number, shown, left_at is not None, team))
    return seats


def shown_table(
    match: Match,
    reading: Reading,
    *,
    stored_seats: list[ShownSeat] | None = None,
    stored_deals: Sequence[Deal | DealRow] | None = None,
    with_deals: bool = True,
) -> ShownTable:
    """The table as its reader may see it; needs seats, people and deals fetched (`queries.tables`).

    Seats from `seats_by_table` and deals from `queries.deal_rows` may be passed instead. With `with_deals`
    off the deals and their dealers are left out: only the deals' points need to be fetched. Closed results
    are not shown (`closed_boards`).
    """
    deals = _seen_deals(match, reading, stored_deals)
    if stored_seats is None:
        stored_seats = [_seat(seat, reading) for seat in match.seats.all()]
    seats = sorted(stored_seats, key=lambda seat: POSITIONS.index(seat.position))
    added = {deal.number: deal.points for deal in deals}
    points = match.assigned or match.play.totals(list(added.values()))
    decision = decision_on(match)
    expelled = sorted(decision.expelled) if decision else []
    stopped = _stopped(match, stored_seats, expelled, added)
    return ShownTable(
        turn=match.round.number,
        table=match.table,
        sides={side: _side(match, side, seats, points[side], reading) for side in match.play.sides},
        seats=seats,
        first_dealer=match.first_dealer,
        dealers=_dealers(match, deals) if with_deals else [],
        deals=[shown_deal(deal, match, reading) for deal in deals] if with_deals else [],
        deals_expected=len(match.play.numbers(added)),
        has_only_totals=WHOLE_MATCH in added,
        last_deal=match.last_deal,
        points=points,
        winner=None if expelled else match.winner_with(added),
        losers=list(match.losers_with(added)),
        assigned=match.assigned is not None,
        lost_by=match.lost_by,
        expelled=expelled,
        stopped=stopped,
        call=next((_call(match, deal) for deal in deals if deal.way == Deal.Way.OUT), ""),
        has_score=match.assigned is not None or (bool(added) and not stopped),
        distance=match.distance,
        is_rematch=match.is_rematch,
        reason=_reason(match, stored_seats),
        boards=match.boards,
    )


def _seen_deals(
    match: Match, reading: Reading, stored: Sequence[Deal | DealRow] | None
) -> Sequence[Deal | DealRow]:
    """Returns the deals that the reader may see; closed ones are also removed from the match."""
    if closed_boards.hidden_from(match, reading):
        closed_boards.conceal(match)
        return ()
    return list(match.deals.all()) if stored is None else stored


def _dealers(match: Match, deals: Iterable[Deal | DealRow]) -> list[str]:
    added = {deal.number: deal.points for deal in deals}
    return match.dealers_with(added, {deal.number: deal.entered for deal in deals})


def _seat(seat: Seat, reading: Reading) -> ShownSeat:
    number = seat.entry.number
    name = names.shown(seat.person, reading, number)
    has_left = seat.entry.withdrawn_at is not None
    return ShownSeat(seat.position, seat.side, number, name, has_left, seat.entry.team)


def _stopped(
    match: Match, seats: Iterable[ShownSeat], expelled: list[int], points: dict[int, dict[str, int]]
) -> str:
    """Returns why play has stopped: a ruling decides the match, or an entry has left; else empty."""
    if match.is_decided:
        return decided_words(match, expelled)
    left = {seat.entry: seat.has_left for seat in seats}
    if not any(left.values()) or match.round.state not in queries.STARTED:
        return ""
    return "" if match.play.is_over(points) else left_words(match, left)


def _side(match: Match, side: str, seats: Iterable[ShownSeat], points: int, reading: Reading) -> ShownSide:
    """Returns the side, with its players in the order of its name: E before W.

    They belong to one entry, or to two in an individual rotation.
    """
    own = [seat for seat in seats if seat.side == side]
    numbers = list(dict.fromkeys(seat.entry for seat in own))
    people = names.on_one_line([seat.name for seat in own], reading, *numbers[:1])
    team = match.round.tournament.team_name(own[0].team if own else None)
    return ShownSide(numbers, people, side_label(match.play, side), points, team)


def _reason(match: Match, seats: Iterable[ShownSeat]) -> str:
    """Returns why these entries meet, with their groups if they come from groups."""
    sentence = reason_sentence(match.reason, single=match.round.tournament.is_individual)
    code = match.reason.get("code")
    numbers = list(dict.fromkeys(seat.entry for seat in seats))
    if code == "scheduled" and match.round.group_of and numbers:
        return f"{group_name(match.round.group_of[numbers[0]])}, {sentence}"
    if code in ("stage", "final") and len(numbers) == 2 and match.round.came_as.keys() >= set(numbers):
        return f"{sentence}; {meeting_words(*(match.round.came_as[number] for number in numbers))}"
    return sentence


def round_summary(round_: Round) -> RoundSummary:
    """The round without its tables; needs its tournament fetched."""
    return RoundSummary(
        number=round_.number,
        state=round_.state,
        state_name=round_.get_state_display(),
        seed=round_.seed,
        cost=round_.cost,
        rematches=round_.rematches,
        changed_by_hand=bool(round_.moves),
        version=round_.version,
        drawn_at=local_time(round_.drawn_at),
        published_at=local_time(round_.published_at),
        started_at=local_time(round_.started_at),
        ends_at=round_.ends_at,
        extra_minutes=round_.extra_minutes,
        settled_at=local_time(round_.settled_at),
    )


def shown_round(
    round_: Round,
    reading: Reading,
    *,
    entries: Iterable[Entry | EntryRow] | None = None,
    seats: Mapping[int, list[ShownSeat]] | None = None,
    deals: Mapping[int, Sequence[Deal | DealRow]] | None = None,
    with_deals: bool = True,
) -> ShownRound:
    """The round from `queries.with_tables` as its reader may see it.

    `entries` are all entries of the tournament with their players; without them, entries that pass and idle
    entries take two queries. `seats` from `seats_by_table` and `deals` from `queries.deal_rows` replace
    fetched ones.
    """
    if entries is None:
        away = queries.entries_by_number(round_.tournament, [*round_.passing, *round_.idle])
        entries = [*away, *(rest.entry for rest in round_.rests.all())]
    players = {entry.number: players_of(entry) for entry in entries}
    tables = [
        shown_table(
            match,
            reading,
            stored_seats=None if seats is None else seats[match.pk],
            stored_deals=None if deals is None else deals.get(match.pk, []),
            with_deals=with_deals,
        )
        for match in _matches(round_, seats)
    ]
    stage = stage_words(match.reason for match in round_.matches.all())
    return ShownRound(
        **vars(round_summary(round_)),
        tables=tables,
        rests=[
            NumberedName(number, names.pair(players[number], reading, number))
            for number in (rest.entry.number for rest in round_.rests.all())
        ],
        movement=str(round_.movement.get("kind", "danish")),
        stage=stage,
        passing=_named(round_.passing, players, reading),
        idle=_named(round_.idle, players, reading),
        idle_because=idle_because(stage) if round_.idle else "",
    )


def _named(
    numbers: list[int], players: Mapping[int, Sequence[Person | PersonName]], reading: Reading
) -> list[NumberedName]:
    return [
        NumberedName(number, names.pair(players[number], reading))
        for number in sorted(players.keys() & numbers)
    ]


def _matches(round_: Round, seats: Mapping[int, list[ShownSeat]] | None = None) -> list[Match]:
    """The tables of the round, with `round` set to this object, and `play` if the seats are given."""
    matches = list(round_.matches.all())
    for match in matches:
        match.round = round_
        if seats is not None:
            match.play = round_.tournament.play(len(seats[match.pk]), last=match.last_deal)
    return matches
