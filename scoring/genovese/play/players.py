"""Simple players who play sensibly: figures home, low cards on lost tricks, the Bagatto kept for the end when
the trumps allow it."""

from collections.abc import Sequence
from typing import Final

from scoring.genovese.cards import BAGATTO, GIUDIZIO, MATTO, MONDO, VALUES
from scoring.genovese.play.rules import GENOVESE, PALO, STRENGTH
from scoring.genovese.play.view import View, strength
from scoring.play.rules import TRUMP

#: What a trump is worth to its holder, in half points, by strength: from so strong upwards.
_TRUMP_COSTS: Final = ((19, 4), (15, 3), (10, 2), (1, 1))


def _cost_of(card: str) -> int:
    if VALUES[card] or PALO[card] != TRUMP:
        return 2 * VALUES[card]
    return next(cost for least, cost in _TRUMP_COSTS if STRENGTH[card] >= least)


#: What it costs to give a card away, in half points: twice its value, and the tricks a trump can still take.
COST: Final = {card: _cost_of(card) for card in PALO} | {MATTO: 8, GIUDIZIO: 6, MONDO: 12}
#: A figure from here up is worth saving with the Matto: a cavallo.
WORTH_SAVING: Final = 4
#: A trick of four points or more is taken with a middling trump, which is not so easily beaten.
RICH: Final = 8
#: The Matto is covered with a later trick, so it is not kept to the end.
LATE_FOR_MATTO: Final = 5
#: A suit of fewer cards is soon empty.
SHORT: Final = 3
#: With cards to draw the trumps cannot be counted: so many are enough to keep the Bagatto.
LONG_WHILE_DRAWING: Final = 4


def choose_card(view: View, legal: list[str]) -> str:
    """One of the legal cards."""
    hunting = _hopes_for_bagatto_ultimo(view)
    if BAGATTO in legal and not hunting and view.tricks_left == 2 and view.unseen(TRUMP):
        # In the last trick it would rather be taken, and pay the others.
        return BAGATTO
    choices = [card for card in legal if card != BAGATTO] if hunting else legal
    real = [card for card in choices if card != MATTO] or choices
    if GENOVESE.palo_led(view.trick) is None:
        return _lead(view, real, hunting)
    return _follow(view, real, choices)


def _hopes_for_bagatto_ultimo(view: View) -> bool:
    """Whether the Bagatto is held with trumps enough to be the last one out."""
    if BAGATTO not in view.hand:
        return False
    trumps = view.held[TRUMP]
    if view.drawing:
        return trumps >= LONG_WHILE_DRAWING
    outside = view.unseen(TRUMP)
    return not outside or trumps >= outside // 2 + 2


def _lead(view: View, real: list[str], hunting: bool) -> str:
    """A figure that stands, trumps to draw the others' or to gather figures, else a low card."""
    trumps = [card for card in real if PALO.get(card) == TRUMP]
    outside = view.unseen(TRUMP)
    if hunting and trumps and outside and not view.drawing:
        masters = [card for card in trumps if view.is_master(card)]
        return max(masters, key=strength, default=min(trumps, key=COST.__getitem__))
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
    """Low for scartine, not from under one's own re, from the suit soonest empty."""
    palo = PALO[card]
    return (VALUES[card], "R" + card[-1] in view.hand, view.held[palo], STRENGTH[card])


def _follow(view: View, real: list[str], choices: list[str]) -> str:
    best = GENOVESE.taker(view.trick)
    winners = [card for card in real if _beats(card, view.trick[best])]
    losers = [card for card in real if card not in winners]
    if best in view.friends_played and view.stands(view.trick[best]):
        return max(losers or real, key=lambda card: (VALUES[card], -COST[card]))
    taking = _card_to_take_with(view, winners)
    return taking or _duck(view, losers or real, choices)


def _beats(card: str, best: str) -> bool:
    """Whether a card takes from the one that is taking now."""
    palo = PALO.get(card)
    if palo == PALO[best]:
        return STRENGTH[card] > STRENGTH[best]
    return palo == TRUMP


def _card_to_take_with(view: View, winners: Sequence[str]) -> str | None:
    """The card to take with; None when it is better not to, or impossible."""
    if not winners:
        return None
    stake = view.stake()
    if not view.foes_later:
        chosen = max(winners, key=lambda card: (_gain(card), -STRENGTH[card]))
        return chosen if _gain(chosen) + stake >= 0 else None
    if PALO[winners[0]] != TRUMP:
        standing = [card for card in winners if view.stands(card)]
        return max(standing, key=VALUES.__getitem__, default=None)
    trumps = sorted((card for card in winners if card != BAGATTO and COST[card] <= stake), key=strength)
    if not trumps:
        return None
    return trumps[len(trumps) // 2] if stake >= RICH else trumps[0]


def _gain(card: str) -> int:
    """What taking with this card in last place brings home: a trump is a price, the Bagatto a gain."""
    if PALO[card] == TRUMP and card != BAGATTO:
        return -COST[card]
    return 2 * VALUES[card]


def _duck(view: View, cards: Sequence[str], choices: Sequence[str]) -> str:
    """The card least missed; the Matto in place of a figure, or while it can still be covered."""
    cheapest = min(cards, key=lambda card: _cost_of_ducking(view, card))
    late = view.tricks_left <= LATE_FOR_MATTO
    if MATTO in choices and view.tricks_left > 1 and (COST[cheapest] >= WORTH_SAVING or late):
        return MATTO
    return cheapest


def _cost_of_ducking(view: View, card: str) -> tuple[int, bool, int]:
    """Low for scartine of a suit nearly empty."""
    long_suit = view.held[PALO[card]] > SHORT if card in PALO else False
    return (COST[card], long_suit, strength(card))
