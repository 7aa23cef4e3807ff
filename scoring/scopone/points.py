"""The points of a smazzata: carte, denari, settebello, primiera and scope (FIGS, art. 14)."""

from collections.abc import Mapping
from typing import Final

from scoring.scopone.cards import DECK, PRIMIERA, SETTEBELLO, SUITS

#: FIGS, art. 14: more than half of the forty cards, more than half of the ten denari.
CARDS_FOR_A_POINT: Final = 21
DENARI_FOR_A_POINT: Final = 6

#: What a side's count is made of, in the order of art. 14.
FIGURES: Final = ("cards", "denari", "settebello", "primiera", "scope")
#: Those of which there is one point in each smazzata at most.
ONE_POINT: Final = FIGURES[:-1]

#: Plays of a smazzata: nine cards a player (FIGS, art. 1). The first makes no scopa, for no single card takes
#: all four of a table that art. 6 allows; nor does the last (art. 10); nor do two plays running, for the
#: first of them leaves no card. So at most one play of two does.
PLAYS: Final = 36
MOST_SCOPE: Final = (PLAYS - 2) // 2
#: A play that takes takes itself and one card at least (FIGS, art. 9).
SMALLEST_TAKE: Final = 2


def denari_in(cards: frozenset[str]) -> int:
    """How many of the cards are denari."""
    return sum(1 for code in cards if code[1] == "d")


def has_settebello(cards: frozenset[str]) -> bool:
    """Whether the 7 of denari is among the cards."""
    return SETTEBELLO in cards


def primiera_cards(cards: frozenset[str]) -> dict[str, str | None]:
    """The best card of each suit for the primiera; None for a suit that is lacking."""
    return {
        suit: max((code for code in cards if code[1] == suit), key=_primiera_of, default=None)
        for suit in SUITS
    }


def primiera_sum(cards: frozenset[str]) -> int | None:
    """The primiera of the cards, 40 to 84; None where a suit is lacking, for then there is none."""
    best = [code for code in primiera_cards(cards).values() if code is not None]
    return sum(map(_primiera_of, best)) if len(best) == len(SUITS) else None


def one_points(cards: frozenset[str], others: frozenset[str]) -> Mapping[str, int]:
    """The points, 0 or 1 each, that a side with these cards has against one with those."""
    primiera, theirs = primiera_sum(cards), primiera_sum(others)
    return {
        "cards": int(len(cards) >= CARDS_FOR_A_POINT),
        "denari": int(denari_in(cards) >= DENARI_FOR_A_POINT),
        "settebello": int(has_settebello(cards)),
        "primiera": int(primiera is not None and (theirs is None or primiera > theirs)),
    }


def one_points_for_certain(cards: frozenset[str], others: frozenset[str]) -> Mapping[str, int]:
    """Those that a side with these cards has already, whoever takes what is not yet taken.

    The primiera is certain when the others could not reach it even with all that is left (FIGS, art. 16).
    """
    reachable = frozenset(DECK) - cards
    return {**one_points(cards, others), "primiera": one_points(cards, reachable)["primiera"]}


def one_points_at_stake(first: frozenset[str], second: frozenset[str]) -> int:
    """How many of them neither of the two has yet, and one of them could still win with all that is left
    (FIGS, art. 17)."""
    left = frozenset(DECK) - first - second
    had = (one_points_for_certain(first, second), one_points_for_certain(second, first))
    to_have = (one_points(first | left, second), one_points(second | left, first))
    return sum(
        any(best[name] for best in to_have) and not any(own[name] for own in had) for name in ONE_POINT
    )


def most_scope(cards: int) -> int:
    """The most scope that a side with so many cards can have made."""
    return min(MOST_SCOPE, cards // SMALLEST_TAKE)


def _primiera_of(code: str) -> int:
    return PRIMIERA[code[0]]
