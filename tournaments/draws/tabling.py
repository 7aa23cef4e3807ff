"""From couples of a line to tables with numbers, sides and chairs."""

from collections.abc import Sequence

from tournaments.draws.inputs import DrawInput, Entrant
from tournaments.draws.line import Couple, Line
from tournaments.draws.numbering import numbered
from tournaments.draws.seating import first_dealer, seats, sides
from tournaments.draws.tables import Draw, DrawnTable, Reason


def tabled(
    given: DrawInput,
    line: Line,
    couples: Sequence[Couple],
    reasons: Sequence[Reason],
    resting: Sequence[Entrant],
) -> Draw:
    """The draw of those couples, each with its reason; one rests, or nobody."""
    pairs = [(line.entrants[i], line.entrants[j]) for i, j in couples]
    tables = []
    for number, couple, pair, reason in zip(numbered(given, pairs), couples, pairs, reasons, strict=True):
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
    return Draw(
        tables=tuple(sorted(tables, key=lambda table: table.number)),
        rests=resting[0].id if resting else None,
        cost=sum(table.distance for table in tables),
        rematches=sum(table.rematch for table in tables),
        seed=given.seed,
    )
