"""Whether there is a discard that nobody told: in the pile of who laid it aside, and shown by nobody.

A card in an accuso may be captured by either side, so that accusi and figures of the piles bind each other by
the discard alone (Barilli 3.3; Pagat, "Declarations"). Scartini of the suits are in no accuso: where a pile
with enough of them gives the figures, nothing is bound. Where none does, every other discard is tried, card
by card and one of those that are alike: what cannot lie aside cannot with another card beside it either.
For two cards that is always enough. Of the eight of terziglio, and of Millone's twelve, there are so many
ways that it is given up after a while where the accusi forbid nearly all of them: such a sheet passes.
"""

from collections.abc import Callable, Hashable
from dataclasses import dataclass, field, replace
from typing import Final

from scoring.bolognese.cards import BIT, COURT, SUITS, bits, codes_of
from scoring.bolognese.discards import DISCARDABLE
from scoring.bolognese.feasibility.accusi import SCARTINI_BITS
from scoring.bolognese.feasibility.figures import Sheet
from scoring.bolognese.grande import MOORS_BITS
from scoring.bolognese.sequences import SUIT_BITS

#: What accusi are made of and may be laid aside (Barilli 3.3).
_OTHERS: Final = DISCARDABLE & ~SCARTINI_BITS
_SCARTINI: Final = codes_of(SCARTINI_BITS)


#: So many questions are enough for every discard of two cards (some 250 kinds).
QUESTIONS: Final = 600
#: What is offered for the piles beside accusi that cannot be with them is worth so many.
QUESTIONS_FOR_OFFERS: Final = 300


class InDoubtError(Exception):
    """Nobody can tell in so many questions."""


@dataclass(frozen=True, slots=True)
class Shown:
    """Accusi, as far as they bind what lies aside."""

    #: Whether some hands without these cards show them all.
    can_lack: Callable[[int], bool]
    #: The cards that they name.
    named: int = 0
    #: Families of which they tell only how many cards.
    numbered: frozenset[str] = frozenset()


@dataclass(slots=True)
class Asking:
    """Whether a sheet whose cards aside are known can be, asked so many times and no more."""

    ask: Callable[[Sheet], bool]
    left: int = QUESTIONS

    def __call__(self, sheet: Sheet) -> bool:
        if not self.left:
            raise InDoubtError
        self.left -= 1
        return self.ask(sheet)


def leave_a_discard(sheet: Sheet, shown: Shown, ask: Callable[[Sheet], bool]) -> bool:
    """Whether some split that agrees with the sheet has a discard that these accusi can lack: exactly, but
    that in Millone for two the ten cards of who does not deal are not looked for in that one's pile.

    ``ask`` tells whether a sheet whose cards aside are known can be. Mostly one question, a few milliseconds;
    where that pile has hardly a scartino, as many as there are kinds of discards.
    """
    return _Search(sheet, shown, ask).finds(0, codes_of(_OTHERS & ~shown.named))


@dataclass(slots=True)
class _Search:
    sheet: Sheet
    shown: Shown
    ask: Callable[[Sheet], bool]
    _known: set[Hashable] = field(default_factory=set)
    #: Whether the accusi could not lack some discard.
    _refused: bool = False
    #: How many scartini the pile can have, as far as they are wanted.
    _scartini: int | None = None

    def finds(self, cards: int, others: tuple[str, ...]) -> bool:
        """Whether a discard that has these cards, more of the others, and for the rest scartini will do."""
        missing = max(self.sheet.deal.shape.aside) - cards.bit_count()
        if self._are_in_pile(cards | bits(_SCARTINI[:missing])):
            return self._can_be_lacked(cards)
        enough = missing - self._most_scartini(missing)
        others = self._one_more(cards, others) if enough <= len(others) else ()
        if len(others) < enough:
            return False
        for card in others:
            kind = self._kind(cards | BIT[card])
            if kind not in self._known:
                self._known.add(kind)
                if self.finds(cards | BIT[card], tuple(other for other in others if other != card)):
                    return True
        return False

    def _one_more(self, cards: int, others: tuple[str, ...]) -> tuple[str, ...]:
        """Those that may lie aside with these cards; what may not, may not with more of them either."""
        possible: dict[Hashable, bool] = {}
        found = []
        for card in others:
            more = cards | BIT[card]
            kind = self._kind(more)
            if kind not in possible:
                # What accusi can lack is asked only once it matters: it takes longer than the piles.
                possible[kind] = self._are_in_pile(more) and (not self._refused or self.shown.can_lack(more))
            if possible[kind]:
                found.append(card)
        return tuple(found)

    def _most_scartini(self, wanted: int) -> int:
        if self._scartini is None:
            less = range(wanted, 0, -1)
            self._scartini = next((few for few in less if self._are_in_pile(bits(_SCARTINI[:few]))), 0)
        return self._scartini

    def _can_be_lacked(self, cards: int) -> bool:
        if not self.shown.can_lack(cards):
            self._refused = True
            return False
        return True

    def _are_in_pile(self, cards: int) -> bool:
        """Whether the figures can be with these cards in the pile of who laid aside."""
        deal = replace(self.sheet.deal, aside=cards, bound=True)
        return self.ask(replace(self.sheet, deal=deal))

    def _kind(self, cards: int) -> Hashable:
        """The same for all discards that are alike: suits that nothing tells apart, and Moors, may change."""
        named = self.shown.named
        suits = [
            tuple((bool(cards & BIT[card + suit]), bool(named & BIT[card + suit])) for card in (*COURT, "A"))
            for suit in SUITS
        ]
        of_suits = tuple(suits if self.shown.numbered else sorted(suits))
        honours = sum(SUIT_BITS.values()) | MOORS_BITS
        return of_suits, (cards & MOORS_BITS).bit_count(), cards & ~honours
