"""Deals of scopone in progress: possible takes, scope, and simulated players (FIGS, art. 4 to 12).

The players take the most valuable cards and try to leave nothing that an opponent can sweep. They know only
their hand, the table and the cards played.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from random import Random
from typing import Final

from scoring.actions import Action, Fuori, Play
from scoring.deal_state import DealState, Dealt, Public, Stakes
from scoring.errors import ScoringError
from scoring.game import Game
from scoring.results import Outcome
from scoring.scopone.counting import DECK, PLAYS, PRIMIERA, SETTEBELLO, VALUES, in_deck_order, parse
from scoring.scopone.fuori import Fuori as FuoriClaim
from scoring.scopone.fuori import say_fuori
from scoring.trick_play import MattoPayment, in_packets, shuffled
from scoring.wording.names import SCOPONE

#: FIGS, art. 6: the deal is repeated if the table has this many re, or a sum of at most this.
TOO_MANY_KINGS: Final = 3
LOWEST_TABLE: Final = 10


def takes(card: str, table: Sequence[str]) -> list[tuple[str, ...]]:
    """Returns every set that the card can take, in the deck's order: an equal card before a sum (art. 9)."""
    value = VALUES[card]
    equal: list[tuple[str, ...]] = [(other,) for other in in_deck_order(table) if VALUES[other] == value]
    return equal or _sums(value, in_deck_order(table))


def _sums(value: int, table: tuple[str, ...]) -> list[tuple[str, ...]]:
    """Returns the sets of two or more cards that add up to the value."""
    captures: list[tuple[str, ...]] = []
    for place, card in enumerate(table):
        rest = value - VALUES[card]
        later = table[place + 1 :]
        captures += [(card, other) for other in later if VALUES[other] == rest]
        if rest > 0:
            captures += [(card, *more) for more in _sums(rest, later)]
    return captures


def legal_takes(card: str, table: Sequence[str]) -> list[tuple[str, ...]]:
    """Returns the card's takes, or an empty take where there is none (art. 11)."""
    return takes(card, table) or [()]


def takes_of_hand(hand: Sequence[str], table: Sequence[str]) -> dict[str, tuple[tuple[str, ...], ...]]:
    """Returns for each card of a hand its takes, see ``legal_takes``; ScoringError ``unknown-card`` or
    ``card-twice``."""
    parse([*hand, *table])
    return {card: tuple(legal_takes(card, table)) for card in hand}


def verify_play(hand: Sequence[str], table: Sequence[str], card: str, taken: Sequence[str]) -> None:
    """Refuses a play: ScoringError ``card-not-held``, ``must-take``, ``must-take-equal``, ``cannot-take``."""
    if card not in hand:
        raise ScoringError("card-not-held", card=card, deck=SCOPONE)
    allowed = legal_takes(card, table)
    if sorted(taken) in map(sorted, allowed):
        return
    if not taken:
        raise ScoringError("must-take", card=card, deck=SCOPONE)
    if len(taken) > 1 and len(allowed[0]) == 1:
        raise ScoringError("must-take-equal", card=card, deck=SCOPONE)
    raise ScoringError("cannot-take", card=card, cards=tuple(taken), deck=SCOPONE)


def is_scopa(table: Sequence[str], taken: Sequence[str], *, is_last_play: bool) -> bool:
    """Whether these cards make a scopa: all of the table, not with the cartaro's last card (art. 10)."""
    return bool(taken) and len(taken) == len(table) and not is_last_play


def is_dealt_again(table: Sequence[str]) -> bool:
    """Whether the four cards on the table make the cartaro deal again (art. 6)."""
    kings = sum(1 for card in table if card[0] == "R")
    return kings >= TOO_MANY_KINGS or sum(VALUES[card] for card in table) <= LOWEST_TABLE


#: The worth of what a play gains, where a scopa, a whole point, is 60.
SCOPA: Final = 60
SETTEBELLO_WORTH: Final = 40
DENARI_WORTH: Final = 8
CARD_WORTH: Final = 3
#: A seven is half a primiera.
PRIMIERA_WORTH: Final = {"7": 14, "6": 6, "1": 4}
#: Cost for each unseen card that would sweep the table.
DANGER: Final = 14


@dataclass(frozen=True, slots=True)
class View:
    """The cards that a player knows at their turn."""

    hand: tuple[str, ...]
    table: tuple[str, ...]
    gone: frozenset[str]
    is_last_play: bool


def choose_play(player: str, view: View) -> Play:
    """Returns the play that is worth most; the first in the order of the deck among equals."""
    plays = [
        Play(player, card, taken)
        for card in sorted(view.hand, key=DECK.index)
        for taken in legal_takes(card, view.table)
    ]
    return max(plays, key=lambda play: _worth(view, play))


def _worth(view: View, play: Play) -> int:
    left = _left(view.table, play)
    if not play.taken:
        return -card_worth(play.card) - _danger(view, left)
    gain = card_worth(play.card) + sum(map(card_worth, play.taken))
    if not left and not view.is_last_play:
        gain += SCOPA
    return gain - _danger(view, left)


def card_worth(card: str) -> int:
    """Returns the worth of taking a card, for the points of cards, denari, settebello and primiera."""
    return (
        CARD_WORTH
        + (DENARI_WORTH if card[1] == "d" else 0)
        + (SETTEBELLO_WORTH if card == SETTEBELLO else 0)
        + PRIMIERA_WORTH.get(card[0], PRIMIERA[card[0]] // 10)
    )


def _left(table: Sequence[str], play: Play) -> list[str]:
    if not play.taken:
        return [*table, play.card]
    return [card for card in table if card not in play.taken]


def _danger(view: View, left: Sequence[str]) -> int:
    """Returns the cost of the unseen cards that would sweep what is left on the table."""
    total = sum(VALUES[card] for card in left)
    if not left or total > LOWEST_TABLE:
        return 0
    seen = view.gone | frozenset(view.hand) | frozenset(view.table)
    return DANGER * sum(1 for card in DECK if VALUES[card] == total and card not in seen)


#: FIGS, art. 4: three cards to each, two on the table, three to each, two on the table, three to each. The
#: places in the pack of the first of the two cards.
PACKETS: Final = (3, 3, 3)
ON_TABLE: Final = (12, 26)


def deal_scopone(game: Game, chance: Random, dealer: str) -> Dealt:
    """Returns four hands and the table; the cartaro deals again while art. 6 requires it."""
    order = game.in_play_order(dealer)
    while True:
        pack = shuffled(chance, DECK)
        table = tuple(card for place in ON_TABLE for card in pack[place : place + 2])
        hands = in_packets((card for card in pack if card not in table), order, PACKETS)
        if not is_dealt_again(table):
            return Dealt(hands, table)


class ScoponeState(DealState):
    """A deal of scopone in progress."""

    def __init__(
        self, game: Game, dealt: Dealt, dealer: str, rules: str | None, stakes: Stakes | None
    ) -> None:
        self.game = game
        super().__init__(game.key, DECK, dealt, dealer, rules, stakes)
        self.verify_dealt(sum(PACKETS))
        if is_dealt_again(dealt.rest):
            raise ScoringError("dealt-again", cards=dealt.rest, deck=SCOPONE)
        self.table, self.rest = dealt.rest, ()
        #: The cards each side has taken, its scope, and the side that took last.
        self.taken: Mapping[str, tuple[str, ...]] = dict.fromkeys(game.sides, ())
        self.scope = dict.fromkeys((player[0] for player in self.order), 0)
        self.last_taker = self.order[0][0]
        self.moves: tuple[tuple[Play, bool], ...] = ()

    @property
    def to_move(self) -> str | None:
        if self.called_out is not None or len(self.moves) == PLAYS:
            return None
        return self.order[len(self.moves) % len(self.order)]

    @property
    def is_last_play(self) -> bool:
        """Whether the cartaro's last card is due."""
        return len(self.moves) == PLAYS - 1

    def legal(self) -> tuple[Action, ...]:
        player = self.to_move
        if player is None:
            return ()
        takes_of = takes_of_hand(self.hands[player], self.table)
        plays = [Play(player, card, taken) for card, ways in takes_of.items() for taken in ways]
        return (*plays, *[Fuori(player)] * self.may_call_out(player))

    def verify(self, action: Action) -> None:
        self.require_turn(action.player)
        if isinstance(action, Play) and action.sign is None:
            verify_play(self.hands[action.player], self.table, action.card, action.taken)
        elif isinstance(action, Fuori):
            self.said_fuori(action.player)
        else:
            raise ScoringError("action-not-now", player=action.player)

    def apply(self, action: Action) -> None:
        if isinstance(action, Fuori):
            self.called_out = self.said_fuori(action.player)
        if not isinstance(action, Play):
            return
        side = action.player[0]
        swept = is_scopa(self.table, action.taken, is_last_play=self.is_last_play)
        hand = tuple(card for card in self.hands[action.player] if card != action.card)
        self.hands = {**self.hands, action.player: hand}
        if action.taken:
            self.taken = {**self.taken, side: (*self.taken[side], action.card, *action.taken)}
            self.table = tuple(card for card in self.table if card not in action.taken)
            self.last_taker = side
        else:
            self.table = (*self.table, action.card)
        self.scope = {**self.scope, side: self.scope[side] + swept}
        self.moves = (*self.moves, (action, swept))
        if len(self.moves) == PLAYS:
            # The cards left go to the side that took last (art. 9).
            last = self.last_taker
            self.taken = {**self.taken, last: self.taken[last] + self.table}
            self.table = ()

    def choose(self) -> Action:
        player = self.to_move
        if player is None:
            raise ScoringError("deal-over", player="")
        if self.may_call_out(player) and self.said_fuori(player).winner == player[0]:
            return Fuori(player)
        return choose_play(player, View(self.hands[player], self.table, self.gone(), self.is_last_play))

    def public(self) -> Public:
        return Public(rest=0, scope=dict(self.scope))

    def partners(self, player: str) -> frozenset[str]:
        return frozenset(self.game.players_of(player[0])) - {player}

    def gone(self) -> frozenset[str]:
        return frozenset(card for pile in self.taken.values() for card in pile)

    def won(self) -> Mapping[str, tuple[str, ...]]:
        return {side: in_deck_order(self.taken[side]) for side in self.game.sides}

    def settled(self) -> tuple[Mapping[str, tuple[str, ...]], MattoPayment | None]:
        return self.won(), None

    def first_hands(self, dealt: Dealt) -> dict[str, tuple[str, ...]]:
        return dict(dealt.hands)

    def facts(self, dealt: Dealt) -> dict[str, object]:
        plays = [
            {"player": play.player, "card": play.card, "took": list(play.taken), "scopa": swept}
            for play, swept in self.moves
        ]
        return {"table": list(dealt.rest), "plays": plays, "scope": dict(self.scope)}

    def said_fuori(self, player: str) -> Outcome:
        stakes = self.require_stakes(player)
        claim = FuoriClaim(
            side=player[0],
            totals=stakes.totals,
            taken=self.taken,
            scope=self.scope,
            at_last_play=self.is_last_play,
            target=stakes.target,
        )
        return say_fuori(self.game, claim)[0]
