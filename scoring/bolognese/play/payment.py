"""What the Matto costs, and the piles it leaves (Barilli 3.9, 3.9.1; Baroncini, "Playing the Matto")."""

from collections.abc import Callable, Mapping, Sequence

from scoring.bolognese.card_points import card_points
from scoring.bolognese.cards import BIT, MATTO, bits, codes_of
from scoring.bolognese.cricche import cricche
from scoring.bolognese.grande import ACCADEMIA
from scoring.bolognese.heap import PLAIN_BITS
from scoring.bolognese.sequences import sequences
from scoring.play.record import MattoPayment, Trick


def settle(
    tricks: Sequence[Trick],
    owners: Mapping[str, str],
    laid_aside: Mapping[str, int],
    choose: Callable[[int, int, int], str],
) -> tuple[dict[str, int], MattoPayment | None]:
    """Everybody's final pile, and the card paid for the Matto if one was due.

    ``owners`` gives the pile in which each player's tricks end, players in the order of play; ``laid_aside``
    what each owner discarded. The Matto stays with its owner, who pays the owner of that trick at the end,
    when every pile is known: the card that ``choose`` picks, as ``least_harmful`` does. Who took nothing
    loses the Matto and the discard to whoever took the last trick (Barilli 3.9.1).
    """
    won = dict.fromkeys(owners.values(), 0)
    for trick in tricks:
        won[owners[trick.winner]] |= bits(trick.cards)
    whole = dict(won)
    for owner, cards in laid_aside.items():
        whole[owner if won[owner] else owners[tricks[-1].winner]] |= cards
    payment = _payment(tricks, owners, won, whole, choose)
    if payment is not None:
        swap = BIT[payment.card] | BIT[MATTO]
        whole[payment.payer] ^= swap
        whole[payment.receiver] ^= swap
    return whole, payment


def _payment(
    tricks: Sequence[Trick],
    owners: Mapping[str, str],
    won: Mapping[str, int],
    whole: Mapping[str, int],
    choose: Callable[[int, int, int], str],
) -> MattoPayment | None:
    """The card due for the Matto, from the tricks of its owner; None when its own side took that trick, when
    its side took no trick to pay from, or when nobody held it."""
    number = next((place for place, trick in enumerate(tricks) if MATTO in trick.cards), None)
    if number is None:
        return None
    trick, order = tricks[number], list(owners)
    holder = order[(order.index(trick.leader) + trick.cards.index(MATTO)) % len(order)]
    payer, receiver = owners[holder], owners[trick.winner]
    if payer == receiver or not won[payer]:
        return None
    card = choose(whole[payer] | BIT[MATTO], whole[receiver] & ~BIT[MATTO], won[payer])
    return MattoPayment(number + 1, payer, receiver, card)


def least_harmful(own: int, other: int, from_tricks: int) -> str:
    """The card of the tricks that costs its side least, counting both sides as they would end.

    Equal cards: the lowest of the deck's order, which puts the scartini last.
    """
    # They enter no combination: paying one costs nothing but its place.
    plain = from_tricks & PLAIN_BITS
    if plain:
        return codes_of(plain)[-1]
    return max(reversed(codes_of(from_tricks)), key=lambda card: _margin_after(own, other, card))


def most_harmful(own: int, other: int, from_tricks: int) -> str:
    """The card of the tricks that its owner is gladdest to give where points are avoided (Barilli 4.4.1)."""
    return min(codes_of(from_tricks), key=lambda card: _margin_after(own, other, card))


def _margin_after(own: int, other: int, card: str) -> int:
    return _worth(own & ~BIT[card]) - _worth(other | BIT[card])


def _worth(pile: int) -> int:
    return sequences(pile, ACCADEMIA).total + cricche(pile).total + card_points(pile)
