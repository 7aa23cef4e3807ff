"""The standings: entries in order, with the figures of each place and the criterion that decided it."""

from collections import defaultdict
from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass
from itertools import pairwise
from typing import NamedTuple

from tournaments.core.standings.criteria import Criterion, chosen
from tournaments.core.standings.results import Penalty, Ranked, Rest, Result, verify
from tournaments.core.standings.rules import Rules
from tournaments.core.standings.tallies import Tally, TurnLine, lines_of, lots_of, tallies, with_strength

Values = tuple[int, ...]

#: The reason for a row to be ahead of the next where that one left before the end, and it did not.
LEFT = "left"


@dataclass(frozen=True, slots=True)
class Row:
    """One row of the standings.

    ``tied`` says that the place is shared: no criterion could separate these entries. ``values`` has one
    value for each criterion, in order. ``decided_by`` is the key of the first criterion by which the entry is
    ahead of the next row, or `LEFT`: None where they share the place, and in the last row. ``played``,
    ``won``, ``drawn`` and ``lost`` count matches only; all sums of points include the byes.
    """

    entry: int
    number: int
    place: int
    tied: bool
    withdrawn: bool
    played: int
    won: int
    drawn: int
    lost: int
    rested: int
    match_points: int
    scored: int
    conceded: int
    difference: int
    values: Values
    decided_by: str | None
    per_turn: tuple[TurnLine, ...]
    #: 0 where the ranking does not count them.
    victory_points: int = 0
    #: The group, from 1, and the place in it; None where there are no groups.
    group: int | None = None
    group_place: int | None = None
    expelled: bool = False

    @property
    def block(self) -> int:
        """As `Ranked.block`."""
        return self.withdrawn + self.expelled


def standings(
    entries: Sequence[Ranked],
    results: Sequence[Result],
    rests: Sequence[Rest],
    rules: Rules,
    lots_seed: int,
    penalties: Sequence[Penalty] = (),
    among: Collection[int] | None = None,
) -> tuple[Row, ...]:
    """The standings, first place first, for any order of the input; only of ``among``, if given.

    Entries that no criterion separates share a place (1, 2, 2, 4), are flagged, and follow by number. An
    entry that has withdrawn keeps its results, and is flagged as well; under `Rules.leavers_last` it comes
    below all who finished.

    Raises `RankingError` for unknown or repeated criteria and for rows that contradict each other.
    """
    verify(entries, results, rests, penalties)
    criteria = chosen(rules.criteria)
    lines = lines_of(results, rests, penalties, rules)
    counted = list(tallies(entries, lines, lots_of(entries, lots_seed), rules))
    return ranked(counted, criteria, rules, among)


def ranked(
    counted: Sequence[Tally],
    criteria: Sequence[Criterion],
    rules: Rules,
    among: Collection[int] | None = None,
) -> tuple[Row, ...]:
    """The standings of these tallies, or only of ``among``; their matches against all others still count."""
    counted = with_strength(counted) if rules.counts_strength else counted
    if among is not None:
        counted = [tally for tally in counted if tally.entry.id in among]
    values = _values(counted, criteria)

    def standing(tally: Tally) -> tuple[int, Values, int]:
        block = tally.entry.block if rules.leavers_last else 0
        return block, tuple(-value for value in values[tally.entry.id]), tally.entry.number

    ordered = sorted(counted, key=standing)
    return _rows(ordered, [values[tally.entry.id] for tally in ordered], rules)


def _values(counted: Sequence[Tally], criteria: Sequence[Criterion]) -> dict[int, Values]:
    """Each entry's values; every criterion compares the entries that are level after those before it."""
    values: list[Mapping[int, int]] = []
    for criterion in criteria:
        if not criterion.compares_the_level:
            values.append(criterion.values(counted))
            continue
        by_level = {tally.entry.id: 0 for tally in counted}
        for level in _levels(counted, values):
            if len(level) > 1:
                by_level.update(criterion.values(level))
        values.append(by_level)
    return {
        id_: tuple([by_entry[id_] for by_entry in values]) for id_ in (tally.entry.id for tally in counted)
    }


def _levels(counted: Sequence[Tally], values: Sequence[Mapping[int, int]]) -> Iterable[list[Tally]]:
    """Returns the groups of entries that are level after the criteria so far."""
    level: defaultdict[Values, list[Tally]] = defaultdict(list)
    for tally in counted:
        level[tuple([by_entry[tally.entry.id] for by_entry in values])].append(tally)
    return level.values()


class Standing(NamedTuple):
    """An entry's place and the reason for it."""

    place: int
    tied: bool
    values: Values
    decided_by: str | None


def _rows(ordered: Sequence[Tally], values: Sequence[Values], rules: Rules) -> tuple[Row, ...]:
    decided_by = [
        first_difference(above, below, rules.criteria)
        if is_one_block(one.entry, other.entry, rules)
        else LEFT
        for (one, above), (other, below) in pairwise(zip(ordered, values, strict=True))
    ]
    place, rows = 1, []
    for at, tally in enumerate(ordered):
        shared_above = at > 0 and decided_by[at - 1] is None
        shared_below = at + 1 < len(ordered) and decided_by[at] is None
        place = place if shared_above else at + 1
        decided = decided_by[at] if at < len(decided_by) else None
        standing = Standing(place, shared_above or shared_below, values[at], decided)
        rows.append(_row(tally, standing))
    return tuple(rows)


def is_one_block(one: Ranked | Row, other: Ranked | Row, rules: Rules) -> bool:
    """Whether these rules let the criteria decide between the two: they left alike, or neither left."""
    return not rules.leavers_last or one.block == other.block


def first_difference(above: Values, below: Values, criteria: Sequence[str]) -> str | None:
    """The first criterion whose values differ; None if all are equal."""
    return next(
        (key for key, mine, theirs in zip(criteria, above, below, strict=True) if mine != theirs), None
    )


def _row(tally: Tally, standing: Standing) -> Row:
    return Row(
        entry=tally.entry.id,
        number=tally.entry.number,
        place=standing.place,
        tied=standing.tied,
        withdrawn=tally.entry.withdrawn,
        expelled=tally.entry.expelled,
        played=tally.won + tally.drawn + tally.lost,
        won=tally.won,
        drawn=tally.drawn,
        lost=tally.lost,
        rested=tally.rested,
        match_points=tally.match_points,
        scored=tally.scored,
        conceded=tally.conceded,
        difference=tally.difference,
        values=standing.values,
        decided_by=standing.decided_by,
        per_turn=tally.lines,
        victory_points=tally.victory_points,
    )


def standings_by_group(
    rows: Iterable[Row], rules: Rules, lots_seed: int, last_turn: int | None = None
) -> dict[int, tuple[Row, ...]]:
    """The standings of each group by its number, as `standings` makes them from the rounds to `last_turn`.

    They are made from the rows of the whole tournament; empty if no row has a group. ``place`` and ``tied``
    are those in the group, ``per_turn`` contains only the group's rounds.
    """
    in_groups = [row for row in rows if row.group is not None]
    left = _left_the_group(in_groups)
    entries = [
        Ranked(row.entry, row.number, row.entry in left, row.entry in left and row.expelled)
        for row in in_groups
    ]
    lines = {row.entry: _until(row.per_turn, last_turn) for row in in_groups}
    counted = list(tallies(entries, lines, lots_of(entries, lots_seed), rules))
    together: defaultdict[int, set[int]] = defaultdict(set)
    for row in in_groups:
        together[row.group or 0].add(row.entry)
    criteria = chosen(rules.criteria)
    return {group: ranked(counted, criteria, rules, together[group]) for group in sorted(together)}


def _left_the_group(rows: Iterable[Row]) -> set[int]:
    """The entries below all others of their group. One that left in the final keeps its place there."""
    left: set[int] = set()
    has_above: set[int | None] = set()
    for row in sorted(rows, key=lambda row: row.group_place or 0, reverse=True):
        if row.withdrawn and row.group not in has_above:
            left.add(row.entry)
        else:
            has_above.add(row.group)
    return left


def _until(lines: Iterable[TurnLine], turn: int | None) -> tuple[TurnLine, ...]:
    return tuple(line for line in lines if turn is None or line.turn <= turn)
