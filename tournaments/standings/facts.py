"""What the settled turns hold, as plain rows; and what follows from them: results, rests, penalties.

Kept apart from the database so that a correction or a ruling can be tried before it is made: `with_points`
and `with_ruling` give the same facts with one thing changed.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace

from tournaments.standings.byes import ByePolicy
from tournaments.standings.ranking import Row, standings
from tournaments.standings.results import Penalty, Ranked, Rest, Result

#: FIELD: "warnings add up (two = a penalty)".
WARNINGS_A_PENALTY = 2


@dataclass(frozen=True, slots=True)
class Seated:
    """An entry on a side of a match."""

    turn: int
    match: int
    side: str
    entry: int


@dataclass(frozen=True, slots=True)
class Played:
    """A match whose smazzate are all in, and what they give to each side."""

    turn: int
    table: int
    match: int
    points: Mapping[str, int]


@dataclass(frozen=True, slots=True)
class Given:
    """A ruling in force: its effect, on whom, in which turn and match."""

    effect: str
    turn: int
    entry: int
    table: int | None = None
    match: int | None = None
    side: str = ""
    points: int = 0
    #: Every side's points of an assigned score.
    assigned: Mapping[str, int] | None = None


@dataclass(frozen=True, slots=True)
class Decision:
    """How rulings end a match: the sides that lost it a tavolino, or else the score given to it."""

    turn: int
    table: int
    lost_by: frozenset[str] = frozenset()
    assigned: Mapping[str, int] | None = None


def decisions(given: Iterable[Given]) -> dict[int, Decision]:
    """What the rulings make of each match, the oldest first; the newest has the word.

    Both sides may lose the same match. An expulsion voids the match (FIELD): the opponents have the score of
    the riposo, as for a match lost a tavolino.
    """
    decided: dict[int, Decision] = {}
    for each in given:
        if each.match is None or each.table is None:
            continue
        if each.effect in ("forfeit", "expulsion"):
            before = decided.get(each.match)
            lost = (before.lost_by if before else frozenset()) | {each.side}
            decided[each.match] = Decision(each.turn, each.table, lost)
        elif each.effect == "assigned":
            decided[each.match] = Decision(each.turn, each.table, assigned=each.assigned)
    return decided


def penalties(given: Iterable[Given]) -> Iterable[Penalty]:
    """The points that the rulings take, the oldest first: of warnings, every second takes its own."""
    warned: dict[int, int] = {}
    for each in given:
        if each.effect == "warning":
            warned[each.entry] = warned.get(each.entry, 0) + 1
            if warned[each.entry] % WARNINGS_A_PENALTY:
                continue
        elif each.effect != "points-off":
            continue
        if each.points:
            yield Penalty(each.turn, each.entry, each.points)


@dataclass(frozen=True)
class Settled:
    """All that the standings depend on: who sat down in which settled turn, what was scored, who rested."""

    seated: frozenset[tuple[int, int]]  # (turn, entry number)
    results: tuple[Result, ...]
    rests: tuple[Rest, ...]
    penalties: tuple[Penalty, ...]

    def until(self, turn: int) -> Settled:
        """The same as it was when that turn had been settled."""
        return Settled(
            frozenset(seat for seat in self.seated if seat[0] <= turn),
            tuple(result for result in self.results if result.turn <= turn),
            tuple(rest for rest in self.rests if rest.turn <= turn),
            tuple(penalty for penalty in self.penalties if penalty.turn <= turn),
        )

    def ranked(self) -> list[Ranked]:
        """Those who have a place: who came too late for these turns has none yet."""
        numbers = {number for _turn, number in self.seated} | {rest.entry for rest in self.rests}
        return [Ranked(number, number) for number in sorted(numbers)]

    def standings(self, criteria: Sequence[str], lots_seed: int, bye: ByePolicy) -> tuple[Row, ...]:
        """The classifica of these turns."""
        return standings(
            self.ranked(),
            self.results,
            self.rests,
            criteria=criteria,
            lots_seed=lots_seed,
            bye=bye,
            penalties=self.penalties,
        )


@dataclass(frozen=True)
class Facts:
    """The settled turns as they are stored, entries by number; `given` the oldest first."""

    seats: tuple[Seated, ...]
    played: tuple[Played, ...]
    rests: tuple[Rest, ...]
    given: tuple[Given, ...]
    #: Whether who has the fewest points is ahead: they then count below nought.
    fewest_win: bool = False

    @property
    def turns(self) -> list[int]:
        """The settled turns, in order."""
        return sorted({seat.turn for seat in self.seats} | {rest.turn for rest in self.rests})

    def with_points(self, match: int, more: Mapping[str, int]) -> Facts:
        """The same with that many more points for each side of a match, fewer when negative."""
        return replace(
            self,
            played=tuple(
                replace(
                    each, points={side: points + more.get(side, 0) for side, points in each.points.items()}
                )
                if each.match == match
                else each
                for each in self.played
            ),
        )

    def with_ruling(self, given: Given) -> Facts:
        """The same with one more ruling."""
        return replace(self, given=(*self.given, given))

    def settled(self) -> Settled:
        """What the standings are made from.

        A match which a pair left before the last smazzata has no result: its opponents have a rest instead.
        """
        decided = decisions(self.given)
        sides = self._sides()
        busy = {(d.turn, number) for match, d in decided.items() for number in _all(sides[match])}
        return Settled(
            frozenset((seat.turn, seat.entry) for seat in self.seats),
            tuple(self._results(decided, sides)),
            (*(rest for rest in self.rests if (rest.turn, rest.entry) not in busy), *_lost(decided, sides)),
            tuple(penalties(self.given)),
        )

    def _sides(self) -> dict[int, dict[str, list[int]]]:
        sides: dict[int, dict[str, list[int]]] = {}
        for seat in self.seats:
            numbers = sides.setdefault(seat.match, {}).setdefault(seat.side, [])
            if seat.entry not in numbers:
                numbers.append(seat.entry)
        return sides

    def _results(
        self, decided: dict[int, Decision], sides: dict[int, dict[str, list[int]]]
    ) -> Iterable[Result]:
        for each in self.played:
            if each.match not in decided:
                yield self._result(each.turn, each.table, sides[each.match], each.points)
        for match, decision in decided.items():
            if decision.assigned is not None:
                given = self._result(decision.turn, decision.table, sides[match], decision.assigned)
                yield replace(given, assigned=True)

    def _result(
        self, turn: int, table: int, sides: Mapping[str, list[int]], points: Mapping[str, int]
    ) -> Result:
        sign = -1 if self.fewest_win else 1
        order = sorted(sides)
        return Result(
            turn,
            table,
            tuple(tuple(sides[side]) for side in order),
            tuple(sign * points.get(side, 0) for side in order),
        )


def _all(sides: dict[str, list[int]]) -> list[int]:
    return [number for numbers in sides.values() for number in numbers]


def _lost(decided: dict[int, Decision], sides: dict[int, dict[str, list[int]]]) -> Iterable[Rest]:
    """Who lost a tavolino has nothing of that turn; the opponents have the score of the riposo (FIELD)."""
    for match, decision in decided.items():
        if decision.lost_by:
            for side, numbers in sides[match].items():
                for number in numbers:
                    yield Rest(decision.turn, number, forfeited=side in decision.lost_by)
