"""Computations without a database: counting, drawing, ranking."""

from collections.abc import Iterator
from random import Random

from benchmarks import check, counting, players
from benchmarks.figures import Figure, median_ms
from tournaments.core.draws import DrawInput, Entrant, Meeting, draw
from tournaments.core.standings import Ranked, Result, Rules, standings

PAIRS, TURNS = 200, 10


def figures() -> Iterator[Figure]:
    """Counting and checking deals; the largest draw and standings."""
    yield from counting.figures()
    yield from check.figures()
    yield from players.figures()
    yield Figure(f"a draw, {PAIRS} pairs, turn {TURNS}", median_ms(lambda: draw(_input()), times=7), "ms")
    given = _results()
    entries = [Ranked(number, number) for number in range(1, PAIRS + 1)]
    ranked = median_ms(lambda: standings(entries, given, [], Rules(), 1), times=7)
    yield Figure(f"a classifica, {PAIRS} pairs, {TURNS} turns", ranked, "ms")


def _tables(turn: int) -> list[tuple[int, int]]:
    """The round robin's tables of that round: nobody meets anybody twice."""
    circle = [1, *((place + turn) % (PAIRS - 1) + 2 for place in range(PAIRS - 1))]
    half = PAIRS // 2
    return list(zip(circle[:half], reversed(circle[half:]), strict=True))


def _input() -> DrawInput:
    past = [(turn, first, second) for turn in range(1, TURNS) for first, second in _tables(turn)]
    entrants = tuple(Entrant(number, number, rank=number) for number in range(1, PAIRS + 1))
    return DrawInput(TURNS, entrants, tuple(Meeting(*met) for met in past), seed=1)


def _results() -> list[Result]:
    chance = Random(1)  # noqa: S311
    return [
        Result(turn, table, ((first,), (second,)), (chance.randrange(200, 900), chance.randrange(200, 900)))
        for turn in range(1, TURNS + 1)
        for table, (first, second) in enumerate(_tables(turn), start=1)
    ]
