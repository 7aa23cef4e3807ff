"""Mattazza played out: from three to six players, everyone alone, nothing laid aside or declared (Barilli
4.4.1)."""

from random import Random

from scoring.bolognese.cards import DECK, codes_of
from scoring.bolognese.mattazza import TRICKS
from scoring.bolognese.play.avoiding import avoid_points
from scoring.bolognese.play.dealing import deal_out, in_hand
from scoring.bolognese.play.payment import most_harmful, settle
from scoring.bolognese.play.table import Seating, play_tricks
from scoring.game import Game
from scoring.match.charges import FEWEST_PLAYERS
from scoring.play.record import PlayedDeal
from scoring.play.shuffle import below, shuffled


def play_mattazza(game: Game, seed: int, dealer: str) -> PlayedDeal:
    """A deal dealt and played out by as many players as the seed says, the dealer among them."""
    chance = Random(seed)  # noqa: S311  (play, not secrets)
    players = _around_the_table(game, chance, dealer)
    place = players.index(dealer) + 1
    order = players[place:] + players[:place]
    pack = iter(shuffled(chance, DECK))
    hands = {player: in_hand(hand) for player, hand in deal_out(pack, order, TRICKS).items()}
    tricks = play_tricks(Seating(order, hands, {}, {}), (), avoid_points)
    piles, matto = settle(tricks, {player: player[0] for player in order}, {}, most_harmful)
    return PlayedDeal(
        game=game.key,
        seed=seed,
        dealer=dealer,
        hands=hands,
        discards=(),
        declarations=(),
        tricks=tricks,
        matto=matto,
        piles={player[0]: codes_of(piles[player[0]]) for player in players},
        last_trick=tricks[-1].winner[0],
    )


def _around_the_table(game: Game, chance: Random, dealer: str) -> tuple[str, ...]:
    """Three players or more, each number as likely, and never fewer than the dealer's place asks."""
    fewest = max(FEWEST_PLAYERS, game.players.index(dealer) + 1)
    return game.players[: fewest + below(chance, len(game.players) - fewest + 1)]
