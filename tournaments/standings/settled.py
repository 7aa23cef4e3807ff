"""The results, rests and penalties of the settled turns: all that a classifica is made from."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, replace

from tournaments.standings.course import PLAIN, Course
from tournaments.standings.digests import beginning, digest_after, said_of, said_of_penalty, said_of_rest
from tournaments.standings.ranking import Row
from tournaments.standings.results import Penalty, Ranked, Rest, Result
from tournaments.standings.rules import Rules


@dataclass(frozen=True)
class Settled:
    """All that the standings depend on: who has sat down since which turn, what was scored, who rested."""

    seated: frozenset[tuple[int, int]]  # (first turn, entry number)
    results: tuple[Result, ...]
    rests: tuple[Rest, ...]
    penalties: tuple[Penalty, ...]
    course: Course = PLAIN

    def until(self, turn: int) -> Settled:
        """The same as it was when that turn had been settled."""
        return Settled(
            frozenset(seat for seat in self.seated if seat[0] <= turn),
            tuple(result for result in self.results if result.turn <= turn),
            tuple(rest for rest in self.rests if rest.turn <= turn),
            tuple(penalty for penalty in self.penalties if penalty.turn <= turn),
            self.course,
        )

    @property
    def last_turn(self) -> int:
        """The newest turn in them; 0 before the first."""
        turns = (each.turn for rows in (self.results, self.rests) for each in rows)
        return max((*turns, *(turn for turn, _number in self.seated)), default=0)

    def without_rests_of(self, turn: int) -> Settled:
        """The same before anybody has what a rest in that turn gives; everybody keeps a place."""
        here = frozenset((rest.turn, rest.entry) for rest in self.rests if rest.turn == turn)
        rests = tuple(rest for rest in self.rests if rest.turn != turn)
        return replace(self, seated=self.seated | here, rests=rests)

    def ranked(self) -> list[Ranked]:
        """Those who have a place: who came too late for these turns has none yet."""
        numbers = {number for _turn, number in self.seated} | {rest.entry for rest in self.rests}
        return [Ranked(number, number) for number in sorted(numbers)]

    def standings(self, rules: Rules, lots_seed: int) -> tuple[Row, ...]:
        """The classifica of these turns."""
        return self.course.standings(self, rules, lots_seed)

    def digests(self, turns: Iterable[int], rules: Rules, lots_seed: int) -> dict[int, str]:
        """Of each turn all that its classifica depends on, in 64 letters: equal for equal facts and rules.

        Each is made from the one before, so that a change in a turn changes those of all turns after it.
        """
        said: dict[int, list[object]] = {}
        for turn, what in self.said():
            said.setdefault(turn, []).append(what)
        found, before = {}, beginning(rules, lots_seed, self.course)
        for turn in sorted(turns):
            found[turn] = before = digest_after(before, map(repr, said.get(turn, ())))
        return found

    def said(self) -> Iterable[tuple[int, object]]:
        """What a digest is made from, each with its turn."""
        yield from self.seated
        for result in self.results:
            yield result.turn, said_of(result)
        for rest in self.rests:
            yield rest.turn, said_of_rest(rest)
        for penalty in self.penalties:
            yield penalty.turn, said_of_penalty(penalty)
        yield from self.course.said()
