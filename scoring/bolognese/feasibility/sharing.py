"""Whether some hands show figures of accusi without the cards that are known to lie aside: exactly.

Every way of sharing out the other cards that matters is looked at: first the cricche, whose points leave
multiples of five for the sequences; then the trumps, the Re, and the cards of the court and the assi
(``sharing_suits``). Each cricca is of one player at most, each sequence of a suit of who has its Re. What a
hand makes of its share is ``hand``'s; what it could make at best leaves most ways out.
"""

from collections.abc import Iterator
from functools import lru_cache
from itertools import product

from scoring.bolognese.cards import CONTATORI
from scoring.bolognese.combinations import doubled_from_three
from scoring.bolognese.cricche import CRICCHE, THREE_OF_A_KIND
from scoring.bolognese.feasibility.kinds import Kind, kind_of
from scoring.bolognese.feasibility.shares import NO_CRICCA, Cricca, Own, trumps_shared
from scoring.bolognese.feasibility.sharing_suits import Beside, Table
from scoring.bolognese.feasibility.shown import Seats, may_both_show
from scoring.bolognese.feasibility.shown_table import PACKED
from scoring.bolognese.sequences import POINTS_PER_CARD


@lru_cache(10_000)
def may_show_without(points: tuple[int, int], seats: Seats, aside: int, rules: str) -> bool:
    """Whether in some deal in which these cards lie aside the first side shows just so many points, and the
    second just so many; tarocchi and re are never aside. Exact."""
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
    return Ways(points, seats, rules, aside).show_without(aside)


class Ways:
    """The ways of showing figures, for questions about many cards aside.

    What fails without some cards fails without more, so that few ways are left after the first questions.
    ``always`` are cards that lie aside whatever is asked: cricche of these are no way.
    """

    def __init__(self, points: tuple[int, int], seats: Seats, rules: str, always: int) -> None:
        self._seats = seats
        self._rules = rules
        self._ways = list(cricche_shared(Table(seats, always, rules), points))
        #: The ways by their places, the last that was found first.
        self._order = list(range(len(self._ways)))
        #: Without which cards, which ways fail, by their places.
        self._failed: list[tuple[Kind, set[int]]] = []

    def show_without(self, aside: int) -> bool:
        """Whether some way shows the figures without these cards."""
        table, kind = Table(self._seats, aside, self._rules), kind_of(aside)
        failed: set[int] = set()
        for less, places in self._failed:
            if not places <= failed and less.is_within(kind):
                failed |= places
        for place in self._order:
            if place in failed:
                continue
            if _has_cards(table, self._ways[place][0]) and finds_beside(Beside(table, *self._ways[place])):
                self._order.remove(place)
                self._order.insert(0, place)
                self._failed.append((kind, failed))
                return True
            failed.add(place)
        self._failed.append((kind, failed))
        return False


@lru_cache(100)
def _ways(points: tuple[int, int], seats: Seats, rules: str) -> Ways:
    return Ways(points, seats, rules, always=0)


def _has_cards(table: Table, cricche: tuple[Cricca, ...]) -> bool:
    """Whether there are as many cards as these cricche have; tarocchi are never aside."""
    return all(sum(there) >= cricca.size for cricca, there in zip(cricche[1:], table.there, strict=True))


def cricche_shared(
    table: Table, points: tuple[int, int]
) -> Iterator[tuple[tuple[Cricca, ...], tuple[int, ...]]]:
    """The cricche that leave to each side what sequences can be worth, with what they leave in fives."""
    for cricche in every_cricca(table, points):
        left = [
            wanted - sum(worth(cricche, player) for player in side)
            for wanted, side in zip(points, table.sides, strict=True)
        ]
        if all(each >= 0 and each % POINTS_PER_CARD == 0 for each in left):
            yield cricche, tuple(each // POINTS_PER_CARD for each in left)


def every_cricca(
    table: Table, points: tuple[int, ...], known: tuple[Cricca, ...] = ()
) -> Iterator[tuple[Cricca, ...]]:
    """The cricche, family by family, that are worth no more to a side before doubling."""
    if len(known) == len(CRICCHE):
        yield known
        return
    family = CRICCHE[len(known)]
    yield from every_cricca(table, points, (*known, NO_CRICCA))
    there = sum(table.there[len(known) - 1]) if known else 4
    for player, size in product(_in_turn(table, known), range(3, there + 1)):
        value = THREE_OF_A_KIND[family] * (size - 2)
        mine = 0 if player in table.sides[0] else 1
        if value <= points[mine]:
            less = tuple(each - (value if side == mine else 0) for side, each in enumerate(points))
            yield from every_cricca(table, less, (*known, Cricca(player, size)))


def _in_turn(table: Table, known: tuple[Cricca, ...]) -> list[int]:
    """The players who may have one more: of partners alike so far, the first."""
    used = {cricca.player for cricca in known}
    firsts = {side.start for side in table.sides}
    return [player for player in table.players if player in used | firsts or player - 1 in used]


def worth(cricche: tuple[Cricca, ...], player: int) -> int:
    """What these cricche bring to a player, doubled from three on."""
    own = [
        THREE_OF_A_KIND[family] * (cricca.size - 2)
        for family, cricca in zip(CRICCHE, cricche, strict=True)
        if cricca.player == player
    ]
    return doubled_from_three(len(own), sum(own))


def finds_beside(beside: Beside) -> bool:
    """Whether some shares of the other cards show just so much beside these cricche."""
    table, of_tarocchi = beside.table, beside.cricche[0].player
    everything = Own(len(CONTATORI), True, True, table.mori)
    if not all(beside.may_reach(side, (everything,) * len(table.sides[side])) for side in (0, 1)):
        return False
    return any(
        beside.finds_suits(ours, theirs)
        for ours, theirs in trumps_shared(table.mori, table.sides, beside.eager, of_tarocchi)
        if beside.may_reach(0, ours) and beside.may_reach(1, theirs)
        if _are_in_order(beside, 0, ours) and _are_in_order(beside, 1, theirs)
    )


def _are_in_order(beside: Beside, side: int, owns: tuple[Own, ...]) -> bool:
    """Whether of two partners without cricche the first has no less."""
    players = {*beside.table.sides[side]}
    return len(owns) == 1 or owns[0] >= owns[1] or any(cricca.player in players for cricca in beside.cricche)
