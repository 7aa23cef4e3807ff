"""What the Matto costs, and the piles it leaves (Barilli 3.9, 3.9.1; Baroncini, "Playing the Matto")."""

from collections.abc import Sequence

from scoring.bolognese.card_points import card_points
from scoring.bolognese.cards import BIT, MATTO, bits, each_code
from scoring.bolognese.cricche import cricche
from scoring.bolognese.grande import ACCADEMIA
from scoring.bolognese.sequences import sequences
from scoring.game import Game
from scoring.play.record import MattoPayment, Trick


def pay_for_matto(
    game: Game, tricks: Sequence[Trick], dealer_side: str, discards: int
) -> tuple[dict[str, int], MattoPayment | None]:
    """Both sides' final piles, and the card paid for the Matto if one was due.

    The Matto stays with its side, which pays the side that took the trick at the end, when every pile is
    known. A side that took nothing loses the Matto and the discard (Barilli 3.9.1).
    """
    won = dict.fromkeys(game.sides, 0)
    for trick in tricks:
        won[trick.winner[0]] |= bits(trick.cards)
    for side in game.sides:
        if not won[side]:
            return {side: 0, game.other(side): won[game.other(side)] | discards}, None
    payment = _payment(game, tricks, won, dealer_side, discards)
    won[dealer_side] |= discards
    if payment is not None:
        swap = BIT[payment.card] | BIT[MATTO]
        won[payment.payer] ^= swap
        won[payment.receiver] ^= swap
    return won, payment


def _payment(
    game: Game, tricks: Sequence[Trick], won: dict[str, int], dealer_side: str, discards: int
) -> MattoPayment | None:
    """The card due for the Matto, from the tricks of its side; None when its own side took that trick."""
    number = next(place for place, trick in enumerate(tricks) if MATTO in trick.cards)
    trick = tricks[number]
    leader = game.players.index(trick.leader)
    holder = game.players[(leader + trick.cards.index(MATTO)) % len(game.players)][0]
    receiver = trick.winner[0]
    if holder == receiver:
        return None
    own = won[holder] | BIT[MATTO] | (discards if holder == dealer_side else 0)
    other = won[receiver] & ~BIT[MATTO] | (discards if receiver == dealer_side else 0)
    return MattoPayment(number + 1, holder, receiver, least_harmful(own, other, won[holder]))


def least_harmful(own: int, other: int, from_tricks: int) -> str:
    """The card of the tricks that costs its side least, counting both sides as they would end.

    Equal cards: the lowest of the deck's order, which puts the scartini last.
    """
    plain = from_tricks & _PLAIN
    if plain:
        return codes_last(plain)

    def margin_after(card: str) -> int:
        return _worth(own & ~BIT[card]) - _worth(other | BIT[card])

    return max(reversed(list(each_code(from_tricks))), key=margin_after)


#: The scartini of the suits: they enter no combination, so that paying one costs nothing but its place.
_PLAIN = bits(code for code in BIT if code[:-1] in {"6", "7", "8", "9", "10"} and code[-1] in "dcsb")


def codes_last(cards: int) -> str:
    """The last card in the deck's order."""
    return list(each_code(cards))[-1]


def _worth(pile: int) -> int:
    return sequences(pile, ACCADEMIA).total + cricche(pile).total + card_points(pile)
