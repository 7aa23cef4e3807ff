"""Changes to a draw: the cost of changes by hand, and mending when entrants leave or come late.

Mending touches as few tables as possible.
"""

from collections import Counter
from collections.abc import Collection, Iterable, Iterator, Sequence
from dataclasses import asdict, dataclass, fields, replace
from functools import cache
from itertools import combinations
from typing import Any

from tournaments.core.draws.danish import draw
from tournaments.core.draws.inputs import (
    SIDES,
    DrawImpossible,
    DrawInput,
    Entrant,
    Line,
    Meeting,
    in_order,
    listed,
)
from tournaments.core.draws.larger import draw_larger, table_sizes
from tournaments.core.draws.rotation import draw_rotation
from tournaments.core.draws.tables import Couple, Layout, LayoutTable


@dataclass(frozen=True, slots=True)
class Figures:
    """The figures of a table: the sum of places between opponents, and the last meeting of each couple that
    has met."""

    distance: int
    met: tuple[Meeting, ...]


@dataclass(frozen=True, slots=True)
class Weighed:
    """Tables with all their drawbacks; every tuple begins with ids.

    | field | what it holds |
    | --- | --- |
    | ``rematches``, ``partners_again`` | (one, other, round in which they last met) |
    | ``circles`` | couples of one circle, who wished not to meet |
    | ``returns`` | (id, table where it has sat before) |
    | ``unfixed`` | (id, its fixed table, at which it is not) |
    | ``sides`` | (id, place in the order of play where it sits more often than elsewhere) |
    | ``rests`` | entrants with a bye |
    | ``unfair_rests`` | entrants with a bye, when another at a table has had fewer, missed rounds included |
    | ``scheduled`` | the meetings of the schedule that are kept |
    | ``distance`` | 0 where nobody has a place yet, and where partners change every round |
    """

    rematches: frozenset[tuple[int, int, int]]
    partners_again: frozenset[tuple[int, int, int]]
    circles: frozenset[Couple]
    returns: frozenset[tuple[int, int]]
    unfixed: frozenset[tuple[int, int]]
    sides: frozenset[tuple[int, int]]
    rests: frozenset[int]
    unfair_rests: frozenset[int]
    scheduled: frozenset[frozenset[frozenset[int]]]
    distance: int


@dataclass(frozen=True, slots=True)
class Cost:
    """The added cost of some tables over others: fields as in `Weighed`, sorted; less than 0 is a gain.

    ``unscheduled`` counts the meetings of the schedule that are lost, ``spared`` the rematches that
    disappear.
    """

    rematches: tuple[tuple[int, int, int], ...] = ()
    partners_again: tuple[tuple[int, int, int], ...] = ()
    circles: tuple[Couple, ...] = ()
    returns: tuple[tuple[int, int], ...] = ()
    unfixed: tuple[tuple[int, int], ...] = ()
    sides: tuple[tuple[int, int], ...] = ()
    rests: tuple[int, ...] = ()
    unfair_rests: tuple[int, ...] = ()
    unscheduled: int = 0
    spared: int = 0
    farther: int = 0

    @property
    def is_free(self) -> bool:
        """Whether nothing is worse than before."""
        against = (
            getattr(self, field.name) for field in fields(self) if field.name not in ("spared", "farther")
        )
        return self.farther <= 0 and not any(against)

    def as_json(self) -> dict[str, object]:
        """The fields that are not empty or 0, in JSON's own types."""
        return {name: listed(value) for name, value in asdict(self).items() if value}


def figures(given: DrawInput, layout: Layout) -> dict[int, Figures]:
    """The figures of each table by its number, for every entrant in the layout, drawn there or not.

    An entrant without table or bye is out of the round, like the losers of a knock-out.
    Raises `DrawImpossible` ``not-everyone-once``, with the number of the first entrant who is named twice,
    and ``not-an-entrant`` for an id that is not in the input.
    """
    _verify_once(given, layout)
    playing = layout.entrants - set(layout.rests)
    line = Line.from_input(given, (one for one in in_order(given) if one.id in playing))
    position = {one.id: at for at, one in enumerate(line.entrants)}
    return {table.number: _figures(table, line, position) for table in layout.tables}


def _figures(table: LayoutTable, line: Line, position: dict[int, int]) -> Figures:
    distance, met = 0, []
    for one, other in sorted(table.opponents):
        i, j = sorted((position[one], position[other]))
        distance += j - i
        if (i, j) in line.last_met:
            met.append(Meeting(line.last_met[i, j], one, other))
    return Figures(0 if table.partners else distance, tuple(met))


def weighed(given: DrawInput, layout: Layout) -> Weighed:
    """All drawbacks of these tables. Raises the errors of `figures`."""
    table_figures = figures(given, layout).values()
    has_places = any(one.rank is not None for one in given.entrants)
    avoided = given.rematches == "avoided"
    entrants = {one.id: one for one in given.entrants}
    at_tables = [(table, entrants[id_]) for table in layout.tables for id_ in table.entrants]
    least = min((one.byes for _table, one in at_tables), default=0)
    return Weighed(
        rematches=frozenset(
            (m.first_id, m.second_id, m.turn) for each in table_figures for m in each.met if avoided
        ),
        partners_again=frozenset(_partners_again(given, layout)),
        circles=frozenset(_circles(given, layout, entrants)),
        returns=frozenset((one.id, table.number) for table, one in at_tables if _returns(table, one)),
        unfixed=frozenset(
            (one.id, one.fixed_table)
            for table, one in at_tables
            if one.fixed_table is not None and one.fixed_table != table.number
        ),
        sides=frozenset((one.id, _side(table, one)) for table, one in at_tables if _is_lopsided(table, one)),
        rests=frozenset(layout.rests),
        unfair_rests=frozenset(id_ for id_ in layout.rests if entrants[id_].byes > least),
        scheduled=frozenset(table.meeting for table in layout.tables if table.is_scheduled),
        distance=sum(each.distance for each in table_figures) if has_places else 0,
    )


def cost(before: Weighed, after: Weighed) -> Cost:
    """The added cost of the new tables over the old ones."""
    return Cost(
        rematches=_added(before.rematches, after.rematches),
        partners_again=_added(before.partners_again, after.partners_again),
        circles=_added(before.circles, after.circles),
        returns=_added(before.returns, after.returns),
        unfixed=_added(before.unfixed, after.unfixed),
        sides=_added(before.sides, after.sides),
        rests=tuple(sorted(after.rests - before.rests)),
        unfair_rests=tuple(sorted(after.unfair_rests - before.unfair_rests)),
        unscheduled=len(before.scheduled - after.scheduled),
        spared=len(before.rematches - after.rematches),
        farther=after.distance - before.distance,
    )


def _added(before: Iterable[Any], after: Iterable[Any]) -> tuple[Any, ...]:
    return tuple(sorted(set(after) - set(before)))


def _partners_again(given: DrawInput, layout: Layout) -> Iterable[tuple[int, int, int]]:
    last: dict[Couple, int] = {}
    for each in given.partnerships:
        couple = (min(each.first_id, each.second_id), max(each.first_id, each.second_id))
        last[couple] = max(each.turn, last.get(couple, 0))
    for table in layout.tables:
        yield from ((*couple, last[couple]) for couple in table.partners if couple in last)


def _circles(given: DrawInput, layout: Layout, entrants: dict[int, Entrant]) -> Iterable[Couple]:
    if given.wish != "circles-apart":
        return
    for table in layout.tables:
        for one, other in table.opponents:
            if entrants[one].circle is not None and entrants[one].circle == entrants[other].circle:
                yield one, other


def _returns(table: LayoutTable, one: Entrant) -> bool:
    return table.number in one.past_tables and one.fixed_table is None


def _side(table: LayoutTable, one: Entrant) -> int:
    return next(at for at, side in enumerate(table.sides) if one.id in side)


def _is_lopsided(table: LayoutTable, one: Entrant) -> bool:
    """Whether, with this round, the entrant has sat on this side at least two times more than on the side
    where it has sat least."""
    times = [one.past_sides.count(side) for side in SIDES[: len(table.sides)]]
    return times[_side(table, one)] > min(times)


def _verify_once(given: DrawInput, layout: Layout) -> None:
    named = Counter([*(id_ for table in layout.tables for id_ in table.entrants), *layout.rests])
    numbers = {one.id: one.number for one in given.entrants}
    for id_, times in named.items():
        if id_ not in numbers:
            raise DrawImpossible("not-an-entrant", id=id_)
        if times > 1:
            raise DrawImpossible("not-everyone-once", number=numbers[id_])


FEWEST_OF_ROTATION = 4
MOST_BROKEN = 2  # tables broken up to avoid a needless bye; beyond, a new draw is simpler to explain


def mended(
    given: DrawInput, layout: Layout, *, gone: Collection[int] = (), came: Sequence[Entrant] = ()
) -> tuple[DrawInput, Layout]:
    """The input and the tables after entrants have left and come; tables whose entrants are all present are
    kept.

    Entrants who lost their opponent, have a bye or came late are drawn among themselves, first at the free
    tables, then at further ones: two late entrants play each other, a single one plays the entrant with the
    bye. Where tables may have several sizes, one or two more tables are broken up if that leaves fewer byes.

    Raises `DrawImpossible` ``too-few-entrants`` when nobody is left to play, ``calendar`` for tables from a
    schedule, which a new draw mends by itself, and the errors of the draws.
    """
    updated = replace(given, entrants=(*(one for one in given.entrants if one.id not in gone), *came))
    if len(updated.entrants) < min(updated.sizes):
        raise DrawImpossible("too-few-entrants", entrants=len(updated.entrants), least=min(updated.sizes))
    if any(table.is_scheduled for table in layout.tables):
        raise DrawImpossible("calendar")
    kept = [table for table in layout.tables if not set(table.entrants) & set(gone)]
    kept = _without_broken(updated, layout, kept)
    seated = {id_ for table in kept for id_ in table.entrants}
    without_part = {one.id for one in given.entrants} - layout.entrants
    unseated = tuple(one for one in updated.entrants if one.id not in seated | without_part)
    new = _drawn_anew(replace(updated, entrants=unseated), layout)
    numbers = _free_numbers(layout, kept, unseated, new.tables)
    moved = [replace(table, number=number) for table, number in zip(new.tables, numbers, strict=True)]
    return updated, Layout(tuple(sorted((*kept, *moved), key=lambda table: table.number)), new.rests)


def _drawn_anew(loose: DrawInput, layout: Layout) -> Layout:
    """Tables of these few entrants alone; too few for a table have a bye."""
    is_rotation = bool(loose.partnerships) or any(table.partners for table in layout.tables)
    if len(loose.entrants) < (FEWEST_OF_ROTATION if is_rotation else min(loose.sizes)):
        return Layout((), tuple(one.id for one in loose.entrants))
    draw_by = draw_rotation if is_rotation else draw if loose.sizes == (2,) else draw_larger
    return Layout.from_draw(draw_by(loose))


def _without_broken(updated: DrawInput, layout: Layout, kept: list[LayoutTable]) -> list[LayoutTable]:
    """The kept tables, without the fewest that must be broken up to have the fewest byes; all of them if that
    does not help."""
    if len(updated.sizes) == 1 or any(table.partners for table in layout.tables):
        return kept
    least = _left_over(len(updated.entrants), updated.sizes)
    loose = len(updated.entrants) - sum(len(table.entrants) for table in kept)
    for broken in _by_nearness(updated, kept):
        if _left_over(loose + sum(len(table.entrants) for table in broken), updated.sizes) <= least:
            return [table for table in kept if table not in broken]
    return kept


@cache
def _left_over(players: int, sizes: tuple[int, ...]) -> int:
    """The number of players whom no combination of table sizes can seat."""
    return players - sum(table_sizes(players, sizes))


def _by_nearness(updated: DrawInput, kept: Sequence[LayoutTable]) -> Iterator[tuple[LayoutTable, ...]]:
    """Yields no table, then each table, then each two, those nearest to the entrants without a table
    first."""
    position = {one.id: at for at, one in enumerate(in_order(updated))}
    seated = {id_ for table in kept for id_ in table.entrants}
    middle = _mean(at for id_, at in position.items() if id_ not in seated)
    nearest = sorted(
        kept, key=lambda table: (abs(_mean(position[id_] for id_ in table.entrants) - middle), table.number)
    )
    for count in range(MOST_BROKEN + 1):
        yield from combinations(nearest, count)


def _mean(positions: Iterable[int]) -> int:
    """The mean in hundredths of a place, an integer so that rounding is exact; 0 for an empty list."""
    known = list(positions)
    return 100 * sum(known) // len(known) if known else 0


def _free_numbers(
    layout: Layout, kept: Sequence[LayoutTable], loose: Sequence[Entrant], new: Sequence[LayoutTable]
) -> list[int]:
    """A table for each new one: its fixed table if that is free, else the lowest that is not kept."""
    kept_numbers = {table.number for table in kept}
    fixed = {one.id: one.fixed_table for one in loose if one.fixed_table not in (None, *kept_numbers)}
    wanted = [next((fixed[id_] for id_ in table.entrants if id_ in fixed), None) for table in new]
    free = (
        number
        for number in range(1, len(layout.tables) + len(kept) + 2 * len(new) + 2)
        if number not in kept_numbers and number not in wanted
    )
    return [number or next(free) for number in wanted]
