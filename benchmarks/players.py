"""How much better one level of players is than another, when both sides play the same hands."""

from collections.abc import Callable, Iterator
from functools import partial
from math import sqrt
from statistics import mean, stdev
from typing import Final

import scoring
from benchmarks.figures import Figure
from scoring.players import SAMPLES

GAME: Final = "quattro-scartate"
#: Deals by default: a run of seconds. `python -m benchmarks.players 2000 scopone 4` plays more, of any game,
#: with so many hands drawn by level 3; scoring/README.md has the figures.
DEALS_OF_RANDOM, DEALS_OF_SAMPLING = 100, 12
#: A margin whose confidence interval of 95 % excludes nought is worth so many standard errors.
CONFIDENT: Final = 1.96

Make = Callable[[int], scoring.Player]


def figures() -> Iterator[Figure]:
    """Level 2 over 1, and 3 over 2, in points a deal."""
    yield _margin("level 2 over 1, a deal", margins(_sensible, scoring.RandomPlayer, DEALS_OF_RANDOM))
    yield _margin("level 3 over 2, a deal", margins(_sampling, _sensible, DEALS_OF_SAMPLING))


def margins(ours: Make, theirs: Make, deals: int, game: str = GAME, first: int = 0) -> list[float]:
    """Returns, for each deal, the mean of our points less theirs when one side of ours sits in every place.

    Theirs are the mean of the other sides. At Mattazza, where the fewest points win, it is the reverse.
    """
    played = scoring.GAMES[game]
    sign = -1 if played.fewest_win else 1
    found = []
    for seed in range(first, first + deals):
        dealer = played.players[seed % len(played.players)]
        table = scoring.Table(game, seed=seed, dealer=dealer)
        sides = sorted({player[0] for player in table.players})
        found.append(sign * mean(_won(table, side, ours(seed), theirs(seed)) for side in sides))
    return found


def _won(table: scoring.Table, side: str, ours: scoring.Player, theirs: scoring.Player) -> float:
    while table.to_move is not None:
        player = ours if table.to_move[0] == side else theirs
        table = table.apply(player.choose(table.view(table.to_move)))
    counted = table.result()
    return counted.points(side) - mean(counted.points(each) for each in counted.sides if each != side)


def error_of(found: list[float]) -> float:
    """Returns the standard error of the mean."""
    return stdev(found) / sqrt(len(found))


def _sensible(_seed: int) -> scoring.Player:
    return scoring.SensiblePlayer()


def _sampling(seed: int, samples: int = SAMPLES) -> scoring.Player:
    return scoring.SamplingPlayer(samples, seed)


def _margin(name: str, found: list[float]) -> Figure:
    half = CONFIDENT * error_of(found)
    return Figure(name, mean(found), "points", beside=f"± {half:.0f} over {len(found)} deals, 95 %")


if __name__ == "__main__":
    import sys

    asked = dict(zip(("deals", "game", "samples"), sys.argv[1:], strict=False))
    sampling = partial(_sampling, samples=int(asked.get("samples", SAMPLES)))
    for level, pair in {
        "2 over 1": (_sensible, scoring.RandomPlayer),
        "3 over 2": (sampling, _sensible),
    }.items():
        found = margins(*pair, int(asked["deals"]), asked.get("game", GAME))
        sys.stdout.write(f"level {level}: {mean(found):.2f} ± {CONFIDENT * error_of(found):.2f}\n")
