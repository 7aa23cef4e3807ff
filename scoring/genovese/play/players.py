"""Simulated players of the tarocco genovese: they win tricks with their figures, give low cards to lost
tricks, and keep the Bagatto for the end when their trumps allow it.

Players know only their own hand and the cards that were shown.
"""

from collections.abc import Mapping, Sequence, Set
from dataclasses import dataclass
from typing import Final

from scoring.genovese.cards import BAGATTO, GIUDIZIO, MATTO, MONDO, VALUES
from scoring.genovese.play.rules import GENOVESE, PALI, PALO, STRENGTH
from scoring.trick_play import TRUMP


@dataclass(slots=True)
class View:
    """One player's view of the table."""

    hand: Sequence[str]
    trick: Sequence[str]
    #: Positions in this trick of the cards of players known to be on the same side.
    friends_played: frozenset[int]
    #: Opponents, and players not known to be friends, who play after this one.
    foes_later: Sequence[str]
    #: The cards of earlier tricks.
    gone: frozenset[str]
    #: Cards whose holder is known, with the holder.
    known: Mapping[str, str]
    #: The pali that each player is known to lack.
    lacking: Mapping[str, Set[str]]
    tricks_left: int
    #: Whether cards will still be drawn.
    drawing: bool

    def unseen(self, palo: str) -> int:
        """How many cards of a palo are neither in hand nor played."""
        return len({*PALI[palo]}.difference(self.gone, self.hand, self.trick))

    def held(self, palo: str) -> int:
        """How many cards of a palo are in hand."""
        return sum(PALO.get(card) == palo for card in self.hand)

    def is_master(self, card: str) -> bool:
        """Whether nobody who plays later can hold a stronger card of its palo."""
        if not self.foes_later:
            return True
        for higher in PALI[PALO[card]]:
            if higher == card:
                break
            if higher in self.gone or higher in self.hand or higher in self.trick:
                continue
            holder = self.known.get(higher)
            if holder is None or holder in self.foes_later:
                return False
        return True

    def stands(self, card: str) -> bool:
        """Whether a card that takes now is likely to take the trick in the end."""
        if not self.is_master(card):
            return False
        palo = PALO[card]
        if palo == TRUMP or not self.foes_later or not self.unseen(TRUMP):
            return True
        if any(self.lacking[foe] & {palo, TRUMP} == {palo} for foe in self.foes_later):
            return False
        return self.unseen(palo) > len(self.foes_later)

    def stake(self) -> int:
        """Twice the points of the trick so far, its own point included."""
        return 2 + 2 * sum(VALUES[card] for card in self.trick)


#: The cost of playing a trump, in half points, as (least strength, cost), the strongest first.
_TRUMP_COSTS: Final = ((19, 4), (15, 3), (10, 2), (1, 1))


def _cost_of(card: str) -> int:
    if VALUES[card] or PALO[card] != TRUMP:
        return 2 * VALUES[card]
    return next(cost for least, cost in _TRUMP_COSTS if STRENGTH[card] >= least)


#: The cost of giving a card away, in half points: twice its value; for a trump without value, the tricks that
#: it can still take.
COST: Final = {card: _cost_of(card) for card in PALO} | {MATTO: 8, GIUDIZIO: 6, MONDO: 12}
#: The least cost of a card that is worth saving with the Matto: that of a cavallo.
WORTH_SAVING: Final = 4
#: A trick of four points or more is taken with a middling trump, which is beaten less often.
RICH: Final = 8
#: The Matto must be covered with a later trick, so it is not kept to the end.
LATE_FOR_MATTO: Final = 5
#: A suit of fewer cards is soon empty.
SHORT: Final = 3
#: While cards are drawn the trumps cannot be counted: this many are enough to keep the Bagatto.
LONG_WHILE_DRAWING: Final = 4


def choose_card(view: View, legal: list[str]) -> str:
    """Returns one of the legal cards."""
    hunting = _hopes_for_bagatto_ultimo(view)
    if BAGATTO in legal and not hunting and view.tricks_left == 2 and view.unseen(TRUMP):
        # In the last trick the Bagatto would probably be taken, and the opponents would score for it.
        return BAGATTO
    choices = [card for card in legal if card != BAGATTO] if hunting else legal
    real = [card for card in choices if card != MATTO] or choices
    if GENOVESE.palo_led(view.trick) is None:
        return _lead(view, real, hunting)
    return _follow(view, real, choices)


def _hopes_for_bagatto_ultimo(view: View) -> bool:
    """Whether the Bagatto is held with enough trumps to be the last one out."""
    if BAGATTO not in view.hand:
        return False
    trumps = view.held(TRUMP)
    if view.drawing:
        return trumps >= LONG_WHILE_DRAWING
    outside = view.unseen(TRUMP)
    return not outside or trumps >= outside // 2 + 2


def _lead(view: View, real: list[str], hunting: bool) -> str:
    """Returns a figure that stands, a trump to draw trumps or to gather figures, else a low card."""
    trumps = [card for card in real if PALO.get(card) == TRUMP]
    outside = view.unseen(TRUMP)
    if hunting and trumps and outside and not view.drawing:
        masters = [card for card in trumps if view.is_master(card)]
        return max(masters, key=STRENGTH.__getitem__, default=min(trumps, key=COST.__getitem__))
    suits = [card for card in real if PALO.get(card) not in (TRUMP, None)]
    standing = [card for card in suits if VALUES[card] and view.stands(card)]
    if standing:
        return max(standing, key=VALUES.__getitem__)
    if trumps and not outside and not hunting:
        return min(trumps, key=lambda card: (card == BAGATTO, STRENGTH[card]))
    if suits:
        return min(suits, key=lambda card: _cost_of_leading(view, card))
    return min(real, key=COST.__getitem__)


def _cost_of_leading(view: View, card: str) -> tuple[int, bool, int, int]:
    """Returns a sort key, low for scartine of short suits whose re is not in this hand."""
    palo = PALO[card]
    return (VALUES[card], "R" + card[-1] in view.hand, view.held(palo), STRENGTH[card])


def _follow(view: View, real: list[str], choices: list[str]) -> str:
    best = GENOVESE.taker(view.trick)
    winners = [card for card in real if _beats(card, view.trick[best])]
    losers = [card for card in real if card not in winners]
    if best in view.friends_played and view.stands(view.trick[best]):
        return max(losers or real, key=lambda card: (VALUES[card], -COST[card]))
    taking = _card_to_take_with(view, winners)
    return taking or _duck(view, losers or real, choices)


def _beats(card: str, best: str) -> bool:
    """Whether a card beats the best card so far."""
    palo = PALO.get(card)
    if palo == PALO[best]:
        return STRENGTH[card] > STRENGTH[best]
    return palo == TRUMP


def _card_to_take_with(view: View, winners: Sequence[str]) -> str | None:
    """Returns the best card to take with; None when taking is impossible or not worth it."""
    if not winners:
        return None
    stake = view.stake()
    if not view.foes_later:
        chosen = max(winners, key=lambda card: (_gain(card), -STRENGTH[card]))
        return chosen if _gain(chosen) + stake >= 0 else None
    if PALO[winners[0]] != TRUMP:
        standing = [card for card in winners if view.stands(card)]
        return max(standing, key=VALUES.__getitem__, default=None)
    trumps = sorted(
        (card for card in winners if card != BAGATTO and COST[card] <= stake), key=STRENGTH.__getitem__
    )
    if not trumps:
        return None
    return trumps[len(trumps) // 2] if stake >= RICH else trumps[0]


def _gain(card: str) -> int:
    """Returns the gain of taking with this card in last place: trumps cost, except the Bagatto."""
    if PALO[card] == TRUMP and card != BAGATTO:
        return -COST[card]
    return 2 * VALUES[card]


def _duck(view: View, cards: Sequence[str], choices: Sequence[str]) -> str:
    """Returns the card that is missed least; the Matto to save a figure, or while it can be covered."""
    cheapest = min(cards, key=lambda card: _cost_of_ducking(view, card))
    late = view.tricks_left <= LATE_FOR_MATTO
    if MATTO in choices and view.tricks_left > 1 and (COST[cheapest] >= WORTH_SAVING or late):
        return MATTO
    return cheapest


def _cost_of_ducking(view: View, card: str) -> tuple[int, bool, int]:
    """Returns a sort key, low for scartine of short suits."""
    long_suit = view.held(PALO[card]) > SHORT if card in PALO else False
    return (COST[card], long_suit, STRENGTH[card])
