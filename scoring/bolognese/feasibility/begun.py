"""What a hand shows that has its cricche and knows its trumps, whatever it takes of the suits left to it."""

from functools import lru_cache
from typing import Final, NamedTuple

from scoring.bolognese.feasibility.hand import FREE, GONE, HELD, Left, Share, Suit, shown_by
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
    found = 0
    for number in (0, *range(2, assi + 1)):
        asso = HELD if number else FREE
        mine = (Suit(*court, asso if there else GONE) for court, there in suits)
        found |= with_trumps(hand, tuple(sorted(mine)), number, left)
    return found


@lru_cache(_REMEMBERED)
def with_trumps(hand: Begun, suits: tuple[Suit, ...], assi: int, left: Left) -> int:
    """What a player shows of these suits and so many assi of an accuso, with any of the player's trumps."""
    own, found = hand.own, 0
    for held, contatori, angelo, mondo in tarocchi_held(hand.tarocchi, own.contatori, own.angelo, own.mondo):
        share = Share(hand.taken + assi + held, contatori, suits, assi, angelo, mondo, own.mori)
        found |= shown_by(share, hand.size, left)
    return found
