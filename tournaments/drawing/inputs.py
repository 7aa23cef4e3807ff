"""From rows to what a draw is made from; entries go by their number, so two databases make the same draw."""

from collections import Counter, defaultdict
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import combinations
from typing import Any, cast

from django.db.models import Value

from tournaments import builds
from tournaments.drawing.past import Bracket, bracket
from tournaments.draws import DrawInput, Entrant, Meeting, Movement, Rematches, Side, Wish
from tournaments.models import Entry, Rest, Round, Seat, Tournament
from tournaments.movements import movement_of, starters_of

Played = tuple[int, int, str]  # turn, table, side


def draw_input(
    tournament: Tournament, number: int, entries: dict[int, Entry], *, seed: int, last: Round | None
) -> DrawInput:
    """All that the draw of the turn after `last` depends on. Three queries at most."""
    movement = movement_of(tournament)
    snapshot = builds.latest(tournament)
    standing = {row["number"]: row for row in snapshot.rows} if snapshot else {}
    past, rested = _past(tournament) if last else ({}, Counter[int]())
    meetings = _meetings(past)
    known = _known(tournament, movement, last, standing, meetings, entries)
    return DrawInput(
        turn=number,
        entrants=_entrants(tournament, number, entries, standing, past, rested),
        meetings=meetings,
        seed=seed,
        rematches=cast("Rematches", tournament.rematches),
        sizes=tuple(size // tournament.entry_size for size in tournament.rules.sizes),
        wish=_wish(tournament, number),
        started=known.started,
        wins=known.wins,
        gone=known.gone,
        group_orders=known.group_orders,
        partnerships=_partnerships(past),
    )


def _known(
    tournament: Tournament,
    movement: Movement,
    last: Round | None,
    standing: Mapping[int, Mapping[str, Any]],
    meetings: Sequence[Meeting],
    entries: dict[int, Entry],
) -> Bracket:
    """What schedules and knock-outs go by; the other movements do not look at it."""
    if last is None or not movement.is_closed:
        return Bracket()
    if movement.is_decided_by_winning:
        return bracket(tournament, movement, last, standing, meetings, set(entries))
    return Bracket(started=starters_of(last))


def _wish(tournament: Tournament, number: int) -> Wish:
    return "circles-apart" if tournament.circles_apart and number == 1 else ""


@dataclass(frozen=True)
class _Order:
    """The places of turn 1 by number, and the circles as whole numbers; none where it does not go by them."""

    places: Mapping[int, int]
    circles: Mapping[str, int]

    @classmethod
    def of(cls, tournament: Tournament, entries: Mapping[int, Entry]) -> "_Order":
        by = tournament.first_turn
        if by == Tournament.FirstTurn.ENTRY:
            places = {number: place for place, number in enumerate(sorted(entries), start=1)}
        elif by == Tournament.FirstTurn.SEED:
            places = {number: each.seed for number, each in entries.items() if each.seed is not None}
        else:
            places = {}
        names = sorted({_plain(each.circle) for each in entries.values()} - {""})
        return cls(places, {name: at for at, name in enumerate(names, start=1)})


def _plain(circle: str) -> str:
    return " ".join(circle.split()).casefold()


def _entrants(
    tournament: Tournament,
    turn: int,
    entries: Mapping[int, Entry],
    standing: Mapping[int, Mapping[str, Any]],
    past: Mapping[int, Sequence[Played]],
    rested: Mapping[int, int],
) -> tuple[Entrant, ...]:
    first = _Order.of(tournament, entries) if turn == 1 else _Order({}, {})
    places = first.places if turn == 1 else {number: row["place"] for number, row in standing.items()}
    return tuple(
        Entrant(
            id=entry.number,
            number=entry.number,
            rank=places.get(entry.number),
            rests=rested.get(entry.number, 0),
            past_sides=tuple(cast("Side", side) for _turn, _table, side in past.get(entry.number, ())),
            past_tables=tuple(table for _turn, table, _side in past.get(entry.number, ())),
            fixed_table=entry.fixed_table,
            circle=first.circles.get(_plain(entry.circle)),
            points=standing.get(entry.number, {}).get("match_points", 0),
        )
        for entry in entries.values()
    )


def _past(tournament: Tournament) -> tuple[dict[int, list[Played]], Counter[int]]:
    """The tables each entry's number has played at, in order, and how often it has rested. One query."""
    seats = Seat.objects.filter(round__tournament=tournament).values_list(
        "entry__number", "round__number", "match__table", "side"
    )
    rests = Rest.objects.filter(round__tournament=tournament).values_list(
        "entry__number", "round__number", Value(0), Value("")
    )
    past: dict[int, list[Played]] = defaultdict(list)
    rested: Counter[int] = Counter()
    for number, turn, table, side in sorted(seats.order_by().union(rests.order_by())):
        if side:
            past[number].append((turn, table, side))
        else:
            rested[number] += 1
    return past, rested


def _meetings(past: Mapping[int, Sequence[Played]]) -> tuple[Meeting, ...]:
    """Those who sat at one table against each other."""
    return tuple(
        Meeting(turn, one, other)
        for turn, (one, side), (other, other_side) in _at_one_table(past)
        if side != other_side
    )


def _partnerships(past: Mapping[int, Sequence[Played]]) -> tuple[Meeting, ...]:
    """Those who sat on one side of a table: of a rotation, for elsewhere a side is one entry."""
    return tuple(
        Meeting(turn, one, other)
        for turn, (one, side), (other, other_side) in _at_one_table(past)
        if side == other_side
    )


def _at_one_table(
    past: Mapping[int, Sequence[Played]],
) -> Iterator[tuple[int, tuple[int, str], tuple[int, str]]]:
    """The turn, and every two of a table with their sides."""
    tables: dict[tuple[int, int], list[tuple[int, str]]] = defaultdict(list)
    for number, played in past.items():
        for turn, table, side in played:
            tables[turn, table].append((number, side))
    for (turn, _table), sitting in sorted(tables.items()):
        for one, other in combinations(sorted(sitting), 2):
            yield turn, one, other
