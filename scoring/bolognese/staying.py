"""The Angelo and the Matto, which stay with the side that was dealt them.

Neither can be captured: nothing beats the Angelo, and the Matto is paid for with another card (Pagat, "The
Play"). Only a side that takes no trick loses the Matto (Barilli 3.9.1). So one of them that was shown in a
declaration tells whose pile it is in.
"""

from collections.abc import Mapping
from typing import Final

from scoring.bolognese.cards import ANGEL, BIT, MATTO, bits, codes_of, each_code
from scoring.bolognese.declarations import PlayerDeclarations
from scoring.bolognese.hands import can_be_held
from scoring.errors import ScoringError

STAYING_BITS: Final = bits((ANGEL, MATTO))


def verify_staying(
    declared: tuple[PlayerDeclarations, ...], piles: Mapping[str, int], rules: str, hand_size: int
) -> None:
    """Refuses declarations that show the Angelo or the Matto of another pile, when all sides have cards:
    ScoringError ``declared-elsewhere``.

    ``piles`` has the pile of every side; two sides may share one.
    """
    if not declared or not all(piles.values()):
        return
    for side, pile in piles.items():
        own = tuple(item for item in declared if item.player[0] == side)
        elsewhere = STAYING_BITS & ~pile & sum(set(piles.values()))
        if not can_be_shown_without(own, elsewhere, rules, hand_size):
            shown = (
                code
                for code in each_code(elsewhere)
                if not can_be_shown_without(own, BIT[code], rules, hand_size)
            )
            raise ScoringError("declared-elsewhere", side=side, cards=tuple(shown) or codes_of(elsewhere))


def can_be_shown_without(
    declared: tuple[PlayerDeclarations, ...], cards: int, rules: str, hand_size: int
) -> bool:
    """Whether some hands show all these declarations without these cards."""
    shown = [item for player in declared for item in player.shown]
    if not cards or not shown:
        return True
    if all(item.number is None for item in shown):
        return not any(cards & bits(item.cards) for item in shown)
    return can_be_held(shown, rules, hand_size, cards)
