"""Covering the Matto and the discard, and the piles they leave (Maillard, "Coprire il Matto", "Coprire lo
scarto")."""

from collections.abc import Mapping, Sequence
from typing import Final

from scoring.genovese.cards import DECK, MATTO, VALUES
from scoring.play.record import MattoPayment, Trick


def piles_after(
    camps: Mapping[str, str], tricks: Sequence[Trick], dealer: str, discards: Sequence[str]
) -> tuple[dict[str, set[str]], MattoPayment | None]:
    """What each camp owns at the end, and the card given for the Matto if one was.

    ``camps`` says for each player, in the order of play, whose pile his tricks go to. The discard is the
    first trick of the dealer's camp, and passes to whoever took the last trick when it is its only one.
    """
    piles: dict[str, set[str]] = {camp: set() for camp in sorted(set(camps.values()))}
    for trick in tricks:
        piles[camps[trick.winner]].update(trick.cards)
    own = camps[dealer]
    piles[own if piles[own] else camps[tricks[-1].winner]].update(discards)
    payment = _payment(camps, tricks)
    if payment is not None:
        _exchange(camps, piles, tricks[payment.trick - 1], payment)
    return piles, payment


def player_of(players: Sequence[str], trick: Trick, card: str) -> str:
    """Who played that card to the trick."""
    return players[(players.index(trick.leader) + trick.cards.index(card)) % len(players)]


def _payment(camps: Mapping[str, str], tricks: Sequence[Trick]) -> MattoPayment | None:
    """The card due for the Matto, from the tricks its camp took after it.

    None when its own camp took that trick, when nothing was taken later and the Matto stays with whoever
    took the trick, or when it was in the discard.
    """
    number = next((place for place, trick in enumerate(tricks) if MATTO in trick.cards), None)
    if number is None:
        return None
    trick = tricks[number]
    holder = player_of(tuple(camps), trick, MATTO)
    if camps[holder] == camps[trick.winner]:
        return None
    later = [won for won in tricks[number + 1 :] if camps[won.winner] == camps[holder]]
    taken = [card for won in later for card in won.cards]
    if not taken:
        return None
    return MattoPayment(number + 1, holder[0], trick.winner[0], _least_missed(taken))


def _exchange(
    camps: Mapping[str, str], piles: Mapping[str, set[str]], trick: Trick, payment: MattoPayment
) -> None:
    payer = piles[camps[player_of(tuple(camps), trick, MATTO)]]
    receiver = piles[camps[trick.winner]]
    payer.remove(payment.card)
    payer.add(MATTO)
    receiver.remove(MATTO)
    receiver.add(payment.card)


def _least_missed(cards: Sequence[str]) -> str:
    """The card of least value; of equal ones the last of the deck's order, a scartina."""
    return min(cards, key=lambda card: (VALUES[card], -_PLACE[card]))


_PLACE: Final = {card: place for place, card in enumerate(DECK)}
