"""A deal counted from cards: both sides, from one pile or from two."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Final

from scoring.card_points import card_points
from scoring.combinations import Combinations
from scoring.cricche import cricche
from scoring.declarations import Declaration, PlayerDeclarations, count_declarations
from scoring.explanation import explain
from scoring.games import game_of, require_side
from scoring.grande import require_house_rule
from scoring.pile import complete, verify_last_trick, verify_sizes
from scoring.sequences import sequences

#: Barilli 3.7; never doubled (Pagat, "Scoring Procedure").
LAST_TRICK_POINTS: Final = 6


@dataclass(frozen=True, slots=True)
class SideCount:
    """What one side scores in a deal; ``pile`` is a set of cards as in ``scoring.cards``."""

    pile: int
    sequences: Combinations
    cricche: Combinations
    card_points: int
    last_trick: int
    declarations: int

    @property
    def total(self) -> int:
        return (
            self.sequences.total + self.cricche.total + self.card_points + self.last_trick + self.declarations
        )

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


@dataclass(frozen=True, slots=True)
class DealCount:
    """A deal counted: each side's points, and what is needed to say why."""

    game: str
    rules: str
    sides: dict[str, SideCount]
    declared: tuple[PlayerDeclarations, ...]

    def points(self, side: str) -> int:
        """What the deal adds to that side's match."""
        return self.sides[side].total

    def as_json(self) -> dict[str, object]:
        """CONTRACT's answer of ``count``, nothing more."""
        return {side: counted.as_json() for side, counted in self.sides.items()}

    def explanation(self) -> dict[str, object]:
        """Why each point is there, as JSON-ready data; ``scoring.wording.sentences`` says it in words."""
        return {
            side: explain(
                counted.pile,
                counted.sequences,
                counted.cricche,
                counted.card_points,
                counted.last_trick,
                tuple(item for item in self.declared if item.player[0] == side),
                self.rules,
            )
            for side, counted in self.sides.items()
        }


def count(
    game: str,
    cards: Mapping[str, Iterable[str]],
    last_trick: str,
    *,
    dealer: str | None = None,
    declarations: Iterable[Mapping[str, object] | Declaration] = (),
    rules: str | None = None,
) -> DealCount:
    """Both sides' count of a deal, from one side's pile or both.

    ``dealer`` is the dealer's side and lets the piles' sizes be checked fully; ``rules`` a house rule of
    ``scoring.grande``. Raises ScoringError for whatever could not have happened.
    """
    played = game_of(game)
    house = require_house_rule(rules)
    dealt_by = None if dealer is None else require_side(played, dealer)
    piles = complete(played, cards)
    verify_sizes(played, piles, dealt_by)
    last = verify_last_trick(played, piles, last_trick)
    declared = count_declarations(played, declarations, house)
    sides = {
        side: _count_side(pile, house, LAST_TRICK_POINTS if side == last else 0, declared, side)
        for side, pile in piles.items()
    }
    return DealCount(played.key, house, sides, declared)


def _count_side(
    pile: int, rules: str, last_trick: int, declared: tuple[PlayerDeclarations, ...], side: str
) -> SideCount:
    shown = sum([item.total for item in declared if item.player[0] == side])
    return SideCount(pile, sequences(pile, rules), cricche(pile), card_points(pile), last_trick, shown)
