"""The cards that declarations can do without, found with as few questions about hands as possible.

If hands can show the declarations without some cards, they can without fewer; if not, they cannot without
more. So each answer also settles all sets of cards that are alike, smaller or larger (``Kind``).
"""

from collections.abc import Callable
from dataclasses import dataclass, field
from functools import cached_property
from typing import Final

from scoring.bolognese.cards import BIT, CONTATORI, MOORS, SUITS
from scoring.bolognese.discards import DISCARDABLE
from scoring.bolognese.feasibility.held import ANY_ORDER, Kind, Orders, kind_of, suits_of

#: Costs, roughly proportional to time: of looking at a pile, of comparing with a `Kind` of cards, and of a
#: question about hands.
PILE_COST: Final = 1
KIND_COST: Final = 20
QUESTION_COST: Final = 300
#: Cost of a refusal where declarations are worth much and a side has two players.
LONG_REFUSAL_COST: Final = 30_000
#: Budget for one entry that may be offered, and for all the entries of a sheet: some tenths of a second.
BUDGET_FOR_ONE: Final = 25_000
BUDGET_FOR_OFFERS: Final = 50_000
#: Factor on every cost where both sides laid cards aside.
FACTOR_FOR_BOTH: Final = 4


class OutOfPatience(Exception):
    """The budget is spent: entries not found so far are not offered."""


class Patience:
    """A budget for the search: unlimited for the answer itself, limited once offers begin."""

    def __init__(self, times: int = 1) -> None:
        self._times = times
        self._for_all: int | None = None
        self._for_one = 0

    def begin_offers(self) -> None:
        """Starts the limited budget for all offers."""
        self._for_all = BUDGET_FOR_OFFERS

    def begin_one(self) -> None:
        """Starts the budget for the next entry."""
        self._for_one = BUDGET_FOR_ONE

    def spend(self, cost: int) -> None:
        """Takes this cost from the budget; raises OutOfPatience when it was already overdrawn."""
        if self._for_all is None:
            return
        if min(self._for_all, self._for_one) < 0:
            raise OutOfPatience
        self._for_all -= cost * self._times
        self._for_one -= cost * self._times


def patience_with(aside: tuple[int, int]) -> Patience:
    """The budget for this shape of discards: larger discarder's cards, smaller discarder's cards."""
    return Patience(FACTOR_FOR_BOTH if min(aside) else 1)


@dataclass(frozen=True, slots=True)
class Shown:
    """Declarations as the search for a discard needs them."""

    #: Whether some hands without these cards show all the declarations.
    can_lack: Callable[[int], bool]
    #: Cards named by the declarations.
    named: int = 0
    #: Families declared only by number of cards.
    numbered: frozenset[str] = frozenset()
    #: Cards known to be laid aside.
    aside: int = 0
    #: Whether re and tarocchi may lie aside too, because nobody chose the cards (the pozzo).
    of_all: bool = False
    #: Cost of a refusal, for ``Patience``.
    refusal: int = QUESTION_COST

    @property
    def bound(self) -> int:
        """The cards that nobody may choose to lay aside: declared, or laid aside already."""
        return self.named | self.aside


@dataclass
class Lacking:
    """Tests whether declarations can do without some cards, besides those already laid aside.

    No card asked about is named by the declarations. Answers are cached by kind.
    """

    shown: Shown
    patience: Patience = field(default_factory=Patience)
    _asked: dict[int, bool] = field(default_factory=dict)
    _known: dict[Kind, bool] = field(default_factory=dict)
    #: Kinds that can be missing and kinds that cannot; other answers follow from them.
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
            self.patience.spend(KIND_COST)
            self._known[kind] = self._answer(kind, every)
        return self._known[kind]

    def _answer(self, kind: Kind, cards: int) -> bool:
        if any(kind.is_within(more, self.orders) for more in self._lacked):
            return True
        if any(less.is_within(kind, self.orders) for less in self._needed):
            return False
        found = self.shown.can_lack(cards)
        self.patience.spend(QUESTION_COST if found else self.shown.refusal)
        (self._lacked if found else self._needed).append(kind)
        return found

    @cached_property
    def orders(self) -> Orders:
        """The permutations of the suits that leave declarations and known discards unchanged."""
        if self.shown.numbered:
            return (tuple(range(len(SUITS))),)
        named = self.shown.named if self.shown.of_all else self.shown.named & DISCARDABLE
        by_suit = tuple(zip(suits_of(named), suits_of(self.shown.aside), strict=True))
        return tuple(order for order in ANY_ORDER if tuple(by_suit[at] for at in order) == by_suit)

    @cached_property
    def moors(self) -> tuple[str, ...]:
        """The Moors that may be laid aside."""
        return tuple(moor for moor in MOORS if not self.shown.bound & BIT[moor])

    @cached_property
    def contatori(self) -> tuple[str, ...]:
        """The contatori that may lie aside where nobody chose the cards (the pozzo)."""
        return tuple(card for card in CONTATORI if not self.shown.bound & BIT[card])
