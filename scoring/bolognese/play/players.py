"""Simple players who play sensibly: win cheaply, feed the partner, save the Bégato, duck otherwise.

They know their hand, the cards gone, and who has shown which card; never another hand (Pagat, "Tactics").
"""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Final

from scoring.bolognese.cards import BEGATO, MATTO, SUITS
from scoring.bolognese.play.rules import BOLOGNESE, PALI, PALO, STRENGTH
from scoring.play.rules import TRUMP

#: How much it matters to bring a card home, on the scale of Pagat's "Observations on the cards and their
#: values".
_RANK_WORTH: Final = {"R": 12, "Q": 6, "C": 5, "F": 4, "A": 4}
_TRUMP_WORTH: Final = {"Ang": 12, "Mon": 8, "Sol": 3, "Lun": 3, BEGATO: 14, MATTO: 12}
WORTH: Final = {
    **{code: _TRUMP_WORTH.get(code, 2 if code.startswith("Mo") else 1) for code in PALI[TRUMP]},
    MATTO: _TRUMP_WORTH[MATTO],
    **{code: _RANK_WORTH.get(code[:-1], 0) for suit in SUITS for code in PALI[suit]},
}
#: Pagat, "Leading trumps": "The player has long trumps (7 or more)".
LONG_TRUMPS: Final = 7
#: Trumps this strong are not thrown at a trick that holds nothing.
HIGH_TRUMP: Final = STRENGTH["Lun"]


@dataclass(slots=True)
class View:
    """What a player can see when the turn comes."""

    player: str
    hand: list[str]
    trick: list[str]
    gone: set[str]
    #: Who plays after this player in this trick.
    later: list[str]
    #: Cards shown in declarations, and by whom.
    shown: Mapping[str, str]

    def is_master(self, card: str) -> bool:
        """Whether no card of its palo outside this hand and this trick can beat it."""
        for higher in PALI[PALO[card]]:
            if STRENGTH[higher] <= STRENGTH[card]:
                return True
            if higher not in self.gone and higher not in self.hand and higher not in self.trick:
                return False
        return True

    def partner_has(self, card: str) -> bool:
        """Whether the partner has shown that card."""
        return self.shown.get(card, self.player)[0] == self.player[0] != self.shown.get(card)


def choose_card(view: View, legal: list[str]) -> str:
    """One of the legal cards."""
    if len(legal) == 1:
        return legal[0]
    if all(card == MATTO for card in view.trick):
        return _lead(view, [card for card in legal if card != MATTO])
    return _follow(view, legal)


def _lead(view: View, legal: list[str]) -> str:
    trumps = [card for card in legal if PALO[card] == TRUMP]
    if BEGATO in trumps and view.partner_has("Ang") and "Ang" not in view.gone:
        return BEGATO
    suits = [card for card in legal if PALO[card] != TRUMP]
    if suits and len(trumps) < LONG_TRUMPS:
        return min(suits, key=lambda card: _cost_of_leading(view, card))
    return _trump_to_lead(view, trumps) if trumps else max(suits, key=WORTH.__getitem__)


def _cost_of_leading(view: View, card: str) -> tuple[int, int]:
    """Low for masters that can stand, for suits whose Re is gone, for short suits without the Re."""
    palo = PALO[card]
    king = "R" + palo
    length = sum(1 for held in view.hand if held != MATTO and PALO[held] == palo)
    if king in view.hand:
        alone_or_backed = length == 1 or (card == king and "Q" + palo in view.hand)
        return (1 if alone_or_backed else 8, WORTH[card])
    if view.is_master(card) and length <= 4:
        return (2, -WORTH[card])
    return (3 if king in view.gone else 4, WORTH[card] * 4 + length)


def _trump_to_lead(view: View, trumps: list[str]) -> str:
    """A master when the others have few trumps left, else a low number; the Bégato last of all."""
    masters = [card for card in trumps if view.is_master(card)]
    outside = len(PALI[TRUMP]) - len(trumps) - sum(1 for card in view.gone if PALO.get(card) == TRUMP)
    if masters and outside <= len(trumps):
        return max(masters, key=STRENGTH.__getitem__)
    return min(trumps, key=lambda card: (WORTH[card], STRENGTH[card]))


def _follow(view: View, legal: list[str]) -> str:
    best = BOLOGNESE.taker(view.trick)
    turns = len(view.trick)
    partners = best == turns - 2
    last = not view.later
    safe = last or (partners and _stands(view, view.trick[best]))
    real = [card for card in legal if card != MATTO]
    winners = [card for card in real if BOLOGNESE.taker([*view.trick, card]) == turns]
    losers = [card for card in real if card not in winners]
    if partners and safe:
        return _feed(losers or real)
    stake = sum(WORTH[card] for card in view.trick)
    if winners:
        chosen = _win(view, winners, stake, last)
        if chosen is not None:
            return chosen
    return _duck(view, losers or real, legal)


def _stands(view: View, card: str) -> bool:
    """Whether a card on the table is likely to take: a master trump, or a master whose suit is still
    young."""
    if not view.is_master(card):
        return False
    palo = PALO[card]
    return palo == TRUMP or sum(1 for gone in view.gone if PALO.get(gone) == palo) <= 4


def _feed(cards: list[str]) -> str:
    """The most precious card for the partner's trick, strong trumps kept for later."""
    return max(
        cards,
        key=lambda card: (
            -1 if PALO[card] == TRUMP and STRENGTH[card] >= HIGH_TRUMP else WORTH[card],
            -STRENGTH[card],
        ),
    )


def _win(view: View, winners: list[str], stake: int, last: bool) -> str | None:
    """The card to take with, or None when it is better not to."""
    if last:
        return max(winners, key=lambda card: (_saved(card), -STRENGTH[card]))
    trumps = [card for card in winners if PALO[card] == TRUMP and card != BEGATO]
    if PALO[winners[0]] != TRUMP:
        masters = [card for card in winners if view.is_master(card)]
        return max(masters, key=WORTH.__getitem__) if masters else None
    worth_it = [card for card in trumps if STRENGTH[card] < HIGH_TRUMP or stake >= WORTH[card]]
    if not worth_it:
        return None
    by_strength = sorted(worth_it, key=STRENGTH.__getitem__)
    # With much on the table a middling trump is not so easily beaten by the players to come.
    return by_strength[len(by_strength) // 2] if stake >= 8 else by_strength[0]


def _saved(card: str) -> int:
    """What winning with this card in last place brings home, a high trump being a price rather than a
    gain."""
    if PALO[card] == TRUMP and card != BEGATO:
        return -WORTH[card]
    return WORTH[card]


def _duck(view: View, cards: list[str], legal: list[str]) -> str:
    """The card least missed; the Matto rather than something precious, or before it must be led."""
    cheapest = min(cards, key=lambda card: (WORTH[card], STRENGTH[card]))
    if MATTO in legal and (WORTH[cheapest] >= 3 or len(view.hand) <= 4):
        return MATTO
    return cheapest
