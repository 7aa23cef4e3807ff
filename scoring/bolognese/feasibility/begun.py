"""What a hand shows that has its cricche and knows its trumps, whatever it takes of the suits left to it."""

from functools import lru_cache
from itertools import accumulate
from typing import Final, NamedTuple

from scoring.bolognese.feasibility.hand import (
    FREE,
    GONE,
    HELD,
    Left,
    Share,
    Suit,
    Suits,
    add_best,
    of_suits,
    of_trumps,
    points_of,
    shown_by,
)
from scoring.bolognese.feasibility.shares import Own, tarocchi_held

#: Hands that are remembered: some 20 MB at most.
_REMEMBERED: Final = 40_000


class Court(NamedTuple):
    """What of a suit is left to who has its Re, besides the asso."""

    re: int
    held: int
    free: int


class Begun(NamedTuple):
    """A hand of so many cards before the suits: cards of its cricche in it, the cards of its cricca of
    tarocchi, and the trumps it may have."""

    size: int
    taken: int
    tarocchi: int
    own: Own


@lru_cache(_REMEMBERED)
def best_of_assi(hand: Begun, suits: tuple[tuple[Court, bool], ...], assi: int, left: Left) -> int:
    """What a player shows of these suits, each with its asso or without, where any of so many assi may be
    the player's."""
    own, best = hand.own, dict[int, int]()
    ways = tarocchi_held(hand.tarocchi, own.contatori, own.angelo, own.mondo)
    # The most contatori first: with fewer there is more room, and else nothing.
    rooms = [hand.size - hand.taken - held - contatori for held, contatori, _, _ in ways]
    for (_, contatori, angelo, mondo), room in zip(reversed(ways), reversed(rooms), strict=True):
        if room >= 0:
            add_best(
                best,
                of_trumps(angelo, mondo, own.mori, contatori, left),
                _with_any_assi(suits, assi, contatori),
                room,
            )
    if max(rooms, default=-1) < 0:
        return 0
    return points_of(best)


@lru_cache(_REMEMBERED)
def _with_any_assi(suits: tuple[tuple[Court, bool], ...], assi: int, contatori: int) -> Suits:
    """The most steps of these suits and of an accuso of assi, whose cards take room of their own."""
    found: dict[tuple[int, int], int] = {}
    for number in (0, *range(2, assi + 1)):
        asso = HELD if number else FREE
        mine = tuple(sorted(Suit(*court, asso if there else GONE) for court, there in suits))
        for sequences, longest in enumerate(of_suits(mine, number, contatori)):
            for cards, steps in enumerate(longest, number):
                found[sequences, cards] = max(found.get((sequences, cards), -1), steps)
    most, widest = map(max, zip(*found, strict=True))
    return tuple(
        tuple(accumulate((found.get((sequences, cards), -1) for cards in range(widest + 1)), max))
        for sequences in range(most + 1)
    )


@lru_cache(_REMEMBERED)
def with_trumps(hand: Begun, suits: tuple[Suit, ...], assi: int, left: Left) -> int:
    """What a player shows of these suits and so many assi of an accuso, with any of the player's trumps."""
    own, found = hand.own, 0
    for held, contatori, angelo, mondo in tarocchi_held(hand.tarocchi, own.contatori, own.angelo, own.mondo):
        share = Share(hand.taken + assi + held, contatori, suits, assi, angelo, mondo, own.mori)
        found |= shown_by(share, hand.size, left)
    return found
