"""The rules of play of the tarocco genovese: order of the cards, the discard, covering the Matto and the
discard, drawing (Maillard, "Il mazzo", "Scarto", "Coprire il Matto", "Coprire lo scarto", "A pizzico")."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Final

from scoring.errors import ScoringError
from scoring.genovese.cards import BAGATTO, DECK, DECK_NAME, MATTO, RANKS, RE, SUIT_NAMES, TRUMPS, VALUES
from scoring.trick_play import TRUMP, MattoPayment, Trick, TrickRules, payment_due

#: Cards of each palo, from the strongest down: the Giudizio first of the trumps (Maillard, "Il mazzo").
PALI: Final = {
    TRUMP: TRUMPS,
    **{name: tuple(rank + suit for rank in RANKS) for suit, name in SUIT_NAMES.items()},
}
GENOVESE: Final = TrickRules(PALI, MATTO, deck=DECK_NAME)
PALO: Final = GENOVESE.palo
STRENGTH: Final = GENOVESE.strength


def discardable(hand: Sequence[str]) -> list[str]:
    """Returns the cards of the dealer's hand, including those left over from dealing, that may be laid aside.

    A re may not be laid aside; the Bagatto only if it is the only trump held, and the Matto is no trump
    (Maillard, "Scarto", "Il mazzo").
    """
    forbidden = _not_discarded(hand)
    return [card for card in hand if card not in forbidden]


def verify_discard(hand: Sequence[str], card: str) -> None:
    """Refuses a card of the discard, from the whole hand: ScoringError ``re-not-discarded`` or
    ``bagatto-not-alone``."""
    if card in RE:
        raise ScoringError("re-not-discarded")
    if card in _not_discarded(hand):
        raise ScoringError("bagatto-not-alone")


def _not_discarded(hand: Sequence[str]) -> frozenset[str]:
    trumps = [card for card in hand if PALO.get(card) == TRUMP]
    return frozenset(RE) if trumps == [BAGATTO] else frozenset((*RE, BAGATTO))


def piles_after(
    camps: Mapping[str, str],
    tricks: Sequence[Trick],
    dealer: str,
    discards: Sequence[str],
    paid: str | None = None,
) -> tuple[dict[str, set[str]], MattoPayment | None]:
    """Returns each camp's cards at the end, and the card given for the Matto, if any.

    ``camps`` has, for each player in the order of play, the camp whose pile takes the tricks. The discard is
    a trick of the dealer's camp; if that camp takes no other, it passes to the camp of the last trick.
    ``paid`` is the card given for the Matto, the one of least value unless another is named.
    """
    piles = won_by(camps, tricks)
    own = camps[dealer]
    piles[own if piles[own] else camps[tricks[-1].winner]].update(discards)
    due = payment_due(tricks, camps, MATTO, only_later=True)
    if due is None:
        return piles, None
    trick = tricks[due.trick - 1]
    payment = MattoPayment(due.trick, due.player[0], trick.winner[0], paid or least_missed(due.cards))
    _exchange(piles[due.payer], piles[due.receiver], payment.card)
    return piles, payment


def won_by(camps: Mapping[str, str], tricks: Sequence[Trick]) -> dict[str, set[str]]:
    """Returns the cards of each camp's tricks."""
    piles: dict[str, set[str]] = {camp: set() for camp in sorted(set(camps.values()))}
    for trick in tricks:
        piles[camps[trick.winner]].update(trick.cards)
    return piles


def _exchange(payer: set[str], receiver: set[str], card: str) -> None:
    payer.remove(card)
    payer.add(MATTO)
    receiver.remove(MATTO)
    receiver.add(card)


def least_missed(cards: Sequence[str]) -> str:
    """Returns the card of least value; the last of the deck's order among equals, a scartina."""
    return min(cards, key=lambda card: (VALUES[card], -_PLACE[card]))


_PLACE: Final = {card: place for place, card in enumerate(DECK)}


@dataclass(frozen=True, slots=True)
class Draw:
    """A card drawn and shown to the opponent, after the trick of that number, from 1."""

    trick: int
    player: str
    card: str

    def as_json(self) -> dict[str, object]:
        return {"trick": self.trick, "player": self.player, "card": self.card}


def draw_order(players: Sequence[str], winner: str) -> tuple[str, ...]:
    """Returns the players as they draw after a trick: the winner, then the others to the right."""
    first = players.index(winner)
    return (*players[first:], *players[:first])
