"""Whether some hands without the known discards show given figures of declarations. Exact.

All ways that matter of dealing the other cards are searched: first the cricche, whose points must leave
multiples of five for the sequences (``shares``), then trumps, re, court and assi (``sharing_suits``). Each
cricca belongs to at most one player, each sequence of a suit to the player with its Re. ``sequences_in_hand``
says what a hand makes of its cards; the upper bounds of ``at_best`` prune most of the search.
"""

from functools import lru_cache

from scoring.bolognese.feasibility.at_best import AtBest
from scoring.bolognese.feasibility.held import Kind, kind_of
from scoring.bolognese.feasibility.shares import Cricche, Table, ways_of
from scoring.bolognese.feasibility.sharing_suits import finds_beside
from scoring.bolognese.feasibility.shown import PACKED, Seats, may_both_show


@lru_cache(10_000)
def may_show_without(points: tuple[int, int], seats: Seats, aside: int, rules: str) -> bool:
    """Whether in some deal with these cards laid aside the first side shows exactly the first figure, and the
    second side exactly the second. Exact."""
    if not any(points):
        return True
    if not may_both_show(*points, seats):
        return False
    one_each = Seats(1, 1, seats.hand)
    if seats != one_each and one_each in PACKED and may_show_without(points, one_each, aside, rules):
        return True
    return _ways(points, seats, rules).show_without(aside)


def shares_show(points: tuple[int, int], seats: Seats, aside: int, rules: str) -> bool:
    """Like ``may_show_without``, by the search alone and for any seats."""
    return Ways(points, seats, rules).show_without(aside)


class Ways:
    """The ways of showing two figures, asked about many sets of discards.

    A way that fails without some cards fails without more, so few ways are left after the first questions.
    """

    def __init__(self, points: tuple[int, int], seats: Seats, rules: str) -> None:
        self._seats = seats
        self._rules = rules
        self._ways = ways_of(points, seats.sides)
        #: Indices of the ways, the last successful one first.
        self._order = list(range(len(self._ways)))
        #: Kinds of missing cards, each with the indices of the ways that fail without them.
        self._failed: list[tuple[Kind, set[int]]] = []

    def show_without(self, aside: int) -> bool:
        """Whether some way shows the figures without these cards."""
        best, kind = _at_best(self._seats, aside, self._rules), kind_of(aside)
        failed: set[int] = set()
        for less, places in self._failed:
            if not places <= failed and less.is_within(kind):
                failed |= places
        for place in self._order:
            if place in failed:
                continue
            way = self._ways[place]
            if _has_cards(best.table, way.together) and finds_beside(best, way):
                self._order.remove(place)
                self._order.insert(0, place)
                self._failed.append((kind, failed))
                return True
            failed.add(place)
        self._failed.append((kind, failed))
        return False


@lru_cache(100)
def _ways(points: tuple[int, int], seats: Seats, rules: str) -> Ways:
    return Ways(points, seats, rules)


@lru_cache(40)
def _at_best(seats: Seats, aside: int, rules: str) -> AtBest:
    return AtBest(Table(seats, aside, rules))


def _has_cards(table: Table, cricche: Cricche) -> bool:
    """Whether enough cards are left for these cricche."""
    there = (table.trumps.tarocchi, *map(sum, table.there))
    return all(map(int.__ge__, there, (cricca.size for cricca in cricche)))
