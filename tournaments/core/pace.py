"""The pace of a round: the tables that have been silent for too long, and the time when the last one ends.

The times are arguments; the clock is never read.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Final

#: A deal is late if it takes this many times the usual pace; less may be normal.
LATE_AFTER: Final = 1.75


@dataclass(frozen=True)
class TablePace:
    """The times at which a table's deals came in."""

    table: int
    entered_at: tuple[datetime, ...]
    #: The expected number of deals of its match; None where all tables have the same number.
    deals: int | None = None

    def missing(self, usual: int) -> int:
        """Deals still to come in."""
        return max(0, (usual if self.deals is None else self.deals) - len(self.entered_at))


@dataclass(frozen=True)
class Forecast:
    """The time when the round will be done, the slowest table, and the tables silent for too long."""

    #: None once every table is done.
    ends_at: datetime | None
    table: int | None
    silent: frozenset[int]


def forecast(
    tables: Sequence[TablePace], deals: int, started_at: datetime, now: datetime, turn: timedelta
) -> Forecast:
    """The forecast, from the median time between two deals of a table.

    Until a deal is in, the pace is the round's time divided by its deals. It is never less than a third of
    that, because a table that sends all its deals together would make the others look slow. A late deal is
    expected now.
    """
    pace = _pace(tables, started_at, turn / deals)
    ends = {each.table: _end(each, deals, started_at, now, pace) for each in tables if each.missing(deals)}
    if not ends:
        return Forecast(None, None, frozenset())
    last = max(ends, key=lambda table: (ends[table], table))
    silent = {
        each.table
        for each in tables
        if each.table in ends and now - _last(each, started_at) > pace * LATE_AFTER
    }
    return Forecast(ends[last], last, frozenset(silent))


def _pace(tables: Sequence[TablePace], started_at: datetime, expected: timedelta) -> timedelta:
    gaps = [
        later - earlier
        for each in tables
        for earlier, later in zip(
            (started_at, *sorted(each.entered_at)), sorted(each.entered_at), strict=False
        )
    ]
    return max(sorted(gaps)[len(gaps) // 2], expected / 3) if gaps else expected


def _end(table: TablePace, deals: int, started_at: datetime, now: datetime, pace: timedelta) -> datetime:
    next_deal = max(_last(table, started_at) + pace, now)
    return next_deal + pace * (table.missing(deals) - 1)


def _last(table: TablePace, started_at: datetime) -> datetime:
    return max(table.entered_at, default=started_at)
