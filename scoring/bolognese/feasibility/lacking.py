"""Which cards declarations can lack, asked as seldom as can be.

What can lie aside can without some of it, and what cannot does not with more: an answer tells those of all
cards that are like these, or missed less, or more (``kinds``).
"""

from collections.abc import Callable
from dataclasses import dataclass, field
from functools import cached_property
from typing import Final

from scoring.bolognese.cards import BIT, CONTATORI, MOORS, SUITS
from scoring.bolognese.discards import DISCARDABLE
from scoring.bolognese.feasibility.held import ANY_ORDER, Kind, Orders, kind_of, suits_of

#: What a pile, a kind of cards and a question about hands count: about as long as each takes.
PILE: Final = 1
KIND: Final = 20
QUESTION: Final = 300
#: A question answered with no, where declarations are worth much and a side has two players.
LONG_REFUSAL: Final = 30_000
#: For one entry that may be offered, and for all of them beside a sheet: some tenths of a second.
FOR_ONE: Final = 25_000
FOR_OFFERS: Final = 50_000
#: Where both laid aside each question takes about so many times as long.
OF_BOTH: Final = 4


class OutOfPatience(Exception):
    """No more is looked at: what was not found so far is not offered."""


class Patience:
    """What may still be asked: of the answer itself any number, until the offers begin."""

    def __init__(self, times: int = 1) -> None:
        self._times = times
        self._for_all: int | None = None
        self._for_one = 0

    def begin_offers(self) -> None:
        """From now on no more than this is asked, whatever was before."""
        self._for_all = FOR_OFFERS

    def begin_one(self) -> None:
        """The next entry is weighed."""
        self._for_one = FOR_ONE

    def spend(self, cost: int) -> None:
        """Raises OutOfPatience where more was asked than may be."""
        if self._for_all is None:
            return
        if min(self._for_all, self._for_one) < 0:
            raise OutOfPatience
        self._for_all -= cost * self._times
        self._for_one -= cost * self._times


def patience_with(aside: tuple[int, int]) -> Patience:
    """With so many cards laid aside, the most of one side's first."""
    return Patience(OF_BOTH if min(aside) else 1)


@dataclass(frozen=True, slots=True)
class Shown:
    """Accusi, as far as they bind what lies aside."""

    #: Whether some hands without these cards show them all.
    can_lack: Callable[[int], bool]
    #: The cards that they name.
    named: int = 0
    #: Families of which they tell only how many cards.
    numbered: frozenset[str] = frozenset()
    #: Cards that lie aside whatever else does.
    aside: int = 0
    #: Whether re and tarocchi may lie aside too, since nobody chose.
    of_all: bool = False
    #: How long it takes to answer with no (``patience``).
    refusal: int = QUESTION

    @property
    def bound(self) -> int:
        """The cards that nobody may choose to lay aside: shown, or aside already."""
        return self.named | self.aside


@dataclass
class Lacking:
    """Whether declarations can lack some cards, none of which they name, with those that lie aside
    already."""

    shown: Shown
    patience: Patience = field(default_factory=Patience)
    _asked: dict[int, bool] = field(default_factory=dict)
    _known: dict[Kind, bool] = field(default_factory=dict)
    #: The answers from which others follow.
    _lacked: list[Kind] = field(default_factory=list)
    _needed: list[Kind] = field(default_factory=list)

    def __call__(self, cards: int) -> bool:
        if cards not in self._asked:
            self._asked[cards] = self._of_kind(cards)
        return self._asked[cards]

    def _of_kind(self, cards: int) -> bool:
        every = cards | self.shown.aside
        kind = kind_of(every, self.orders)
        if kind not in self._known:
            self.patience.spend(KIND)
            self._known[kind] = self._answer(kind, every)
        return self._known[kind]

    def _answer(self, kind: Kind, cards: int) -> bool:
        if any(kind.is_within(more, self.orders) for more in self._lacked):
            return True
        if any(less.is_within(kind, self.orders) for less in self._needed):
            return False
        found = self.shown.can_lack(cards)
        self.patience.spend(QUESTION if found else self.shown.refusal)
        (self._lacked if found else self._needed).append(kind)
        return found

    @cached_property
    def orders(self) -> Orders:
        """The ways of changing over suits that nothing tells apart."""
        if self.shown.numbered:
            return (tuple(range(len(SUITS))),)
        named = self.shown.named if self.shown.of_all else self.shown.named & DISCARDABLE
        told = tuple(zip(suits_of(named), suits_of(self.shown.aside), strict=True))
        return tuple(order for order in ANY_ORDER if tuple(told[at] for at in order) == told)

    @cached_property
    def moors(self) -> tuple[str, ...]:
        """The Moors that may be chosen."""
        return tuple(moor for moor in MOORS if not self.shown.bound & BIT[moor])

    @cached_property
    def contatori(self) -> tuple[str, ...]:
        """The contatori that may lie aside where all cards may."""
        return tuple(card for card in CONTATORI if not self.shown.bound & BIT[card])
