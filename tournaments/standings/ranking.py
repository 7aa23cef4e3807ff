"""The classifica: entries in order, and for each place the sum behind it and what decided it."""

from collections import defaultdict
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import pairwise

from tournaments.standings.byes import DRAW, LOSS, WIN, ByePolicy
from tournaments.standings.criteria import Criterion, chosen
from tournaments.standings.results import Penalty, Ranked, Rest, Result, verify
from tournaments.standings.tallies import Tally, TurnLine, tallies

Values = tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Row:
    """One line of the classifica.

    ``tied`` says that the place is shared: no criterion could tell these entries apart. ``values`` has one
    for each criterion, in the order of the criteria. ``decided_by`` is the key of the first criterion by
    which the entry is ahead of the next row: None where they share the place, and in the last row.
    ``played``, ``won``, ``drawn`` and ``lost`` count matches only; all sums of points count the rests too.
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


def standings(
    entries: Sequence[Ranked],
    results: Sequence[Result],
    rests: Sequence[Rest],
    criteria: Sequence[str],
    lots_seed: int,
    bye: ByePolicy = ByePolicy.WIN_AND_AVERAGE,
    penalties: Sequence[Penalty] = (),
) -> tuple[Row, ...]:
    """The classifica, first place first, whatever the order of the rows given.

    Entries that no criterion tells apart share the place and are flagged, by number: 1, 2, 2, 4. One that has
    withdrawn keeps its results and the place they are worth, flagged as well.

    Raises `RankingError` for unknown or repeated criteria and for rows that contradict each other.
    """
    verify(entries, results, rests, penalties)
    asked = chosen(criteria)
    counted = tallies(entries, results, rests, bye, lots_seed, penalties)
    values = _values(counted, asked)

    def standing(tally: Tally) -> tuple[Values, int]:
        return tuple(-value for value in values[tally.entry.id]), tally.entry.number

    ordered = sorted(counted, key=standing)
    return _rows(ordered, [values[tally.entry.id] for tally in ordered], criteria)


def _values(counted: Sequence[Tally], criteria: Sequence[Criterion]) -> dict[int, Values]:
    """Each entry's values, every criterion asked about those whom the ones before it left level."""
    values: dict[int, Values] = {tally.entry.id: () for tally in counted}
    for criterion in criteria:
        level: defaultdict[Values, list[Tally]] = defaultdict(list)
        for tally in counted:
            level[values[tally.entry.id]].append(tally)
        for group in level.values():
            for id_, value in criterion.values(group).items():
                values[id_] += (value,)
    return values


def _rows(ordered: Sequence[Tally], values: Sequence[Values], criteria: Sequence[str]) -> tuple[Row, ...]:
    decided_by = [_first_difference(above, below, criteria) for above, below in pairwise(values)]
    place, rows = 1, []
    for at, tally in enumerate(ordered):
        shared_above = at > 0 and values[at - 1] == values[at]
        shared_below = at + 1 < len(ordered) and values[at + 1] == values[at]
        place = place if shared_above else at + 1
        decided = decided_by[at] if at < len(decided_by) else None
        rows.append(_row(tally, place, shared_above or shared_below, values[at], decided))
    return tuple(rows)


def _first_difference(above: Values, below: Values, criteria: Sequence[str]) -> str | None:
    return next(
        (key for key, mine, theirs in zip(criteria, above, below, strict=True) if mine != theirs), None
    )


def _row(tally: Tally, place: int, tied: bool, values: Values, decided_by: str | None) -> Row:
    matches = [line.match_points for line in tally.lines if not (line.rested or line.penalty)]
    return Row(
        entry=tally.entry.id,
        number=tally.entry.number,
        place=place,
        tied=tied,
        withdrawn=tally.entry.withdrawn,
        played=len(matches),
        won=matches.count(WIN),
        drawn=matches.count(DRAW),
        lost=matches.count(LOSS),
        rested=sum(line.rested for line in tally.lines),
        match_points=tally.match_points,
        scored=tally.scored,
        conceded=tally.conceded,
        difference=tally.difference,
        values=values,
        decided_by=decided_by,
        per_turn=tally.lines,
    )
