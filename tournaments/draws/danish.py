"""Movimento danese: down the classifica, each against the nearest, with or without rematches."""

from collections.abc import Sequence
from dataclasses import dataclass

from tournaments.draws import matching
from tournaments.draws.inputs import DrawImpossible, DrawInput, Entrant, verify
from tournaments.draws.reasons import explain
from tournaments.draws.seating import first_dealer, numbered, seats, sides
from tournaments.draws.tables import Draw, DrawnTable
from tournaments.lots import lot, lots


@dataclass(frozen=True, slots=True)
class Line:
    """Those who play this turn, best first, and when each two of them last met."""

    entrants: tuple[Entrant, ...]
    last_met: dict[matching.Couple, int]


def draw(given: DrawInput) -> Draw:
    """The tables of a turn of movimento danese, the same ones for the same input on every machine.

    Turn 1 is drawn by lot. Later the tables go down the classifica: 1st against 2nd, 3rd against 4th. With
    rematches avoided, it is the draw with the fewest rematches, then the oldest (the smallest sum of the
    turns in which they last met), then the smallest sum of distances; `matching` says how equal draws are
    told apart. Two entrants fixed to different tables are kept apart before all else.

    Of an odd number, the last one in the line rests, among those who have rested least; this is settled
    before the tables are, and the distance is in places among those who play.

    Raises `DrawImpossible`, with ``two-tables-wanted`` or ``table-wanted-twice`` where not all fixed tables
    can be kept, and with the codes of `inputs.verify`.
    """
    verify(given)
    placed = in_order(given)
    resting = who_rests(placed)
    playing = tuple(entrant for entrant in placed if entrant is not resting)
    line = Line(playing, _last_met(playing, given))
    tables = tuple(_tables(given, line, _couples(given, line)))
    return Draw(
        tables=tables,
        rests=resting.id if resting else None,
        cost=sum(table.distance for table in tables),
        rematches=sum(table.rematch for table in tables),
        seed=given.seed,
    )


def in_order(given: DrawInput) -> tuple[Entrant, ...]:
    """The entrants by place in the classifica; those sharing a place, and those without one, by lot."""

    def place(entrant: Entrant) -> tuple[bool, int, int, int]:
        by_lot = lot(given.seed, "order", given.turn, entrant.number)
        return entrant.rank is None, entrant.rank or 0, by_lot, entrant.number

    return tuple(sorted(given.entrants, key=place))


def who_rests(placed: Sequence[Entrant]) -> Entrant | None:
    """The last one in the line among those who have rested least, or None when the number is even."""
    if len(placed) % 2 == 0:
        return None
    fewest = min(entrant.rests for entrant in placed)
    return next(entrant for entrant in reversed(placed) if entrant.rests == fewest)


def _last_met(playing: Sequence[Entrant], given: DrawInput) -> dict[matching.Couple, int]:
    """The last turn in which each two met, by their positions in the line."""
    position = {entrant.id: at for at, entrant in enumerate(playing)}
    met: dict[matching.Couple, int] = {}
    for meeting in given.meetings:
        if meeting.first_id in position and meeting.second_id in position:
            one, other = position[meeting.first_id], position[meeting.second_id]
            couple = min(one, other), max(one, other)
            met[couple] = max(meeting.turn, met.get(couple, 0))
    return met


def _couples(given: DrawInput, line: Line) -> list[matching.Couple]:
    def draw_lots(position: int, count: int) -> list[int]:
        return lots(count, given.seed, "pairing", given.turn, line.entrants[position].number)

    try:
        return matching.nearest(len(line.entrants), _penalties(given, line), draw_lots)
    except matching.TooLargeError as error:
        raise DrawImpossible("too-many-entrants", entrants=len(line.entrants)) from error


def _penalties(given: DrawInput, line: Line) -> dict[matching.Couple, tuple[int, ...]]:
    """What counts before distance: fixed tables that clash, then rematches, then how recent these are."""
    fixed = [at for at, entrant in enumerate(line.entrants) if entrant.fixed_table is not None]
    penalties: dict[matching.Couple, tuple[int, ...]] = {
        (i, j): (1, 0, 0)
        for i in fixed
        for j in fixed
        if i < j and line.entrants[i].fixed_table != line.entrants[j].fixed_table
    }
    if given.rematches == "avoided":
        for couple, turn in line.last_met.items():
            penalties[couple] = (penalties.get(couple, (0,))[0], 1, turn)
    return penalties


def _tables(given: DrawInput, line: Line, couples: Sequence[matching.Couple]) -> list[DrawnTable]:
    pairs = [(line.entrants[i], line.entrants[j]) for i, j in couples]
    reasons = explain(line.entrants, couples, line.last_met, given.rematches)
    tables = []
    for number, couple, pair, reason in zip(numbered(pairs), couples, pairs, reasons, strict=True):
        side_a, side_b = sides(given, *pair)
        tables.append(
            DrawnTable(
                number=number,
                side_a=side_a.id,
                side_b=side_b.id,
                first_dealer=first_dealer(given, side_a, side_b),
                seats=seats(given, side_a, side_b),
                reason=reason,
                distance=couple[1] - couple[0],
                rematch=couple in line.last_met,
            )
        )
    return sorted(tables, key=lambda table: table.number)
