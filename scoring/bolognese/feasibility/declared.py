"""Declarations on a sheet of figures: whether hands could show them, and beside which figures of the piles.

Declarations listed with their cards are checked exactly, by the rules of the count: each is a combination of
just its cards, no card is in two hands or in the discard, no hand is too large, and a sum doubles only within
one player's hand. A side's figure must be the sum of its list.

A figure without cards is exact too: it passes if and only if some hands show exactly that many points, and
two sides' figures if and only if the hands of one deal show both (``shown``), without the known discards
(``sharing``).

Declarations and the figures of the piles are checked separately, since either side can capture a card that
was shown; it is not checked whether tricks can lead from the hands to the piles. Only the discard connects
the two: it is in the discarder's pile, and none of its cards was shown. A known discard enters both
checks (``known_discards``). Otherwise some possible discard must exist that is in that pile and in no
declaration (``laid_aside``): exact again. In Millone for two this concerns both players' discards, or only
the other's ten when the dealer's twelve are known. The pozzo that nobody took may contain any cards.
"""

from collections.abc import Callable, Hashable, Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, field, replace
from itertools import islice, product
from typing import Final

from scoring.bolognese.cards import bits, parse
from scoring.bolognese.declarations import PlayerDeclarations, count_declarations
from scoring.bolognese.discards import verify_discards
from scoring.bolognese.feasibility.accusi import MOST_LOOKED_AT, OFFERED, SCARTINI_BITS, Accusi
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

#: Refusals of declarations that can be read but cannot have happened; all other refusals mean unreadable
#: input.
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
#: Keys of a line of ``check`` about declarations.
DECLARATION_KEYS: Final = frozenset((FIGURE, "discards"))


def with_accusi(
    game: Game,
    written: Document,
    shape: DealShape,
    sides: Owners,
    others: Callable[[], Feasibility],
    deal: Deal | None = None,
) -> Feasibility:
    """The answer for the declarations together with the other figures, which ``others`` checks.

    ``deal`` is given where the whole deck is played out. The entries offered include the sheet's figures of
    declarations, replaced by the nearest possible ones. Raises ScoringError for unreadable input.
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
    left = None if deal is None or _all_discards_known(deal) else deal
    piles = Piles(sides, left, patience=patience_with(shape.aside))
    if written.get(FIGURE) is None:
        discards = parse(listed(written, "discards")) & ~SCARTINI_BITS
        accusi = Accusi(figures, sides, _seats(game, figures, shape, sides), house, shape, discards)
        return _check_figures(accusi, written, piles, others)
    why = _against_list(figures, shown, sides)
    as_listed = written if why is None else _with_listed(written, figures, shown, sides)
    found = _beside_list(_as_shown(shown, house, shape.tricks), as_listed, piles, others)
    if why is None and found.possible:
        return found
    kept: Sequence[Mapping[str, Mapping[str, int]]] = ({},) if found.possible else found.nearest
    return Feasibility(False, why or found.why, tuple(changed(as_listed, sides, change) for change in kept))


def _all_discards_known(deal: Deal) -> bool:
    """Whether all discards are known; in Millone for two the other player's ten never are."""
    return deal.aside.bit_count() == sum(deal.shape.aside)


@dataclass(frozen=True, slots=True)
class Piles:
    """The figures of the piles, checked beside declarations."""

    owners: Owners
    #: None where piles and declarations are independent: the deck is not played out, or all discards are
    #: known.
    deal: Deal | None
    ask: Callable[[Sheet], bool] = field(default_factory=remembered)
    #: Cached: whether a discard exists, by the figures of the piles and of the declarations.
    known: dict[Hashable, bool] = field(default_factory=dict)
    #: Cached: the cards that the declarations can do without, by their figures.
    choosing: dict[Hashable, Choosing] = field(default_factory=dict)
    patience: Patience = field(default_factory=Patience)

    def sheet(self, entry: Document) -> Sheet | None:
        """An entry's figures by owner; None when no unknown discard must be looked for."""
        if self.deal is None:
            return None
        found = {
            Figure(self.owners[side], name): value
            for side in self.owners
            for name, value in figures_of(entry, side).items()
            if name in NAMES
        }
        ordered = dict(sorted(found.items(), key=lambda item: (item[0].side, NAMES.index(item[0].name))))
        return Sheet(ordered, self.deal) if found else None

    def leave_a_discard(self, entry: Document, shown: Shown) -> bool:
        """Whether these figures and declarations, each possible by themselves, are possible together."""
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
        """Yields the nearest figures of the piles that are possible beside these declarations."""
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
                yield self._as_entry(found, written)

    def _as_entry(self, found: Mapping[Figure, int], written: Document) -> Entry:
        """The figures by owner as an entry, under the sheet's names."""
        return {
            side: {name: found.get(Figure(owner, name), value) for name, value in figures.items()}
            for side, owner in self.owners.items()
            if (figures := figures_of(written, side))
        }


def without_declared(figures: object) -> object:
    """One side's figures without the declarations."""
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
    """The sheet with the sums of its list as figures of declarations: named cards are more reliable than a
    figure."""
    listed = {side: {FIGURE: _listed_of(side, shown, sides)} for side in figures}
    return {
        **written,
        **{side: {**figures_of(written, side), **declared} for side, declared in listed.items()},
    }


def _listed_of(side: str, shown: tuple[PlayerDeclarations, ...], sides: Owners) -> int:
    """Points of the listed declarations for the owner of this side's pile."""
    return sum(item.total for item in shown if sides[item.player[0]] == sides[side])


def _seats(game: Game, figures: Mapping[str, int], shape: DealShape, sides: Owners) -> Seats:
    """Numbers of players a side; the owner of the first figure comes first."""
    owner = sides[next(iter(figures), game.sides[0])]
    first = sum(sides[player[0]] == owner for player in game.players)
    return Seats(first, len(game.players) - first, shape.tricks)


def _as_shown(shown: tuple[PlayerDeclarations, ...], rules: str, hand_size: int) -> Shown:
    """The listed declarations as the search for a discard needs them."""
    items = [item for player in shown for item in player.shown]
    named = bits({card for item in items for card in item.cards})
    numbered = frozenset(item.family for item in items if item.number)
    return Shown(
        lambda cards: not numbered or can_be_held(items, rules, hand_size, cards),
        named,
        numbered,
    )


def _no_discard(piles: Piles) -> ScoringError:
    """The refusal when every possible discard, or pozzo, would contain a declared card or one that is never
    laid aside."""
    if piles.deal is not None and piles.deal.pozzo:
        return ScoringError("declared-must-be-in-pozzo")
    return ScoringError("declared-must-be-discarded")


def _beside_list(
    shown: Shown, written: Document, piles: Piles, others: Callable[[], Feasibility]
) -> Feasibility:
    """The answer when the declarations were listed with their cards and are possible."""
    found = others()
    if not (shown.named or shown.numbered) or not found.possible or piles.leave_a_discard(written, shown):
        return found
    return Feasibility(False, _no_discard(piles), tuple(piles.nearest(written, shown)))


def _check_figures(
    accusi: Accusi, written: Document, piles: Piles, others: Callable[[], Feasibility]
) -> Feasibility:
    why, found = accusi.why_not(), others()
    if not accusi.figures:
        return found
    if why is None and found.possible:
        if _can_both_be(written, accusi, piles.leave_a_discard):
            return found
        why = _no_discard(piles)
        entries = [_entry(written, accusi, {}, points) for points in accusi.others(MOST_LOOKED_AT)]
        entries += piles.nearest(written, accusi.as_shown)
    else:
        kept: Sequence[Mapping[str, Mapping[str, int]]] = ({},) if found.possible else found.nearest
        pairs = product(kept, accusi.nearest())
        entries = [_entry(written, accusi, change, points) for change, points in pairs]
    possible = _possible(_in_order(entries, written), accusi, piles)
    return Feasibility(False, why or found.why, tuple(_fewest_changed(possible, written)))


def _possible(entries: list[Entry], accusi: Accusi, piles: Piles) -> Iterator[Entry]:
    """Yields the possible entries, as long as the budget lasts."""
    piles.patience.begin_offers()
    for entry in entries:
        piles.patience.begin_one()
        # An entry that takes too long is skipped: others may be quick.
        with suppress(OutOfPatience):
            if _can_both_be(entry, accusi, piles.leave_a_discard):
                yield entry


def _in_order(entries: list[Entry], written: Document) -> list[Entry]:
    """Sorts entries: the fewest changed figures first, then the smallest changes."""

    def rank(entry: Entry) -> tuple[int, int]:
        by = changes(entry, written)
        return len(by), sum(by)

    return sorted(entries, key=rank)


def _fewest_changed(entries: Iterator[Entry], written: Document) -> Iterator[Entry]:
    """Up to five entries that change as few figures as the first one."""
    fewest = None
    for entry in islice(entries, OFFERED):
        number = len(changes(entry, written))
        if number != (fewest := number if fewest is None else fewest):
            return
        yield entry


def _can_both_be(entry: Document, accusi: Accusi, leave: Callable[[Document, Shown], bool]) -> bool:
    """Whether an entry's declarations and its other figures, each possible by themselves, are possible
    together."""
    entered = replace(accusi, figures={side: figures_of(entry, side)[FIGURE] for side in accusi.figures})
    return not any(entered.figures.values()) or leave(entry, entered.as_shown)


def _entry(
    written: Document, accusi: Accusi, change: Mapping[str, Mapping[str, int]], points: Mapping[str, int]
) -> Entry:
    """The sheet with changed figures of the piles and of the declarations."""
    declared = {side: {FIGURE: points[accusi.owners[side]]} for side in accusi.figures}
    return changed(changed(written, accusi.owners, change), accusi.owners, declared)
