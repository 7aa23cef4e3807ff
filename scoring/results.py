"""The engine's answers: the count of a deal, a verdict on figures, the end of a match."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Generic, Protocol, TypeVar

from scoring.errors import ScoringError


class SideCount(Protocol):
    """One side of a counted deal, whatever the game."""

    @property
    def total(self) -> int:
        """Returns the points counted; the match may count differently, for instance in poste."""

    @property
    def figures(self) -> Mapping[str, int]:
        """Returns the parts of the total under the names of ``Game.figures``."""

    def as_json(self) -> dict[str, object]:
        """Returns one side's count in the form that CONTRACT fixes."""

    def explain(self) -> dict[str, object]:
        """Returns the reason for each point, as JSON-ready data; ``Game.sentences`` puts it into words."""


Side = TypeVar("Side", bound=SideCount)


@dataclass(frozen=True)
class DealCount(Generic[Side]):
    """A deal counted: each side's points, and the reasons for them."""

    game: str
    sides: Mapping[str, Side]
    #: The points that the deal adds to each side's match, where these are not the total: poste, rounded
    #: points, charges.
    scores: Mapping[str, int] | None = None

    def points(self, side: str) -> int:
        """Returns the points that the deal adds to that side's match."""
        return self.sides[side].total if self.scores is None else self.scores[side]

    def as_json(self) -> dict[str, object]:
        """Returns CONTRACT's answer of ``count``; ``score`` is there only where it is not the total."""
        sides: dict[str, object] = {}
        for side, counted in self.sides.items():
            sides[side] = answer = counted.as_json()
            if self.scores is not None:
                answer["score"] = self.scores[side]
        return sides

    def explanation(self) -> dict[str, dict[str, object]]:
        """Returns the reason for each point, by side."""
        return {side: counted.explain() for side, counted in self.sides.items()}


@dataclass(frozen=True, slots=True)
class Feasibility:
    """Whether the figures can have happened; if not, the reason and up to five near entries that can."""

    possible: bool
    #: The reason as a refusal that was not raised: code, facts and sentence.
    why: ScoringError | None
    #: These figures with other values, by side and name: those with the fewest figures changed first, then
    #: those with the smallest change.
    nearest: tuple[dict[str, dict[str, int]], ...]
    #: Whether these entries are certain to be the nearest; the search for them ends after a while.
    nearest_complete: bool = True

    def as_json(self, language: str = "it") -> dict[str, object]:
        """Returns CONTRACT's answer of ``check``; ``nearest_complete`` is there only when it is false."""
        if self.why is None:
            return {"possible": True}
        shortened = {} if self.nearest_complete else {"nearest_complete": False}
        return {
            "possible": False,
            "why": self.why.message(language),
            "nearest": list(self.nearest),
            **shortened,
        }


@dataclass(frozen=True, slots=True)
class Outcome:
    """The reason why a match is over, and the winner."""

    reason: str
    #: The side that won; None when the best are equal, or when several won.
    winner: str | None
    #: 2 or 3 where a win counts double or triple (FIGS, art. 16).
    level: int = 1
    #: Single players who lost together (Barilli 4.4.1).
    losers: tuple[str, ...] = ()
    #: Whether every player lost and nobody won; ``losers`` alone does not show that.
    all_lose: bool = field(default=False, repr=False, compare=False)
