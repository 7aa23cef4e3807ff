"""Turns known before the first card: who meets whom in each, and the tables when their time comes."""

from collections.abc import Collection
from dataclasses import dataclass, replace
from itertools import chain, compress

from tournaments.draws.inputs import DrawInput, Entrant
from tournaments.draws.numbering import numbered
from tournaments.draws.seating import first_dealer, seats, sides
from tournaments.draws.tables import DrawnTable, Reason

Meet = tuple[int, int]  # side A, side B


@dataclass(frozen=True, slots=True)
class Turn:
    """The ids that meet, side A first, and those that rest for want of an opponent.

    A movement that fixes them has a table for each of ``meets``, and the set of deals played there.
    """

    meets: tuple[Meet, ...]
    rests: tuple[int, ...] = ()
    tables: tuple[int, ...] = ()
    boards: tuple[int, ...] = ()

    def without(self, gone: Collection[int]) -> "Turn":
        """The turn after some have left: whoever should have met them rests."""
        stays = [not set(meet) & set(gone) for meet in self.meets]
        freed = [id_ for meet, stay in zip(self.meets, stays, strict=True) if not stay for id_ in meet]
        return Turn(
            tuple(compress(self.meets, stays)),
            tuple(id_ for id_ in (*self.rests, *freed) if id_ not in gone),
            tuple(compress(self.tables, stays)),
            tuple(compress(self.boards, stays)),
        )


@dataclass(frozen=True, slots=True)
class ScheduledDraw:
    """The tables by number, the ids of those who rest, and of those whom this turn does not name.

    The latter have no rest with a score coming: their group has finished, or they have been knocked out.
    Nor have those ``passing`` to the next turn of a knock-out without a match. ``boards`` are the sets of
    deals, a number for each of the tables, where a movement carries them from table to table.
    """

    tables: tuple[DrawnTable, ...]
    rests: tuple[int, ...]
    idle: tuple[int, ...]
    seed: int
    passing: tuple[int, ...] = ()
    boards: tuple[int, ...] = ()


def draw_scheduled(given: DrawInput, turn: Turn, *, is_side_free: bool = False) -> ScheduledDraw:
    """The tables of a turn of a schedule, for those entrants who are still there.

    Sides are the schedule's, unless ``is_side_free``, as in a knock-out: then `seating.sides` balances them.
    Table numbers are the schedule's where it has them, else those of `numbering`: two who have to meet, each
    with a fixed table, sit at the one of the lower number. Chairs and first dealer are
    drawn. ``distance`` is 0: a schedule does not look at the classifica.

    Raises `DrawImpossible` with the codes of `numbering.numbered`.
    """
    present = {entrant.id: entrant for entrant in given.entrants}
    named = set(chain(turn.rests, *turn.meets))
    by_number = sorted(given.entrants, key=lambda entrant: entrant.number)
    idle = tuple(entrant.id for entrant in by_number if entrant.id not in named)
    left = turn.without(named - present.keys())
    pairs = [(present[a], present[b]) for a, b in left.meets]
    if is_side_free:
        pairs = [sides(given, one, other) for one, other in pairs]
    numbers = left.tables or numbered(given, list(map(_at_one_table, pairs)))
    met = {frozenset((meeting.first_id, meeting.second_id)) for meeting in given.meetings}
    tables = [
        DrawnTable(
            number=number,
            side_a=side_a.id,
            side_b=side_b.id,
            first_dealer=first_dealer(given, side_a, side_b),
            seats=seats(given, side_a, side_b),
            reason=Reason("scheduled", {"turn": given.turn}),
            distance=0,
            rematch=frozenset((side_a.id, side_b.id)) in met,
        )
        for number, (side_a, side_b) in zip(numbers, pairs, strict=True)
    ]
    order = sorted(range(len(tables)), key=lambda at: tables[at].number)
    return ScheduledDraw(
        tables=tuple(tables[at] for at in order),
        rests=left.rests,
        idle=idle,
        seed=given.seed,
        boards=tuple(left.boards[at] for at in order) if left.boards else (),
    )


def _at_one_table(pair: tuple[Entrant, Entrant]) -> tuple[Entrant, Entrant]:
    """The two, the second of whom gives way where both have a fixed table: a calendar asks nobody."""
    first, second = sorted(pair, key=lambda entrant: entrant.number)
    if first.fixed_table and second.fixed_table:
        second = replace(second, fixed_table=first.fixed_table)
    return first, second
