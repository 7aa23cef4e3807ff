"""The rules of play of the tarocco genovese, and what simulated players discard and call: order of the cards,
dealing, discard, call of a re, covering the Matto and the discard, drawing (Maillard, "Il mazzo",
"Distribuzione", "Scarto", "Chiamata del re", "Coprire il Matto", "Coprire lo scarto", "A pizzico")."""

from collections.abc import Sequence
from dataclasses import replace
from random import Random
from typing import Final, NamedTuple

from scoring.deal_state import Dealt
from scoring.errors import ScoringError
from scoring.game import Game
from scoring.genovese.buone import TRUMP_SET
from scoring.genovese.cards import (
    BAGATTO,
    DECK,
    DECK_NAME,
    MATTO,
    RANKS,
    RE,
    SUIT_NAMES,
    TRUMPS,
    VALUES,
    Form,
)
from scoring.trick_play import TRUMP, TrickRules
from scoring.trick_state import deal_hands

#: Cards of each palo, from the strongest down: the Giudizio first of the trumps (Maillard, "Il mazzo").
PALI: Final = {
    TRUMP: TRUMPS,
    **{name: tuple(rank + suit for rank in RANKS) for suit, name in SUIT_NAMES.items()},
}
GENOVESE: Final = TrickRules(
    PALI,
    MATTO,
    frozenset(card for card in DECK if VALUES[card] == max(VALUES.values())),
    deck=DECK_NAME,
    covers_later=True,
)
PALO: Final = GENOVESE.palo
#: A card's strength inside its palo; 0 for the Matto.
STRENGTH: Final = {**GENOVESE.strength, MATTO: 0}


def discardable(hand: Sequence[str]) -> list[str]:
    """Returns the cards of the whole hand that may be laid aside: no re, and the Bagatto only as the only
    trump, which the Matto is not (Maillard, "Scarto", "Il mazzo")."""
    forbidden = _not_discarded(hand)
    return [card for card in hand if card not in forbidden]


def verify_discard(hand: Sequence[str], card: str) -> None:
    """Refuses a card to lay aside: ScoringError ``re-not-discarded`` or ``bagatto-not-alone``."""
    if card in RE:
        raise ScoringError("re-not-discarded")
    if card in _not_discarded(hand):
        raise ScoringError("bagatto-not-alone")


def _not_discarded(hand: Sequence[str]) -> frozenset[str]:
    trumps = [card for card in hand if PALO.get(card) == TRUMP]
    return frozenset(RE) if trumps == [BAGATTO] else frozenset((*RE, BAGATTO))


def least_missed(cards: Sequence[str]) -> str:
    """Returns the card of least value; the last of the deck's order among equals, a scartina."""
    return min(cards, key=lambda card: (VALUES[card], -DECK.index(card)))


class Draw(NamedTuple):
    """A card drawn and shown to the opponent, after the trick of that number, from 1."""

    trick: int
    player: str
    card: str


# --- before the first trick


def deal_out(form: Form, game: Game, chance: Random, dealer: str) -> Dealt:
    """Returns the hands, the cards left (the dealer's last ones, or the pozzo) and the top card of everyone's
    last packet, turned up unless cards are drawn (Maillard, "Distribuzione")."""
    dealt = deal_hands(form.packets, game, chance, dealer)
    if form.draws:
        return dealt
    return replace(dealt, exposed={player: hand[-form.packets[-1]] for player, hand in dealt.hands.items()})


REGINE: Final = tuple("Q" + suit for suit in SUIT_NAMES)
#: A dealer with this many trumps needs no partner, who would only share the points.
ENOUGH_ALONE: Final = 11


def callable_cards(hand: Sequence[str], discard: Sequence[str]) -> list[str]:
    """Returns the cards that the dealer may call: any re, even his own; with all four the regine too, except
    those in the discard, which nobody holds (the booklet does not say so)."""
    if not set(RE) <= set(hand):
        return list(RE)
    return [*RE, *(card for card in REGINE if card not in discard)]


def verify_call(hand: Sequence[str], discard: Sequence[str], card: str) -> None:
    """Refuses a call: ScoringError ``call-discarded`` or ``call-not-a-re``."""
    if card in callable_cards(hand, discard):
        return
    if set(RE) <= set(hand) and card in REGINE:
        raise ScoringError("call-discarded")
    raise ScoringError("call-not-a-re")


def choose_call(hand: Sequence[str], discard: Sequence[str]) -> str:
    """Returns the card to call: another player's, in the suit where the dealer holds the most value; one's
    own if strong enough to play alone, or if there is no other."""
    allowed = callable_cards(hand, discard)
    others = [card for card in allowed if card not in hand]
    own = [card for card in allowed if card in hand]
    if not others or (own and sum(PALO.get(card) == TRUMP for card in hand) >= ENOUGH_ALONE):
        return own[0]
    return max(others, key=lambda card: sum(VALUES[own] for own in hand if PALO.get(own) == PALO[card]))


#: Three figures of a rank are a terno, which is shown only from the hand (Maillard, "Buone").
TERNO: Final = 3


def choose_discard(hand: Sequence[str], size: int) -> tuple[str, ...]:
    """Returns cards that the dealer may lay aside, trumps and the figures of a buona last.

    The discard is a trick already taken, so a figure without its re is safe there; the shorter its suit, the
    sooner it can be trumped.
    """
    length = {palo: sum(PALO.get(card) == palo for card in hand) for palo in set(PALO.values())}
    guarded = {PALO[card] for card in RE if card in hand}
    ranks = [card[0] for card in hand if VALUES[card] and PALO.get(card) != TRUMP and card != MATTO]

    def loss(card: str) -> tuple[bool, bool, bool, int, int]:
        palo = PALO.get(card, TRUMP)
        saved = 0 if palo in guarded else 2 * VALUES[card]
        kept = VALUES[card] > 0 and ranks.count(card[0]) >= TERNO
        return (card == MATTO, palo == TRUMP, kept, length[palo] - saved, -hand.index(card))

    return tuple(sorted(discardable(hand), key=loss)[:size])


def may_complete(card: str) -> bool:
    """Whether a drawn card can complete a buona in the game a pizzico, which has no frilli."""
    return VALUES[card] > 0 or card in TRUMP_SET
