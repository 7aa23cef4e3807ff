"""What rulings come to: warnings that add up, points taken, matches given up or lost."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace

from tournaments.standings.results import Penalty

#: FIELD: "warnings add up (two = a penalty)".
WARNINGS_A_PENALTY = 2


@dataclass(frozen=True, slots=True)
class Given:
    """A ruling in force: its effect, on whom, in which turn and match."""

    effect: str
    turn: int
    entry: int
    table: int | None = None
    match: int | None = None
    side: str = ""
    points: int = 0
    #: Every side's points of an assigned score.
    assigned: Mapping[str, int] | None = None


@dataclass(frozen=True, slots=True)
class Decision:
    """How rulings end a match: the sides that lost it a tavolino, or else the score given to it."""

    turn: int
    table: int
    lost_by: frozenset[str] = frozenset()
    assigned: Mapping[str, int] | None = None
    #: Of those sides: the ones that lost as a whole, and who was put out; their partner has lost nothing.
    forfeited: frozenset[str] = frozenset()
    put_out: frozenset[int] = frozenset()

    def is_lost(self, side: str, entry: int) -> bool:
        """Whether an entry on that side is among those who lost it."""
        return side in self.forfeited or entry in self.put_out


def decisions(given: Iterable[Given]) -> dict[int, Decision]:
    """What the rulings make of each match, the oldest first; the newest has the word.

    Both sides may lose the same match. An expulsion voids the match (FIELD): the opponents have the score of
    the riposo, as for a match lost a tavolino; so has, in an individual rotation, the partner of who is out.
    """
    decided: dict[int, Decision] = {}
    for each in given:
        if each.match is None or each.table is None:
            continue
        if each.effect in ("forfeit", "expulsion"):
            before = decided.get(each.match, Decision(each.turn, each.table))
            decided[each.match] = _lost_too(before, each)
        elif each.effect == "assigned":
            decided[each.match] = Decision(each.turn, each.table, assigned=each.assigned)
    return decided


def _lost_too(before: Decision, given: Given) -> Decision:
    """The decision with one more who lost the match; a score given to it before is void."""
    whole = given.effect == "forfeit"
    return replace(
        before,
        assigned=None,
        lost_by=before.lost_by | {given.side},
        forfeited=before.forfeited | ({given.side} if whole else set()),
        put_out=before.put_out | (set() if whole else {given.entry}),
    )


def penalties(given: Iterable[Given]) -> Iterable[Penalty]:
    """The points that the rulings take, the oldest first: of warnings, every second takes its own."""
    warned: dict[int, int] = {}
    for each in given:
        if each.effect == "warning":
            warned[each.entry] = warned.get(each.entry, 0) + 1
            if warned[each.entry] % WARNINGS_A_PENALTY:
                continue
        elif each.effect == "victory-points-off":
            yield Penalty(each.turn, each.entry, 0, victory_points=each.points)
            continue
        elif each.effect != "points-off":
            continue
        if each.points:
            yield Penalty(each.turn, each.entry, each.points)
