"""Accusi told with a sheet of figures: whether they could be shown, and what they can be worth.

Accusi told with their cards are weighed exactly, as in the count: each a combination of just its cards, no
card with two players, no hand larger than it is, none of the discards, doubled within one player alone; a
side's figure must be their sum.

A figure without cards is weighed exactly too: it passes if and only if some hands show just that, and the two
sides' figures if and only if the hands of one deal show both (``shown``); none of the discards, where they
were told, is then in those hands (``sharing``).

Accusi and the figures of the piles are weighed apart, since any card shown can be captured by either side;
how many of one hand are in so few tricks is not asked. What binds them is the discard: it is in the pile of
who laid it aside, and nobody showed it. Where it was told, both are weighed with it, and the piles' figures
exactly (``told_aside``). Where it was not, there must be one that is in that pile and that nobody showed, and
in Millone for two one of each player, of which the dealer's twelve may be told and the other's ten are not
(``laid_aside``): exactly again. So it is with the pozzo that nobody took, in which any card may be.
"""

from collections.abc import Callable, Hashable, Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, field, replace
from itertools import islice, product
from typing import Final

from scoring.bolognese.cards import bits, parse
from scoring.bolognese.declarations import PlayerDeclarations, count_declarations
from scoring.bolognese.discards import verify_discards
from scoring.bolognese.feasibility.accusi import LOOKED_AT, OFFERED, SCARTINI_BITS, Accusi
from scoring.bolognese.feasibility.choosing import Choosing
from scoring.bolognese.feasibility.figures import (
    NAMES,
    Deal,
    Entry,
    Figure,
    Owners,
    Sheet,
    changed,
    changes,
    figures_of,
)
from scoring.bolognese.feasibility.lacking import OutOfPatience, Patience, Shown, patience_with
from scoring.bolognese.feasibility.laid_aside import choosing_beside, leave_a_discard
from scoring.bolognese.feasibility.nearest import nearest
from scoring.bolognese.feasibility.shown import Seats
from scoring.bolognese.feasibility.totals import remembered
from scoring.bolognese.grande import require_house_rule
from scoring.bolognese.hands import can_be_held
from scoring.bolognese.pile import DealShape
from scoring.document import Document, figure, listed, optional_text
from scoring.errors import ScoringError
from scoring.game import Game
from scoring.results import Feasibility

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
#: Keys of a line of ``check`` that tell of declarations.
TOLD: Final = frozenset((FIGURE, "discards"))


def with_accusi(
    game: Game,
    written: Document,
    shape: DealShape,
    sides: Owners,
    others: Callable[[], Feasibility],
    deal: Deal | None = None,
) -> Feasibility:
    """The answer for the declarations and for the other figures, which ``others`` weighs.

    ``deal`` is what is known of the deal where the whole deck is played out. The entries offered have the
    sheet's figures of declarations, the nearest ones possible. Raises ScoringError for what cannot be read.
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
    left = None if deal is None or _is_all_told(deal) else deal
    piles = Piles(sides, left, patience=patience_with(shape.aside))
    if written.get(FIGURE) is None:
        discards = parse(listed(written, "discards")) & ~SCARTINI_BITS
        accusi = Accusi(figures, sides, _seats(game, figures, shape, sides), house, shape, discards)
        return _weigh(accusi, written, piles, others)
    why = _against_list(figures, shown, sides)
    as_listed = written if why is None else _with_listed(written, figures, shown, sides)
    found = _beside_list(_as_shown(shown, house, shape.tricks), as_listed, piles, others)
    if why is None and found.possible:
        return found
    kept: Sequence[Mapping[str, Mapping[str, int]]] = ({},) if found.possible else found.nearest
    return Feasibility(False, why or found.why, tuple(changed(as_listed, sides, change) for change in kept))


def _is_all_told(deal: Deal) -> bool:
    """Whether nothing lies aside besides what was told; in Millone for two the other's ten do."""
    return deal.aside.bit_count() == sum(deal.shape.aside)


@dataclass(frozen=True, slots=True)
class Piles:
    """The figures of the piles beside declarations."""

    owners: Owners
    #: None where nothing binds piles and declarations: the deck is not played out, or all that lies aside was
    #: told.
    deal: Deal | None
    ask: Callable[[Sheet], bool] = field(default_factory=remembered)
    #: Whether there is a discard, by the figures of the piles and those of the declarations.
    known: dict[Hashable, bool] = field(default_factory=dict)
    #: What the declarations can lack, by their figures.
    choosing: dict[Hashable, Choosing] = field(default_factory=dict)
    patience: Patience = field(default_factory=Patience)

    def sheet(self, entry: Document) -> Sheet | None:
        """An entry's figures by owner, if there is a discard that must be looked for."""
        if self.deal is None:
            return None
        told = {
            Figure(self.owners[side], name): value
            for side in self.owners
            for name, value in figures_of(entry, side).items()
            if name in NAMES
        }
        ordered = dict(sorted(told.items(), key=lambda item: (item[0].side, NAMES.index(item[0].name))))
        return Sheet(ordered, self.deal) if told else None

    def leave_a_discard(self, entry: Document, shown: Shown) -> bool:
        """Whether these figures can be beside these declarations, when each can be by itself."""
        sheet = self.sheet(entry)
        return sheet is None or self._leaves(sheet, entry, shown)

    def _leaves(self, sheet: Sheet, entry: Document, shown: Shown) -> bool:
        declared = tuple(figures_of(entry, side).get(FIGURE) for side in self.owners)
        key = (*sheet.figures.items(), *declared)
        if key not in self.known:
            if declared not in self.choosing:
                self.choosing[declared] = choosing_beside(shown, sheet.deal, self.patience)
            self.known[key] = leave_a_discard(sheet, shown, self.ask, self.choosing[declared])
        return self.known[key]

    def nearest(self, written: Document, shown: Shown) -> Iterator[Entry]:
        """What the sheet's figures may become beside these declarations."""
        sheet = self.sheet(written)
        if sheet is None:
            return

        self.patience.begin_offers()

        def can_be(other: Sheet) -> bool:
            self.patience.begin_one()
            try:
                return self.ask(other) and self._leaves(other, written, shown)
            except OutOfPatience:
                return False

        for found in nearest(sheet, can_be):
            if can_be(replace(sheet, figures=found)):
                yield self._told(found, written)

    def _told(self, found: Mapping[Figure, int], written: Document) -> Entry:
        """Figures by owner, under the names that the sheet gives."""
        return {
            side: {name: found.get(Figure(owner, name), value) for name, value in figures.items()}
            for side, owner in self.owners.items()
            if (figures := figures_of(written, side))
        }


def without_declared(figures: object) -> object:
    """One side's figures but for the declarations."""
    if not isinstance(figures, Mapping):
        return figures
    return {name: value for name, value in figures.items() if name != FIGURE}


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
        listed = _listed_of(side, shown, sides)
        if points != listed:
            return ScoringError("declared-otherwise", side=side, points=points, listed=listed)
    return None


def _with_listed(
    written: Document, figures: Mapping[str, int], shown: tuple[PlayerDeclarations, ...], sides: Owners
) -> Document:
    """The sheet with the points that the list makes: whoever named the cards knew better what they were."""
    listed = {side: {FIGURE: _listed_of(side, shown, sides)} for side in figures}
    return {**written, **{side: {**figures_of(written, side), **told} for side, told in listed.items()}}


def _listed_of(side: str, shown: tuple[PlayerDeclarations, ...], sides: Owners) -> int:
    """What the declarations listed make for the side, or for the owner of its pile."""
    return sum(item.total for item in shown if sides[item.player[0]] == sides[side])


def _seats(game: Game, figures: Mapping[str, int], shape: DealShape, sides: Owners) -> Seats:
    """How the players sit, those of the first figure's owner first."""
    owner = sides[next(iter(figures), game.sides[0])]
    first = sum(sides[player[0]] == owner for player in game.players)
    return Seats(first, len(game.players) - first, shape.tricks)


def _as_shown(shown: tuple[PlayerDeclarations, ...], rules: str, hand_size: int) -> Shown:
    """Declarations of a list, as far as they bind what lies aside."""
    items = [item for player in shown for item in player.shown]
    named = bits({card for item in items for card in item.cards})
    numbered = frozenset(item.family for item in items if item.number)
    return Shown(
        lambda cards: not numbered or can_be_held(items, rules, hand_size, cards),
        named,
        numbered,
    )


def _no_discard(piles: Piles) -> ScoringError:
    """The discard would have to be of cards that were shown, or that are never laid aside; or the pozzo of
    cards that were shown."""
    if piles.deal is not None and piles.deal.pozzo:
        return ScoringError("declared-must-be-in-pozzo")
    return ScoringError("declared-must-be-discarded")


def _beside_list(
    shown: Shown, written: Document, piles: Piles, others: Callable[[], Feasibility]
) -> Feasibility:
    """The answer where the declarations were told with their cards, and can be."""
    found = others()
    if not (shown.named or shown.numbered) or not found.possible or piles.leave_a_discard(written, shown):
        return found
    return Feasibility(False, _no_discard(piles), tuple(piles.nearest(written, shown)))


def _weigh(accusi: Accusi, written: Document, piles: Piles, others: Callable[[], Feasibility]) -> Feasibility:
    why, found = accusi.why_not(), others()
    if not accusi.figures:
        return found
    if why is None and found.possible:
        if _can_both_be(written, accusi, piles.leave_a_discard):
            return found
        why = _no_discard(piles)
        entries = [_entry(written, accusi, {}, points) for points in accusi.others(LOOKED_AT)]
        entries += piles.nearest(written, accusi.as_shown)
    else:
        kept: Sequence[Mapping[str, Mapping[str, int]]] = ({},) if found.possible else found.nearest
        pairs = product(kept, accusi.nearest())
        entries = [_entry(written, accusi, change, points) for change, points in pairs]
    possible = _possible(_in_order(entries, written), accusi, piles)
    return Feasibility(False, why or found.why, tuple(_fewest_changed(possible, written)))


def _possible(entries: list[Entry], accusi: Accusi, piles: Piles) -> Iterator[Entry]:
    """Those that can be, as far as there is patience."""
    piles.patience.begin_offers()
    for entry in entries:
        piles.patience.begin_one()
        # What takes long is left out: of the others one may be told at once.
        with suppress(OutOfPatience):
            if _can_both_be(entry, accusi, piles.leave_a_discard):
                yield entry


def _in_order(entries: list[Entry], written: Document) -> list[Entry]:
    """Those that change the fewest figures first, then those that change the least."""

    def rank(entry: Entry) -> tuple[int, int]:
        by = changes(entry, written)
        return len(by), sum(by)

    return sorted(entries, key=rank)


def _fewest_changed(entries: Iterator[Entry], written: Document) -> Iterator[Entry]:
    """Those that change as few figures as the first does, up to five."""
    fewest = None
    for entry in islice(entries, OFFERED):
        number = len(changes(entry, written))
        if number != (fewest := number if fewest is None else fewest):
            return
        yield entry


def _can_both_be(entry: Document, accusi: Accusi, leave: Callable[[Document, Shown], bool]) -> bool:
    """Whether an entry's declarations and its other figures can be together, when each can be by
    themselves."""
    told = replace(accusi, figures={side: figures_of(entry, side)[FIGURE] for side in accusi.figures})
    return not any(told.figures.values()) or leave(entry, told.as_shown)


def _entry(
    written: Document, accusi: Accusi, change: Mapping[str, Mapping[str, int]], points: Mapping[str, int]
) -> Entry:
    """The sheet's figures with others in the place of some."""
    declared = {side: {FIGURE: points[accusi.owners[side]]} for side in accusi.figures}
    return changed(changed(written, accusi.owners, change), accusi.owners, declared)
