"""Figures of declarations without cards: whether some hands show them, and the nearest ones that can be
shown."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Final

from scoring.bolognese.cards import SUITS, bits, codes_of
from scoring.bolognese.discards import DISCARDABLE
from scoring.bolognese.feasibility.figures import Owners
from scoring.bolognese.feasibility.lacking import LONG_REFUSAL_COST, QUESTION_COST, Shown
from scoring.bolognese.feasibility.sharing import may_show_without
from scoring.bolognese.feasibility.shown import Seats, may_both_show, may_show, near_by, nearest_shown
from scoring.bolognese.pile import DealShape
from scoring.errors import ScoringError

#: CONTRACT: at most this many entries are offered.
OFFERED: Final = 5
#: How many entries are checked against the discards, the nearest first.
MOST_LOOKED_AT: Final = 40
#: Where declarations are worth `MANY_POINTS` or more, a refusal may take a tenth of a second: after this many
#: refusals no further entry is checked.
MOST_REFUSED: Final = 3
MANY_POINTS: Final = 200

#: The cards that are in no declaration.
SCARTINI_BITS: Final = bits(rank + suit for rank in ("10", "9", "8", "7", "6") for suit in SUITS)


@dataclass(frozen=True, slots=True)
class Accusi:
    """The figures of declarations that a sheet gives without cards."""

    figures: Mapping[str, int]
    owners: Owners
    #: The owner of the first figure comes first.
    seats: Seats
    rules: str
    shape: DealShape
    #: The known discards, without scartini.
    discards: int

    @property
    def aside(self) -> tuple[int, ...]:
        """Alternatives for the cards laid aside, where the other player's discards are unknown; see
        ``lying_aside``."""
        return lying_aside(self.discards, self.shape)

    @property
    def points(self) -> Mapping[str, int]:
        """One figure for each owner."""
        found: dict[str, int] = {}
        for side, points in self.figures.items():
            found.setdefault(self.owners[side], points)
        return found

    @property
    def refused_at_most(self) -> int:
        """How many refusals end the search for offers."""
        return MOST_REFUSED if sum(self.points.values()) >= MANY_POINTS else MOST_LOOKED_AT

    def why_not(self) -> ScoringError | None:
        """The refusal; None when some hands show all the figures."""
        seats = self.seats
        first: dict[str, str] = {}
        for side, points in self.figures.items():
            earlier = first.setdefault(self.owners[side], side)
            if self.figures[earlier] != points:
                return _refusal("declared-by-allies", earlier, self.figures[earlier], side, points)
            if not self._may_show(points, 0, seats if len(first) == 1 else seats.turned):
                return self._nobody(points, seats if len(first) == 1 else seats.turned, side)
        if len(first) < 2:
            return None
        one, other = first.values()
        if self._may_show(self.figures[one], self.figures[other], seats):
            return None
        return self._nobody_together(one, other)

    def _may_show(self, first: int, second: int, seats: Seats) -> bool:
        """Whether in some deal the two sides of these seats show these figures."""
        aside = self.aside
        if not aside:
            return may_both_show(first, second, seats)
        return any(may_show_without((first, second), seats, cards, self.rules) for cards in aside)

    def can_lack(self, cards: int) -> bool:
        """Whether in some deal all these figures are shown while these cards are laid aside."""
        wanted = tuple(self.points.values())
        if not wanted or not cards:
            return not wanted or may_both_show(*_of_both(wanted), self.seats)
        return may_show_without(_of_both(wanted), self.seats, cards, self.rules)

    @property
    def as_shown(self) -> Shown:
        """The figures as the search for a discard needs them."""
        is_long = sum(self.points.values()) >= MANY_POINTS and max(self.seats[:2]) > 1
        return Shown(self.can_lack, refusal=LONG_REFUSAL_COST if is_long else QUESTION_COST)

    def others(self, number: int) -> list[Mapping[str, int]]:
        """Up to `number` entries that can be shown, near these figures. If some of them change only one
        figure, only those are returned."""
        owners = self.points
        near = near_by(tuple(owners.values()), self.seats, number)
        return [dict(zip(owners, points, strict=True)) for points in near]

    def _nobody(self, points: int, seats: Seats, side: str) -> ScoringError:
        if may_show(points, seats):
            return ScoringError(
                "declared-without-discards", side=side, points=points, cards=codes_of(self.discards)
            )
        return ScoringError("declared-by-nobody", side=side, points=points)

    def _nobody_together(self, one: str, other: str) -> ScoringError:
        points, theirs = self.figures[one], self.figures[other]
        if not may_both_show(points, theirs, self.seats):
            return _refusal("declared-by-nobody-together", one, points, other, theirs)
        return ScoringError(
            "declared-together-without-discards",
            side=one,
            points=points,
            other=other,
            theirs=theirs,
            cards=codes_of(self.discards),
        )

    def nearest(self) -> list[Mapping[str, int]]:
        """Up to five possible figures for the owners: the fewest changed, then the smallest change."""
        owners = self.points
        wanted = tuple(owners.values())
        found = self._near_by(wanted) if self.aside else nearest_shown(wanted, self.seats, OFFERED)
        return [dict(zip(owners, points, strict=True)) for points in found]

    def _near_by(self, wanted: tuple[int, ...]) -> list[tuple[int, ...]]:
        """The nearest figures that can be shown without the discards."""
        if not wanted or self._may_show(*_of_both(wanted), self.seats):
            return [wanted]
        found: list[tuple[int, ...]] = []
        refused = 0
        for each in near_by(wanted, self.seats, MOST_LOOKED_AT):
            if each == wanted:
                continue
            if self._may_show(*_of_both(each), self.seats):
                found.append(each)
            else:
                refused += 1
            if len(found) == OFFERED or refused == self.refused_at_most:
                break
        return found


def lying_aside(discards: int, shape: DealShape) -> tuple[int, ...]:
    """Sets of cards that may have been laid aside: the hands must do without one of these sets. Empty when
    discards restrict nothing.

    Scartini restrict nothing. In Millone for two the other player lays aside ten more cards: all scartini,
    or nine scartini and one other card where only nine are left.
    """
    if not discards:
        return ()
    scartini_left = SCARTINI_BITS.bit_count() - max(shape.aside) + discards.bit_count()
    if scartini_left >= min(shape.aside):
        return (discards,)
    others = codes_of(DISCARDABLE & ~SCARTINI_BITS & ~discards)
    return tuple(discards | bits((card,)) for card in reversed(others))


def _of_both(points: tuple[int, ...]) -> tuple[int, int]:
    """Both sides' figures; a side without a figure shows nothing."""
    return points[0], points[1] if len(points) > 1 else 0


def _refusal(code: str, side: str, points: int, other: str, theirs: int) -> ScoringError:
    return ScoringError(code, side=side, points=points, other=other, theirs=theirs)
