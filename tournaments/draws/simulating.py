"""What an evening may bring: drawn and played many times over, with scores from outside."""

from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from itertools import combinations
from typing import NamedTuple

from tournaments.draws.inputs import DrawInput, Entrant, Meeting, Rematches
from tournaments.lots import lot
from tournaments.standings import Ranked, Rest, Result, Row, Rules, standings

Side = tuple[int, ...]  # one entrant, or the two partners of an individual rotation
Table = tuple[Side, ...]


class Made(NamedTuple):
    """What each side of a table makes, more is better; ``lost`` where the game says who loses."""

    points: tuple[int, ...]
    lost: tuple[bool, ...] | None = None


Score = Callable[[int, Table], Made]  # of a lot and who sits there


@dataclass(frozen=True, slots=True)
class Drawn:
    """A turn: its tables, and who rests with a score for it."""

    tables: tuple[Table, ...]
    rests: tuple[int, ...] = ()


@dataclass(frozen=True, slots=True)
class Played:
    drawn: Drawn
    made: tuple[Made, ...]

    @property
    def results(self) -> tuple[tuple[int, int], ...]:
        """Winner and loser of each table of two single entrants; the first of a level match."""
        return tuple(
            (table[0][0], table[1][0]) if each.points[0] >= each.points[1] else (table[1][0], table[0][0])
            for table, each in zip(self.drawn.tables, self.made, strict=True)
        )

    def settled(self, turn: int) -> Iterator[Result]:
        """The same as the classifica takes it."""
        for number, (table, each) in enumerate(zip(self.drawn.tables, self.made, strict=True), start=1):
            yield Result(turn, number, table, each.points, lost=each.lost)


@dataclass(frozen=True, slots=True)
class Evening:
    """An evening between two turns: what the next draw is made from, all that was played, the classifica."""

    given: DrawInput
    rules: Rules
    played: tuple[Played, ...] = ()
    rows: Mapping[int, Row] = field(default_factory=dict)

    def place(self, id_: int) -> int:
        """The place in the classifica."""
        return self.rows[id_].place

    def ranked(self, turns: int, among: Collection[int] | None = None) -> tuple[Row, ...]:
        """The classifica after the first turns, of some only if it is said."""
        played = self.played[:turns]
        return standings(
            [Ranked(one.id, one.number) for one in self.given.entrants],
            [result for turn, each in enumerate(played, start=1) for result in each.settled(turn)],
            [Rest(turn, id_) for turn, each in enumerate(played, start=1) for id_ in each.drawn.rests],
            self.rules,
            self.given.seed,
            among=among,
        )


@dataclass(frozen=True, slots=True)
class Plan:
    """A movement as it is played out: the next turn of an evening, and the place of an entrant at its end."""

    next_turn: Callable[[Evening], Drawn]
    place: Callable[[Evening, int], int] = Evening.place


@dataclass(frozen=True, slots=True)
class Simulated:
    """Of so many evenings: in how many anybody met again, at how many tables in all; how often number 1, the
    strongest, came first, and among the first three.
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
    """The evenings from number ``start`` on, the same ones for the same seed; those of two parts add up.

    ``tell`` hears after each one how many are done. Ranked by ``rules``, usually the Accademia's, from turn
    to turn and at the end, as a tournament is; nobody makes a cappotto that would count.
    """
    entrants = tuple(Entrant(number, number) for number in range(1, entries + 1))
    whole = NONE_YET
    for at in range(start, start + evenings):
        by_lot = lot(seed, "evening", at)
        given = DrawInput(1, entrants, (), by_lot, rematches=rematches, sizes=sizes)
        whole += _told(plan, _evening(plan, Evening(given, rules or Rules()), turns, score))
        tell(at - start + 1)
    return whole


def _evening(plan: Plan, evening: Evening, turns: int, score: Score) -> Evening:
    for turn in range(1, turns + 1):
        drawn = plan.next_turn(evening)
        made = tuple(
            score(lot(evening.given.seed, "score", turn, *table[0], *table[1]), table)
            for table in drawn.tables
        )
        evening = _after(evening, Played(drawn, made))
    return evening


def _told(plan: Plan, evening: Evening) -> Simulated:
    again = _tables_again(evening.played)
    place = plan.place(evening, 1)
    return Simulated(1, int(again > 0), again, int(place == 1), int(place <= 3))


def _tables_again(played: Sequence[Played]) -> int:
    """At how many tables two sat who had been at one table before, as opponents or as partners."""
    met: set[frozenset[int]] = set()
    again = 0
    for turn in played:
        here = [[frozenset(two) for two in combinations(sum(table, ()), 2)] for table in turn.drawn.tables]
        again += sum(any(two in met for two in couples) for couples in here)
        met.update(two for couples in here for two in couples)
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


def _with_meetings(given: DrawInput, turn: Played) -> DrawInput:
    number, tables = given.turn - 1, turn.drawn.tables
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
