"""The cheapest tables of three and more, or the proof that there are none cheaper than those known.

Every table that could be part of a cheaper grouping is listed. Everyone in the line has a price, moved up
while no table wants them and down while several do (Lagrange's multipliers, by subgradient: Held, Wolfe and
Crowder, *Validation of subgradient optimization*, 1974): what tables cost beyond the prices of those who sit
there bounds every grouping from below. Tables too dear by that bound are left out, the others are searched
from the top of the line. All in whole numbers, so that every machine finds the same.
"""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from itertools import islice
from typing import Self

Table = tuple[int, ...]
Beside = Callable[[int, Sequence[int]], int]

MOST_LISTED = 40_000
MOST_TABLES = 6_000  # of more than so many only the cheapest are looked at, and nothing is proven
MOST_LOOKS = 300_000  # tables looked at by the search: some tenths of a second
MOST_PRICED = 150_000  # how often a table is priced, all rounds together
ROUNDS = 120
SCALE = 256  # of prices, in parts of a place


@dataclass(frozen=True, slots=True)
class Found:
    """Cheaper tables, or None; ``is_proven`` when none are cheaper than these, or than those known before."""

    tables: list[list[int]] | None
    is_proven: bool


def cheaper(sizes: Sequence[int], beside: Beside, least_of: Callable[[int], int], known: int) -> Found:
    """The cheapest tables of these sizes that cost less than ``known``.

    ``beside`` is what sitting with others costs one, ``least_of`` what no table of a size can go below.
    """
    listed = list(islice(_worth_a_look(sizes, beside, least_of, known), MOST_LISTED + 1))
    if len(listed) > MOST_LISTED:
        return Found(None, is_proven=False)
    are_all = len(listed) <= MOST_TABLES
    tables = [_Priced(cost, players) for cost, players in sorted(listed)[:MOST_TABLES]]
    counts = {size: list(sizes).count(size) for size in sorted(set(sizes))}
    prices = _Prices(sum(sizes), counts, tables, known * SCALE)
    if not prices.settle():
        return Found(None, is_proven=are_all)
    found = _Search.of(prices).found()
    return Found(found.tables, is_proven=found.is_proven and are_all)


def _worth_a_look(
    sizes: Sequence[int], beside: Beside, least_of: Callable[[int], int], known: int
) -> Iterator[tuple[int, Table]]:
    """The tables with which, all others as near as can be, a grouping would still be cheaper."""
    least = sum(map(least_of, sizes))
    for size in sorted(set(sizes)):
        most = known - least + least_of(size)
        yield from _companies(sum(sizes), size, beside, most)


def _companies(players: int, size: int, beside: Beside, below: int) -> Iterator[tuple[int, Table]]:
    """Every so many of the line who cost less than that together, with what they cost."""
    growing: list[tuple[int, Table]] = [(0, (first,)) for first in reversed(range(players))]
    while growing:
        cost, sitting = growing.pop()
        if len(sitting) == size:
            yield cost, sitting
            continue
        for one in reversed(range(sitting[-1] + 1, players)):
            dearer = cost + beside(one, sitting)
            if dearer < below:
                growing.append((dearer, (*sitting, one)))


@dataclass(slots=True)
class _Priced:
    """A table; ``beyond`` is what it costs more than the prices of its players, scaled."""

    cost: int
    players: Table
    beyond: int = 0

    @property
    def bits(self) -> int:
        return sum(1 << player for player in self.players)


@dataclass(slots=True)
class _Prices:
    """The prices of all in the line, and the tables still worth a look; ``known`` is scaled."""

    players: int
    counts: dict[int, int]
    tables: list[_Priced]
    known: int
    prices: list[int] = field(init=False)

    def settle(self) -> bool:
        """Prices that leave few tables; False when they prove that no grouping is cheaper than known."""
        self.prices = [self.known // self.players] * self.players
        best, best_prices, step, since, priced = -1, list(self.prices), 128, 0, 0
        for _round in range(ROUNDS):
            if not self._is_possible():
                return False
            priced += len(self.tables)
            if priced > MOST_PRICED:
                break
            chosen = self._chosen()
            bound = sum(self.prices) + sum(table.beyond for table in chosen)
            if bound >= self.known:
                return False
            if bound > best:
                best, best_prices, since = bound, list(self.prices), 0
                self._leave_out(bound, chosen)
            else:
                since += 1
                if since == 6:
                    step, since, self.prices = max(1, step // 2), 0, list(best_prices)
                    chosen = self._chosen()
            if not self._move(chosen, bound, step):
                break
        self.prices = best_prices
        self._price()
        return self._is_possible()

    def _is_possible(self) -> bool:
        sizes = [len(table.players) for table in self.tables]
        return all(sizes.count(size) >= count for size, count in self.counts.items())

    def _price(self) -> None:
        prices = self.prices
        for table in self.tables:
            table.beyond = table.cost * SCALE - sum([prices[player] for player in table.players])

    def _chosen(self) -> list[_Priced]:
        """As many of each size as there are to be, the least beyond prices, whoever sits at two of them."""
        self._price()
        ordered = sorted(self.tables, key=lambda table: (table.beyond, table.players))
        return [
            table
            for size, count in self.counts.items()
            for table in [each for each in ordered if len(each.players) == size][:count]
        ]

    def _leave_out(self, bound: int, chosen: Sequence[_Priced]) -> None:
        """Drops the tables that no cheaper grouping can have: one in the place of the dearest chosen."""
        dearest = {size: max(t.beyond for t in chosen if len(t.players) == size) for size in self.counts}
        self.tables = [
            table
            for table in self.tables
            if bound + max(0, table.beyond - dearest[len(table.players)]) < self.known
        ]

    def _move(self, chosen: Sequence[_Priced], bound: int, step: int) -> bool:
        """Prices up for those chosen never, down for those chosen twice; False when all are chosen once."""
        wanted = [1] * self.players
        for table in chosen:
            for player in table.players:
                wanted[player] -= 1
        norm = sum(each * each for each in wanted)
        if not norm:
            return False
        far = max(1, (self.known - bound) * step // (64 * norm))
        self.prices = [price + each * far for price, each in zip(self.prices, wanted, strict=True)]
        return True


@dataclass(slots=True)
class _Search:
    """All groupings of the tables left that could be cheaper, the top of the line seated first.

    ``first`` are the tables by their best player, the least beyond prices first, with their bits.
    """

    first: list[list[tuple[_Priced, int]]]
    least: dict[int, int]
    known: int
    counts: dict[int, int]
    tables: list[Table] | None = None
    looks: int = 0

    @classmethod
    def of(cls, prices: _Prices) -> Self:
        first: list[list[tuple[_Priced, int]]] = [[] for _player in range(prices.players)]
        for table in sorted(prices.tables, key=lambda table: (table.beyond, table.players)):
            first[table.players[0]].append((table, table.bits))
        least = {
            size: min(table.beyond for table in prices.tables if len(table.players) == size)
            for size in prices.counts
        }
        return cls(first, least, prices.known - sum(prices.prices), dict(prices.counts))

    def found(self) -> Found:
        to_come = sum(self.least[size] * count for size, count in self.counts.items())
        self._seat(0, 0, to_come, [])
        tables = None if self.tables is None else [list(table) for table in self.tables]
        return Found(tables, is_proven=self.looks <= MOST_LOOKS)

    def _seat(self, at: int, seated: int, beyond: int, done: list[Table]) -> None:
        """Seats the best one left; ``beyond`` is what all cost, those to come at the least."""
        while seated >> at & 1:
            at += 1
        if at == len(self.first):
            self.known, self.tables = beyond, list(done)
            return
        for table, bits in self.first[at]:
            self.looks += 1
            if self.looks > MOST_LOOKS:
                return
            size = len(table.players)
            dearer = beyond + table.beyond - self.least[size]
            if bits & seated or not self.counts[size] or dearer >= self.known:
                continue
            self.counts[size] -= 1
            done.append(table.players)
            self._seat(at + 1, seated | bits, dearer, done)
            done.pop()
            self.counts[size] += 1
