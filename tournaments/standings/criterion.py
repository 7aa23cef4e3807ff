"""What a criterion of the classifica is."""

from abc import ABC, abstractmethod
from collections.abc import Mapping, Sequence
from typing import ClassVar

from tournaments.standings.rules import Rules
from tournaments.standings.tallies import Tally


def gettext_noop(message: str) -> str:
    """The message itself: the name marks it for translation where pages show it, without Django in here."""
    return message


class Criterion(ABC):
    """One way to tell entries apart, with the words that pages show for it."""

    key: ClassVar[str]
    name: ClassVar[str]
    abbreviation: ClassVar[str]
    explanation: ClassVar[str]
    #: Whether the value of one depends on who the others are that are level with it; alone it is nought.
    compares_the_level: ClassVar[bool] = False
    #: Whether its values are figures that somebody may add up, rather than an order.
    has_figures: ClassVar[bool] = True

    def explained(self, rules: Rules) -> str:  # noqa: ARG002 - most say the same whatever the rules
        """The sentence that says how it counts in a tournament with these rules."""
        return self.explanation

    @abstractmethod
    def values(self, level: Sequence[Tally]) -> Mapping[int, int]:
        """A value for each id of those still level, higher is better; equal values leave them level."""
