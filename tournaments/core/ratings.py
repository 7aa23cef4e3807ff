"""The rating of players, evening by evening: a pure function of the matches played.

openskill's Bradley-Terry model processes the evenings of a club in order of time. A side of a table is a
team: its strength is the sum of its players' strengths, and the change after a match is divided between the
players by the uncertainty of their ratings. Every two sides of a table are compared.

The margin counts (`_stretch`), but not by openskill's own `margin`, with which a large upset would change
ratings less than a small one. Instead each player's change is multiplied by a factor: from three quarters for
a level match, to one at the usual margin of the evening, up to five quarters for a very large margin. So the
margin has the same meaning in every game, whatever its points.
"""

from collections import Counter, defaultdict
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from statistics import median
from typing import Final

from openskill.models import BradleyTerryFull, BradleyTerryFullRating

#: The first rating of every player, and the number of shown points to one point of the model.
START: Final = 1500
SHOWN: Final = 40
LEAST_STRETCH: Final = 0.75
MOST_STRETCH: Final = 1.25

_MODEL: Final = BradleyTerryFull()
_START_MU: Final = 25.0


@dataclass(frozen=True, slots=True)
class Game:
    """A match played to its end: the players and the points of each side, and its ranks by the game's rules.

    `ranks` has 1 for the winners, the same number for level sides.
    """

    sides: tuple[tuple[int, ...], ...]
    points: tuple[int, ...]
    ranks: tuple[int, ...]

    @property
    def margin(self) -> int:
        """The difference between the highest and the lowest score of the table."""
        return max(self.points) - min(self.points)


@dataclass(frozen=True, slots=True)
class Evening:
    """The matches of an evening, round by round; nobody plays two in one round."""

    key: int
    games: tuple[Game, ...]


@dataclass(frozen=True, slots=True)
class Point:
    """A player's rating after an evening, and its uncertainty, `deviation`.

    `change` is how much the evening changed the rating; `matches` counts all matches so far.
    """

    person: int
    evening: int
    rating: int
    deviation: int
    change: int
    matches: int


def rated(evenings: Iterable[Evening]) -> list[Point]:
    """A point for every player of every evening, in order of time, then by person. Deterministic."""
    ratings: dict[int, BradleyTerryFullRating] = defaultdict(_MODEL.rating)
    matches: Counter[int] = Counter()
    points: list[Point] = []
    for evening in evenings:
        before = {person: _shown(ratings[person]) for person in _people(evening)}
        usual_margin = median(game.margin for game in evening.games) if evening.games else 0
        for game in evening.games:
            ratings.update(_after(game, ratings, usual_margin))
            matches.update(person for side in game.sides for person in side)
        points += [
            Point(
                person,
                evening.key,
                now := _shown(ratings[person]),
                round(ratings[person].sigma * SHOWN),
                now - before[person],
                matches[person],
            )
            for person in sorted(before)
        ]
    return points


def _people(evening: Evening) -> set[int]:
    return {person for game in evening.games for side in game.sides for person in side}


def _after(
    game: Game, ratings_before: Mapping[int, BradleyTerryFullRating], usual_margin: float
) -> dict[int, BradleyTerryFullRating]:
    """The ratings of the match's players after it; `ratings_before` stays unchanged.

    The model returns new objects, so the old ones need no copy: copying would be most of the cost.
    """
    teams = [[ratings_before[person] for person in side] for side in game.sides]
    new = _MODEL.rate(teams, ranks=[float(rank) for rank in game.ranks])
    stretch = _stretch(game.margin, usual_margin)
    ratings = {}
    for side, before, after in zip(game.sides, teams, new, strict=True):
        for person, was, now in zip(side, before, after, strict=True):
            now.mu = was.mu + (now.mu - was.mu) * stretch
            ratings[person] = now
    return ratings


def _stretch(margin: int, usual_margin: float) -> float:
    """The factor of the change: 1 at the usual margin, approaching its bounds on both sides."""
    if margin + usual_margin == 0:
        return 1.0
    return LEAST_STRETCH + (MOST_STRETCH - LEAST_STRETCH) * margin / (margin + usual_margin)


def _shown(rating: BradleyTerryFullRating) -> int:
    return START + round((rating.mu - _START_MU) * SHOWN)
