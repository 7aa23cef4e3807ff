"""Turns stored rows and rulings into results: adds up warnings, takes points, forfeits matches."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field, replace
from typing import NamedTuple

from tournaments.core.boards import BoardScore, swings
from tournaments.core.standings.knockout_order import PLAIN, Course, Settled
from tournaments.core.standings.results import Penalty, Rest, Result

#: FIELD: "warnings add up (two = a penalty)".
WARNINGS_A_PENALTY = 2


@dataclass(frozen=True, slots=True)
class RulingInForce:
    """A ruling in force: its effect, its entry, its round and match."""

    effect: str
    turn: int
    entry: int
    table: int | None = None
    match: int | None = None
    side: str = ""
    points: int = 0
    #: The points of each side, for an assigned score.
    assigned: Mapping[str, int] | None = None


@dataclass(frozen=True, slots=True)
class Decision:
    """How rulings end a match: the sides that forfeited it, or the score assigned to it."""

    turn: int
    table: int
    lost_by: frozenset[str] = frozenset()
    assigned: Mapping[str, int] | None = None
    #: Sides that forfeited as a whole; entries that were expelled, whose partners have not lost.
    forfeited: frozenset[str] = frozenset()
    expelled: frozenset[int] = frozenset()

    def is_lost(self, side: str, entry: int) -> bool:
        """Whether this entry, on that side, has lost the match."""
        return side in self.forfeited or entry in self.expelled


def decisions(given: Iterable[RulingInForce]) -> dict[int, Decision]:
    """The effect of the rulings, oldest first, on each match; the newest prevails.

    Both sides may lose the same match. An expulsion voids the match (FIELD): the opponents have the score of
    a bye, as for a forfeit; in an individual rotation the expelled player's partner has it too.
    """
    decided: dict[int, Decision] = {}
    for each in given:
        if each.match is None or each.table is None:
            continue
        if each.effect in ("forfeit", "expulsion"):
            before = decided.get(each.match, Decision(each.turn, each.table))
            decided[each.match] = _lost_too(before, each)
        elif each.effect == "assigned":
            decided[each.match] = Decision(each.turn, each.table, assigned=each.assigned)
    return decided


def _lost_too(before: Decision, given: RulingInForce) -> Decision:
    """The decision with one more loser; an earlier assigned score becomes void."""
    whole = given.effect == "forfeit"
    return replace(
        before,
        assigned=None,
        lost_by=before.lost_by | {given.side},
        forfeited=before.forfeited | ({given.side} if whole else set()),
        expelled=before.expelled | (set() if whole else {given.entry}),
    )


def penalties(given: Iterable[RulingInForce]) -> Iterable[Penalty]:
    """Yields the points that the rulings take, oldest first; of warnings, every second of an entry."""
    warned: dict[int, int] = {}
    for each in given:
        if each.effect == "warning":
            warned[each.entry] = warned.get(each.entry, 0) + 1
            if warned[each.entry] % WARNINGS_A_PENALTY:
                continue
        elif each.effect == "victory-points-off":
            yield Penalty(each.turn, each.entry, 0, victory_points=each.points)
            continue
        elif each.effect != "points-off":
            continue
        if each.points:
            yield Penalty(each.turn, each.entry, each.points)


class Seated(NamedTuple):
    """An entry on a side of a match."""

    turn: int
    match: int
    side: str
    entry: int


@dataclass(frozen=True, slots=True)
class Played:
    """A match whose deals are all entered, and the points of each side."""

    turn: int
    table: int
    match: int
    points: Mapping[str, int]
    #: The sides that lost, in games that name losers instead of a winner.
    losers: tuple[str, ...] = ()
    #: How many cappotti a side made, only for sides with some.
    cappotti: Mapping[str, int] = field(default_factory=dict)
    #: The difference of each board, N-S less E-O, by the board's number; empty where boards do not count.
    boards: Mapping[int, int] = field(default_factory=dict)


@dataclass(frozen=True)
class Facts:
    """The settled rounds as they are stored, entries by number; `given` the oldest first."""

    seats: tuple[Seated, ...]
    played: tuple[Played, ...]
    rests: tuple[Rest, ...]
    given: tuple[RulingInForce, ...]
    #: Whether the fewest points win: points then count as negative.
    fewest_win: bool = False
    course: Course = PLAIN
    #: The entries that had withdrawn without finishing the round, as (round, number).
    withdrawn: frozenset[tuple[int, int]] = frozenset()

    @property
    def turns(self) -> list[int]:
        """The settled rounds, in order."""
        return sorted({seat.turn for seat in self.seats} | {rest.turn for rest in self.rests})

    @property
    def last_turn(self) -> int:
        """The newest settled round; 0 before the first."""
        return max(self.turns, default=0)

    def with_played(self, changed: Played) -> Facts:
        """A copy with another result of a match that has one."""
        return replace(
            self, played=tuple(changed if each.match == changed.match else each for each in self.played)
        )

    def played_at(self, match: int) -> Played | None:
        """The result of that match; None where it is not settled, or was not played to its end."""
        return next((each for each in self.played if each.match == match), None)

    def with_ruling(self, given: RulingInForce) -> Facts:
        """A copy with one more ruling."""
        return replace(self, given=(*self.given, given))

    def settled(self) -> Settled:
        """Everything that the standings are made from.

        A match that a pair left before the last deal has no result: its opponents have a bye instead.
        """
        since, seats = self._seated()
        decided = decisions(self.given)
        return Settled(
            frozenset((turn, number) for number, turn in since.items()),
            tuple(self._results(decided, seats)),
            tuple(self._rests(decided, seats)),
            tuple(penalties(self.given)),
            self._course(),
            self.withdrawn,
            frozenset((each.turn, each.entry) for each in self.given if each.effect == "expulsion"),
        )

    def _course(self) -> Course:
        """The course with the entries that had a table in each round; unchanged if it is plain."""
        if self.course.is_plain:
            return self.course
        return replace(self.course, seated=frozenset((seat.turn, seat.entry) for seat in self.seats))

    def _seated(self) -> tuple[dict[int, int], Mapping[int, list[Seated]]]:
        """The first round of each entry, and the seats of each match."""
        since: dict[int, int] = {}
        seats: defaultdict[int, list[Seated]] = defaultdict(list)
        for seat in self.seats:
            turn, match, _side, entry = seat
            seats[match].append(seat)
            if since.get(entry, turn) >= turn:
                since[entry] = turn
        return since, seats

    def _rests(self, decided: Mapping[int, Decision], seats: Mapping[int, list[Seated]]) -> Iterable[Rest]:
        """The stored byes, except of entries whose match a ruling decided, and the byes that rulings give."""
        at_decided = {match: _sides(seats[match]) for match in decided}
        busy = {(d.turn, number) for match, d in decided.items() for number in _all(at_decided[match])}
        yield from (rest for rest in self.rests if (rest.turn, rest.entry) not in busy)
        yield from _lost(decided, at_decided)

    def _results(
        self, decided: Mapping[int, Decision], seats: Mapping[int, list[Seated]]
    ) -> Iterable[Result]:
        counted = [each for each in self.played if each.match not in decided]
        swing_of = _swings(counted)
        for each in counted:
            result = self._played(each, _sides(seats[each.match]))
            yield result._replace(swing=swing_of[each.match]) if each.boards else result
        for match, decision in decided.items():
            if decision.assigned is not None:
                sides = _sides(seats[match])
                given = self._result(decision.turn, decision.table, sides, decision.assigned)
                yield given._replace(assigned=True)

    def _played(self, each: Played, sides: Mapping[str, list[int]]) -> Result:
        result = self._result(each.turn, each.table, sides, each.points)
        if not (each.losers or each.cappotti):
            return result
        order = sorted(sides)
        return result._replace(
            lost=tuple(side in each.losers for side in order) if each.losers else None,
            cappotti=tuple(each.cappotti.get(side, 0) for side in order) if each.cappotti else (),
        )

    def _result(
        self, turn: int, table: int, sides: Mapping[str, list[int]], points: Mapping[str, int]
    ) -> Result:
        order = sorted(sides)
        scored = [points.get(side, 0) for side in order]
        return Result(
            turn,
            table,
            tuple([tuple(sides[side]) for side in order]),
            tuple([-each for each in scored] if self.fewest_win else scored),
        )


def _swings(played: Iterable[Played]) -> dict[int, int]:
    """The points by which N-S of each match did better than the others with the same cards, by match."""
    scores: defaultdict[int, list[BoardScore]] = defaultdict(list)
    for each in played:
        for number, won in each.boards.items():
            scores[number].append(BoardScore(each.match, won, 0))
    return swings(scores.values())


def _sides(seats: Iterable[Seated]) -> dict[str, list[int]]:
    """The entries on each side of a match, each once."""
    sides: dict[str, list[int]] = {}
    for _turn, _match, side, entry in seats:
        numbers = sides.get(side)
        if numbers is None:
            sides[side] = [entry]
        elif entry not in numbers:
            numbers.append(entry)
    return sides


def _all(sides: Mapping[str, list[int]]) -> list[int]:
    return [number for numbers in sides.values() for number in numbers]


def _lost(decided: Mapping[int, Decision], sides: Mapping[int, Mapping[str, list[int]]]) -> Iterable[Rest]:
    """The forfeits by rulings; the opponents have the score of a bye (FIELD)."""
    for match, decision in decided.items():
        if decision.lost_by:
            for side, numbers in sides[match].items():
                for number in numbers:
                    yield Rest(decision.turn, number, forfeited=decision.is_lost(side, number))
