"""What a card takes, and what makes a scopa (FIGS, art. 9 to 12)."""

from collections.abc import Sequence
from typing import Final

from scoring.errors import ScoringError
from scoring.scopone.cards import VALUES, in_deck_order, parse
from scoring.wording.names import SCOPONE

#: FIGS, art. 6: a table with so many re, or one that sums to no more than this, is dealt again.
TOO_MANY_KINGS: Final = 3
LOWEST_TABLE: Final = 10


def takes(card: str, table: Sequence[str]) -> list[tuple[str, ...]]:
    """Every way in which the card can take, in the deck's order; none where it must be left on the table.

    A card of the same value comes before any sum, and one of several is chosen (art. 9).
    """
    value = VALUES[card]
    equal: list[tuple[str, ...]] = [(other,) for other in in_deck_order(table) if VALUES[other] == value]
    return equal or _sums(value, in_deck_order(table))


def _sums(value: int, table: tuple[str, ...]) -> list[tuple[str, ...]]:
    """The sets of cards, two or more, that add up to the value."""
    found: list[tuple[str, ...]] = []
    for place, card in enumerate(table):
        rest = value - VALUES[card]
        later = table[place + 1 :]
        found += [(card, other) for other in later if VALUES[other] == rest]
        if rest > 0:
            found += [(card, *more) for more in _sums(rest, later)]
    return found


def legal_takes(card: str, table: Sequence[str]) -> list[tuple[str, ...]]:
    """What may be done with the card: its takes, or nothing taken where there is none (art. 11)."""
    return takes(card, table) or [()]


def takes_of_hand(hand: Sequence[str], table: Sequence[str]) -> dict[str, tuple[tuple[str, ...], ...]]:
    """For each card of a hand, what may be done with it; see ``legal_takes``. Any card may be played.

    Raises ScoringError ``unknown-card`` or ``card-twice``.
    """
    parse([*hand, *table])
    return {card: tuple(legal_takes(card, table)) for card in hand}


def can_play(hand: Sequence[str], table: Sequence[str], card: str, taken: Sequence[str]) -> bool:
    """Whether the card may be played so."""
    try:
        verify_play(hand, table, card, taken)
    except ScoringError:
        return False
    return True


def verify_play(hand: Sequence[str], table: Sequence[str], card: str, taken: Sequence[str]) -> None:
    """Refuse a play: ScoringError ``card-not-held``, ``must-take``, ``must-take-equal``, ``cannot-take``."""
    if card not in hand:
        raise ScoringError("card-not-held", card=card, deck=SCOPONE)
    allowed = legal_takes(card, table)
    if sorted(taken) in map(sorted, allowed):
        return
    if not taken:
        raise ScoringError("must-take", card=card, deck=SCOPONE)
    if len(taken) > 1 and len(allowed[0]) == 1:
        raise ScoringError("must-take-equal", card=card, deck=SCOPONE)
    raise ScoringError("cannot-take", card=card, cards=tuple(taken), deck=SCOPONE)


def is_scopa(table: Sequence[str], taken: Sequence[str], *, is_last_play: bool) -> bool:
    """Whether a play that takes these leaves the table bare; never with the cartaro's last card (art. 10)."""
    return bool(taken) and len(taken) == len(table) and not is_last_play


def is_dealt_again(table: Sequence[str]) -> bool:
    """Whether the four cards on the table make the cartaro deal again (art. 6)."""
    kings = sum(1 for card in table if card[0] == "R")
    return kings >= TOO_MANY_KINGS or sum(VALUES[card] for card in table) <= LOWEST_TABLE
