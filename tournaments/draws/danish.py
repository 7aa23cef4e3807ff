"""Movimento danese: down the classifica, each against the nearest, with or without rematches."""

from tournaments.draws import matching
from tournaments.draws.inputs import DrawImpossible, DrawInput, verify
from tournaments.draws.line import Couple, Line, in_order, penalties, resters
from tournaments.draws.reasons import explain
from tournaments.draws.solver import TooLargeError
from tournaments.draws.tables import Draw
from tournaments.draws.tabling import tabled
from tournaments.lots import lots


def draw(given: DrawInput) -> Draw:
    """The tables of a turn of movimento danese, the same ones for the same input on every machine.

    Turn 1 is drawn by lot. Later the tables go down the classifica: 1st against 2nd, 3rd against 4th. With
    rematches avoided, it is the draw with the fewest rematches, then the oldest (the smallest sum of the
    turns in which they last met), then the fewest who wished not to meet, then the smallest sum of
    distances; `matching` says how equal draws are told apart. Two entrants fixed to different tables are kept
    apart before all else.

    Of an odd number, the last one in the line rests, among those who have rested least; this is settled
    before the tables are, and the distance is in places among those who play.

    Raises `DrawImpossible`, with ``two-tables-wanted`` or ``table-wanted-twice`` where not all fixed tables
    can be kept, and with the codes of `inputs.verify`.
    """
    verify(given)
    placed = in_order(given)
    resting = resters(placed, len(placed) % 2)
    line = Line.of(given, (entrant for entrant in placed if entrant not in resting))
    couples = _couples(given, line)
    reasons = explain(line.entrants, couples, line.last_met, given.rematches, given.wish, turn=given.turn)
    return tabled(given, line, couples, reasons, resting)


def _couples(given: DrawInput, line: Line) -> list[Couple]:
    def draw_lots(position: int, count: int) -> list[int]:
        return lots(count, given.seed, "pairing", given.turn, line.entrants[position].number)

    try:
        return matching.nearest(len(line.entrants), penalties(given, line), draw_lots)
    except TooLargeError as error:
        raise DrawImpossible("too-many-entrants", entrants=len(line.entrants)) from error
