"""The figures on a sheet, and the known facts of their deal."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Final

from scoring.bolognese.cards import ANGEL, MATTO, bits
from scoring.bolognese.pile import DealShape
from scoring.sheet import Figure, Figures

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
