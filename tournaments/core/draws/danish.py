"""Danish pairing: down the standings, each entrant against the nearest; and the reason of each table."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from tournaments.core.draws import matching
from tournaments.core.draws.inputs import (
    Couple,
    DrawImpossible,
    DrawInput,
    Entrant,
    Line,
    Rematches,
    Wish,
    entrants_with_bye,
    in_order,
    penalties,
    verify,
)
from tournaments.core.draws.matching import TooLargeError
from tournaments.core.draws.seating import tabled
from tournaments.core.draws.tables import Draw, Reason
from tournaments.core.lots import lots


def draw(given: DrawInput) -> Draw:
    """The tables of a round of Danish pairing, the same ones for the same input on every machine.

    Entrants without a place, as all may be in round 1, are drawn by lot. The others go down the standings:
    1st against 2nd, 3rd against 4th. When rematches are avoided, the draw minimises in this order: rematches,
    how recent they are (the sum of the rounds in which they last met), meetings against a wish, the sum of
    distances; `matching` decides between equal draws. Two entrants fixed to different tables are kept apart
    before all else.

    With an odd number, the last in the line among those with the fewest byes has a bye; this is settled
    before the tables are, and distances count only those who play.

    Raises `DrawImpossible`, with ``two-tables-wanted`` or ``table-wanted-twice`` if fixed tables cannot all
    be kept, and with the codes of `inputs.verify`.
    """
    verify(given)
    placed = in_order(given)
    resting = entrants_with_bye(placed, len(placed) % 2)
    line = Line.from_input(given, (entrant for entrant in placed if entrant not in resting))
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


@dataclass(frozen=True, slots=True)
class Separations:
    """The reasons to keep entrants apart: the round in which couples last met, and the circle of each
    position where members of one circle should not meet. Empty where they do not count."""

    last_met: Mapping[Couple, int]
    circles: Sequence[int | None]

    def are_of_one_circle(self, one: int, other: int) -> bool:
        return self.circles[one] is not None and self.circles[one] == self.circles[other]


def explain(
    line: Sequence[Entrant],
    couples: Sequence[Couple],
    last_met: Mapping[Couple, int],
    rematches: Rematches,
    wish: Wish = "",
    *,
    turn: int = 0,
) -> list[Reason]:
    """One reason for each couple; couples and the keys of ``last_met`` are positions in the line.

    In round 1 there are no standings yet: places are in the order of entry, or of the season's standings.
    """
    opponents = {one: other for couple in couples for one, other in (couple, couple[::-1])}
    avoided = last_met if rematches == "avoided" else {}
    circles = [entrant.circle if wish == "circles-apart" else None for entrant in line]
    reasons = [_reason(line, couple, opponents, Separations(avoided, circles)) for couple in couples]
    return [_for_first_round(reason) for reason in reasons] if turn == 1 else reasons


def _for_first_round(reason: Reason) -> Reason:
    return Reason("first-turn", reason.params) if reason.code in ("neighbours", "nearest") else reason


def _reason(
    line: Sequence[Entrant], couple: Couple, opponents: Mapping[int, int], separations: Separations
) -> Reason:
    first, second = (line[position].rank for position in couple)
    if first is None or second is None:
        return Reason("circle-by-lot") if separations.are_of_one_circle(*couple) else Reason("by-lot")
    places = {"first": first, "second": second}
    if couple in separations.last_met:
        return Reason("rematch", {**places, "turn": separations.last_met[couple]})
    if separations.are_of_one_circle(*couple):
        return Reason("wish-unkept", places)
    if couple[1] - couple[0] == 1:
        return Reason("neighbours", places)
    reason = _kept_apart(line, couple, separations) or _nearest_taken(line, couple, opponents)
    reason = reason or Reason("nearest")
    return Reason(reason.code, {**places, **reason.params})


def _kept_apart(line: Sequence[Entrant], couple: Couple, separations: Separations) -> Reason | None:
    """The reason why one of the couple does not meet an entrant between them; the better one's come first."""
    i, j = couple
    for at, other in [(i, between) for between in range(i + 1, j)] + [(j, at) for at in range(j - 1, i, -1)]:
        one, between = line[at], line[other]
        places = {"who": _place(one), "between": _place(between)}
        if None not in (one.fixed_table, between.fixed_table) and one.fixed_table != between.fixed_table:
            return Reason("tables-apart", places)
        turn = separations.last_met.get((min(at, other), max(at, other)))
        if turn is not None:
            return Reason("already-met", {**places, "turn": turn})
        if separations.are_of_one_circle(at, other):
            return Reason("wish-kept", places)
    return None


def _nearest_taken(line: Sequence[Entrant], couple: Couple, opponents: Mapping[int, int]) -> Reason | None:
    """The reason that the entrant between them, next to the better one, plays another opponent; None if that
    opponent has no place."""
    between = couple[0] + 1
    opponent = line[opponents[between]].rank
    if opponent is None:
        return None
    return Reason("taken", {"between": _place(line[between]), "opponent": opponent})


def _place(entrant: Entrant) -> int:
    """The place of an entrant who stands above somebody with a place, and therefore has one."""
    assert entrant.rank is not None  # noqa: S101
    return entrant.rank
