"""A deal's tricks played out at one table, whatever the number of players and the alliances among them."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Final

from scoring.bolognese.cards import BIT, MATTO, WHOLE_DECK, bits
from scoring.bolognese.play.rules import BOLOGNESE, PALO
from scoring.bolognese.play.view import View
from scoring.declaration import Declaration
from scoring.play.record import Trick
from scoring.play.rules import TRUMP

#: What a player plays, of the cards that may be played.
Chooser = Callable[[View, list[str]], str]
Hands = Mapping[str, tuple[str, ...]]
NOBODY: Final[frozenset[str]] = frozenset()


@dataclass(frozen=True, slots=True)
class Seating:
    """Who sits where as the first trick begins."""

    #: In the order of play, the leader first.
    order: tuple[str, ...]
    hands: Hands
    #: Each player's partners; those left out have none.
    partners: Mapping[str, frozenset[str]]
    #: What each player laid aside, which nobody else knows.
    laid_aside: Mapping[str, tuple[str, ...]]


def play_tricks(seating: Seating, declared: Sequence[Declaration], choose: Chooser) -> tuple[Trick, ...]:
    """Every trick to the last card, the first of the order leading (Barilli 3.4)."""
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
    """What lies open to all, and each player's view of it."""

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
            worked_out={},
        )

    def play_trick(self, seats: tuple[str, ...], choose: Chooser) -> Trick:
        """One card from each, in this order."""
        trick: list[str] = []
        for player in seats:
            view = self.views[player]
            view.trick, view.seats = trick, seats
            view.worked_out.clear()
            card = choose(view, BOLOGNESE.legal_cards(view.hand, trick))
            view.hand.remove(card)
            self._see(player, card, BOLOGNESE.palo_led(trick))
            trick.append(card)
        winner = seats[BOLOGNESE.taker(trick)]
        self.tricks[winner] += 1
        return Trick(seats[0], tuple(trick), winner)

    def _see(self, player: str, card: str, led: str | None) -> None:
        """The card is gone for all; who does not follow lacks the palo, and trumps if none was given."""
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
