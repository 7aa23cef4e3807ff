"""Accusi told with a sheet of figures: whether they could be shown, and what they can be worth.

Accusi told with their cards are weighed exactly, as in the count: each a combination of just its cards, no
card with two players, no hand larger than it is, none of the discards, doubled within one player alone; a
side's figure must be their sum.

A figure without cards is weighed exactly too: it passes if and only if some hands show just that, and the two
sides' figures if and only if the hands of one deal show both (``shown``); none of the discards, where they
were told, is then in those hands (``sharing``).

Accusi and the figures of the piles are weighed apart, since any card shown can be captured by either side.
What binds them is the discard: it is in the pile of who laid it aside, and nobody showed it. Where it was
told, both are weighed with it, and the piles' figures exactly (``told_aside``). Where it was not, it binds
nothing if that pile has as many scartini of the suits, which are in no accuso, as were laid aside; a sheet is
in doubt only if no such pile gives its parts *and* the accusi take nearly every other card of the deck. Such
a sheet passes.
"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from itertools import islice, product
from typing import Final

from scoring.answers import Feasibility
from scoring.bolognese.cards import SUITS, bits, codes_of, parse
from scoring.bolognese.declarations import PlayerDeclarations, count_declarations
from scoring.bolognese.discards import DISCARDABLE, verify_discards
from scoring.bolognese.feasibility.sharing import may_show_without
from scoring.bolognese.feasibility.shown import Seats, may_both_show, may_show, near_by, nearest_shown
from scoring.bolognese.grande import require_house_rule
from scoring.bolognese.pile import DealShape
from scoring.document import Document, figure, listed, optional_text
from scoring.errors import ScoringError
from scoring.game import Game

#: Refusals of what can be read and cannot be; every other refusal is of what cannot be read.
CANNOT_BE: Final = frozenset(
    (
        "declaration-discarded",
        "declaration-extra-cards",
        "declaration-no-combination",
        "declaration-number",
        "declaration-twice",
        "declared-by-two",
        "declared-hand-too-big",
        "declared-together",
        "declared-together-discarded",
        "discard-forbidden",
        "discard-size",
    )
)
FIGURE: Final = "declarations"
#: Keys of a line of ``check`` that tell of accusi.
TOLD: Final = frozenset((FIGURE, "discards"))
#: CONTRACT: at most this many entries are offered.
OFFERED: Final = 5
#: Entries that are weighed against discards, the nearest first.
LOOKED_AT: Final = 40

#: In no accuso.
SCARTINI_BITS: Final = bits(rank + suit for rank in ("10", "9", "8", "7", "6") for suit in SUITS)

#: For each side the owner of its pile, whose players' accusi count together.
Owners = Mapping[str, str]
Entry = dict[str, dict[str, int]]


@dataclass(frozen=True, slots=True)
class Accusi:
    """The figures of accusi that were told without cards."""

    figures: Mapping[str, int]
    owners: Owners
    #: The players of the owner of the first figure come first.
    seats: Seats
    rules: str
    #: The discards that were told, if an accuso could be of one of them.
    discards: int
    #: What lies aside then; one of these, where others laid aside more that nobody told.
    aside: tuple[int, ...]

    @property
    def points(self) -> Mapping[str, int]:
        """One figure for each owner."""
        found: dict[str, int] = {}
        for side, points in self.figures.items():
            found.setdefault(self.owners[side], points)
        return found

    def why_not(self) -> ScoringError | None:
        """Why nobody showed them; None where some hands show them all."""
        seats = self.seats
        first: dict[str, str] = {}
        for side, points in self.figures.items():
            told = first.setdefault(self.owners[side], side)
            if self.figures[told] != points:
                return _refusal("declared-by-allies", told, self.figures[told], side, points)
            if not self._may_show(points, 0, seats if len(first) == 1 else seats.turned):
                return self._nobody(points, seats if len(first) == 1 else seats.turned, side)
        if len(first) < 2:
            return None
        one, other = first.values()
        if self._may_show(self.figures[one], self.figures[other], seats):
            return None
        return self._nobody_together(one, other)

    def _may_show(self, first: int, second: int, seats: Seats) -> bool:
        """Whether in some deal the first of these seats show one figure and the others the other."""
        if not self.aside:
            return may_both_show(first, second, seats)
        return any(may_show_without((first, second), seats, aside, self.rules) for aside in self.aside)

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
        """Up to five figures for the owners that can be shown: the fewest changed, then the nearest."""
        owners = self.points
        wanted = tuple(owners.values())
        found = self._near_by(wanted) if self.aside else nearest_shown(wanted, self.seats, OFFERED)
        return [dict(zip(owners, points, strict=True)) for points in found]

    def _near_by(self, wanted: tuple[int, ...]) -> list[tuple[int, ...]]:
        """The figures near by that can be shown without the discards."""
        if not wanted or self._may_show(*_of_both(wanted), self.seats):
            return [wanted]
        near = near_by(wanted, self.seats, LOOKED_AT)
        return list(islice((each for each in near if self._may_show(*_of_both(each), self.seats)), OFFERED))


def with_accusi(
    game: Game, written: Document, shape: DealShape, sides: Owners, others: Callable[[], Feasibility]
) -> Feasibility:
    """The answer for the accusi and for the other figures, which ``others`` weighs.

    The entries offered have the sheet's figures of accusi, the nearest ones possible. Raises ScoringError for
    what cannot be read.
    """
    figures = _figures(written, sides)
    house = require_house_rule(optional_text(written, "rules"))
    try:
        shown = count_declarations(game, written.get(FIGURE), house, shape.tricks)
        verify_discards(written, shape, shown)
    except ScoringError as error:
        if error.code not in CANNOT_BE:
            raise
        return Feasibility(False, error, ())
    if written.get(FIGURE) is None:
        seats = _seats(game, figures, shape, sides)
        discards = parse(listed(written, "discards")) & ~SCARTINI_BITS
        aside = lying_aside(discards, shape)
        return _weigh(Accusi(figures, sides, seats, house, discards, aside), written, others)
    why = _against_list(figures, shown, sides)
    return others() if why is None else Feasibility(False, why, ())


def lying_aside(discards: int, shape: DealShape) -> tuple[int, ...]:
    """What lies aside, one of these at least; nothing where it forbids no figure.

    Scartini forbid nothing. In Millone for two the other player lays aside ten cards more: scartini, but for
    one card if all the discards but one are scartini (``shown``).
    """
    if not discards:
        return ()
    scartini_left = SCARTINI_BITS.bit_count() - max(shape.aside) + discards.bit_count()
    if scartini_left >= min(shape.aside):
        return (discards,)
    others = codes_of(DISCARDABLE & ~SCARTINI_BITS & ~discards)
    return tuple(discards | bits((card,)) for card in reversed(others))


def without_declared(figures: object) -> object:
    """One side's figures but for the accusi."""
    if not isinstance(figures, Mapping):
        return figures
    return {name: value for name, value in figures.items() if name != FIGURE}


def _of_both(points: tuple[int, ...]) -> tuple[int, int]:
    """The figures of both sides, the second showing nothing where nothing was written of it."""
    return points[0], points[1] if len(points) > 1 else 0


def _figures(written: Document, sides: Owners) -> dict[str, int]:
    found: dict[str, int] = {}
    for side in sides:
        figures = written.get(side)
        value = figures.get(FIGURE) if isinstance(figures, Mapping) else None
        if value is None:
            continue
        found[side] = figure(value, side, FIGURE)
    return found


def _against_list(
    figures: Mapping[str, int], shown: tuple[PlayerDeclarations, ...], sides: Owners
) -> ScoringError | None:
    for side, points in figures.items():
        listed = sum(item.total for item in shown if sides[item.player[0]] == sides[side])
        if points != listed:
            return ScoringError("declared-otherwise", side=side, points=points, listed=listed)
    return None


def _refusal(code: str, side: str, points: int, other: str, theirs: int) -> ScoringError:
    return ScoringError(code, side=side, points=points, other=other, theirs=theirs)


def _seats(game: Game, figures: Mapping[str, int], shape: DealShape, sides: Owners) -> Seats:
    """How the players sit, those of the first figure's owner first."""
    owner = sides[next(iter(figures), game.sides[0])]
    first = sum(sides[player[0]] == owner for player in game.players)
    return Seats(first, len(game.players) - first, shape.tricks)


def _weigh(accusi: Accusi, written: Document, others: Callable[[], Feasibility]) -> Feasibility:
    why, found = accusi.why_not(), others()
    if not accusi.figures or (why is None and found.possible):
        return found
    kept: Sequence[Mapping[str, Mapping[str, int]]] = ({},) if found.possible else found.nearest
    entries = [_entry(written, accusi, change, points) for change, points in product(kept, accusi.nearest())]
    nearest = sorted(entries, key=lambda entry: _change(entry, written))[:OFFERED]
    return Feasibility(False, why or found.why, tuple(nearest))


def _entry(
    written: Document, accusi: Accusi, change: Mapping[str, Mapping[str, int]], points: Mapping[str, int]
) -> Entry:
    """The sheet's figures with others in the place of some."""
    told = {side: dict(_figures_of(written, side)) for side in accusi.owners}
    for side, figures in change.items():
        told[side].update(figures)
    for side in accusi.figures:
        told[side][FIGURE] = points[accusi.owners[side]]
    return {side: figures for side, figures in told.items() if figures}


def _change(entry: Entry, written: Document) -> int:
    """How far an entry is from the sheet."""
    return sum(
        abs(value - entry[side][name]) for side in entry for name, value in _figures_of(written, side).items()
    )


def _figures_of(written: Document, side: str) -> Mapping[str, int]:
    figures = written.get(side)
    if not isinstance(figures, Mapping):
        return {}
    return {name: value for name, value in figures.items() if value is not None}
