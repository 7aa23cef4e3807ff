"""What the settled turns hold, as plain rows; and what follows from them (`settled`).

Kept apart from the database so that a correction or a ruling can be tried before it is made: `with_played`
and `with_ruling` give the same facts with one thing changed.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field, replace
from typing import NamedTuple, Protocol, TypeVar

from tournaments.standings.course import PLAIN, Course
from tournaments.standings.decisions import Decision, Given, decisions, penalties
from tournaments.standings.results import Penalty, Rest, Result
from tournaments.standings.settled import Settled


class Seated(NamedTuple):
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
    #: The sides that lost, where the game says who loses rather than who wins.
    losers: tuple[str, ...] = ()
    #: The cappotti of each side that made some.
    cappotti: Mapping[str, int] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Turn:
    """What one turn adds. `new` sat down for the first time; the results are made one by one, and once.

    Of thousands of pairs a turn is more than the processor's caches hold: what is to be done with a result
    is done while it is at hand.
    """

    number: int
    is_last: bool
    new: tuple[int, ...]
    results: Iterable[Result]
    rests: tuple[Rest, ...]
    penalties: tuple[Penalty, ...]


@dataclass(frozen=True)
class Facts:
    """The settled turns as they are stored, entries by number; `given` the oldest first."""

    seats: tuple[Seated, ...]
    played: tuple[Played, ...]
    rests: tuple[Rest, ...]
    given: tuple[Given, ...]
    #: Whether who has the fewest points is ahead: they then count below nought.
    fewest_win: bool = False
    course: Course = PLAIN

    @property
    def turns(self) -> list[int]:
        """The settled turns, in order."""
        return sorted({seat.turn for seat in self.seats} | {rest.turn for rest in self.rests})

    @property
    def last_turn(self) -> int:
        """The newest settled turn; 0 before the first."""
        return max(self.turns, default=0)

    def with_played(self, changed: Played) -> Facts:
        """The same with another result of a match that has one."""
        return replace(
            self, played=tuple(changed if each.match == changed.match else each for each in self.played)
        )

    def played_at(self, match: int) -> Played | None:
        """The result of that match; None where it is not settled, or was never played to its end."""
        return next((each for each in self.played if each.match == match), None)

    def with_ruling(self, given: Given) -> Facts:
        """The same with one more ruling."""
        return replace(self, given=(*self.given, given))

    def settled(self) -> Settled:
        """What the standings are made from.

        A match which a pair left before the last smazzata has no result: its opponents have a rest instead.
        """
        since, seats = self._seated()
        decided = decisions(self.given)
        return Settled(
            frozenset((turn, number) for number, turn in since.items()),
            tuple(self._results(decided, seats)),
            tuple(self._rests(decided, seats)),
            tuple(penalties(self.given)),
            self._course(),
        )

    def turn_by_turn(self) -> Iterator[Turn]:
        """What each turn by itself adds, in order, made when it is asked for: all together is `settled`."""
        seats, played, rests = _by_turn(self.seats), _by_turn(self.played), _by_turn(self.rests)
        given, taken = _by_turn(self.given), _by_turn(penalties(self.given))
        seated: set[int] = set()
        turns = sorted(seats.keys() | rests.keys())
        for turn in turns:
            there = Facts(
                tuple(seats[turn]),
                tuple(played[turn]),
                tuple(rests[turn]),
                tuple(given[turn]),
                self.fewest_win,
            )
            decided = decisions(there.given)
            since, at = there._seated()
            yield Turn(
                turn,
                turn == turns[-1],
                tuple([number for number in since if number not in seated]),
                there._results(decided, at),
                tuple(there._rests(decided, at)),
                tuple(taken[turn]),
            )
            seated.update(since)

    def _course(self) -> Course:
        """The movement's, knowing who had a table when; nothing where it says nothing."""
        if self.course.is_plain:
            return self.course
        return replace(self.course, seated=frozenset((seat.turn, seat.entry) for seat in self.seats))

    def _seated(self) -> tuple[dict[int, int], Mapping[int, list[Seated]]]:
        """The first turn of each entry, and the seats of each match."""
        since: dict[int, int] = {}
        seats: defaultdict[int, list[Seated]] = defaultdict(list)
        for seat in self.seats:
            turn, match, _side, entry = seat
            seats[match].append(seat)
            if since.get(entry, turn) >= turn:
                since[entry] = turn
        return since, seats

    def _rests(self, decided: Mapping[int, Decision], seats: Mapping[int, list[Seated]]) -> Iterable[Rest]:
        """Those of the rounds but for who had a match that a ruling decided; and what it gave to them."""
        at_decided = {match: _sides(seats[match]) for match in decided}
        busy = {(d.turn, number) for match, d in decided.items() for number in _all(at_decided[match])}
        yield from (rest for rest in self.rests if (rest.turn, rest.entry) not in busy)
        yield from _lost(decided, at_decided)

    def _results(
        self, decided: Mapping[int, Decision], seats: Mapping[int, list[Seated]]
    ) -> Iterable[Result]:
        for each in self.played:
            if each.match not in decided:
                yield self._played(each, _sides(seats[each.match]))
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


class _OfTurn(Protocol):
    @property
    def turn(self) -> int: ...


Dated = TypeVar("Dated", bound=_OfTurn)


def _by_turn(rows: Iterable[Dated]) -> defaultdict[int, list[Dated]]:
    found: defaultdict[int, list[Dated]] = defaultdict(list)
    for row in rows:
        found[row.turn].append(row)
    return found


def _sides(seats: Iterable[Seated]) -> dict[str, list[int]]:
    """Who sits on each side of a match, everybody once.

    Made for one match when it is asked for: of thousands kept together the memory costs more than the work.
    """
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
    """Who lost a tavolino has nothing of that turn; the opponents have the score of the riposo (FIELD)."""
    for match, decision in decided.items():
        if decision.lost_by:
            for side, numbers in sides[match].items():
                for number in numbers:
                    yield Rest(decision.turn, number, forfeited=decision.is_lost(side, number))
