"""Plays deals of scopone: possible takes, scope, and simulated players who obey every rule (FIGS, art. 4
to 12).

The players take the most valuable cards and try to leave nothing that an opponent can sweep. They know only
their hand, the table and the cards played.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from random import Random
from typing import Final

from scoring.errors import ScoringError
from scoring.game import Game
from scoring.scopone.points import DECK, PLAYS, PRIMIERA, SETTEBELLO, VALUES, in_deck_order, parse
from scoring.trick_play import PlayedDeal, shuffled
from scoring.wording.names import SCOPONE

#: FIGS, art. 6: the deal is repeated if the table has this many re, or a sum of at most this.
TOO_MANY_KINGS: Final = 3
LOWEST_TABLE: Final = 10


def takes(card: str, table: Sequence[str]) -> list[tuple[str, ...]]:
    """Returns every set of cards that the card can take, in the deck's order; empty if it must stay on the
    table.

    A card of equal value must be taken before a sum; among several, the player chooses (art. 9).
    """
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
    """Returns for each card of a hand its takes; see ``legal_takes``. Any card may be played.

    Raises ScoringError ``unknown-card`` or ``card-twice``.
    """
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
    """Whether a play that takes these cards is a scopa: it clears the table and is not the cartaro's last
    card (art. 10)."""
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


@dataclass(frozen=True, slots=True)
class Play:
    """A card, and the cards it takes; none when it stays on the table."""

    card: str
    taken: tuple[str, ...]


def choose_play(view: View) -> Play:
    """Returns the play that is worth most; the first in the order of the deck among equals."""
    plays = [
        Play(card, taken)
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
    """Returns the cost of the unseen cards that would sweep the table: those equal to the sum of the cards
    left there."""
    total = sum(VALUES[card] for card in left)
    if not left or total > LOWEST_TABLE:
        return 0
    seen = view.gone | frozenset(view.hand) | frozenset(view.table)
    return DANGER * sum(1 for card in DECK if VALUES[card] == total and card not in seen)


#: FIGS, art. 4: three cards to each, two on the table, three to each, two on the table, three to each.
PACKET: Final = 3
ON_TABLE: Final = 2
ROUNDS: Final = 3


class _Deal:
    """A deal in progress."""

    def __init__(self, order: tuple[str, ...], hands: dict[str, list[str]], table: list[str]) -> None:
        self.order = order
        self.held = {player: list(hand) for player, hand in hands.items()}
        self.table = list(table)
        self.piles: dict[str, list[str]] = {player[0]: [] for player in order}
        self.scope = dict.fromkeys(self.piles, 0)
        self.last_taker = order[0][0]
        self.plays: list[dict[str, object]] = []

    def play_out(self) -> None:
        """Plays every card; the cards left on the table go to the side that took last (art. 9)."""
        for turn in range(PLAYS):
            player = self.order[turn % len(self.order)]
            self._play(player, choose_play(self._view(player, turn)), is_last_play=turn == PLAYS - 1)
        self.piles[self.last_taker] += self.table

    def _view(self, player: str, turn: int) -> View:
        gone = frozenset(card for pile in self.piles.values() for card in pile)
        return View(tuple(self.held[player]), tuple(self.table), gone, turn == PLAYS - 1)

    def _play(self, player: str, play: Play, *, is_last_play: bool) -> None:
        side = player[0]
        swept = is_scopa(self.table, play.taken, is_last_play=is_last_play)
        self.held[player].remove(play.card)
        if play.taken:
            self.piles[side] += [play.card, *play.taken]
            self.table = [card for card in self.table if card not in play.taken]
            self.last_taker = side
        else:
            self.table.append(play.card)
        self.scope[side] += swept
        self.plays.append({"player": player, "card": play.card, "took": list(play.taken), "scopa": swept})


def play_scopone(game: Game, seed: int, dealer: str) -> PlayedDeal:
    """Returns a deal; the cartaro deals again from the same seed while art. 6 requires it."""
    chance = Random(seed)  # noqa: S311  (play, not secrets)
    order = game.in_play_order(dealer)
    while True:
        hands, table = _dealt(shuffled(chance, DECK), order)
        if not is_dealt_again(table):
            break
    deal = _Deal(order, hands, table)
    deal.play_out()
    return PlayedDeal(
        game=game.key,
        seed=seed,
        dealer=dealer,
        hands={player: in_deck_order(hand) for player, hand in hands.items()},
        discards=(),
        declarations=(),
        tricks=(),
        piles={side: in_deck_order(deal.piles[side]) for side in game.sides},
        last_trick=None,
        facts={"table": table, "plays": deal.plays, "scope": deal.scope},
    )


def _dealt(pack: list[str], order: tuple[str, ...]) -> tuple[dict[str, list[str]], list[str]]:
    hands: dict[str, list[str]] = {player: [] for player in order}
    table: list[str] = []
    cards = iter(pack)
    for round_ in range(ROUNDS):
        for player in order:
            hands[player] += [next(cards) for _ in range(PACKET)]
        if round_ < ROUNDS - 1:
            table += [next(cards) for _ in range(ON_TABLE)]
    return hands, table
