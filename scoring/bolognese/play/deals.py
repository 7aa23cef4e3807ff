"""Deals of two pairs, one against one, and Mattazza (Barilli 3.2, 3.3, 4.3, 4.4.1)."""

from itertools import islice
from random import Random
from typing import Final

from scoring.actions import Declare, Discard, Drawing, Fuori, Take, Turn
from scoring.bolognese.cards import DECK, bits, codes_of
from scoring.bolognese.mattazza import TRICKS
from scoring.bolognese.pile import CENTOCINQUANTA, DISCARD_SIZE, MILLONE_DUE, PAIRS, DealShape
from scoring.bolognese.play.rules import PALO
from scoring.bolognese.play.state import BologneseState, most_harmful
from scoring.bolognese.play.tactics import avoid_points
from scoring.deal_state import Dealt
from scoring.document import Declaration
from scoring.game import Game
from scoring.match import FEWEST_PLAYERS
from scoring.trick_play import TRUMP, below, in_packets, shuffled

#: Barilli 3.2, 4.3, 4.4.1: the cards of a packet; six in Terziglio (4.2.1).
PACKET: Final = 5


def packets_of(size: int) -> tuple[int, ...]:
    """Returns the packets of a hand of that size."""
    return (PACKET,) * (size // PACKET)


class PairsState(BologneseState):
    """A deal of two pairs."""

    def opening(self) -> tuple[Turn, ...]:
        self.verify_dealt(PAIRS.tricks)
        moments = [Turn(kind, player) for player in self.order for kind in (Fuori, Declare)]
        moments.remove(Turn(Fuori, self.dealer))
        return (
            Turn(Fuori, self.dealer),
            Turn(Take, self.dealer),
            *[Turn(Discard, self.dealer)] * DISCARD_SIZE,
            *moments,
        )

    def partners(self, player: str) -> frozenset[str]:
        return frozenset((self.order[(self.order.index(player) + 2) % len(self.order)],))

    def may_sign(self, card: str) -> bool:
        """A trump, or a suit whose Re was played before (Barilli 3.5.2; Pagat, "Signals")."""
        palo = PALO.get(card)
        return not self.table and palo is not None and (palo == TRUMP or "R" + palo in self.gone())


class TwoState(BologneseState):
    """A deal of one against one.

    The dealer takes two cards. Both players first lay aside as many cards as the dealer's opponent does in
    all, ``min(shape.aside)``, and draw as many (Barilli 4.3.1); the dealer then lays aside two (Barilli
    4.3.1, 4.3.2).
    """

    shape: DealShape

    def opening(self) -> tuple[Turn, ...]:
        self.verify_dealt(self.shape.tricks)
        changed = min(self.shape.aside)
        exchange = [Turn(Discard, player) for player in self.order for _ in range(changed)]
        return (
            *(Turn(Fuori, player) for player in (self.dealer, self.order[0])),
            Turn(Take, self.dealer),
            *exchange,
            *[Turn(Drawing, self.dealer)] * (changed > 0),
            *[Turn(Discard, self.dealer)] * DISCARD_SIZE,
            *(Turn(Declare, player) for player in self.order),
        )

    def take(self, turn: Turn) -> None:
        rest = iter(self.rest)
        if turn.kind is Take:
            drawn = {turn.player: tuple(islice(rest, DISCARD_SIZE))}
        else:
            drawn = in_packets(rest, self.order, packets_of(min(self.shape.aside)))
        grown = {player: self.in_order((*self.hands[player], *cards)) for player, cards in drawn.items()}
        self.hands, self.rest = {**self.hands, **grown}, tuple(rest)

    def discard_size(self) -> int:
        return min(self.shape.aside) if any(turn.kind is Drawing for turn in self.agenda) else DISCARD_SIZE

    def facts(self, dealt: Dealt) -> dict[str, object]:
        return {"laid_aside": {player[0]: list(self.laid(player)) for player in self.order}}


class MilloneState(TwoState):
    """A deal of Millone for two."""

    shape = MILLONE_DUE


class CentocinquantaState(TwoState):
    """A deal of Centocinquanta or Quindici."""

    shape = CENTOCINQUANTA


def deal_mattazza(game: Game, chance: Random, dealer: str) -> Dealt:
    """Returns hands of ten; the number of players is drawn too, the dealer among them."""
    fewest = max(FEWEST_PLAYERS, game.players.index(dealer) + 1)
    players = game.players[: fewest + below(chance, len(game.players) - fewest + 1)]
    place = players.index(dealer) + 1
    pack = iter(shuffled(chance, DECK))
    return Dealt(in_packets(pack, players[place:] + players[:place], packets_of(TRICKS)), tuple(pack))


class MattazzaState(BologneseState):
    """A deal of Mattazza: nothing is laid aside or declared."""

    weigh_payment = staticmethod(most_harmful)

    def opening(self) -> tuple[Turn, ...]:
        self.verify_dealt(TRICKS)
        return ()

    def options(self, player: str) -> tuple[Declaration, ...]:
        return ()

    def choose_card(self, player: str, legal: list[str]) -> str:
        return avoid_points(self.knowledge(player), legal)

    def payable(self, cards: tuple[str, ...]) -> tuple[str, ...]:
        """Nobody declares the Angelo here, and its holder may prefer to be rid of it."""
        return codes_of(bits(cards))
