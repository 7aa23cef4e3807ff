"""A deal between two sides who own the whole deck, counted from cards: from one pile or from two."""

from collections.abc import Mapping
from typing import Final, NamedTuple

from scoring.answers import DealCount
from scoring.bolognese.combinations import Combinations
from scoring.bolognese.cricche import cricche
from scoring.bolognese.declarations import PlayerDeclarations, count_declarations
from scoring.bolognese.discards import piles_of_discard, verify_discards
from scoring.bolognese.explanation import Data, explain
from scoring.bolognese.grande import require_house_rule
from scoring.bolognese.pile import PAIRS, complete, verify_last_trick, verify_sizes
from scoring.bolognese.sequences import sequences
from scoring.bolognese.tables import card_totals, deal_totals
from scoring.document import Document, optional_text, text
from scoring.game import Game

#: Barilli 3.7; never doubled (Pagat, "Scoring Procedure").
LAST_TRICK_POINTS: Final = 6

#: In the order in which a deal is counted (Barilli 3.9).
FIGURES: Final = ("sequences", "cricche", "card_points", "last_trick", "declarations")


#: Sizes of the dealer's pile when both sides took a trick.
_USUAL_SIZES: Final = frozenset(PAIRS.sizes(discards=True))


class SideCount(NamedTuple):
    """What one side scores in a deal; ``pile`` is a set of cards as in ``scoring.bolognese.cards``.

    Totals are there at once; which combinations make them is told when it is asked.
    """

    pile: int
    rules: str
    sequence_points: int
    cricca_points: int
    card_points: int
    last_trick: int
    declared: tuple[PlayerDeclarations, ...]

    @property
    def sequences(self) -> Combinations:
        return sequences(self.pile, self.rules)

    @property
    def cricche(self) -> Combinations:
        return cricche(self.pile)

    @property
    def declarations(self) -> int:
        """The points of all accusi of the side."""
        return sum([item.total for item in self.declared]) if self.declared else 0

    @property
    def total(self) -> int:
        from_cards = self.sequence_points + self.cricca_points + self.card_points
        return from_cards + self.last_trick + self.declarations

    @property
    def figures(self) -> Mapping[str, int]:
        """The parts of the total."""
        return {
            "sequences": self.sequence_points,
            "cricche": self.cricca_points,
            "card_points": self.card_points,
            "last_trick": self.last_trick,
            "declarations": self.declarations,
        }

    def as_json(self) -> dict[str, object]:
        """CONTRACT's answer for one side."""
        return {
            "sequences": self.sequences.as_json(),
            "cricche": self.cricche.as_json(),
            "card_points": self.card_points,
            "last_trick": self.last_trick,
            "declarations": self.declarations,
            "total": self.total,
        }

    def explain(self) -> Data:
        """Why each point is there, as JSON-ready data."""
        return explain(
            self.pile,
            self.sequences,
            self.cricche,
            self.card_points,
            self.last_trick,
            self.declared,
            self.rules,
        )


def count_pairs(game: Game, written: Document) -> DealCount[SideCount]:
    """Both sides' count of a deal, from one side's pile or both.

    ``dealer`` is the dealer's side and lets the piles' sizes be checked fully; ``rules`` a house rule of
    ``scoring.bolognese.grande``. Raises ScoringError for whatever could not have happened.
    """
    house = require_house_rule(optional_text(written, "rules"))
    dealer = optional_text(written, "dealer")
    dealt_by = None if dealer is None else game.require_side(dealer)
    piles = complete(game, written.get("cards"))
    if dealt_by is None or piles[dealt_by].bit_count() not in _USUAL_SIZES:
        verify_sizes(piles, dealt_by)
    last = verify_last_trick(game, piles, text(written, "last_trick"))
    declared = count_declarations(game, written.get("declarations"), house)
    if written.get("discards") is not None:
        verify_discards(written, PAIRS, declared, piles_of_discard(piles, dealt_by, PAIRS))
    totals = deal_totals(piles[game.sides[0]], house)
    return DealCount(
        game.key,
        {
            side: SideCount(
                piles[side],
                house,
                *made,
                LAST_TRICK_POINTS if side == last else 0,
                declarations_of(declared, side) if declared else (),
            )
            for side, made in zip(game.sides, totals, strict=True)
        },
    )


def count_side(pile: int, rules: str, last_trick: int, declared: tuple[PlayerDeclarations, ...]) -> SideCount:
    """One side's count: its cards, the points of the last trick, its players' accusi."""
    in_sequences, in_cricche, points = card_totals(pile, rules)
    return SideCount(pile, rules, in_sequences, in_cricche, points, last_trick, declared)


def declarations_of(declared: tuple[PlayerDeclarations, ...], side: str) -> tuple[PlayerDeclarations, ...]:
    """The accusi of that side's players."""
    return tuple([item for item in declared if item.player[0] == side])
