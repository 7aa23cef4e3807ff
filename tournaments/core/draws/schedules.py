"""Scheduled rounds: round robin and Mitchell, and the tables of one of their rounds.

Mitchell: N-S stay, E-W go up a table and the deals down one after every round (John T. Mitchell). If the
number T of tables in a section is odd, there are T rounds in which nobody meets an opponent, or plays a set
of deals, twice. If it is even, the deals would come back after T / 2 rounds; two ways out are known:

- *skip*: after T / 2 rounds E-W go up two tables once; T - 1 rounds, each without one of the opponents;
- *share and relay*: the first and the last table share their deals, and one set rests between the two in the
  middle; T rounds, but two tables have to wait for each other.

A pair with a fixed table is N-S there (`in_places`). With an odd number of pairs one E-W place is empty: in
every round another N-S pair would meet it, and has a bye.
"""

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import accumulate, chain, compress, zip_longest
from typing import Literal

from tournaments.core.draws.inputs import DrawImpossible, DrawInput, Entrant, Line
from tournaments.core.draws.seating import numbered, sides, table_of_two
from tournaments.core.draws.tables import Draw, Reason

Meet = tuple[int, int]  # side A, side B


@dataclass(frozen=True, slots=True)
class PlannedRound:
    """The ids that meet, side A first, and the ids with a bye, which have no opponent.

    A movement with set tables has, for each of ``meets``, its table and the set of deals played there.
    """

    meets: tuple[Meet, ...]
    rests: tuple[int, ...] = ()
    tables: tuple[int, ...] = ()
    boards: tuple[int, ...] = ()

    def without(self, gone: Collection[int]) -> "PlannedRound":
        """The round without entrants who have left: their opponents have a bye."""
        stays = [not set(meet) & set(gone) for meet in self.meets]
        freed = [id_ for meet, stay in zip(self.meets, stays, strict=True) if not stay for id_ in meet]
        return PlannedRound(
            tuple(compress(self.meets, stays)),
            tuple(id_ for id_ in (*self.rests, *freed) if id_ not in gone),
            tuple(compress(self.tables, stays)),
            tuple(compress(self.boards, stays)),
        )


def draw_scheduled(given: DrawInput, planned: PlannedRound, *, is_side_free: bool = False) -> Draw:
    """The tables of a scheduled round, for the entrants who are still present.

    Sides are the schedule's, unless ``is_side_free``, as in a knock-out: then `seating.sides` balances them.
    Table numbers are the schedule's where it has them, else those of `seating`: two entrants with different
    fixed tables sit at that of the lower number. Chairs and first dealer are drawn by lot. ``distance`` is 0:
    a schedule does not look at the standings.

    Raises `DrawImpossible` with the codes of `seating.numbered`.
    """
    present = {entrant.id: entrant for entrant in given.entrants}
    named = set(chain(planned.rests, *planned.meets))
    by_number = sorted(given.entrants, key=lambda entrant: entrant.number)
    idle = tuple(entrant.id for entrant in by_number if entrant.id not in named)
    left = planned.without(named - present.keys())
    pairs = [(present[a], present[b]) for a, b in left.meets]
    if is_side_free:
        pairs = [sides(given, one, other) for one, other in pairs]
    numbers = left.tables or numbered(given, list(map(_at_one_table, pairs)))
    reason = Reason("scheduled", {"turn": given.turn})
    line = Line.from_input(given, by_number)
    position = {entrant.id: at for at, entrant in enumerate(line.entrants)}
    tables = [
        replace(
            table_of_two(given, number, side_a, side_b, reason),
            repeated=line.repeated((position[side_a.id], position[side_b.id])),
            board=board,
        )
        for number, (side_a, side_b), board in zip_longest(numbers, pairs, left.boards)
    ]
    return Draw(
        tables=tuple(sorted(tables, key=lambda table: table.number)),
        byes=left.rests,
        seed=given.seed,
        idle=idle,
    )


def _at_one_table(pair: tuple[Entrant, Entrant]) -> tuple[Entrant, Entrant]:
    """The two by number. If both have a fixed table, the second gives it up: the schedule makes them meet."""
    first, second = sorted(pair, key=lambda entrant: entrant.number)
    if first.fixed_table and second.fixed_table:
        second = replace(second, fixed_table=first.fixed_table)
    return first, second


def serpentine(ids: Sequence[int], groups: int) -> tuple[tuple[int, ...], ...]:
    """Groups of equal strength from ids in seed order, dealt out to and fro; sizes differ by at most one.

    Raises `DrawImpossible` ``too-many-groups``, with the most there can be, where a group would have fewer
    than two.

    >>> serpentine((1, 2, 3, 4, 5, 6, 7), 2)
    ((1, 4, 5), (2, 3, 6, 7))
    """
    if not 1 <= groups <= len(ids) // 2:
        raise DrawImpossible("too-many-groups", groups=groups, most=len(ids) // 2)
    rows = [ids[start : start + groups] for start in range(0, len(ids), groups)]
    made: list[list[int]] = [[] for _group in range(groups)]
    for at, row in enumerate(rows):
        order = range(groups) if at % 2 == 0 else range(groups - 1, -1, -1)
        for group, id_ in zip(order, row, strict=False):
            made[group].append(id_)
    return tuple(map(tuple, made))


def round_robin_schedule(groups: Sequence[Sequence[int]], legs: int = 1) -> tuple[PlannedRound, ...]:
    """The rounds of a round robin in each group, played at the same time; a second leg changes sides.

    An even group of n takes n - 1 rounds, an odd one n, in which each has one bye. Within a leg, an entrant's
    numbers of rounds on each side differ by at most one. A group that has finished is in no later round.
    """
    each = [[turn for leg in range(legs) for turn in _leg(group, leg)] for group in groups]
    return tuple(
        PlannedRound(
            tuple(meet for turn in together if turn for meet in turn.meets),
            tuple(id_ for turn in together if turn for id_ in turn.rests),
        )
        for together in zip_longest(*each)
    )


def _leg(group: Sequence[int], leg: int) -> list[PlannedRound]:
    """The circle method (Kirkman 1847): one stays, or nobody in an odd group, and the others rotate."""
    around = len(group) - 1 + len(group) % 2
    turns = []
    for turn in range(around):
        meets: list[Meet] = []
        for step in range(1, around // 2 + 1):
            one, other = group[(turn + step) % around], group[(turn - step) % around]
            meets.append((one, other) if (step + leg) % 2 else (other, one))
        if len(group) % 2:
            turns.append(PlannedRound(tuple(meets), (group[turn],)))
        else:
            still = (group[turn], group[-1]) if (turn + leg) % 2 else (group[-1], group[turn])
            turns.append(PlannedRound((still, *meets)))
    return turns


EvenWay = Literal["skip", "share-and-relay"]


def mitchell_schedule(
    pairs: Sequence[int], turns: int, sections: int = 1, even_way: EvenWay = "skip"
) -> tuple[PlannedRound, ...]:
    """The rounds for ids in the order of entry, or of seed: N-S and E-W of a section are taken alternately.

    Sections are made as `serpentine` makes groups; tables are numbered across sections, deals within each.

    Raises `DrawImpossible` ``too-few-entrants`` and ``too-many-groups``, and ``more-turns-than-opponents``
    with the most rounds that all sections can play.
    """
    if len(pairs) < 2:
        raise DrawImpossible("too-few-entrants", entrants=len(pairs), least=2)
    made = serpentine(pairs, sections)
    most = min(most_turns(len(section), even_way) for section in made)
    if turns > most:
        raise DrawImpossible("more-turns-than-opponents", turns=turns, most=most)
    firsts = accumulate(((len(section) + 1) // 2 for section in made), initial=1)
    numbered = list(zip(made, firsts, strict=False))
    return tuple(
        _merged([_mitchell_round(section, turn, even_way, first) for section, first in numbered])
        for turn in range(turns)
    )


def in_places(pairs: Sequence[int], fixed: Mapping[int, int], sections: int = 1) -> tuple[int, ...]:
    """The ids in an order that seats each entrant with a fixed table there, as N-S, for the whole evening.

    Each changes places with the entrant who would sit there; ``fixed`` maps ids to tables.

    Raises `DrawImpossible` ``too-many-groups``; ``table-wanted-twice`` with the two ids as ``first`` and
    ``second``, and ``fixed-table-beyond`` with the id as ``number`` and the most tables there are.

    >>> in_places((1, 2, 3, 4, 5, 6), {6: 1, 2: 3})
    (6, 5, 3, 4, 2, 1)
    """
    order = list(pairs)
    slots = [at for section in serpentine(range(len(pairs)), sections) for at in section[::2]]
    sitting: dict[int, int] = {}
    for id_, table in fixed.items():
        if table > len(slots):
            raise DrawImpossible("fixed-table-beyond", number=id_, table=table, most=len(slots))
        holder = sitting.setdefault(table, id_)
        if holder != id_:
            raise DrawImpossible("table-wanted-twice", first=holder, second=id_, table=table)
        slot, current = slots[table - 1], order.index(id_)
        order[slot], order[current] = order[current], order[slot]
    return tuple(order)


def most_turns(pairs: int, even_way: EvenWay = "skip") -> int:
    """The number of rounds that a section of that many pairs can play."""
    tables = (pairs + 1) // 2
    return tables - 1 if tables % 2 == 0 and even_way == "skip" else tables


def _mitchell_round(section: Sequence[int], turn: int, even_way: EvenWay, first: int) -> PlannedRound:
    north_south, east_west = section[::2], section[1::2]
    tables = len(north_south)
    is_skipped = tables % 2 == 0 and even_way == "skip" and turn >= tables // 2
    meets: list[Meet] = []
    numbers, boards, byes = [], [], []
    for at, sitting in enumerate(north_south):
        coming = (at - turn - is_skipped) % tables
        if coming < len(east_west):
            meets.append((sitting, east_west[coming]))
            numbers.append(first + at)
            boards.append(1 + (_stand(at, tables, even_way) + turn) % tables)
        else:
            byes.append(sitting)
    return PlannedRound(tuple(meets), tuple(byes), tuple(numbers), tuple(boards))


def _stand(at: int, tables: int, even_way: EvenWay) -> int:
    """The table's place in the circle in which the sets of deals go round; to share and relay, the circle has
    one more place between the two middle tables, where a set rests."""
    if tables % 2 == 0 and even_way == "share-and-relay" and at >= tables // 2:
        return at + 1
    return at


def _merged(parts: Sequence[PlannedRound]) -> PlannedRound:
    return PlannedRound(
        tuple(meet for part in parts for meet in part.meets),
        tuple(id_ for part in parts for id_ in part.rests),
        tuple(table for part in parts for table in part.tables),
        tuple(board for part in parts for board in part.boards),
    )
