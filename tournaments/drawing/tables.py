"""What any movement answers, brought to one shape: tables with their entries, and who sits at none."""

from collections.abc import Iterable
from dataclasses import dataclass
from itertools import zip_longest

from tournaments.draws import (
    Draw,
    Drawn,
    DrawnTable,
    LargerDraw,
    LargerTable,
    Reason,
    RotationTable,
    ScheduledDraw,
)
from tournaments.models import Tournament


@dataclass(frozen=True)
class Table:
    """A drawn table whatever its size: the entries of each side, and which of its players sits first."""

    number: int
    sides: tuple[tuple[int, ...], ...]
    firsts: tuple[int, ...]
    first_dealer: str
    distance: int
    is_rematch: bool
    reason: Reason
    boards: int | None = None


@dataclass(frozen=True)
class Alike:
    """Tables and everybody else; ``passing`` and ``idle`` have neither a table nor the riposo."""

    tables: tuple[Table, ...]
    rests: tuple[int, ...]
    cost: int
    rematches: int
    passing: tuple[int, ...] = ()
    idle: tuple[int, ...] = ()


def alike(tournament: Tournament, made: Drawn) -> Alike:
    """The draw of any movement, as `storing` writes it."""
    if isinstance(made, Draw):
        rests = () if made.rests is None else (made.rests,)
        return Alike(_of_two(tournament, made.tables), rests, made.cost, made.rematches)
    if isinstance(made, ScheduledDraw):
        tables = _of_two(tournament, made.tables, made.boards)
        again = sum(table.is_rematch for table in tables)
        return Alike(tables, made.rests, 0, again, made.passing, made.idle)
    if isinstance(made, LargerDraw):
        larger = tuple(_larger(tournament, table) for table in made.tables)
        return Alike(larger, made.rests, made.cost, made.rematches)
    rotating = tuple(map(_rotating, made.tables))
    return Alike(rotating, made.rests, made.opponents_again, made.partners_again)


def _rotating(table: RotationTable) -> Table:
    """Two entries a side, N before S and W before E: the order of play."""
    return Table(
        table.number,
        (table.side_a, table.side_b[::-1]),
        (0, 0),
        table.first_dealer,
        0,
        table.partners_again > 0,
        table.reason,
    )


def _of_two(
    tournament: Tournament, tables: Iterable[DrawnTable], boards: Iterable[int] = ()
) -> tuple[Table, ...]:
    return tuple(_table_of_two(tournament, *each) for each in zip_longest(tables, boards))


def _table_of_two(tournament: Tournament, table: DrawnTable, boards: int | None) -> Table:
    play = tournament.play()
    side = "A" if table.first_dealer in ("N", "S") else "B"
    return Table(
        table.number,
        ((table.side_a,), (table.side_b,)),
        (table.seats.north, table.seats.west) if play.of_pairs else (0, 0),
        table.first_dealer if play.of_pairs else play.positions_of(side)[0],
        table.distance,
        table.rematch,
        table.reason,
        boards,
    )


def _larger(tournament: Tournament, table: LargerTable) -> Table:
    play = tournament.play(len(table.entrants))
    return Table(
        table.number,
        tuple((entrant,) for entrant in table.entrants),
        (0,) * len(table.entrants),
        play.positions[table.first_dealer],
        table.distance,
        bool(table.repeated),
        table.reason,
    )
