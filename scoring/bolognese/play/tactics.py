"""The tactics of simulated players: plans for leading, expected gain for following, avoiding points at
Mattazza, and the discard (Barilli 3.2, 3.3, "Nota"; Pagat, "Choosing the discard").

Each plan for leading is a heading of Pagat's "Tactics". When a player follows, one side loses the cards that
the other gains. So the value of a trick is that of its cards, times the difference between the chances of
taking and of losing it (Pagat, "Playing suits", "Saving the Bégato", "Use of the Matto").
"""

from collections.abc import Callable, Mapping, Sequence
from typing import Final

from scoring.bolognese.cards import ANGEL, BEGATO, BIT, GROUPS, MATTO, SUITS, bits
from scoring.bolognese.combinations import CARD_VALUES
from scoring.bolognese.pile import DISCARD_SIZE
from scoring.bolognese.play.rules import (
    BEATERS,
    BOLOGNESE,
    NOT_DISCARDED,
    PALO,
    PALO_BITS,
    PRICE,
    STRENGTH,
    WORTH,
    discardable_cards,
)
from scoring.bolognese.play.view import CERTAIN, View
from scoring.trick_play import TRUMP

#: "The player has long trumps (7 or more)"; "a long suit (4 or more cards) and an average or greater number
#: of trumps (say 6 or more)"; "short trumps" are fewer than the average of five.
LONG_TRUMPS: Final = 7
GOOD_TRUMPS: Final = 6
SHORT_TRUMPS: Final = 5
LONG_SUIT: Final = 4
#: A card with at least this chance to stand is led "if confident that it will not be trumped".
CONFIDENT: Final = 90
#: The chance from which a player counts on something.
LIKELY: Final = 60
#: Figures and assi.
VALUABLE: Final = bits(card for card, worth in WORTH.items() if PALO.get(card) != TRUMP and worth)
#: The value of following a piece of advice, in hundredths of a card's worth.
ADVISED: Final = 100
#: The chance that a partner who can beat the card led will do so.
PARTNER_TAKES_LED: Final = 50


def lead(view: View, legal: list[str]) -> str:
    """Returns the card to lead: by the first plan that fits, else the most promising, weakest card."""
    for plan in PLANS:
        card = plan(view, legal)
        if card is not None:
            return card
    return max(view.different(legal), key=lambda card: (_promise(view, card), -STRENGTH[card]))


def _begato_under_the_angel(view: View, legal: list[str]) -> str | None:
    """Returns the Bégato when the partner is known to hold the Angelo (Pagat, "Saving the Bégato")."""
    is_shown = any(view.shown[partner] & BIT[ANGEL] for partner in view.partners)
    return BEGATO if BEGATO in legal and is_shown else None


def _winners_at_the_end(view: View, legal: list[str]) -> str | None:
    """Returns a master when the opponents have no trumps left (Pagat, "The Endgame")."""
    if not _trumps_are_drawn(view):
        return None
    masters = [card for card in legal if view.is_master(card)]
    return max(masters, key=lambda card: (PALO[card] != TRUMP, WORTH[card]), default=None)


def _trumps_are_drawn(view: View) -> bool:
    return all(view.lacks(other, TRUMP) == CERTAIN for other in view.opponents())


def _partners_void(view: View, legal: list[str]) -> str | None:
    """Returns a card of a suit that the partner lacks and can trump (Pagat, "Playing suits")."""
    lacking = {suit for partner in view.partners for suit in view.voids[partner] if suit != TRUMP}
    suits = [suit for suit in lacking if _partner_trumps(view, suit)]
    return max([card for card in legal if PALO[card] in suits], key=WORTH.__getitem__, default=None)


def _partner_trumps(view: View, suit: str) -> bool:
    """Whether a partner is likely to trump the suit, and no opponent is likely to lack it."""
    return any(view.trumps_in(partner, suit) >= LIKELY for partner in view.partners) and all(
        view.lacks(other, suit) < LIKELY for other in view.opponents()
    )


def _lone_king(view: View, legal: list[str]) -> str | None:
    """Returns a singleton King, to trump the suit when the partner returns it (Pagat, "Playing suits")."""
    return next((king for king in _safe_kings(view, legal) if view.count_of(PALO[king]) == 1), None)


def _king_and_queen(view: View, legal: list[str]) -> str | None:
    """Returns the King from King and Queen (Pagat, "Playing suits")."""
    return next((king for king in _safe_kings(view, legal) if "Q" + PALO[king] in legal), None)


def _safe_kings(view: View, legal: list[str]) -> list[str]:
    return [card for card in legal if card[0] == "R" and view.stands(card, PALO[card]) >= CONFIDENT]


def _draw_trumps(view: View, legal: list[str]) -> str | None:
    """Returns a trump of seven or more: a low one, or a master if few are out (Pagat, "Leading trumps")."""
    trumps = [card for card in legal if PALO[card] == TRUMP and card != BEGATO]
    if len(trumps) < LONG_TRUMPS or _trumps_are_drawn(view):
        return None
    masters = [card for card in trumps if view.is_master(card)]
    if masters and (view.unseen & PALO_BITS[TRUMP]).bit_count() <= len(trumps):
        return max(masters, key=STRENGTH.__getitem__)
    return min(trumps, key=STRENGTH.__getitem__)


def _suit_without_king(view: View, legal: list[str]) -> str | None:
    """Pagat, "Playing suits": "it is almost always wrong to lead a suit in which you hold the King"."""
    suits = [card for card in legal if PALO[card] != TRUMP and "R" + PALO[card] not in view.hand]
    return max(view.different(suits), key=lambda card: _promise(view, card), default=None)


PLANS: Final[tuple[Callable[[View, list[str]], str | None], ...]] = (
    _begato_under_the_angel,
    _winners_at_the_end,
    _partners_void,
    _lone_king,
    _king_and_queen,
    _draw_trumps,
    _suit_without_king,
)


def _promise(view: View, card: str) -> int:
    """Returns the promise of leading the card, in hundredths of a card's worth."""
    lean = 2 * _chance_for_the_side(view, card) - CERTAIN
    return lean * (WORTH[card] + 1) + sum([ADVISED for advice in ADVICE if advice(view, card)])


def _chance_for_the_side(view: View, card: str) -> int:
    """Returns the chance that the card stands, or that a partner beats it."""
    palo = PALO[card]
    helped = [view.beats(other, card, palo) * PARTNER_TAKES_LED // CERTAIN for other in view.partners]
    return max([view.stands(card, palo), *helped])


def _fits_the_hand(view: View, card: str) -> bool:
    """Pagat, "Planning the play": a long suit with trumps behind it, a single card with few trumps."""
    trumps, length = view.count_of(TRUMP), view.count_of(PALO[card])
    return length >= LONG_SUIT if trumps >= GOOD_TRUMPS else length == 1 and trumps < SHORT_TRUMPS


def _returns_the_suit(view: View, card: str) -> bool:
    """Pagat, "Planning the play": "lead back suits that have been led before", those whose King is gone."""
    return PALO[card] != TRUMP and not BIT["R" + PALO[card]] & view.unseen


def _low_from_queen(view: View, card: str) -> bool:
    """Pagat, "Playing suits": "the low card from a suit of Q-x is often a good lead"."""
    palo = PALO[card]
    return view.count_of(palo) == 2 and "Q" + palo in view.hand and card[0] != "Q"


def _spares_valuable_suits(view: View, card: str) -> bool:
    """Pagat, "Playing suits": "avoid leading from a suit headed by two valuable cards", if longer."""
    palo = PALO[card]
    return view.count_of(palo) == 2 or (view.held & PALO_BITS[palo] & VALUABLE).bit_count() < 2


ADVICE: Final = (_fits_the_hand, _returns_the_suit, _low_from_queen, _spares_valuable_suits)


#: The price of playing the Matto, which could still protect a card; 0 in the last tricks, where it might have
#: to be led.
MATTO_PRICE: Final = 5
MATTO_KEPT_FOR: Final = 3
#: The chance that a partner who can beat the table will do so.
PARTNER_BEATS_TABLE: Final = 75


def follow(view: View, legal: list[str]) -> str:
    """Returns the card with the most to gain; the weakest among equals."""
    cards = view.different(legal)
    if len(cards) == 1:
        return cards[0]
    best = _best(view.trick)
    stake = sum([WORTH[card] for card in view.trick])
    led = BOLOGNESE.palo_led(view.trick)
    ducked = _chance_without(view, best) if best else 0
    matto_price = MATTO_PRICE if len(view.hand) > MATTO_KEPT_FOR else 0

    def gain(card: str) -> int:
        """Returns the expected gain in hundredths of a card's worth: the trick's worth times the difference
        between the chances of both sides, less the price of playing the card now."""
        takes = card != MATTO and (best is None or BIT[card] & BEATERS[best])
        chance = view.stands(card, led or PALO[card]) if takes else ducked
        price = matto_price if card == MATTO else PRICE.get(card, 0)
        return (2 * chance - CERTAIN) * (stake + WORTH[card]) - CERTAIN * price

    return max(cards, key=lambda card: (gain(card), -STRENGTH.get(card, 0)))


def _best(trick: list[str]) -> str | None:
    """Returns the card that takes so far; None while there is only the Matto."""
    place = BOLOGNESE.taker(trick)
    return trick[place] if place >= 0 else None


def _chance_without(view: View, best: str) -> int:
    """Returns the chance that this side takes the trick without this player."""
    led = BOLOGNESE.palo_led(view.trick) or TRUMP
    if view.seats[view.trick.index(best)] in view.partners:
        return view.stands(best, led)
    beaten = 0
    for other in view.later:
        if other in view.partners:
            beaten = max(beaten, view.beats(other, best, led) * PARTNER_BEATS_TABLE // CERTAIN)
    return beaten


#: The points that each card adds to a trick (Barilli 4.4.1): its value less one.
ADDS: Final = {code: CARD_VALUES.get(group.key, 1) - 1 for group in GROUPS for code in group.codes}
#: A player without a trick takes one of at most this value, or any trick once this few cards are left.
CHEAP: Final = 4
HURRY: Final = 4


def avoid_points(view: View, legal: list[str]) -> str:
    """Returns one of the legal cards: a player without a trick takes a cheap one, the others give away cards
    that count.

    The Matto never takes: it is kept for a trick that every other card would win.
    """
    cards = [card for card in legal if card != MATTO] or legal
    is_worth_taking = len(view.hand) <= HURRY or sum([ADDS[card] for card in view.trick]) <= CHEAP
    if not view.tricks[view.player] and is_worth_taking:
        return max(cards, key=lambda card: (_takes(view, card), -ADDS[card], STRENGTH.get(card, 0)))
    safest = min(cards, key=lambda card: (_takes(view, card), -ADDS[card], -STRENGTH.get(card, 0)))
    return MATTO if view.trick and MATTO in legal and _takes(view, safest) else safest


def _takes(view: View, card: str) -> int:
    """Returns the chance that the card takes the trick."""
    place = BOLOGNESE.taker(view.trick)
    if card == MATTO or (place >= 0 and not BIT[card] & BEATERS[view.trick[place]]):
        return 0
    return view.stands(card, BOLOGNESE.palo_led(view.trick) or PALO[card])


def choose_card(view: View, legal: list[str]) -> str:
    """Returns one of the legal cards. "It is nearly always a mistake to lead the Matto" (Pagat, "Use of the
    Matto"): it is led only when nothing else is left."""
    if len(legal) == 1:
        return legal[0]
    if not view.trick:
        return lead(view, [card for card in legal if card != MATTO])
    return follow(view, legal)


#: "Cards that will be useful in combinations, especially Knights, Jacks and Aces."
_WORTH_HIDING: Final = {"C": 3, "F": 3, "A": 3, "Q": 2}


def choose_discard(hand: Sequence[str], size: int = DISCARD_SIZE) -> tuple[str, ...]:
    """Returns this many cards of a hand to lay aside."""
    suits = {suit: [card for card in hand if PALO.get(card) == suit] for suit in SUITS}
    chosen = _whole_suit(suits, size) if size == DISCARD_SIZE else []
    others = [card for card in discardable_cards(hand) if card not in chosen]
    others.sort(key=lambda card: _preference(card, suits, size))
    return tuple([*chosen, *others][:size])


def _whole_suit(suits: Mapping[str, list[str]], size: int) -> list[str]:
    """Returns the longest suit that can be discarded whole (Pagat: "create a void")."""
    empties = [cards for cards in suits.values() if 0 < len(cards) <= size and not NOT_DISCARDED & set(cards)]
    return max(empties, key=len, default=[])


def _preference(card: str, suits: Mapping[str, list[str]], size: int) -> tuple[int, ...]:
    """Returns a sort key, low for the cards to lay aside first: short suits first, trumps last."""
    palo = PALO[card]
    if palo == TRUMP:
        return (2, STRENGTH[card])
    with_king = size > DISCARD_SIZE and "R" + palo in suits[palo]
    return (int(with_king), len(suits[palo]), -_WORTH_HIDING.get(card[:-1], 0))
