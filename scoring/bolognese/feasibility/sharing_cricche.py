"""Whose the cricche are, side by side: what they bring, and what they leave to sequences."""

from collections.abc import Iterator
from functools import cache
from itertools import product
from typing import NamedTuple

from scoring.bolognese.combinations import doubled_from_three
from scoring.bolognese.cricche import CRICCHE, THREE_OF_A_KIND
from scoring.bolognese.feasibility.shares import NO_CRICCA, Cricca
from scoring.bolognese.sequences import POINTS_PER_CARD

#: Family by family.
Cricche = tuple[Cricca, ...]


class Way(NamedTuple):
    """The cricche of each side, and the fives that its sequences must be worth beside them."""

    cricche: tuple[Cricche, Cricche]
    fives: tuple[int, int]

    @property
    def together(self) -> Cricche:
        return tuple(map(max, *self.cricche))

    @property
    def wanted(self) -> tuple[tuple[int, bool], tuple[int, bool]]:
        """The fives of each side, and whether its players want trumps: where nobody shows sequences those of
        the first side have them, as good as any."""
        ours, theirs = self.fives
        return (ours, bool(ours) or not theirs), (theirs, bool(theirs))


def ways_of(points: tuple[int, int], sides: tuple[range, range]) -> list[Way]:
    """The cricche that leave to each side what sequences can be worth; where these are worth least first."""
    first, second = (_leaving(wanted, side) for wanted, side in zip(points, sides, strict=True))
    found = [
        Way((ours, theirs), (fives, others))
        for families, some in first.items()
        for taken, rest in second.items()
        if not families & taken
        for (ours, fives), (theirs, others) in product(some, rest)
    ]
    return sorted(found, key=lambda way: sum(way.fives))


def _leaving(points: int, side: range) -> dict[int, list[tuple[Cricche, int]]]:
    """A side's cricche that leave a multiple of five, with its fives, by their families."""
    return {
        families: [
            (cricche, (points - worth) // POINTS_PER_CARD)
            for cricche, worth in ways
            if worth <= points and (points - worth) % POINTS_PER_CARD == 0
        ]
        for families, ways in cricche_of_side(side).items()
    }


@cache
def cricche_of_side(side: range) -> dict[int, list[tuple[Cricche, int]]]:
    """All the cricche that a side can have and their worth, by their families, bit by bit."""
    found: dict[int, list[tuple[Cricche, int]]] = {}
    for cricche in _every(side, ()):
        families = sum(1 << place for place, cricca in enumerate(cricche) if cricca.size)
        worth = sum(_worth(cricche, player) for player in side)
        found.setdefault(families, []).append((cricche, worth))
    return found


def _every(side: range, known: Cricche) -> Iterator[Cricche]:
    if len(known) == len(CRICCHE):
        yield known
        return
    yield from _every(side, (*known, NO_CRICCA))
    # Of partners alike so far, the first.
    used = {cricca.player for cricca in known}
    for player in side:
        if player == side.start or player - 1 in used or player in used:
            for size in (3, 4):
                yield from _every(side, (*known, Cricca(player, size)))


def _worth(cricche: Cricche, player: int) -> int:
    """What these cricche bring to a player, doubled from three on."""
    own = [
        THREE_OF_A_KIND[family] * (cricca.size - 2)
        for family, cricca in zip(CRICCHE, cricche, strict=True)
        if cricca.player == player
    ]
    return doubled_from_three(len(own), sum(own))
