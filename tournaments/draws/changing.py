"""A draw changed once made: moved by hand and weighed, or mended when someone leaves or comes late."""

from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace

from tournaments.draws.danish import draw
from tournaments.draws.inputs import DrawImpossible, DrawInput, Entrant
from tournaments.draws.line import Line, in_order, resters
from tournaments.draws.tables import Draw, DrawnTable

Pair = tuple[int, int]  # ids, side A first


@dataclass(frozen=True, slots=True)
class TableCost:
    """What two at one table cost: how many places apart, the turn they last met in, and what is against it.

    ``tables_clash`` when each has a fixed table, not the same; ``same_circle`` when they wished not to meet.
    """

    side_a: int
    side_b: int
    distance: int
    last_met: int | None
    tables_clash: bool
    same_circle: bool


@dataclass(frozen=True, slots=True)
class Weighed:
    """A draw by hand beside the one drawn: ``more_rematches`` and ``farther`` are what it costs more.

    ``unfair_rests`` are those who would rest though somebody who plays has rested less.
    """

    tables: tuple[TableCost, ...]
    rematches: int
    cost: int
    more_rematches: int
    farther: int
    unfair_rests: tuple[int, ...]


def weighed(given: DrawInput, pairs: Sequence[Pair], rests: Collection[int] = ()) -> Weighed:
    """What these tables cost. Whoever is named is weighed, whether or not the draw would have it so.

    Raises `DrawImpossible` ``not-everyone-once``, with the number of the first who is at no table and does
    not rest, or is there twice, and ``not-an-entrant`` for an id that the input does not have.
    """
    line = _line(given, rests)
    _verify_once(given, pairs, rests)
    tables = tuple(_costs(given, line, pairs))
    best = draw(given)
    rematches = sum(table.last_met is not None for table in tables)
    cost = sum(table.distance for table in tables)
    least = min((one.rests for one in line.entrants), default=0)
    return Weighed(
        tables=tables,
        rematches=rematches,
        cost=cost,
        more_rematches=rematches - best.rematches,
        farther=cost - best.cost,
        unfair_rests=tuple(one.id for one in given.entrants if one.id in rests and one.rests > least),
    )


def mended(
    given: DrawInput, drawn: Draw, *, gone: Collection[int] = (), came: Sequence[Entrant] = ()
) -> tuple[DrawInput, Draw]:
    """The input and the draw after some left and some came, every table of two who are still there kept.

    Who has lost the opponent, who rests and who came are drawn among themselves, at the tables left free,
    then at further ones: two who come late play each other, one who does plays against who rests.

    Raises `DrawImpossible` ``too-few-entrants`` when nobody is left to play.
    """
    now = replace(given, entrants=(*(one for one in given.entrants if one.id not in gone), *came))
    kept = [table for table in drawn.tables if not {table.side_a, table.side_b} & set(gone)]
    seated = {id_ for table in kept for id_ in (table.side_a, table.side_b)}
    loose = tuple(one for one in now.entrants if one.id not in seated)
    if len(now.entrants) < 2:
        raise DrawImpossible("too-few-entrants", entrants=len(now.entrants), least=2)
    new = draw(replace(now, entrants=loose)).tables if len(loose) > 1 else ()
    resting = resters(_placed(now, loose), len(loose) % 2)
    numbers = _free_numbers(drawn, kept, loose, new)
    moved = [replace(table, number=number) for table, number in zip(new, numbers, strict=True)]
    return now, _together(now, [*kept, *moved], [one.id for one in resting])


def _together(given: DrawInput, tables: Sequence[DrawnTable], rests: Sequence[int]) -> Draw:
    """One draw again, its distances in places among those who play now."""
    costs = _costs(given, _line(given, rests), [(table.side_a, table.side_b) for table in tables])
    told = [replace(table, distance=cost.distance) for table, cost in zip(tables, costs, strict=True)]
    return Draw(
        tables=tuple(sorted(told, key=lambda table: table.number)),
        rests=rests[0] if rests else None,
        cost=sum(table.distance for table in told),
        rematches=sum(table.rematch for table in told),
        seed=given.seed,
    )


def _placed(given: DrawInput, among: Collection[Entrant]) -> list[Entrant]:
    return [one for one in in_order(given) if one in among]


def _free_numbers(
    drawn: Draw, kept: Sequence[DrawnTable], loose: Sequence[Entrant], new: Sequence[DrawnTable]
) -> list[int]:
    """A table for each new one: its fixed one if that is free, or the lowest that nobody keeps."""
    taken = {table.number for table in kept}
    fixed = {one.id: one.fixed_table for one in loose if one.fixed_table not in (None, *taken)}
    wanted = [fixed.get(table.side_a) or fixed.get(table.side_b) for table in new]
    free = (
        number
        for number in range(1, len(drawn.tables) + len(kept) + 2 * len(new) + 2)
        if number not in taken and number not in wanted
    )
    return [number or next(free) for number in wanted]


def _line(given: DrawInput, rests: Collection[int]) -> Line:
    return Line.of(given, (one for one in in_order(given) if one.id not in rests))


def _costs(given: DrawInput, line: Line, pairs: Sequence[Pair]) -> Iterator[TableCost]:
    position = {one.id: at for at, one in enumerate(line.entrants)}
    for side_a, side_b in pairs:
        i, j = sorted((position[side_a], position[side_b]))
        one, other = line.entrants[i], line.entrants[j]
        yield TableCost(
            side_a=side_a,
            side_b=side_b,
            distance=j - i,
            last_met=line.last_met.get((i, j)),
            tables_clash=None not in (one.fixed_table, other.fixed_table)
            and one.fixed_table != other.fixed_table,
            same_circle=given.wish == "circles-apart" and one.circle == other.circle is not None,
        )


def _verify_once(given: DrawInput, pairs: Sequence[Pair], rests: Collection[int]) -> None:
    named = [*(id_ for pair in pairs for id_ in pair), *rests]
    numbers: Mapping[int, int] = {one.id: one.number for one in given.entrants}
    for id_ in named:
        if id_ not in numbers:
            raise DrawImpossible("not-an-entrant", id=id_)
    for id_, number in numbers.items():
        if named.count(id_) != 1:
            raise DrawImpossible("not-everyone-once", number=number)
