"""The piles at the end of a deal of the tarocco bolognese: tricks, discards, the card paid for the Matto
(Barilli 3.9, 3.9.1)."""

from collections.abc import Callable, Mapping, Sequence

from scoring.bolognese.cards import BIT, MATTO, bits, codes_of
from scoring.bolognese.combinations import card_points, cricche, sequences
from scoring.bolognese.grande import ACCADEMIA
from scoring.bolognese.heap import PLAIN_BITS
from scoring.trick_play import MattoPayment, Trick, payment_due


def settle(
    tricks: Sequence[Trick],
    owners: Mapping[str, str],
    laid_aside: Mapping[str, int],
    choose: Callable[[int, int, int], str],
) -> tuple[dict[str, int], MattoPayment | None]:
    """Returns all final piles, and the card paid for the Matto if one was due.

    ``owners`` maps each player, in the order of play, to the pile that gets the player's tricks;
    ``laid_aside`` maps each pile to its discard. The Matto stays with its owner, who pays for it at the end
    with the card that ``choose`` picks, for instance ``least_harmful``. A pile without a trick loses the
    Matto and the discard to the pile that took the last trick (Barilli 3.9.1).
    """
    won = won_by(tricks, owners)
    whole = dict(won)
    for owner, cards in laid_aside.items():
        whole[owner if won[owner] else owners[tricks[-1].winner]] |= cards
    due = payment_due(tricks, owners, MATTO, only_later=False)
    if due is None:
        return whole, None
    card = choose(whole[due.payer] | BIT[MATTO], whole[due.receiver] & ~BIT[MATTO], won[due.payer])
    swap = BIT[card] | BIT[MATTO]
    whole[due.payer] ^= swap
    whole[due.receiver] ^= swap
    return whole, MattoPayment(due.trick, due.payer, due.receiver, card)


def won_by(tricks: Sequence[Trick], owners: Mapping[str, str]) -> dict[str, int]:
    """Returns the cards of the tricks of each pile."""
    won = dict.fromkeys(owners.values(), 0)
    for trick in tricks:
        won[owners[trick.winner]] |= bits(trick.cards)
    return won


def least_harmful(own: int, other: int, from_tricks: int) -> str:
    """Returns the card of the tricks whose loss costs its side least, by the final counts of both sides.

    Among equal cards, the last in the order of the deck, where scartini come last.
    """
    # Scartini are in no combination: paying with one changes only the number of cards.
    plain = from_tricks & PLAIN_BITS
    if plain:
        return codes_of(plain)[-1]
    return max(reversed(codes_of(from_tricks)), key=lambda card: _margin_after(own, other, card))


def most_harmful(own: int, other: int, from_tricks: int) -> str:
    """Returns the card of the tricks that its owner most wants to give away, where points are avoided
    (Barilli 4.4.1)."""
    return min(codes_of(from_tricks), key=lambda card: _margin_after(own, other, card))


def _margin_after(own: int, other: int, card: str) -> int:
    return _worth(own & ~BIT[card]) - _worth(other | BIT[card])


def _worth(pile: int) -> int:
    return sequences(pile, ACCADEMIA).total + cricche(pile).total + card_points(pile)
