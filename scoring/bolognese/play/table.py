"""Plays the tricks of a deal at one table, with any number of players and any partnerships, and makes the
piles."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Final

from scoring.bolognese.cards import BIT, MATTO, WHOLE_DECK, bits, codes_of
from scoring.bolognese.combinations import card_points, cricche, sequences
from scoring.bolognese.grande import ACCADEMIA
from scoring.bolognese.heap import PLAIN_BITS
from scoring.bolognese.play.rules import BOLOGNESE, PALO
from scoring.bolognese.play.view import View
from scoring.document import Declaration
from scoring.trick_play import TRUMP, MattoPayment, Trick

#: Chooses the card to play, from the cards that may be played.
Chooser = Callable[[View, list[str]], str]
Hands = Mapping[str, tuple[str, ...]]
NOBODY: Final[frozenset[str]] = frozenset()


@dataclass(frozen=True, slots=True)
class Seating:
    """The players in order, with their hands and partners when the first trick begins."""

    #: In the order of play, the leader first.
    order: tuple[str, ...]
    hands: Hands
    #: Each player's partners; players without partners are left out.
    partners: Mapping[str, frozenset[str]]
    #: Each player's discard, known to that player only.
    laid_aside: Mapping[str, tuple[str, ...]]


def play_tricks(seating: Seating, declared: Sequence[Declaration], choose: Chooser) -> tuple[Trick, ...]:
    """Plays all tricks and returns them; the first player of the order leads the first one (Barilli 3.4)."""
    table = _Table(seating, declared)
    seats = seating.order
    tricks = []
    for _ in seating.hands[seats[0]]:
        trick = table.play_trick(seats, choose)
        tricks.append(trick)
        place = seating.order.index(trick.winner)
        seats = seating.order[place:] + seating.order[:place]
    return tuple(tricks)


class _Table:
    """The public facts of a deal in progress, and each player's view."""

    def __init__(self, seating: Seating, declared: Sequence[Declaration]) -> None:
        self.shown = {
            player: bits(card for item in declared if item.player == player for card in item.cards)
            for player in seating.order
        }
        self.voids: dict[str, set[str]] = {player: set() for player in seating.order}
        self.tricks = dict.fromkeys(seating.order, 0)
        self.views = {player: self._view(seating, player) for player in seating.order}

    def _view(self, seating: Seating, player: str) -> View:
        held = bits(seating.hands[player])
        return View(
            player=player,
            partners=seating.partners.get(player, NOBODY),
            hand=list(seating.hands[player]),
            held=held,
            trick=[],
            seats=seating.order,
            unseen=WHOLE_DECK & ~held & ~bits(seating.laid_aside.get(player, ())),
            shown=self.shown,
            tricks=self.tricks,
            voids=self.voids,
            trump_chances={},
        )

    def play_trick(self, seats: tuple[str, ...], choose: Chooser) -> Trick:
        """Plays one trick in this order, and returns it."""
        trick: list[str] = []
        for player in seats:
            view = self.views[player]
            view.trick, view.seats = trick, seats
            view.trump_chances.clear()
            card = choose(view, BOLOGNESE.legal_cards(view.hand, trick))
            view.hand.remove(card)
            self._see(player, card, BOLOGNESE.palo_led(trick))
            trick.append(card)
        winner = seats[BOLOGNESE.taker(trick)]
        self.tricks[winner] += 1
        return Trick(seats[0], tuple(trick), winner)

    def _see(self, player: str, card: str, led: str | None) -> None:
        """Records a card that everybody sees. A player who does not follow has no card of the palo led, and
        no trumps unless this card is one."""
        bit = BIT[card]
        self.views[player].held ^= bit
        self.shown[player] &= ~bit
        for view in self.views.values():
            view.unseen &= ~bit
        if card == MATTO or led is None or PALO[card] == led:
            return
        self.voids[player].add(led)
        if PALO[card] != TRUMP:
            self.voids[player].add(TRUMP)


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
    """Returns the card due for the Matto, from its owner's tricks; None if its own side took that trick or
    has no trick to pay from, or if nobody held it."""
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
