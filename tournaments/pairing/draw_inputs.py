"""Makes the input of a draw from database rows.

Entries are identified by number, so that two databases make the same draw.

The input of an earlier round never changes: a later correction of a result changes the standings, but never
the entries that went on (FIELD, Correction). So every round copies the facts of the round before and adds the
new results.
"""

from collections import Counter, defaultdict
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import combinations
from typing import Any, cast

from django.db.models import Value

from tournaments.core.draws import DrawInput, Entrant, Meeting, Movement, Rematches, Side, Win, Wish
from tournaments.core.draws.inputs import starters
from tournaments.core.draws.movements import final_from, groups_of
from tournaments.core.standings.stored_standings import StoredRow, places_by_criteria
from tournaments.models import Entry, Rest, Round, Seat, Tournament
from tournaments.models.round import movement_of, starters_of
from tournaments.standings import builds

Played = tuple[int, int, str]  # turn, table, side
#: The points of an entry whose opponent left, more than any match gives.
LEFT_ALONE = 1_000

Standing = Mapping[int, Mapping[str, Any]]


@dataclass(frozen=True)
class Bracket:
    """The state of a schedule or a knock-out, by the entries' numbers; fields as in `DrawInput`."""

    started: tuple[int, ...] = ()
    wins: tuple[Win, ...] = ()
    gone: tuple[int, ...] = ()
    group_orders: tuple[tuple[int, ...], ...] = ()


def draw_input(
    tournament: Tournament, number: int, entries: dict[int, Entry], *, seed: int, last: Round | None
) -> DrawInput:
    """Everything that the draw of the round after `last` depends on. At most four queries."""
    movement = movement_of(tournament)
    snapshot = builds.latest_snapshot(tournament)
    standing = {row["number"]: row for row in snapshot.rows} if snapshot else {}
    past, rested = _past(tournament) if last else ({}, Counter[int]())
    missed = {} if movement.is_closed else _missed(number - 1, entries, past, rested)
    meetings = _meetings(past)
    bracket = _bracket_for(tournament, movement, last, standing, meetings, entries)
    return DrawInput(
        turn=number,
        entrants=_entrants(tournament, number, entries, standing, past, rested, missed),
        meetings=meetings,
        seed=seed,
        rematches=cast("Rematches", tournament.rematches),
        sizes=tournament.table_sizes,
        wish=_wish(tournament, number),
        table_order="standings" if tournament.tables_by_standings and not movement.is_closed else "",
        dealers="boards" if tournament.is_duplicated else "",
        started=bracket.started,
        wins=bracket.wins,
        gone=bracket.gone,
        group_orders=bracket.group_orders,
        partnerships=_partnerships(past),
        teams=_teams(tournament, {*entries, *bracket.started}) if movement.kind == "challenge" else (),
    )


def deals_as_set(tournament: Tournament, round_: Round) -> bool:
    """Whether the round's first dealers are drawn as the settings say now: of its boards, or by lot."""
    of_boards: bool = round_.draw_input.get("dealers") == "boards"
    return of_boards is tournament.is_duplicated


def _bracket_for(
    tournament: Tournament,
    movement: Movement,
    last: Round | None,
    standing: Mapping[int, Mapping[str, Any]],
    meetings: Sequence[Meeting],
    entries: dict[int, Entry],
) -> Bracket:
    """The facts that schedules and knock-outs need; empty for the other movements, which ignore them."""
    if last is None or not movement.is_closed:
        return Bracket()
    if movement.is_decided_by_winning:
        return bracket(tournament, movement, last, standing, meetings, set(entries))
    return Bracket(started=starters_of(last))


def _teams(tournament: Tournament, numbers: Collection[int]) -> tuple[tuple[int, ...], ...]:
    """For each team, those of these numbers that play for it. One query."""
    entries = tournament.entries.filter(number__in=numbers).order_by("number")
    listed = list(entries.values_list("number", "team"))
    return tuple(tuple(number for number, own in listed if own == team) for team in (1, 2))


def _wish(tournament: Tournament, number: int) -> Wish:
    return "circles-apart" if tournament.circles_apart and number == 1 else ""


@dataclass(frozen=True)
class _FirstRound:
    """The places for the draw of round 1 by entry number, and the circles as integers; empty in later
    rounds."""

    places: Mapping[int, int]
    circles: Mapping[str, int]

    @classmethod
    def from_tournament(cls, tournament: Tournament, entries: Mapping[int, Entry]) -> "_FirstRound":
        order = tournament.first_turn
        if order == Tournament.FirstTurn.ENTRY:
            places = {number: place for place, number in enumerate(sorted(entries), start=1)}
        elif order == Tournament.FirstTurn.SEED:
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
    missed: Mapping[int, int],
) -> tuple[Entrant, ...]:
    first = _FirstRound.from_tournament(tournament, entries) if turn == 1 else _FirstRound({}, {})
    places = first.places if turn == 1 else _places(tournament, standing)
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
            missed=missed.get(entry.number, 0),
        )
        for entry in entries.values()
    )


def _places(tournament: Tournament, standing: Standing) -> dict[int, int]:
    """The place of each entry before the round: an entry that returns has the place of its results, although
    the standings rank those that left last."""
    if any(row["withdrawn"] for row in standing.values()) and not movement_of(tournament).is_closed:
        return places_by_criteria(cast("Iterable[StoredRow]", standing.values()))
    return {number: row["place"] for number, row in standing.items()}


def _past(tournament: Tournament) -> tuple[dict[int, list[Played]], Counter[int]]:
    """Each entry's tables in order, and its number of byes, both by entry number. One query."""
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


def _missed(
    drawn: int, entries: Collection[int], past: Mapping[int, Sequence[Played]], rested: Mapping[int, int]
) -> dict[int, int]:
    """The number of the first ``drawn`` rounds that each entry missed, because it was late or away."""
    return {number: max(0, drawn - len(past.get(number, ())) - rested.get(number, 0)) for number in entries}


def _meetings(past: Mapping[int, Sequence[Played]]) -> tuple[Meeting, ...]:
    """All pairs of entries that sat against each other."""
    return tuple(
        Meeting(turn, one, other)
        for turn, (one, side), (other, other_side) in _at_one_table(past)
        if side != other_side
    )


def _partnerships(past: Mapping[int, Sequence[Played]]) -> tuple[Meeting, ...]:
    """All pairs of entries that sat on one side: only in a rotation, since elsewhere a side is one entry."""
    return tuple(
        Meeting(turn, one, other)
        for turn, (one, side), (other, other_side) in _at_one_table(past)
        if side == other_side
    )


def _at_one_table(
    past: Mapping[int, Sequence[Played]],
) -> Iterator[tuple[int, tuple[int, str], tuple[int, str]]]:
    """Yields the round and two entries with their sides, for any two entries that sat at one table."""
    tables: dict[tuple[int, int], list[tuple[int, str]]] = defaultdict(list)
    for number, played in past.items():
        for turn, table, side in played:
            tables[turn, table].append((number, side))
    for (turn, _table), sitting in sorted(tables.items()):
        for one, other in combinations(sorted(sitting), 2):
            yield turn, one, other


def bracket(
    tournament: Tournament,
    movement: Movement,
    last: Round,
    standing: Standing,
    meetings: Sequence[Meeting],
    here: Collection[int],
) -> Bracket:
    """The bracket's state for the round after `last`. One query."""
    before = DrawInput.from_json(last.draw_input)
    started = starters(before)
    final = final_from(movement, len(started)) or 1
    if last.number + 1 < final:
        return Bracket(started)
    if last.number + 1 == final:
        orders = tuple(
            tuple(number for number in _in_order(group, standing) if number in here)
            for group in groups_of(movement, started)
        )
        return Bracket(started, (), (), orders)
    met = [meeting for meeting in meetings if meeting.turn == last.number]
    return Bracket(
        started,
        (*before.wins, *_wins(met, standing)),
        (*before.gone, *_newly_gone(tournament, started, {*here, *before.gone})),
        before.group_orders,
    )


def _in_order(group: Sequence[int], standing: Standing) -> list[int]:
    return sorted(group, key=lambda number: standing.get(number, {}).get("group_place", len(group)))


def _newly_gone(tournament: Tournament, started: Sequence[int], gone: Collection[int]) -> list[int]:
    """Entries that left since the last round was drawn, in the order in which they left."""
    left_at = dict(
        tournament.entries.filter(number__in=started)
        .order_by("withdrawn_at", "number")
        .values_list("number", "withdrawn_at")
    )
    return [number for number in left_at if number not in gone]


def _wins(met: Sequence[Meeting], standing: Standing) -> Iterator[Win]:
    """Yields the winner and loser of each of these matches, unplayed ones too, except level ones."""
    for meeting in met:
        pair = (meeting.first_id, meeting.second_id)
        points = [_match_points(standing.get(number, {}), meeting.turn) for number in pair]
        if points[0] != points[1]:
            winner = pair[points.index(max(points))]
            yield Win(meeting.turn, winner, pair[0] if winner == pair[1] else pair[1])


def _match_points(row: Mapping[str, Any], turn: int) -> int:
    """The match points of that round; `LEFT_ALONE` for an entry whose opponent left."""
    for line in row.get("per_turn", ()):
        if line["turn"] == turn and not line.get("penalty"):
            return LEFT_ALONE if line["rested"] else int(line["match_points"])
    return -1
