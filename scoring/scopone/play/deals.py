"""A smazzata of scopone dealt and played out from a seed (FIGS, art. 4 to 10)."""

from random import Random
from typing import Final

from scoring.game import Game
from scoring.play.record import PlayedDeal
from scoring.play.shuffle import shuffled
from scoring.scopone.cards import DECK, in_deck_order
from scoring.scopone.play.players import Play, View, choose_play
from scoring.scopone.play.rules import is_dealt_again, is_scopa
from scoring.scopone.points import PLAYS

#: FIGS, art. 4: three cards to each, two on the table, three to each, two on the table, three to each.
PACKET: Final = 3
ON_TABLE: Final = 2
ROUNDS: Final = 3


class _Deal:
    """A smazzata in course."""

    def __init__(self, order: tuple[str, ...], hands: dict[str, list[str]], table: list[str]) -> None:
        self.order = order
        self.held = {player: list(hand) for player, hand in hands.items()}
        self.table = list(table)
        self.piles: dict[str, list[str]] = {player[0]: [] for player in order}
        self.scope = dict.fromkeys(self.piles, 0)
        self.last_taker = order[0][0]
        self.plays: list[dict[str, object]] = []

    def play_out(self) -> None:
        """Every card, then what is left on the table to who took last (art. 9)."""
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
    """A smazzata; the cartaro deals again from the same seed while art. 6 wants it."""
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
