"""The difference between two standings: rows that change, ties that are made or resolved."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from tournaments.core.standings.ranking import Row


@dataclass(frozen=True, slots=True)
class Shift:
    """An entry whose row has changed."""

    number: int
    before: Row
    after: Row

    @property
    def moves(self) -> bool:
        """Whether its place changes, not only its points."""
        return self.before.place != self.after.place


@dataclass(frozen=True, slots=True)
class Tie:
    """Entries that share a place in one of the standings, and do not all share one in the other."""

    place: int
    numbers: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Difference:
    """The changes from one standings to another; shifts in the order of the new places."""

    shifts: tuple[Shift, ...]
    resolved: tuple[Tie, ...]
    made: tuple[Tie, ...]

    @property
    def is_empty(self) -> bool:
        return not (self.shifts or self.resolved or self.made)


def difference(before: Sequence[Row], after: Sequence[Row]) -> Difference:
    """The changes from one standings to another of the same entries."""
    old = {row.number: row for row in before}
    shifts = tuple(
        Shift(row.number, old[row.number], row) for row in after if _line(row) != _line(old[row.number])
    )
    ties_before, ties_after = set(_ties(before)), set(_ties(after))
    return Difference(
        shifts,
        _in_order(_only(ties_before, ties_after)),
        _in_order(_only(ties_after, ties_before)),
    )


def _line(row: Row) -> tuple[int, ...]:
    return row.place, row.match_points, row.scored, row.conceded, row.victory_points


def _ties(rows: Sequence[Row]) -> Iterable[Tie]:
    for place in sorted({row.place for row in rows if row.tied}):
        yield Tie(place, tuple(row.number for row in rows if row.place == place))


def _only(ties: set[Tie], others: set[Tie]) -> list[Tie]:
    """The ties whose entries are not level, at any place, in the other standings."""
    level = [set(tie.numbers) for tie in others]
    return [tie for tie in ties if not any(set(tie.numbers) <= group for group in level)]


def _in_order(ties: Iterable[Tie]) -> tuple[Tie, ...]:
    return tuple(sorted(ties, key=lambda tie: tie.place))
