"""Cuts a line into tables of three and more, each of entrants near each other, by local improvement.

The cost of a grouping is summed over all couples who sit together: first each penalty, in the order they are
given, then the distances in the line. Unlike pairing, this problem is hard (to cut a graph into triangles is
NP-complete: Garey and Johnson, *Computers and Intractability*, 1979, GT11), so the result is not proven
optimal:

1. the line is cut into tables of neighbours, called straight (all others are crooked); then two tables trade
   a player each, as long as that makes the draw cheaper;
2. while the cost is above the lower bound `_least`, some players change places by lot, and the trades of
   step 1 follow, at most `KICKS` times. With more than `KICKED` players this ends as soon as the penalties
   are no more than in the bound.

Up to some twenty players this nearly always finds an optimal grouping.
"""

from collections import deque
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import combinations, islice
from typing import Self

from tournaments.core.draws.inputs import Couple

Table = list[int]

KICKS = 60
EXCHANGES = 2  # in each kick; after a single one the trades often lead back to the same tables
KICKED = 60
REACH = 40  # places up and down the line in which a trade is looked for


def nearest_groups(
    sizes: Sequence[int],
    penalties: Mapping[Couple, tuple[int, ...]],
    lots: Sequence[int],
    exchanges: int = EXCHANGES,
) -> list[Table]:
    """The cheapest tables found for the positions 0 … sum(sizes) - 1, each in the order of the line.

    Penalties are on couples (lower position, higher position), all of the same length, none negative;
    ``lots`` holds two numbers for each of the ``exchanges`` of each of the `KICKS`. Deterministic.
    """
    costs = Costs.from_penalties(sizes, penalties)
    tables = _traded(_straight_cut(sizes), costs)
    groups = _kicked(tables, costs, _least(sizes, costs), _pairs(lots), exchanges)
    return sorted(sorted(table) for table in groups)


@dataclass(frozen=True, slots=True)
class Costs:
    """The cost of each couple at one table: an integer whose digits are the penalties, then the distance.

    ``unit``, the weight of the last penalty, is more than all distances of a grouping together.
    """

    players: int
    unit: int
    penalties: Mapping[Couple, int]

    @classmethod
    def from_penalties(cls, sizes: Sequence[int], penalties: Mapping[Couple, tuple[int, ...]]) -> Self:
        players, couples = sum(sizes), sum(size * (size - 1) // 2 for size in sizes)
        unit = couples * players + 1
        radices = [couples * max(column) + 1 for column in zip(*penalties.values(), strict=True)]
        numbers = {}
        for couple, terms in penalties.items():
            number = 0
            for term, radix in zip(terms, radices, strict=True):
                number = number * radix + term
            numbers[couple] = number * unit
        return cls(players, unit, numbers)

    def couple(self, one: int, other: int) -> int:
        if one > other:
            one, other = other, one
        return self.penalties.get((one, other), 0) + other - one

    def beside(self, player: int, others: Sequence[int]) -> int:
        return sum(self.couple(player, other) for other in others)

    def among(self, players: Sequence[int]) -> int:
        return sum(self.couple(one, other) for one, other in combinations(players, 2))

    def whole(self, tables: Sequence[Table]) -> int:
        return sum(self.among(table) for table in tables)


def straight(size: int) -> int:
    """The sum of the distances at a table of neighbours, the least for a table of that size."""
    return (size**3 - size) // 6


def _least(sizes: Sequence[int], costs: Costs) -> int:
    """A lower bound on the cost: every table straight, and each player with the fewest penalised mates.

    A player with f unpenalised others sits with at least s - 1 - f penalised ones, s being the smallest
    table; each such couple is counted from both ends.
    """
    burden = [0] * costs.players
    for couple in costs.penalties:
        for position in couple:
            burden[position] += 1
    others = costs.players - 1
    forced = sum(max(0, min(sizes) - 1 - (others - penalised)) for penalised in burden)
    cheapest = min(costs.penalties.values(), default=0)
    return (forced + 1) // 2 * cheapest + sum(straight(size) for size in sizes)


def _straight_cut(sizes: Sequence[int]) -> list[Table]:
    starts = [sum(sizes[:at]) for at in range(len(sizes))]
    return [list(range(start, start + size)) for start, size in zip(starts, sizes, strict=True)]


def _traded(tables: list[Table], costs: Costs, among: Sequence[int] | None = None) -> list[Table]:
    """The tables after every trade that made them cheaper, starting at ``among``, or at all crooked ones."""
    where = {player: at for at, table in enumerate(tables) for player in table}
    crooked = [at for at, table in enumerate(tables) if costs.among(table) > straight(len(table))]
    waiting = deque(crooked if among is None else among)
    while waiting:
        at = waiting.popleft()
        gain, one, other = min(_trades(at, tables, where, costs), default=(0, 0, 0))
        if gain < 0:
            other_table = where[other]
            _exchange(tables, where, one, other)
            waiting += [at, other_table]
    return tables


def _trades(
    at: int, tables: list[Table], where: Mapping[int, int], costs: Costs
) -> list[tuple[int, int, int]]:
    """Each trade of a player of the table for one near in the line: (added cost, player, other player)."""
    trades = []
    for one in tables[at]:
        mates = [mate for mate in tables[at] if mate != one]
        before = costs.beside(one, mates)
        for other in range(max(0, one - REACH), min(costs.players, one + REACH + 1)):
            if where[other] != at:
                theirs = [mate for mate in tables[where[other]] if mate != other]
                after = costs.beside(one, theirs) + costs.beside(other, mates)
                trades.append((after - before - costs.beside(other, theirs), one, other))
    return trades


def _exchange(tables: list[Table], where: dict[int, int], one: int, other: int) -> None:
    here, there = where[one], where[other]
    tables[here][tables[here].index(one)] = other
    tables[there][tables[there].index(other)] = one
    where[one], where[other] = there, here


def _kicked(
    tables: list[Table], costs: Costs, least: int, lots: Iterator[tuple[int, int]], exchanges: int
) -> list[Table]:
    """The cheapest tables after some exchanges by lot, each followed by all trades that lower the cost."""
    cost = costs.whole(tables)
    enough = least if costs.players <= KICKED else least // costs.unit * costs.unit + costs.unit - 1
    for _kick in range(KICKS):
        crooked = [at for at, table in enumerate(tables) if costs.among(table) > straight(len(table))]
        if cost <= enough or len(tables) == 1 or not crooked:
            break
        tried = [list(table) for table in tables]
        touched = _shaken(tried, crooked, costs.players, islice(lots, exchanges))
        new_cost = costs.whole(_traded(tried, costs, touched))
        if new_cost <= cost:
            tables, cost = tried, new_cost
    return tables


def _shaken(
    tables: list[Table], crooked: Sequence[int], players: int, lots: Iterable[tuple[int, int]]
) -> list[int]:
    """Exchanges a player of a crooked table with any other, once for each two lots; returns the changed
    tables."""
    where = {player: at for at, table in enumerate(tables) for player in table}
    touched = []
    for first, second in lots:
        leaving = [player for at in crooked for player in tables[at]]
        one = leaving[first % len(leaving)]
        others = [player for player in range(players) if where[player] != where[one]]
        other = others[second % len(others)]
        touched += [where[one], where[other]]
        _exchange(tables, where, one, other)
    return touched


def _pairs(lots: Sequence[int]) -> Iterator[tuple[int, int]]:
    return zip(lots[::2], lots[1::2], strict=True)
