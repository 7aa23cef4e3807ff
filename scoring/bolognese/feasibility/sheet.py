"""The figures on a sheet, and the known facts of their deal."""

from collections.abc import Callable, Collection, Iterable, Mapping
from dataclasses import dataclass, replace
from typing import Final, NamedTuple

from scoring.bolognese.cards import ANGEL, MATTO, bits
from scoring.bolognese.pile import DealShape
from scoring.document import Document, figure
from scoring.errors import ScoringError
from scoring.game import Game

#: The figures of a pile, in the order of the answers (CONTRACT).
OF_PILES: Final = ("sequences", "cricche", "card_points", "total")
#: The points of a side's declarations.
DECLARED: Final = "declarations"
NAMES: Final = (*OF_PILES, DECLARED)

#: The two piles, by number, of every deal that is played out.
PILES: Final = (0, 1)
#: The piles of the Angelo and of the Matto.
Holders = tuple[int, int]
ANY_HOLDERS: Final[frozenset[Holders]] = frozenset((angelo, matto) for angelo in PILES for matto in PILES)


def possible_holders(can_lack: Callable[[int, int], bool]) -> frozenset[Holders]:
    """Returns the possible holders when both sides have a trick.

    ``can_lack`` tells whether the declarations for a pile could be shown without a set of cards.
    """

    def lacked(pile: int, holders: Holders) -> int:
        return bits(card for card, holder in zip((ANGEL, MATTO), holders, strict=True) if holder != pile)

    return frozenset(
        holders for holders in ANY_HOLDERS if all(can_lack(pile, lacked(pile, holders)) for pile in PILES)
    )


class Figure(NamedTuple):
    """Names one figure of the sheet."""

    side: str
    name: str


Figures = Mapping[Figure, int]


@dataclass(frozen=True, slots=True)
class Deal:
    """Known facts about the deal of the figures; piles are given by number."""

    shape: DealShape
    rules: str
    #: The sides that own each pile: at terziglio two allies share one.
    sides: tuple[tuple[str, ...], tuple[str, ...]]
    #: The numbers of players that own each pile.
    players: tuple[int, int]
    #: The piles that may have the last trick.
    last_tricks: tuple[int, ...] = PILES
    #: The piles that may hold more discards: the dealer's, or at terziglio the soloist's.
    discarders: tuple[int, ...] = PILES
    #: Whether the cards laid aside go to the winner of the last trick: the pozzo of "faccio di mio" (Barilli
    #: 4.2.1).
    pozzo: bool = False
    #: The known discards of the side that laid aside more, as a set of cards.
    aside: int = 0
    #: The points of the declarations for each pile, if they are listed.
    listed: tuple[int, int] | None = None
    #: The possible holders of Angelo and Matto beside the listed declarations, when both sides have a trick.
    holders: frozenset[Holders] = ANY_HOLDERS

    def pile_of(self, side: str) -> int:
        """Returns the number of the pile that a side owns."""
        return PILES[side in self.sides[1]]


@dataclass(frozen=True, slots=True)
class Sheet:
    """The figures given, the first pile's first, and their deal; a missing figure may be anything."""

    figures: Figures
    deal: Deal

    def get(self, pile: int, name: str) -> int | None:
        """Returns a figure of a pile; None if no owner of the pile gave it."""
        given = (self.figures.get(Figure(side, name)) for side in self.deal.sides[pile])
        return next((value for value in given if value is not None), None)

    @property
    def has_allies_differing(self) -> bool:
        """Whether two owners of one pile gave different values of a figure."""
        return any(
            value != self.get(self.deal.pile_of(side), name) for (side, name), value in self.figures.items()
        )

    def only(self, figures: Iterable[Figure]) -> "Sheet":
        """Returns the sheet with only these figures."""
        return replace(self, figures={figure: self.figures[figure] for figure in figures})

    def without(self, figures: Collection[Figure]) -> "Sheet":
        """Returns the sheet without these figures."""
        return self.only(figure for figure in self.figures if figure not in figures)


def read_figures(game: Game, written: Document, known: tuple[str, ...] = NAMES) -> dict[Figure, int]:
    """Returns the figures as written, A's first; ScoringError for a value that is no figure."""
    found: dict[Figure, int] = {}
    for side, figures in written.items():
        game.require_side(side)
        if not isinstance(figures, Mapping):
            raise ScoringError("figures-not-an-object", side=side)
        for name, value in figures.items():
            if name not in known:
                raise ScoringError("unknown-figure", figure=name, known=known)
            if value is not None:
                found[Figure(side, str(name))] = figure(value, side, name)
    return dict(sorted(found.items(), key=lambda item: (item[0].side, NAMES.index(item[0].name))))


def as_json(figures: Figures) -> dict[str, dict[str, int]]:
    """Returns the figures by side and name."""
    by_side: dict[str, dict[str, int]] = {}
    for (side, name), value in figures.items():
        by_side.setdefault(side, {})[name] = value
    return by_side
