"""Movimento Mitchell: N-S stay, E-W go up a table and the deals down one after every turn (John T. Mitchell).

With the tables of a section an odd number T, that is T turns in which nobody meets an opponent, or plays a
set of deals, twice. With an even number the deals would come back after T / 2 turns; two ways out
are known:

- *skip*: after T / 2 turns E-W go up two tables once; T - 1 turns, each without one of the opponents;
- *share and relay*: the first and the last table share their deals, and one set rests between the two in the
  middle; T turns, but two tables have to wait for each other.

Who has a fixed table is N-S there (`in_places`).

An odd number of pairs lacks one E-W: the N-S that should meet it rests, each in a turn of its own.
"""

from collections.abc import Mapping, Sequence
from itertools import accumulate
from typing import Literal

from tournaments.draws.girone import serpentine
from tournaments.draws.inputs import DrawImpossible
from tournaments.draws.schedules import Meet, Turn

EvenWay = Literal["skip", "share-and-relay"]


def mitchell_schedule(
    pairs: Sequence[int], turns: int, sections: int = 1, even_way: EvenWay = "skip"
) -> tuple[Turn, ...]:
    """The turns for ids in the order of entry, or of seed: N-S and E-W of a section are taken in turn.

    Sections are made as `serpentine` makes groups; tables are numbered through, deals in each section.

    Raises `DrawImpossible` ``too-few-entrants`` and ``too-many-groups``, and ``more-turns-than-opponents``
    with the most turns that all sections can play.
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
        _together([_turn(section, turn, even_way, first) for section, first in numbered])
        for turn in range(turns)
    )


def in_places(pairs: Sequence[int], fixed: Mapping[int, int], sections: int = 1) -> tuple[int, ...]:
    """The ids in an order by which everybody with a fixed table has it, as N-S, for the whole evening.

    Each changes places with whoever would sit there; ``fixed`` has the tables by id.

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
        there, here = slots[table - 1], order.index(id_)
        order[there], order[here] = order[here], order[there]
    return tuple(order)


def most_turns(pairs: int, even_way: EvenWay = "skip") -> int:
    """How many turns a section of so many pairs can play."""
    tables = (pairs + 1) // 2
    return tables - 1 if tables % 2 == 0 and even_way == "skip" else tables


def _turn(section: Sequence[int], turn: int, even_way: EvenWay, first: int) -> Turn:
    north_south, east_west = section[::2], section[1::2]
    tables = len(north_south)
    is_skipped = tables % 2 == 0 and even_way == "skip" and turn >= tables // 2
    meets: list[Meet] = []
    numbers, boards, rests = [], [], []
    for at, sitting in enumerate(north_south):
        coming = (at - turn - is_skipped) % tables
        if coming < len(east_west):
            meets.append((sitting, east_west[coming]))
            numbers.append(first + at)
            boards.append(1 + (_stand(at, tables, even_way) + turn) % tables)
        else:
            rests.append(sitting)
    return Turn(tuple(meets), tuple(rests), tuple(numbers), tuple(boards))


def _stand(at: int, tables: int, even_way: EvenWay) -> int:
    """Where the table's deals lie in their own circle, which has a stand between the two in the middle."""
    if tables % 2 == 0 and even_way == "share-and-relay" and at >= tables // 2:
        return at + 1
    return at


def _together(parts: Sequence[Turn]) -> Turn:
    return Turn(
        tuple(meet for part in parts for meet in part.meets),
        tuple(id_ for part in parts for id_ in part.rests),
        tuple(table for part in parts for table in part.tables),
        tuple(board for part in parts for board in part.boards),
    )
