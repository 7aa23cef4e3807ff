"""The line of a round: the entrants who play, best first; the byes; the penalties that keep two apart."""

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from itertools import combinations
from typing import Self

from tournaments.core.draws.inputs import DrawInput, Entrant, Meeting
from tournaments.core.lots import lot

Couple = tuple[int, int]


@dataclass(frozen=True, slots=True)
class Line:
    """The entrants who play this round, best first, and the last meeting of each couple, by positions."""

    entrants: tuple[Entrant, ...]
    last_met: dict[Couple, int]

    @classmethod
    def from_input(cls, given: DrawInput, playing: Iterable[Entrant]) -> Self:
        entrants = tuple(playing)
        position = {entrant.id: at for at, entrant in enumerate(entrants)}
        met: dict[Couple, int] = {}
        for meeting in given.meetings:
            if meeting.first_id in position and meeting.second_id in position:
                one, other = position[meeting.first_id], position[meeting.second_id]
                couple = min(one, other), max(one, other)
                met[couple] = max(meeting.turn, met.get(couple, 0))
        return cls(entrants, met)

    def repeated(self, positions: Sequence[int]) -> tuple[Meeting, ...]:
        """The last meeting of each couple at these positions that has met."""
        return tuple(
            Meeting(self.last_met[i, j], self.entrants[i].id, self.entrants[j].id)
            for i, j in combinations(sorted(positions), 2)
            if (i, j) in self.last_met
        )


def in_order(given: DrawInput) -> tuple[Entrant, ...]:
    """The entrants by place in the standings; lots order those who share a place and those without one."""
    shared = Counter(entrant.rank for entrant in given.entrants)

    def place(entrant: Entrant) -> tuple[bool, int, int, int]:
        alone = entrant.rank is not None and shared[entrant.rank] == 1
        by_lot = 0 if alone else lot(given.seed, "order", given.turn, entrant.number)
        return entrant.rank is None, entrant.rank or 0, by_lot, entrant.number

    return tuple(sorted(given.entrants, key=place))


def starters(given: DrawInput) -> tuple[int, ...]:
    """The ids of the entrants who began the evening, best seed first."""
    return given.started or tuple(entrant.id for entrant in in_order(given))


def entrants_with_bye(placed: Sequence[Entrant], count: int) -> tuple[Entrant, ...]:
    """The ``count`` entrants who get byes: those with the fewest byes and missed rounds so far; among these,
    the last in the line."""
    last_first = reversed(placed)
    return tuple(sorted(last_first, key=lambda entrant: entrant.byes)[:count])


def penalties(given: DrawInput, line: Line) -> dict[Couple, tuple[int, ...]]:
    """The penalties that count before the distance: (fixed tables differ, rematch, its round, same
    circle)."""
    terms_by_couple: dict[Couple, list[int]] = {}
    for couple in _tables_apart(line):
        terms_by_couple[couple] = [1, 0, 0, 0]
    if given.rematches == "avoided":
        for couple, turn in line.last_met.items():
            terms_by_couple.setdefault(couple, [0] * 4)[1:3] = 1, turn
    if given.wish == "circles-apart":
        for couple in same_circle(line):
            terms_by_couple.setdefault(couple, [0] * 4)[3] = 1
    return {couple: tuple(terms) for couple, terms in terms_by_couple.items()}


def same_circle(line: Line) -> list[Couple]:
    """All couples of entrants of one circle."""
    circles: dict[int, list[int]] = {}
    for position, entrant in enumerate(line.entrants):
        if entrant.circle is not None:
            circles.setdefault(entrant.circle, []).append(position)
    return [couple for members in circles.values() for couple in combinations(members, 2)]


def _tables_apart(line: Line) -> list[Couple]:
    """All couples of entrants with different fixed tables."""
    fixed = [at for at, entrant in enumerate(line.entrants) if entrant.fixed_table is not None]
    tables = [entrant.fixed_table for entrant in line.entrants]
    return [(i, j) for i, j in combinations(fixed, 2) if tables[i] != tables[j]]
