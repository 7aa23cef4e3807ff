"""The five games as the tests of play need them: who sits where, and how a deal is played."""

from scoring.game import Game
from scoring.genovese.cards import DECK
from scoring.genovese.play.deals import (
    play_chiama_re,
    play_coppie,
    play_due_morti,
    play_gatti,
    play_pizzico,
)


def _nothing(*_asked):
    raise AssertionError("only play is asked for here")


def _game(key, sides, players, play):
    return Game(
        key=f"genovese-{key}",
        name=key,
        sides=tuple(sides),
        players=tuple(players.split()),
        deck=DECK,
        figures=(),
        count=_nothing,
        check=_nothing,
        play=play,
        ended=_nothing,
        sentences=_nothing,
    )


GATTI = _game("gatti", "ABC", "A1 B1 C1", play_gatti)
COPPIE = _game("coppie", "AB", "A1 B1 A2 B2", play_coppie)
DUE_MORTI = _game("due-morti", "AB", "A1 B1 A2 B2", play_due_morti)
CHIAMA_RE = _game("chiama-re", "ABCD", "A1 B1 C1 D1", play_chiama_re)
PIZZICO = _game("pizzico", "AB", "A1 B1", play_pizzico)
ALL = (GATTI, COPPIE, DUE_MORTI, CHIAMA_RE, PIZZICO)


def deals_of(game, count):
    """So many deals, the deal passing to the right."""
    return [game.play(game, seed, game.players[seed % len(game.players)]) for seed in range(count)]
