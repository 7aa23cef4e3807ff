"""Matches added up: all of them, or those with or against each person."""

from collections import defaultdict
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass

from tournaments.careers.played import Outcome, Played


@dataclass(frozen=True, slots=True)
class Tally:
    """So many matches and how they went; points of those that were played out."""

    won: int = 0
    tied: int = 0
    lost: int = 0
    scored: int = 0
    conceded: int = 0
    evenings: int = 0

    @property
    def matches(self) -> int:
        return self.won + self.tied + self.lost

    @property
    def difference(self) -> int:
        return self.scored - self.conceded


@dataclass(frozen=True, slots=True)
class Record:
    """How it went with one person, or against one."""

    person: int
    tally: Tally


def tally(matches: Iterable[Played]) -> Tally:
    """The sum of the matches; a match that nobody played, won or lost is in no figure."""
    counted = [match for match in matches if match.outcome is not Outcome.RESTED]

    def ended(outcome: Outcome) -> int:
        return sum(match.outcome is outcome for match in counted)

    return Tally(
        won=ended(Outcome.WON),
        tied=ended(Outcome.TIED),
        lost=ended(Outcome.LOST),
        scored=sum(match.points or 0 for match in counted),
        conceded=sum(match.conceded or 0 for match in counted),
        evenings=len({match.evening for match in counted}),
    )


def records(matches: Sequence[Played], people: Callable[[Played], Sequence[int]]) -> list[Record]:
    """A record for each person whom `people` finds in the matches: most matches first, then most won."""
    found: defaultdict[int, list[Played]] = defaultdict(list)
    for match in matches:
        for person in dict.fromkeys(people(match)):
            found[person].append(match)
    made = [Record(person, tally(each)) for person, each in found.items()]
    return sorted(
        (record for record in made if record.tally.matches),
        key=lambda record: (-record.tally.matches, -record.tally.won, record.person),
    )
