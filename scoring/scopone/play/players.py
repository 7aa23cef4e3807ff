"""Simple players of scopone: take what is worth most, leave nothing that an opponent sweeps.

They see their hand, the table and the cards gone; never another hand.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from scoring.scopone.cards import DECK, PRIMIERA, SETTEBELLO, VALUES
from scoring.scopone.play.rules import LOWEST_TABLE, legal_takes

#: What things are worth to one another, a scopa being a whole point.
SCOPA: Final = 60
OF_SETTEBELLO: Final = 40
OF_DENARI: Final = 8
OF_CARD: Final = 3
#: A seven is half a primiera.
OF_PRIMIERA: Final = {"7": 14, "6": 6, "1": 4}
#: For each card not yet seen that would sweep the table.
DANGER: Final = 14


@dataclass(frozen=True, slots=True)
class View:
    """What a player can see when the turn comes."""

    hand: tuple[str, ...]
    table: tuple[str, ...]
    gone: frozenset[str]
    is_last_play: bool


@dataclass(frozen=True, slots=True)
class Play:
    """A card, and what it takes; nothing where it stays on the table."""

    card: str
    taken: tuple[str, ...]


def choose_play(view: View) -> Play:
    """The play that is worth most; of equal ones the first in the order of the deck."""
    plays = [
        Play(card, taken)
        for card in sorted(view.hand, key=DECK.index)
        for taken in legal_takes(card, view.table)
    ]
    return max(plays, key=lambda play: _worth(view, play))


def _worth(view: View, play: Play) -> int:
    left = _left(view.table, play)
    if not play.taken:
        return -card_worth(play.card) - _danger(view, left)
    gain = card_worth(play.card) + sum(map(card_worth, play.taken))
    if not left and not view.is_last_play:
        gain += SCOPA
    return gain - _danger(view, left)


def card_worth(card: str) -> int:
    """What a card taken brings nearer: a card, a denari, the settebello, the primiera."""
    return (
        OF_CARD
        + (OF_DENARI if card[1] == "d" else 0)
        + (OF_SETTEBELLO if card == SETTEBELLO else 0)
        + OF_PRIMIERA.get(card[0], PRIMIERA[card[0]] // 10)
    )


def _left(table: Sequence[str], play: Play) -> list[str]:
    if not play.taken:
        return [*table, play.card]
    return [card for card in table if card not in play.taken]


def _danger(view: View, left: Sequence[str]) -> int:
    """How many cards not yet seen would sweep what is left: one of the value of all together."""
    total = sum(VALUES[card] for card in left)
    if not left or total > LOWEST_TABLE:
        return 0
    seen = view.gone | frozenset(view.hand) | frozenset(view.table)
    return DANGER * sum(1 for card in DECK if VALUES[card] == total and card not in seen)
