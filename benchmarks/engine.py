"""The engine without a database: counting, drawing, ranking."""

from collections.abc import Iterator
from random import Random

import scoring
from benchmarks.figures import Figure, median_ms
from tests.scoring.bolognese.plain_counter import plain_side
from tournaments.draws import DrawInput, Entrant, Meeting, draw
from tournaments.standings import ACCADEMIA, Ranked, Result, standings

PAIRS, TURNS, DEALS = 200, 10, 200


def figures() -> Iterator[Figure]:
    """Counting beside the plain counter of the tests, in the same run; the largest draw and classifica."""
    yield _counting()
    played = median_ms(lambda: scoring.generate_deal(62), times=50)
    yield Figure("a deal played out", played, "ms")
    yield Figure(f"a draw, {PAIRS} pairs, turn {TURNS}", median_ms(lambda: draw(_input()), times=7), "ms")
    given = _results()
    entries = [Ranked(number, number) for number in range(1, PAIRS + 1)]
    ranked = median_ms(lambda: standings(entries, given, [], ACCADEMIA, 1), times=7)
    yield Figure(f"a classifica, {PAIRS} pairs, {TURNS} turns", ranked, "ms")


def _counting() -> Figure:
    deals = [scoring.generate_deal(seed) for seed in range(DEALS)]
    ours = median_ms(lambda: [_count(deal) for deal in deals]) / DEALS
    plain = median_ms(lambda: [_plainly(deal) for deal in deals], times=3) / DEALS
    beside = f"{1000 / ours:,.0f} a second, {plain / ours:.1f}× as fast as the plain counter"
    return Figure("a deal counted, both sides", ours * 1000, "µs", beside=beside)


def _count(deal: scoring.PlayedDeal) -> object:
    return scoring.count(deal.game, deal.piles, deal.last_trick, dealer=deal.dealer_side)


def _plainly(deal: scoring.PlayedDeal) -> object:
    return [plain_side(set(pile), deal.last_trick == side) for side, pile in deal.piles.items()]


def _tables(turn: int) -> list[tuple[int, int]]:
    """The round robin's tables of that turn: nobody meets anybody twice."""
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
        Result(turn, table, (first,), (second,), chance.randrange(200, 900), chance.randrange(200, 900))
        for turn in range(1, TURNS + 1)
        for table, (first, second) in enumerate(_tables(turn), start=1)
    ]
