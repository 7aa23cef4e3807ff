"""The rules by which a season is ranked, its tie-breaks, and the validation of both."""

from abc import ABC, abstractmethod
from collections.abc import Sequence
from dataclasses import dataclass, field
from enum import Enum
from itertools import pairwise
from typing import ClassVar, Final

from tournaments.core import gettext_noop


@dataclass(frozen=True, slots=True)
class Kept:
    """A result of the season. `points` include the weight. `counted` is false for dropped results, and for
    entries out of the prizes."""

    evening: int
    place: int
    tied: bool
    weight: int
    points: int
    counted: bool
    in_prizes: bool
    withdrawn: bool
    won: int
    difference: int

    @property
    def dropped(self) -> bool:
        """Whether the result is excluded (*risultati esclusi*): played, and beyond the best that count."""
        return self.in_prizes and not self.counted


class Criterion(ABC):
    """One way to break a tie; higher is better."""

    key: ClassVar[str]
    name: ClassVar[str]
    explanation: ClassVar[str]

    @abstractmethod
    def value(self, kept: Sequence[Kept]) -> int:
        """The figure to compare, from all the evenings that a player, or a pair, played."""


class EveningsWon(Criterion):
    key = "evenings_won"
    name = gettext_noop("Serate vinte")
    explanation = gettext_noop("Chi ha vinto più serate, anche fra i risultati esclusi.")

    def value(self, kept: Sequence[Kept]) -> int:
        return sum(each.place == 1 and each.in_prizes for each in kept)


class BestResult(Criterion):
    key = "best_result"
    name = gettext_noop("Miglior risultato")
    explanation = gettext_noop("Chi ha la serata con più punti.")

    def value(self, kept: Sequence[Kept]) -> int:
        return max((each.points for each in kept if each.in_prizes), default=0)


class Podiums(Criterion):
    key = "podiums"
    name = gettext_noop("Serate nei primi tre")
    explanation = gettext_noop("Chi è arrivato più volte nei primi tre, anche fra i risultati esclusi.")

    def value(self, kept: Sequence[Kept]) -> int:
        return sum(each.place <= 3 and each.in_prizes for each in kept)


class MatchesWon(Criterion):
    key = "matches_won"
    name = gettext_noop("Partite vinte")
    explanation = gettext_noop("Chi ha vinto più partite nelle serate che contano.")

    def value(self, kept: Sequence[Kept]) -> int:
        return sum(each.won for each in kept if each.counted)


class PointDifference(Criterion):
    key = "difference"
    name = gettext_noop("Differenza punti")
    explanation = gettext_noop("La somma delle differenze punti nelle serate che contano.")

    def value(self, kept: Sequence[Kept]) -> int:
        return sum(each.difference for each in kept if each.counted)


class EveningsPlayed(Criterion):
    key = "evenings_played"
    name = gettext_noop("Serate giocate")
    explanation = gettext_noop("Chi è venuto più volte.")

    def value(self, kept: Sequence[Kept]) -> int:
        return len(kept)


CRITERIA: Final[dict[str, Criterion]] = {
    criterion.key: criterion
    for criterion in (
        EveningsWon(),
        BestResult(),
        Podiums(),
        MatchesWon(),
        PointDifference(),
        EveningsPlayed(),
    )
}
USUAL_CRITERIA: Final = ("evenings_won", "best_result", "matches_won")


#: Points of the first places where a club sets none (our choice: FIELD has no table).
USUAL_PLACE_POINTS: Final = (20, 17, 15, 13, 12, 11, 10, 9, 8, 7, 6, 5, 4, 3, 2)


class Counting(Enum):
    """The source of an evening's points: the place, or a score of its standings carried over."""

    PLACE = "place"
    MATCH_POINTS = "match_points"
    VICTORY_POINTS = "victory_points"
    DIFFERENCE = "difference"
    SCORED = "scored"


class SeasonImpossible(ValueError):
    """Rules by which no season can be ranked: the `code` of the contradiction, and its `params`."""

    def __init__(self, code: str, **params: object) -> None:
        super().__init__(code)
        self.code = code
        self.params = params


@dataclass(frozen=True, slots=True)
class Rules:
    """How players or pairs are ranked. `best_of` None adds up every evening.

    `place_points` are those of the first places, `presence_points` those of every place after them. With
    fewer evenings than `min_evenings` a player has no place in the standings.
    """

    by_pair: bool = False
    counting: Counting = Counting.PLACE
    place_points: tuple[int, ...] = USUAL_PLACE_POINTS
    presence_points: int = 1
    best_of: int | None = None
    min_evenings: int = 1
    criteria: tuple[str, ...] = field(default=USUAL_CRITERIA)

    def points(self, place: int, figure: int) -> int:
        """The points of an evening before its weight. A shared place gives the points of that place."""
        if self.counting is not Counting.PLACE:
            return figure
        return self.place_points[place - 1] if place <= len(self.place_points) else self.presence_points


def verify(rules: Rules) -> None:
    """Raises SeasonImpossible for rules that contradict themselves."""
    if rules.best_of is not None and rules.best_of < 1:
        raise SeasonImpossible("best-of-none")
    if rules.min_evenings < 1:
        raise SeasonImpossible("no-evening-needed")
    if rules.best_of is not None and rules.min_evenings > rules.best_of:
        raise SeasonImpossible("more-needed-than-counted", needed=rules.min_evenings, counted=rules.best_of)
    if rules.counting is Counting.PLACE:
        _verify_table([*rules.place_points, rules.presence_points])
    _verify_criteria(rules.criteria)


def _verify_table(points: Sequence[int]) -> None:
    if points[-1] < 0:
        raise SeasonImpossible("points-below-nought", points=points[-1])
    for place, (above, below) in enumerate(pairwise(points), start=1):
        if below > above:
            raise SeasonImpossible("points-rise", place=place, above=above, below=below)
    if points[0] == 0:
        raise SeasonImpossible("points-all-nought")


def _verify_criteria(criteria: Sequence[str]) -> None:
    for key in criteria:
        if key not in CRITERIA:
            raise SeasonImpossible("criterion-unknown", key=key)
        if criteria.count(key) > 1:
            raise SeasonImpossible("criterion-twice", key=key)
