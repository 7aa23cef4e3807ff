"""What to lead: the first of these plans that the hand allows, each a heading of Pagat's "Tactics"."""

from collections.abc import Callable
from typing import Final

from scoring.bolognese.cards import BEGATO, bits
from scoring.bolognese.play.rules import PALO, STRENGTH
from scoring.bolognese.play.view import CERTAIN, View
from scoring.bolognese.play.worth import PALO_BITS, WORTH
from scoring.play.rules import TRUMP

#: "The player has long trumps (7 or more)"; "a long suit (4 or more cards) and an average or greater number
#: of trumps (say 6 or more)"; "short trumps" are fewer than the average of five.
LONG_TRUMPS: Final = 7
GOOD_TRUMPS: Final = 6
SHORT_TRUMPS: Final = 5
LONG_SUIT: Final = 4
#: A card that stands this often is led "if confident that it will not be trumped".
CONFIDENT: Final = 90
#: From here on something is taken to be so.
LIKELY: Final = 60
#: Figures and assi.
VALUABLE: Final = bits(card for card, worth in WORTH.items() if PALO.get(card) != TRUMP and worth)
#: What following a piece of advice is worth, in hundredths of a card's worth.
ADVISED: Final = 100
#: A partner who can beat the card led will, about as often as not.
PARTNER_WILL: Final = 50


def lead(view: View, legal: list[str]) -> str:
    """One of these cards, by the first plan that fits; else the one that promises most, of equals the
    weakest."""
    for plan in PLANS:
        card = plan(view, legal)
        if card is not None:
            return card
    return max(view.different(legal), key=lambda card: (_promise(view, card), -STRENGTH[card]))


def _begato_under_the_angel(view: View, legal: list[str]) -> str | None:
    """Pagat, "Saving the Bégato": safe to lead when the partner is known to hold the Angelo."""
    return BEGATO if BEGATO in legal and view.partner_shows("Ang") else None


def _winners_at_the_end(view: View, legal: list[str]) -> str | None:
    """Pagat, "The Endgame": with no trumps left against them, masters bring themselves home."""
    if not _trumps_are_drawn(view):
        return None
    masters = [card for card in legal if view.is_master(card)]
    return max(masters, key=lambda card: (PALO[card] != TRUMP, WORTH[card]), default=None)


def _trumps_are_drawn(view: View) -> bool:
    return all(view.lacks(other, TRUMP) == CERTAIN for other in view.opponents())


def _partners_void(view: View, legal: list[str]) -> str | None:
    """Pagat, "Playing suits": give the partner the chance to trump what he lacks, as often as needed."""
    lacking = {suit for partner in view.partners for suit in view.voids[partner] if suit != TRUMP}
    suits = [suit for suit in lacking if _partner_trumps(view, suit)]
    return max([card for card in legal if PALO[card] in suits], key=WORTH.__getitem__, default=None)


def _partner_trumps(view: View, suit: str) -> bool:
    """Whether a partner is likely to trump the suit and no opponent to lack it."""
    return any(view.trumps_in(partner, suit) >= LIKELY for partner in view.partners) and all(
        view.lacks(other, suit) < LIKELY for other in view.opponents()
    )


def _lone_king(view: View, legal: list[str]) -> str | None:
    """Pagat, "Playing suits": a singleton King, to trump the suit when the partner returns it."""
    return next((king for king in _safe_kings(view, legal) if view.count_of(PALO[king]) == 1), None)


def _king_and_queen(view: View, legal: list[str]) -> str | None:
    """Pagat, "Playing suits": the King from King and Queen."""
    return next((king for king in _safe_kings(view, legal) if "Q" + PALO[king] in legal), None)


def _safe_kings(view: View, legal: list[str]) -> list[str]:
    return [card for card in legal if card[0] == "R" and view.stands(card, PALO[card]) >= CONFIDENT]


def _draw_trumps(view: View, legal: list[str]) -> str | None:
    """Pagat, "Leading trumps": with seven or more, a small number first; the masters when few are out."""
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
    """What leading the card promises, in hundredths of a card's worth."""
    lean = 2 * _chance_for_the_side(view, card) - CERTAIN
    return lean * (WORTH[card] + 1) + sum([ADVISED for advice in ADVICE if advice(view, card)])


def _chance_for_the_side(view: View, card: str) -> int:
    """The chance that the card stands, or else that a partner beats it."""
    palo = PALO[card]
    helped = [view.beats(other, card, palo) * PARTNER_WILL // CERTAIN for other in view.partners]
    return max([view.stands(card, palo), *helped])


def _fits_the_hand(view: View, card: str) -> bool:
    """Pagat, "Planning the play": a long suit with trumps behind it, a single card with few trumps."""
    trumps, length = view.count_of(TRUMP), view.count_of(PALO[card])
    return length >= LONG_SUIT if trumps >= GOOD_TRUMPS else length == 1 and trumps < SHORT_TRUMPS


def _returns_the_suit(view: View, card: str) -> bool:
    """Pagat, "Planning the play": "lead back suits that have been led before", those whose King is gone."""
    return PALO[card] != TRUMP and view.is_out("R" + PALO[card])


def _low_from_queen(view: View, card: str) -> bool:
    """Pagat, "Playing suits": "the low card from a suit of Q-x is often a good lead"."""
    palo = PALO[card]
    return view.count_of(palo) == 2 and "Q" + palo in view.hand and card[0] != "Q"


def _spares_valuable_suits(view: View, card: str) -> bool:
    """Pagat, "Playing suits": "avoid leading from a suit headed by two valuable cards", but a doubleton."""
    palo = PALO[card]
    return view.count_of(palo) == 2 or (view.held & PALO_BITS[palo] & VALUABLE).bit_count() < 2


ADVICE: Final = (_fits_the_hand, _returns_the_suit, _low_from_queen, _spares_valuable_suits)
