"""The rating of players, evening by evening: a pure function of the matches played.

openskill's Bradley-Terry model runs over the evenings of a club, in order of time. A side of a table is a
team: the strength of a pair is that of its two players together, and what a match teaches is shared between
them by how uncertain each still was. Every two sides of a table are compared.

The margin counts (`_stretch`), but not by openskill's own `margin`, with which a large upset would teach less
than a small one. Instead the change of each player is stretched: from three quarters where the match ended
level, to exactly itself at the usual margin of the evening, up to five quarters where it was won by very far.
So the margin means the same in every game, whatever its points.
"""

from collections import Counter, defaultdict
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from statistics import median
from typing import Final

from openskill.models import BradleyTerryFull, BradleyTerryFullRating

#: The first rating of everybody, and how many shown points one point of the model is worth.
START: Final = 1500
SHOWN: Final = 40
LEAST_STRETCH: Final = 0.75
MOST_STRETCH: Final = 1.25

_MODEL: Final = BradleyTerryFull()
_START_MU: Final = 25.0


@dataclass(frozen=True, slots=True)
class Game:
    """A match played to its end: the people and the points of each side, and the winners by the game's rules.

    `ranks` has 1 for the winners, the same number for sides that ended level.
    """

    sides: tuple[tuple[int, ...], ...]
    points: tuple[int, ...]
    ranks: tuple[int, ...]

    @property
    def margin(self) -> int:
        """Between the first and the last of the table."""
        return max(self.points) - min(self.points)


@dataclass(frozen=True, slots=True)
class Evening:
    """The matches of an evening, turn by turn; nobody plays two in one turn."""

    key: int
    games: tuple[Game, ...]


@dataclass(frozen=True, slots=True)
class Point:
    """A player's rating after an evening: `deviation` is how far off it may well be, `change` the evening's.

    `matches` counts all of them so far.
    """

    person: int
    evening: int
    rating: int
    deviation: int
    change: int
    matches: int


def rated(evenings: Iterable[Evening]) -> list[Point]:
    """A point for every player of every evening, in order of time, then by person. Same in, same out."""
    known: dict[int, BradleyTerryFullRating] = defaultdict(_MODEL.rating)
    matches: Counter[int] = Counter()
    points: list[Point] = []
    for evening in evenings:
        before = {person: _shown(known[person]) for person in _people(evening)}
        usual = median(game.margin for game in evening.games) if evening.games else 0
        for game in evening.games:
            known.update(_after(game, known, usual))
            matches.update(person for side in game.sides for person in side)
        points += [
            Point(
                person,
                evening.key,
                now := _shown(known[person]),
                round(known[person].sigma * SHOWN),
                now - before[person],
                matches[person],
            )
            for person in sorted(before)
        ]
    return points


def _people(evening: Evening) -> set[int]:
    return {person for game in evening.games for side in game.sides for person in side}


def _after(
    game: Game, known: Mapping[int, BradleyTerryFullRating], usual: float
) -> dict[int, BradleyTerryFullRating]:
    """What the players of the match are rated after it; `known` stays as it is.

    The model's answers are new objects, and its own to keep: making more of them costs most of all this.
    """
    teams = [[known[person] for person in side] for side in game.sides]
    new = _MODEL.rate(teams, ranks=[float(rank) for rank in game.ranks])
    stretch = _stretch(game.margin, usual)
    found = {}
    for side, before, after in zip(game.sides, teams, new, strict=True):
        for person, was, now in zip(side, before, after, strict=True):
            now.mu = was.mu + (now.mu - was.mu) * stretch
            found[person] = now
    return found


def _stretch(margin: int, usual: float) -> float:
    """One at the usual margin, and ever nearer to the bounds on both sides of it."""
    if margin + usual == 0:
        return 1.0
    return LEAST_STRETCH + (MOST_STRETCH - LEAST_STRETCH) * margin / (margin + usual)


def _shown(rating: BradleyTerryFullRating) -> int:
    return START + round((rating.mu - _START_MU) * SHOWN)
