"""What a round still owes before it can be settled."""

from collections import defaultdict
from dataclasses import dataclass

from tournaments.models import Deal, Round, Seat


@dataclass(frozen=True)
class Owed:
    """Tables with deals missing, by number.

    `missing` names the deals of a table that can still play them. `abandoned` are the tables which a pair has
    left for good: those still there, by entry number, get the score of the riposo (FIELD, Withdrawal).
    """

    missing: dict[int, list[int]]
    abandoned: dict[int, list[int]]


def owed(round_: Round) -> Owed:
    """What is missing at the tables of the round. Two queries."""
    entered: dict[int, set[int]] = defaultdict(set)
    for table, number in Deal.objects.filter(match__round=round_).values_list("match__table", "number"):
        entered[table].add(number)
    sitting: dict[int, dict[int, bool]] = defaultdict(dict)
    seats = Seat.objects.filter(round=round_).order_by("match__table")
    for table, number, left_at in seats.values_list("match__table", "entry__number", "entry__withdrawn_at"):
        sitting[table][number] = left_at is None
    expected = set(range(1, round_.tournament.deals + 1))
    lacking = {table: sorted(expected - entered[table]) for table in sitting if expected - entered[table]}
    return Owed(
        missing={table: deals for table, deals in lacking.items() if all(sitting[table].values())},
        abandoned={
            table: sorted(number for number, stays in sitting[table].items() if stays)
            for table in lacking
            if not all(sitting[table].values())
        },
    )
