"""The line of a turn: who plays, best first, who rests, and what keeps two of them apart."""

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Self

from tournaments.draws.inputs import DrawInput, Entrant
from tournaments.lots import lot

Couple = tuple[int, int]


@dataclass(frozen=True, slots=True)
class Line:
    """Those who play this turn, best first, and when each two of them, by position, last met."""

    entrants: tuple[Entrant, ...]
    last_met: dict[Couple, int]

    @classmethod
    def of(cls, given: DrawInput, playing: Iterable[Entrant]) -> Self:
        entrants = tuple(playing)
        position = {entrant.id: at for at, entrant in enumerate(entrants)}
        met: dict[Couple, int] = {}
        for meeting in given.meetings:
            if meeting.first_id in position and meeting.second_id in position:
                one, other = position[meeting.first_id], position[meeting.second_id]
                couple = min(one, other), max(one, other)
                met[couple] = max(meeting.turn, met.get(couple, 0))
        return cls(entrants, met)


def in_order(given: DrawInput) -> tuple[Entrant, ...]:
    """The entrants by place in the classifica; those sharing a place, and those without one, by lot."""
    shared = Counter(entrant.rank for entrant in given.entrants)

    def place(entrant: Entrant) -> tuple[bool, int, int, int]:
        alone = entrant.rank is not None and shared[entrant.rank] == 1
        by_lot = 0 if alone else lot(given.seed, "order", given.turn, entrant.number)
        return entrant.rank is None, entrant.rank or 0, by_lot, entrant.number

    return tuple(sorted(given.entrants, key=place))


def resters(placed: Sequence[Entrant], count: int) -> tuple[Entrant, ...]:
    """The ``count`` who rest, the last in the line first, always among those who have rested least."""
    last_first = reversed(placed)
    return tuple(sorted(last_first, key=lambda entrant: entrant.rests)[:count])


def penalties(given: DrawInput, line: Line) -> dict[Couple, tuple[int, ...]]:
    """What counts before distance: fixed tables that clash, then rematches, then how recent these are."""
    fixed = [at for at, entrant in enumerate(line.entrants) if entrant.fixed_table is not None]
    found: dict[Couple, tuple[int, ...]] = {
        (i, j): (1, 0, 0)
        for i in fixed
        for j in fixed
        if i < j and line.entrants[i].fixed_table != line.entrants[j].fixed_table
    }
    if given.rematches == "avoided":
        for couple, turn in line.last_met.items():
            found[couple] = (found.get(couple, (0,))[0], 1, turn)
    return found
