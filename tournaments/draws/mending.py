"""A draw mended when someone leaves or comes late: as few tables as can be are touched."""

from collections.abc import Collection, Iterable, Iterator, Sequence
from dataclasses import replace
from functools import cache
from itertools import combinations

from tournaments.draws.danish import draw
from tournaments.draws.inputs import DrawImpossible, DrawInput, Entrant
from tournaments.draws.larger import draw_larger, table_sizes
from tournaments.draws.layouts import LaidTable, Layout
from tournaments.draws.line import in_order, resters
from tournaments.draws.rotation import draw_rotation

FEWEST_OF_ROTATION = 4
MOST_BROKEN = 2  # tables given up so that nobody rests who need not; beyond, a new draw is shorter to tell


def mended(
    given: DrawInput, layout: Layout, *, gone: Collection[int] = (), came: Sequence[Entrant] = ()
) -> tuple[DrawInput, Layout]:
    """The input and the tables after some left and some came; a table of those still there is kept.

    Who has lost an opponent, who rests and who came are drawn among themselves, at the tables left free, then
    at further ones: two who come late play each other, one who does plays against who rests. Where tables may
    have several sizes, one or two more are given up if fewer then rest.

    Raises `DrawImpossible` ``too-few-entrants`` when nobody is left to play, ``calendar`` for tables that a
    calendar has made, which a new draw mends by itself, and what the draws raise.
    """
    now = replace(given, entrants=(*(one for one in given.entrants if one.id not in gone), *came))
    if len(now.entrants) < min(now.sizes):
        raise DrawImpossible("too-few-entrants", entrants=len(now.entrants), least=min(now.sizes))
    if any(table.is_scheduled for table in layout.tables):
        raise DrawImpossible("calendar")
    kept = [table for table in layout.tables if not set(table.entrants) & set(gone)]
    kept = _without_broken(now, layout, kept)
    seated = {id_ for table in kept for id_ in table.entrants}
    out = {one.id for one in given.entrants} - layout.entrants
    loose = tuple(one for one in now.entrants if one.id not in seated | out)
    new, rests = _drawn(replace(now, entrants=loose), layout)
    numbers = _free_numbers(layout, kept, loose, new)
    moved = [replace(table, number=number) for table, number in zip(new, numbers, strict=True)]
    return now, Layout(tuple(sorted((*kept, *moved), key=lambda table: table.number)), tuple(rests))


def _drawn(loose: DrawInput, layout: Layout) -> tuple[list[LaidTable], list[int]]:
    """Those few at tables of their own, and who of them rests."""
    everyone = [one.id for one in loose.entrants]
    if loose.partnerships or any(table.partners for table in layout.tables):
        if len(everyone) < FEWEST_OF_ROTATION:
            return [], everyone
        rotated = draw_rotation(loose)
        sides = [(table.number, (table.side_a, table.side_b), table.first_dealer) for table in rotated.tables]
        return [LaidTable(*each) for each in sides], list(rotated.rests)
    if len(everyone) < min(loose.sizes):
        return [], everyone
    if loose.sizes == (2,):
        return _of_two(loose)
    larger = draw_larger(loose)
    tables = [
        LaidTable(table.number, tuple((id_,) for id_ in table.entrants), str(table.first_dealer + 1))
        for table in larger.tables
    ]
    return tables, list(larger.rests)


def _of_two(loose: DrawInput) -> tuple[list[LaidTable], list[int]]:
    drawn = draw(loose)
    tables = [
        LaidTable(table.number, ((table.side_a,), (table.side_b,)), table.first_dealer)
        for table in drawn.tables
    ]
    return tables, [one.id for one in resters(in_order(loose), len(loose.entrants) % 2)]


def _without_broken(now: DrawInput, layout: Layout, kept: list[LaidTable]) -> list[LaidTable]:
    """The tables kept but for those given up, the fewest by which as few rest as can; all if that is none."""
    if len(now.sizes) == 1 or any(table.partners for table in layout.tables):
        return kept
    least = _over(len(now.entrants), now.sizes)
    loose = len(now.entrants) - sum(len(table.entrants) for table in kept)
    for broken in _by_nearness(now, kept):
        if _over(loose + sum(len(table.entrants) for table in broken), now.sizes) <= least:
            return [table for table in kept if table not in broken]
    return kept


@cache
def _over(players: int, sizes: tuple[int, ...]) -> int:
    """How many of so many cannot sit at any table."""
    return players - sum(table_sizes(players, sizes))


def _by_nearness(now: DrawInput, kept: Sequence[LaidTable]) -> Iterator[tuple[LaidTable, ...]]:
    """No table, then each one, then every two, first those nearest in the line to who has no table."""
    position = {one.id: at for at, one in enumerate(in_order(now))}
    seated = {id_ for table in kept for id_ in table.entrants}
    middle = _mean(at for id_, at in position.items() if id_ not in seated)
    nearest = sorted(
        kept, key=lambda table: (abs(_mean(position[id_] for id_ in table.entrants) - middle), table.number)
    )
    for count in range(MOST_BROKEN + 1):
        yield from combinations(nearest, count)


def _mean(positions: Iterable[int]) -> int:
    """The mean in hundredths of a place, so that no fraction decides; 0 of nobody."""
    found = list(positions)
    return 100 * sum(found) // len(found) if found else 0


def _free_numbers(
    layout: Layout, kept: Sequence[LaidTable], loose: Sequence[Entrant], new: Sequence[LaidTable]
) -> list[int]:
    """A table for each new one: its fixed one if that is free, or the lowest that nobody keeps."""
    taken = {table.number for table in kept}
    fixed = {one.id: one.fixed_table for one in loose if one.fixed_table not in (None, *taken)}
    wanted = [next((fixed[id_] for id_ in table.entrants if id_ in fixed), None) for table in new]
    free = (
        number
        for number in range(1, len(layout.tables) + len(kept) + 2 * len(new) + 2)
        if number not in taken and number not in wanted
    )
    return [number or next(free) for number in wanted]
