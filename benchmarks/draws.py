"""The time of draws after five rounds, and of the pairing compared with networkx on the full graph."""

import random
import time
from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from itertools import combinations

import networkx

from benchmarks.figures import Figure, processor_and_clock_ms
from tournaments.core.draws import DrawInput, DrawnTable, Entrant, Meeting, draw, draw_larger
from tournaments.core.draws.inputs import Line, in_order, penalties
from tournaments.core.draws.matching import DrawLots, Penalties, nearest
from tournaments.core.draws.rotation import draw_rotation
from tournaments.core.lots import lots

LIMITS_MS = {200: 10.0, 1_000: 100.0, 5_000: 1_000.0}
COMPARED = 200
LEAST_RATIO = 500
DIGIT = 2**80  # more than the sum of any term


def figures() -> list[Figure]:
    """For each size a realistic evening, and one whose standings never change, the hardest to pair."""
    measured = [_times_networkx(sixth_turn(COMPARED, luck=1.0))]
    for pairs, limit in LIMITS_MS.items():
        for kind, luck in (("", 1.0), (", unchanging standings", 0.0)):
            given = sixth_turn(pairs, luck)
            took = _processor_ms(lambda given=given: draw(given))  # type: ignore[misc]
            measured.append(Figure(f"draw of {pairs:,} pairs{kind}", took, "ms", limit))
    measured.append(Figure("rotation, 100 players, 8 turns", _processor_ms(rotation), "ms", 1_000.0))
    given = fifth_turn_in_threes(24)
    took = _processor_ms(lambda: draw_larger(given))
    return [*measured, Figure("24 players at tables of three, turn 5", took, "ms", 1_000.0)]


def fifth_turn_in_threes(players: int) -> DrawInput:
    """The input of round 5 with random standings in every round. Fails if anybody meets again."""
    chance = random.Random(players)  # noqa: S311
    given = DrawInput(1, tuple(Entrant(n, n) for n in range(1, players + 1)), (), seed=players, sizes=(3,))
    for turn in range(1, 5):
        met = [Meeting(turn, *two) for table in draw_larger(given).tables for two in _couples(table.entrants)]
        ranks = chance.sample(range(1, players + 1), players)
        given = replace(
            given,
            turn=turn + 1,
            entrants=tuple(replace(one, rank=ranks[at]) for at, one in enumerate(given.entrants)),
            meetings=(*given.meetings, *met),
        )
    if draw_larger(given).rematches:
        raise AssertionError("somebody meets again at a table of three")
    return given


def _couples(entrants: Sequence[int]) -> Iterator[tuple[int, int]]:
    return combinations(sorted(entrants), 2)


def rotation(players: int = 100, turns: int = 8) -> None:
    """An individual rotation. Fails if anybody meets again."""
    given = DrawInput(1, tuple(Entrant(n, n) for n in range(players)), (), seed=players, sizes=(4,))
    for turn in range(1, turns + 1):
        drawn = draw_rotation(given)
        if any(table.partners_again or table.opponents_again for table in drawn.tables):
            raise AssertionError(f"somebody meets again in turn {turn}")
        given = replace(
            given,
            turn=turn + 1,
            partnerships=(
                *given.partnerships,
                *(Meeting(turn, *pair) for table in drawn.tables for pair in table.sides),
            ),
            meetings=(
                *given.meetings,
                *(
                    Meeting(turn, a, b)
                    for table in drawn.tables
                    for a in table.sides[0]
                    for b in table.sides[1]
                ),
            ),
        )


def _processor_ms(work: Callable[[], object]) -> float:
    """The median processor time, which leaves out other programs; a draw never waits."""
    return processor_and_clock_ms(work, times=5, warm_up=1)[0]


def sixth_turn(pairs: int, luck: float) -> DrawInput:
    """The input of round 6 without rematches; the pairs' strength is their number, blurred by luck."""
    chance = random.Random(pairs)  # noqa: S311
    points = dict.fromkeys(range(1, pairs + 1), 0.0)
    given = DrawInput(1, tuple(Entrant(n, n, rank=n) for n in points), (), seed=pairs)
    for turn in range(1, 6):
        for table in draw(given).tables:
            margin = (table.entrants[1] - table.entrants[0]) / pairs + luck * chance.gauss(0, 0.5)
            points[table.entrants[0]] += margin
            points[table.entrants[1]] -= margin
        order = sorted(points, key=lambda number: (-points[number] if luck else 0, number))
        ranks = {number: place for place, number in enumerate(order, 1)}
        given = replace(
            given,
            turn=turn + 1,
            entrants=tuple(replace(entrant, rank=ranks[entrant.id]) for entrant in given.entrants),
            meetings=(*given.meetings, *(_meeting(turn, table) for table in draw(given).tables)),
        )
    return given


def _meeting(turn: int, table: DrawnTable) -> Meeting:
    return Meeting(turn, *table.entrants)


def _times_networkx(given: DrawInput) -> Figure:
    """The time to pair; the limit is a 500th of the time that networkx takes for the same pairing on the full
    graph."""
    line = Line.from_input(given, in_order(given))
    size, kept_apart = len(line.entrants), penalties(given, line)

    def draw_lots(position: int, count: int) -> list[int]:
        return lots(count, given.seed, position)

    took = _processor_ms(lambda: nearest(size, kept_apart, draw_lots))
    graph = full_graph(size, kept_apart, draw_lots)
    start = time.process_time()
    matched = networkx.min_weight_matching(graph)
    theirs = (time.process_time() - start) * 1000
    if sorted((min(couple), max(couple)) for couple in matched) != nearest(size, kept_apart, draw_lots):
        raise AssertionError("networkx finds another pairing, although only one has the least cost")
    return Figure(
        f"pairing of {size} pairs", took, "ms", theirs / LEAST_RATIO, f"networkx: × {theirs / took:,.0f}"
    )


def full_graph(size: int, kept_apart: Penalties, draw_lots: DrawLots) -> networkx.Graph:
    """The graph of every couple with the full cost of `matching`."""
    graph = networkx.Graph()
    for i in range(size):
        by_lot = draw_lots(i, size)
        for j in range(i + 1, size):
            weight = 0
            for term in kept_apart.get((i, j), (0, 0, 0, 0)):
                weight = weight * DIGIT + term
            for term in (j - i, (j - i) ** 2, size - 1 - i if j > i + 1 else 0, by_lot[j - i - 1]):
                weight = weight * DIGIT + term
            graph.add_edge(i, j, weight=weight)
    return graph
