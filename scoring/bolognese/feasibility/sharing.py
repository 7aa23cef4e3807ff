"""Whether some hands show figures of declarations without the cards that are known to lie aside: exactly.

Every way of sharing out the other cards that matters is looked at: first the cricche, whose points leave
multiples of five for the sequences (``sharing_cricche``); then the trumps, the Re, and the cards of the court
and the assi (``sharing_suits``). Each cricca is of one player at most, each sequence of a suit of who has its
Re. What a hand makes of its share is ``hand``'s; what it could make at best (``at_best``) leaves most ways
out.
"""

from functools import lru_cache

from scoring.bolognese.feasibility.at_best import AtBest
from scoring.bolognese.feasibility.held import Kind, kind_of
from scoring.bolognese.feasibility.shares import Cricche, Table, ways_of
from scoring.bolognese.feasibility.sharing_suits import finds_beside
from scoring.bolognese.feasibility.shown import PACKED, Seats, may_both_show


@lru_cache(10_000)
def may_show_without(points: tuple[int, int], seats: Seats, aside: int, rules: str) -> bool:
    """Whether in some deal in which these cards lie aside the first side shows just so many points, and the
    second just so many. Exact."""
    if not any(points):
        return True
    if not may_both_show(*points, seats):
        return False
    one_each = Seats(1, 1, seats.hand)
    if seats != one_each and one_each in PACKED and may_show_without(points, one_each, aside, rules):
        return True
    return _ways(points, seats, rules).show_without(aside)


def shares_show(points: tuple[int, int], seats: Seats, aside: int, rules: str) -> bool:
    """The same by looking at the shares alone, for any seats."""
    return Ways(points, seats, rules).show_without(aside)


class Ways:
    """The ways of showing figures, for questions about many cards aside.

    What fails without some cards fails without more, so that few ways are left after the first questions.
    """

    def __init__(self, points: tuple[int, int], seats: Seats, rules: str) -> None:
        self._seats = seats
        self._rules = rules
        self._ways = ways_of(points, seats.sides)
        #: The ways by their places, the last that was found first.
        self._order = list(range(len(self._ways)))
        #: Without which cards, which ways fail, by their places.
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
    """Whether there are as many cards as these cricche have."""
    there = (table.trumps.tarocchi, *map(sum, table.there))
    return all(map(int.__ge__, there, (cricca.size for cricca in cricche)))
