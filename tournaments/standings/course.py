"""The classifica of gironi and of a knock-out: first how far one came, then the criteria of the tournament.

In a knock-out who goes on is ahead of who is out: the winner, the other finalist, third, fourth, then those
who lost in the semi-finals, the quarter-finals, and so on; those who lost in one turn go by the criteria,
like all others. What counts is the last turn in which one was there: a result corrected later changes no
table, so it changes nobody's way either, but for the last match.

The losers of the semi-finals share the third place where no match is played for it.

In gironi the best of each come first, then the second ones: places of different gironi have met different
opponents, and their points do not compare.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import pairwise
from typing import TYPE_CHECKING

from tournaments.standings.ranking import Row, standings
from tournaments.standings.rules import Rules

if TYPE_CHECKING:
    from tournaments.standings.settled import Settled

Reached = tuple[int, ...]
Here = tuple[int, int]  # turn, entry number

#: Why one row is ahead of the next where no criterion says it.
STAGE, GROUP = "stage", "group"


@dataclass(frozen=True, slots=True)
class Course:
    """What an evening's movement says of the way to the end; nothing, for the ones by classifica alone."""

    groups: tuple[tuple[int, ...], ...] = ()
    #: The first turn of the knock-out.
    final_from: int | None = None
    #: Who went through a turn without a match; who played for the third place.
    passing: frozenset[Here] = frozenset()
    third_place: frozenset[Here] = frozenset()
    #: Who had a table, in every turn; `Facts` knows it.
    seated: frozenset[Here] = frozenset()
    #: Whether the losers of the semi-finals are both third: nobody plays for it.
    shares_third: bool = False

    @property
    def has_groups(self) -> bool:
        return len(self.groups) > 1

    @property
    def is_plain(self) -> bool:
        return not self.has_groups and self.final_from is None

    def standings(self, known: Settled, rules: Rules, lots_seed: int) -> tuple[Row, ...]:
        """The classifica of these turns, each row with its girone."""
        known = self._joined(known)
        rows = _ranked(known, rules, lots_seed)
        if self.is_plain:
            return rows
        places = self.group_places(known, rules, lots_seed)
        reached = {row.number: self._reached(known, row.number, places) for row in rows}
        return tuple(
            replace(row, group=self.group_of(row.number), group_place=places.get(row.number))
            for row in _by_reached(rows, reached, rules.criteria, shares_third=self.shares_third)
        )

    def group_places(self, known: Settled, rules: Rules, lots_seed: int) -> dict[int, int]:
        """Everybody's place in their own girone, as it ended; empty where there is one, or none."""
        if not self.has_groups:
            return {}
        played = self._joined(known)
        if self.final_from is not None:
            played = played.until(self.final_from - 1)
        found: dict[int, int] = {}
        for group in self.groups:
            rows = _ranked(played, rules, lots_seed, frozenset(group))
            found |= {row.number: at for at, row in enumerate(rows, start=1)}
        return found

    def said(self) -> Iterable[tuple[int, object]]:
        """What of it belongs to a turn, with that turn."""
        yield from ((turn, ("passing", number)) for turn, number in self.passing)
        yield from ((turn, ("third place", number)) for turn, number in self.third_place)
        yield from ((turn, ("seated", number)) for turn, number in self.seated)
        if self.shares_third and self.final_from is not None:
            yield self.final_from, "third place shared"

    def group_of(self, number: int) -> int | None:
        """Which girone, from 1; None for who is in none, or where there is one only."""
        if not self.has_groups:
            return None
        return next((at for at, group in enumerate(self.groups, start=1) if number in group), None)

    def _joined(self, known: Settled) -> Settled:
        """With those who have only passed so far: they have a place as well."""
        by_then = {here for here in self.passing if here[0] <= known.last_turn}
        return replace(known, seated=known.seated | by_then)

    def _turns(self, known: Settled, number: int) -> set[int]:
        """The turns in which they had a table, rested or passed."""
        there = self.seated | self.passing
        rested = {rest.turn for rest in known.rests if rest.entry == number}
        return {turn for turn, entry in there if entry == number} | rested

    def _reached(self, known: Settled, number: int, places: Mapping[int, int]) -> Reached:
        """The higher the farther: last turn of the knock-out, for the first place, won; in the girone."""
        in_group = -places.get(number, len(places))
        if self.final_from is None:
            return (0, 0, 0, in_group)
        last = max(
            (turn for turn in self._turns(known, number) if self.final_from <= turn <= known.last_turn),
            default=0,
        )
        if not last:
            return (0, 0, 0, in_group)
        here = (last, number)
        return (last, here not in self.third_place, here in self.passing or _has_won(known, here), 0)


#: Of an evening that goes by the classifica alone.
PLAIN = Course()


def _ranked(
    known: Settled, rules: Rules, lots_seed: int, among: frozenset[int] | None = None
) -> tuple[Row, ...]:
    return standings(
        known.ranked(), known.results, known.rests, rules, lots_seed, known.penalties, among=among
    )


def _has_won(known: Settled, here: Here) -> bool:
    turn, number = here
    for rest in known.rests:
        if (rest.turn, rest.entry) == here:
            return not rest.forfeited
    for result in known.results:
        for side, points in zip(result.sides, result.points, strict=True):
            if result.turn == turn and number in side:
                return points == max(result.points) and result.margin > 0
    return False


def _by_reached(
    rows: Sequence[Row], reached: Mapping[int, Reached], criteria: Sequence[str], *, shares_third: bool
) -> tuple[Row, ...]:
    """The rows with who came farther first; those who came as far share a place only if they did before.

    The third place is another matter: see `_are_both_third`.
    """
    ordered = sorted(rows, key=lambda row: tuple(-int(step) for step in reached[row.number]))
    level = [
        one.values == other.values and reached[one.number] == reached[other.number]
        for one, other in pairwise(ordered)
    ]
    if shares_third and _are_both_third([reached[row.number] for row in ordered]):
        level[2] = True
    place, made = 1, []
    for at, row in enumerate(ordered):
        above, below = at > 0 and level[at - 1], at + 1 < len(ordered) and level[at]
        place = place if above else at + 1
        is_last = below or at + 1 == len(ordered)
        decided = None if is_last else _decided(row, ordered[at + 1], reached, criteria)
        made.append(replace(row, place=place, tied=above or below, decided_by=decided))
    return tuple(made)


def _are_both_third(reached: Sequence[Reached]) -> bool:
    """Whether the third and the fourth, and nobody else, came equally far: they lost in the semi-finals.

    So it is from the semi-finals on; before them there are more who came as far, or fewer.
    """
    if len(reached) < 4 or not reached[2][0]:
        return False
    others = (reached[1], reached[4]) if len(reached) > 4 else (reached[1],)
    return reached[2] == reached[3] and reached[2] not in others


def _decided(one: Row, other: Row, reached: Mapping[int, Reached], criteria: Sequence[str]) -> str | None:
    mine, theirs = reached[one.number], reached[other.number]
    if mine != theirs:
        return GROUP if mine[:3] == theirs[:3] else STAGE
    differing = zip(criteria, one.values, other.values, strict=True)
    return next((key for key, value, next_value in differing if value != next_value), None)
