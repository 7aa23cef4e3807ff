"""Criteria that break ties on points; each explains itself in one sentence."""

from abc import ABC, abstractmethod
from collections.abc import Sequence
from dataclasses import dataclass
from typing import ClassVar, Final


def gettext_noop(message: str) -> str:
    """The message itself: the name marks it for translation where pages show it, without Django in here."""
    return message


@dataclass(frozen=True, slots=True)
class Kept:
    """An evening behind a place of the season.

    `points` are weighted already. `counted` is false for dropped results, and for entries out of the prizes.
    """

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
