"""The question of a simulation, and the answer that its evenings give.

A question is the game, the number of entries and rounds, and how much skill counts. Every share in the answer
has the interval that holds the true value 19 times in 20.
"""

import json
from dataclasses import asdict, dataclass
from hashlib import sha256
from math import ceil, floor, sqrt
from typing import Any, Self, cast

from django.utils.translation import gettext as _

from tournaments.core.draws import Option, Simulated, Wanted, options
from tournaments.core.draws.inputs import Rematches
from tournaments.core.standings import CRITERIA, Rules, rules_from
from tournaments.evenings.simulations.luck import DEALS, THOUSAND, Luck
from tournaments.models import Simulation, Tournament

#: Version of the model: a new one makes every question new.
MODEL = 3
#: The seed of every simulation, so that the same question has the same answer.
SEED = 1761
MOST_ENTRIES = 200
SKILLS = {"little": 25, "some": 50, "much": 100}
# Limits of the work: larger evenings are simulated less often.
MOST_EVENINGS, FEWEST_EVENINGS, SEATS = 400, 40, 36_000
MOST_AT_LARGER_TABLES = 100  # their draw takes longer


@dataclass(frozen=True)
class Question:
    """Everything that the answer depends on."""

    game: str
    house_rule: str | None
    target: int | None
    agreement: str
    deals_a_turn: int | None
    entries: int
    turns: int
    rematches: str
    are_singles: bool
    skill: str
    #: The ranking as `Rules.as_json`; None in questions stored before simulations used it.
    ranking: dict[str, object] | None = None

    @classmethod
    def from_tournament(cls, tournament: Tournament, entries: int, turns: int, skill: str) -> Self:
        return cls(
            game=tournament.game,
            house_rule=tournament.counted_by,
            target=tournament.target,
            agreement=tournament.agreement,
            deals_a_turn=tournament.deals_a_turn,
            entries=entries,
            turns=turns,
            rematches=tournament.rematches,
            are_singles=tournament.format == "rotation",
            skill=skill,
            ranking=tournament.ranking.as_json(),
        )

    @classmethod
    def from_json(cls, data: dict[str, Any]) -> Self:
        return cls(**data)

    def as_json(self) -> dict[str, object]:
        return asdict(self)

    @property
    def key(self) -> str:
        """A digest of the question, the model, and everything that is played for the answer."""
        content = [MODEL, SEED, DEALS, self.evenings, self.as_json()]
        return sha256(json.dumps(content, sort_keys=True).encode()).hexdigest()

    @property
    def tournament(self) -> Tournament:
        """An unsaved tournament with these rules."""
        return Tournament(
            game=self.game, target=self.target, agreement=self.agreement, deals_a_turn=self.deals_a_turn
        )

    @property
    def rules(self) -> Rules:
        """The ranking of the simulated evenings: the tournament's."""
        return Rules() if self.ranking is None else rules_from(self.ranking)

    @property
    def options(self) -> tuple[Option, ...]:
        """The movements compared."""
        return options(self.wanted)

    @property
    def wanted(self) -> Wanted:
        return Wanted(
            entries=self.entries,
            turns=self.turns,
            turn_minutes=0,
            sizes=self.tournament.table_sizes,
            are_singles=self.are_singles,
            avoids_rematches=self.rematches == Tournament.Rematches.AVOIDED,
        )

    @property
    def evenings(self) -> int:
        """The number of evenings to play of each movement."""
        most = MOST_EVENINGS if self.wanted.sizes == (2,) else MOST_AT_LARGER_TABLES
        return max(FEWEST_EVENINGS, min(most, SEATS // max(1, self.entries * self.turns)))

    @property
    def total(self) -> int:
        return DEALS + self.evenings * len(self.options)

    def draws_with(self, option: Option) -> tuple[Rematches, tuple[int, ...]]:
        """The rematch rule of the draw and the sizes of its tables."""
        sizes = (4,) if option.movement == "rotation" else self.wanted.sizes
        return cast("Rematches", self.rematches), sizes


def same_option(one: Option, other: Option) -> bool:
    """Whether two options are the same movement, whatever their minutes."""
    return _movement_of(one) == _movement_of(other)


def _movement_of(option: Option) -> tuple[object, ...]:
    return option.movement, option.turns, option.groups, option.qualifiers


#: The standard deviations around the mean that hold 19 values in 20.
NINETEEN_OF_TWENTY = 1.96
#: The deals needed before the usual difference can be simulated.
ENOUGH = 20


@dataclass(frozen=True)
class Share:
    """A percentage of the evenings, with the bounds of its interval."""

    percent: int
    low: int
    high: int


@dataclass(frozen=True)
class Answer:
    """The shares of a movement after that many simulated evenings."""

    evenings: int
    first: Share
    among_three: Share
    with_rematches: Share


def share(times: int, played: int) -> Share:
    """The share of `times` in `played`, with the interval of Wilson (1927).

    >>> share(100, 400)
    Share(percent=25, low=21, high=30)
    """
    z2 = NINETEEN_OF_TWENTY**2
    middle = (times + z2 / 2) / (played + z2)
    half = NINETEEN_OF_TWENTY * sqrt(times * (played - times) / played + z2 / 4) / (played + z2)
    low, high = max(0.0, middle - half), min(1.0, middle + half)
    return Share(round(100 * times / played), floor(100 * low), ceil(100 * high))


def answer_so_far(simulation: Simulation | None, option: Option) -> Answer | None:
    """The answer for that option so far; None before the first evening."""
    if simulation is None:
        return None
    compared = Question.from_json(simulation.inputs).options
    figures = [
        simulation.told[str(place)]
        for place, each in enumerate(compared)
        if same_option(each, option) and str(place) in simulation.told
    ]
    if not figures:
        return None
    simulated = Simulated(*figures[0])
    return Answer(
        simulated.evenings,
        share(simulated.best_first, simulated.evenings),
        share(simulated.best_among_three, simulated.evenings),
        share(simulated.with_rematches, simulated.evenings),
    )


def points_ahead(simulation: Simulation) -> float | None:
    """How many points a deal the best is ahead of the last player in the model; None until it is known."""
    question = Question.from_json(simulation.inputs)
    luck = Luck(question.tournament.play(), simulation.deals, SKILLS[question.skill])
    if len(simulation.deals) < ENOUGH:
        return None
    points = luck.gap / THOUSAND
    return round(points) if points >= 10 else round(points, 1)


def ranked_by(question: Question) -> list[str]:
    """The names of the criteria that rank the simulated evenings, in order.

    Without the cappotti, which the model does not play.
    """
    return [_(CRITERIA[key].name).lower() for key in question.rules.criteria if key != "cappotti"]
