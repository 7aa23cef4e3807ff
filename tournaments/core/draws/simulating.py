"""Simulates many evenings of a movement from a model of scores, to show what can be expected of it.

Where the order of entry matters, each evening draws it by lot, so nobody is seeded.
"""

from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from itertools import combinations
from typing import NamedTuple

from tournaments.core.draws.advising import Option
from tournaments.core.draws.challenge import challenge_round
from tournaments.core.draws.danish import draw
from tournaments.core.draws.inputs import DrawInput, Entrant, Meeting, Rematches
from tournaments.core.draws.knockout import Stage, finalists, next_stage
from tournaments.core.draws.larger import draw_larger
from tournaments.core.draws.rotation import draw_rotation, whole_whist
from tournaments.core.draws.schedules import (
    Meet,
    PlannedRound,
    mitchell_schedule,
    round_robin_schedule,
    serpentine,
)
from tournaments.core.draws.swiss import draw_swiss
from tournaments.core.draws.tables import Draw
from tournaments.core.lots import lot, lots
from tournaments.core.standings import Ranked, Rest, Result, Row, Rules, standings

Side = tuple[int, ...]  # one entrant, or the two partners of an individual rotation
Table = tuple[Side, ...]


class TableScore(NamedTuple):
    """The score of each side of a table, more is better; ``lost`` marks the losers if the game names them."""

    points: tuple[int, ...]
    lost: tuple[bool, ...] | None = None


Score = Callable[[int, Table], TableScore]  # takes a lot and the table


@dataclass(frozen=True, slots=True)
class RoundTables:
    """A round: its tables, and the ids whose byes are scored."""

    tables: tuple[Table, ...]
    rests: tuple[int, ...] = ()


@dataclass(frozen=True, slots=True)
class Played:
    drawn: RoundTables
    made: tuple[TableScore, ...]

    @property
    def results(self) -> tuple[tuple[int, int], ...]:
        """(winner, loser) of each table of two single entrants; side A wins a level match."""
        return tuple(
            (table[0][0], table[1][0]) if score.points[0] >= score.points[1] else (table[1][0], table[0][0])
            for table, score in zip(self.drawn.tables, self.made, strict=True)
        )

    def settled(self, turn: int) -> Iterator[Result]:
        """The results of the round as `standings` takes them."""
        for number, (table, score) in enumerate(zip(self.drawn.tables, self.made, strict=True), start=1):
            yield Result(turn, number, table, score.points, lost=score.lost)


@dataclass(frozen=True, slots=True)
class Evening:
    """An evening between two rounds: the input of the next draw, what has been played, the standings."""

    given: DrawInput
    rules: Rules
    played: tuple[Played, ...] = ()
    rows: Mapping[int, Row] = field(default_factory=dict)

    def place(self, id_: int) -> int:
        """The place in the standings."""
        return self.rows[id_].place

    def ranked(self, turns: int, among: Collection[int] | None = None) -> tuple[Row, ...]:
        """The standings after the first rounds; only of ``among``, if given."""
        played = self.played[:turns]
        return standings(
            [Ranked(entrant.id, entrant.number) for entrant in self.given.entrants],
            [result for turn, each in enumerate(played, start=1) for result in each.settled(turn)],
            [Rest(turn, id_) for turn, each in enumerate(played, start=1) for id_ in each.drawn.rests],
            self.rules,
            self.given.seed,
            among=among,
        )


@dataclass(frozen=True, slots=True)
class Plan:
    """How to play out a movement: the next round of an evening, and the place of an entrant at its end."""

    next_turn: Callable[[Evening], RoundTables]
    place: Callable[[Evening, int], int] = Evening.place


@dataclass(frozen=True, slots=True)
class Simulated:
    """Counts over evenings: evenings with a rematch, tables with a rematch, and places of the strongest.

    ``best_first`` and ``best_among_three`` count the evenings in which entrant 1, the strongest, came first,
    or among the first three.
    """

    evenings: int
    with_rematches: int
    rematches: int
    best_first: int
    best_among_three: int

    def __add__(self, other: "Simulated") -> "Simulated":
        return Simulated(
            self.evenings + other.evenings,
            self.with_rematches + other.with_rematches,
            self.rematches + other.rematches,
            self.best_first + other.best_first,
            self.best_among_three + other.best_among_three,
        )


NONE_YET = Simulated(0, 0, 0, 0, 0)


def simulate(
    plan: Plan,
    entries: int,
    turns: int,
    score: Score,
    *,
    evenings: int,
    seed: int,
    start: int = 0,
    rules: Rules | None = None,
    rematches: Rematches = "avoided",
    sizes: tuple[int, ...] = (2,),
    tell: Callable[[int], object] = int,
) -> Simulated:
    """The counts of ``evenings`` evenings from number ``start`` on. The seed decides every evening, so that
    the counts of separate runs can be added.

    ``tell`` is called after each evening with the number done. Standings are ranked by ``rules``, by
    default the Accademia's, after each round and at the end, as in a tournament. No slams are simulated.
    """
    entrants = tuple(Entrant(number, number) for number in range(1, entries + 1))
    counts = NONE_YET
    for at in range(start, start + evenings):
        by_lot = lot(seed, "evening", at)
        given = DrawInput(1, entrants, (), by_lot, rematches=rematches, sizes=sizes)
        counts += _counted(plan, _evening(plan, Evening(given, rules or Rules()), turns, score))
        tell(at - start + 1)
    return counts


def _evening(plan: Plan, evening: Evening, turns: int, score: Score) -> Evening:
    for turn in range(1, turns + 1):
        drawn = plan.next_turn(evening)
        made = tuple(
            score(lot(evening.given.seed, "score", turn, *table[0], *table[1]), table)
            for table in drawn.tables
        )
        evening = _after(evening, Played(drawn, made))
    return evening


def _counted(plan: Plan, evening: Evening) -> Simulated:
    again = _tables_again(evening.played)
    place = plan.place(evening, 1)
    return Simulated(1, int(again > 0), again, int(place == 1), int(place <= 3))


def _tables_again(played: Sequence[Played]) -> int:
    """The number of tables at which two entrants met again, as opponents or as partners."""
    met: set[frozenset[int]] = set()
    again = 0
    for turn in played:
        couples_of_tables = [
            [frozenset(couple) for couple in combinations(sum(table, ()), 2)] for table in turn.drawn.tables
        ]
        again += sum(any(couple in met for couple in couples) for couples in couples_of_tables)
        met.update(couple for couples in couples_of_tables for couple in couples)
    return again


def _after(evening: Evening, turn: Played) -> Evening:
    given = _with_meetings(replace(evening.given, turn=evening.given.turn + 1), turn)
    after = replace(evening, played=(*evening.played, turn))
    rows = {row.entry: row for row in after.ranked(len(after.played))}
    entrants = tuple(
        replace(
            one,
            rank=rows[one.id].place,
            points=rows[one.id].match_points,
            rests=one.rests + (one.id in turn.drawn.rests),
        )
        for one in given.entrants
    )
    return replace(after, given=replace(given, entrants=entrants), rows=rows)


def _with_meetings(given: DrawInput, played: Played) -> DrawInput:
    number, tables = given.turn - 1, played.drawn.tables
    opponents = (
        Meeting(number, one, other)
        for table in tables
        for side, facing in combinations(table, 2)
        for one in side
        for other in facing
    )
    partners = (Meeting(number, *side) for table in tables for side in table if len(side) == 2)
    return replace(
        given,
        meetings=(*given.meetings, *opponents),
        partnerships=(*given.partnerships, *partners),
    )


def plan_of(option: Option, entries: int) -> Plan:
    """The plan by which that many entries play the option."""
    if option.movement == "girone":
        return scheduled(round_robin_schedule([range(entries)]))
    if option.movement == "groups":
        return in_groups(serpentine(range(entries), option.groups))
    if option.movement == "mitchell":
        return scheduled(mitchell_schedule(range(entries), option.turns))
    if option.movement == "challenge":
        return challenge(option.tables, entries - option.tables, option.turns)
    if option.movement == "groups-final":
        return groups_final(entries, option.groups, option.qualifiers)
    if option.movement == "rotation":
        return Plan(lambda evening: rotation(evening, option.turns))
    return TURN_BY_TURN[option.movement]


def danish(evening: Evening) -> RoundTables:
    return _as_tables(draw(evening.given))


def swiss(evening: Evening) -> RoundTables:
    return _as_tables(draw_swiss(evening.given))


def larger(evening: Evening) -> RoundTables:
    # One exchange is exact enough for hundreds of evenings.
    return _as_tables(draw_larger(evening.given, exchanges=1))


def rotation(evening: Evening, turns: int) -> RoundTables:
    return _as_tables(draw_rotation(evening.given, whole_whist(evening.given, turns)))


def _as_tables(made: Draw) -> RoundTables:
    return RoundTables(tuple(table.sides for table in made.tables), made.byes)


def knockout(evening: Evening) -> RoundTables:
    return _stage_tables(_bracket(evening, by_lot(evening.given), 0))


def scheduled(schedule: Sequence[PlannedRound]) -> Plan:
    """A schedule whose ids are places, 0 and up, in an order drawn by lot."""
    return Plan(lambda evening: _scheduled_round(schedule, evening))


def challenge(smaller: int, larger: int, turns: int) -> Plan:
    """A challenge of two teams of those sizes, whose members are drawn by lot."""
    teams = tuple(range(smaller)), tuple(range(smaller, smaller + larger))
    return scheduled([challenge_round(teams, turn) for turn in range(1, turns + 1)])


def in_groups(groups: Sequence[Sequence[int]]) -> Plan:
    """A round robin in each group of places; the winners of all groups come first, then the seconds."""

    def place(evening: Evening, id_: int) -> int:
        places = {
            one: (at, evening.place(one))
            for group in _group_orders(evening, groups, len(evening.played))
            for at, one in enumerate(group)
        }
        return sum(each < places[id_] for each in places.values()) + 1

    return replace(scheduled(round_robin_schedule(groups)), place=place)


def groups_final(entries: int, groups: int, qualifiers: int = 1) -> Plan:
    """A round robin in each group, then a knock-out of the best of each, with a match for third place."""
    drawn_groups = serpentine(range(entries), groups)
    schedule = round_robin_schedule(drawn_groups)

    def stage(evening: Evening) -> Stage:
        ranked = _group_orders(evening, drawn_groups, len(schedule))
        return _bracket(evening, finalists(ranked, qualifiers), len(schedule))

    def next_turn(evening: Evening) -> RoundTables:
        return (
            _scheduled_round(schedule, evening)
            if len(evening.played) < len(schedule)
            else _stage_tables(stage(evening))
        )

    return Plan(next_turn, lambda evening, id_: _on_podium(stage(evening), id_, evening))


def _group_orders(evening: Evening, groups: Sequence[Sequence[int]], turns: int) -> list[list[int]]:
    """The ids of each group after those rounds, best first."""
    order = by_lot(evening.given)
    return [[row.entry for row in evening.ranked(turns, {order[at] for at in group})] for group in groups]


def by_lot(given: DrawInput) -> list[int]:
    """The ids in an order drawn by the evening's lots."""
    drawn = lots(len(given.entrants), given.seed, "places")
    return [given.entrants[at].id for at in sorted(range(len(drawn)), key=drawn.__getitem__)]


def _scheduled_round(schedule: Sequence[PlannedRound], evening: Evening) -> RoundTables:
    ids, planned = by_lot(evening.given), schedule[len(evening.played)]
    return RoundTables(
        _tables([(ids[a], ids[b]) for a, b in planned.meets]), tuple(ids[at] for at in planned.rests)
    )


def _tables(meets: Sequence[Meet]) -> tuple[tuple[tuple[int, ...], ...], ...]:
    return tuple(((one,), (other,)) for one, other in meets)


def _bracket(evening: Evening, seeds: Sequence[int], since: int) -> Stage:
    """The next stage of the knock-out between these seeds, which began after ``since`` rounds."""
    return next_stage(seeds, _results(evening.played[since:]))


def _results(played: Sequence[Played]) -> list[Meet]:
    return [result for turn in played for result in turn.results]


def _stage_tables(stage: Stage) -> RoundTables:
    """The tables of the stage. Its byes are left out: they go through without a score."""
    return RoundTables(_tables([*stage.matches, *([stage.third_place] if stage.third_place else [])]))


def _on_podium(stage: Stage, id_: int, evening: Evening) -> int:
    """The place on the podium, or a place after it."""
    return stage.podium.index(id_) + 1 if id_ in stage.podium else max(4, len(evening.given.entrants))


DANISH, SWISS = Plan(danish), Plan(swiss)
KNOCKOUT = Plan(
    knockout, lambda evening, id_: _on_podium(_bracket(evening, by_lot(evening.given), 0), id_, evening)
)
TURN_BY_TURN = {
    "danish": DANISH,
    "swiss": SWISS,
    "knockout": KNOCKOUT,
    "larger": Plan(larger),
}
