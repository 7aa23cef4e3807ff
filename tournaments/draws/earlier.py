"""The ways of drawing that were left for others, so that their draws are made again: see `rules`."""

from collections.abc import Sequence
from dataclasses import dataclass, field

from tournaments.draws.grouping import Costs, Grouping, Table, straight
from tournaments.draws.inputs import DrawInput
from tournaments.draws.larger import LargerDraw, draw_larger
from tournaments.draws.rotation import RotationDraw, draw_rotation, followed_whist
from tournaments.draws.whist import FIELD, Foursome, whist_turns

#: The last rules of a rotation whose foursomes go by no fixed table.
BLIND = 1
SEARCHED = 24
NODES = 20_000


def rotation_of_rules_1(given: DrawInput, turns: int) -> RotationDraw:
    """A whist table for evenings as long as it only, none for nine; foursomes blind to fixed tables."""
    return draw_rotation(given, _whole_whist(given, turns), sees_fixed=False)


def larger_of_rules_1(given: DrawInput) -> LargerDraw:
    """What lots left dearer than the least there is was searched from the top of the line."""
    return draw_larger(given, searched=SEARCHED, search=from_the_top)


def from_the_top(sizes: Sequence[int], costs: Costs, tables: list[Table]) -> Grouping:
    """The cheapest tables of all, *proven* but where it was given up after `NODES` seats."""
    search = FromTheTop(costs, costs.whole(tables), tables)
    search.seat(list(range(sum(sizes))), list(sizes), 0, [])
    return Grouping(search.tables, search.nodes < NODES)


def _whole_whist(given: DrawInput, turns: int) -> tuple[Foursome, ...]:
    players = len(given.entrants)
    return () if players == FIELD or turns < whist_turns(players) else followed_whist(given)


@dataclass(slots=True)
class FromTheTop:
    """Every grouping that could be cheaper than the best one known, the top of the line seated first."""

    costs: Costs
    cost: int
    tables: list[Table]
    nodes: int = field(default=0, init=False)

    def seat(self, free: list[int], sizes: list[int], cost: int, done: list[Table]) -> None:
        """Seats the best one left at a table of each size there is, with every company that may pay."""
        if not free:
            self.cost, self.tables = cost, done
            return
        for size in dict.fromkeys(sizes):
            left = list(sizes)
            left.remove(size)
            self._fill([free[0]], free[1:], size, left, cost, done)

    def _fill(
        self, table: Table, later: list[int], size: int, sizes: list[int], cost: int, done: list[Table]
    ) -> None:
        if len(table) == size:
            seated = {*table, *(player for full in done for player in full)}
            free = [player for player in range(self.costs.players) if player not in seated]
            self.seat(free, sizes, cost, [*done, table])
            return
        to_come = sum(straight(other) for other in sizes)
        for at, player in enumerate(later):
            dearer = cost + self.costs.beside(player, table)
            if dearer + to_come < self.cost and self.nodes < NODES:
                self.nodes += 1
                self._fill([*table, player], later[at + 1 :], size, sizes, dearer, done)
