"""What a simulation told, each share with the margin in which the truth lies nineteen times of twenty."""

from dataclasses import dataclass
from math import ceil, floor, sqrt

from django.utils.translation import gettext as _

from tournaments.draws import Option, Simulated
from tournaments.models import Simulation
from tournaments.simulations.luck import THOUSAND, Luck
from tournaments.simulations.questions import SKILLS, Question, same_option
from tournaments.standings import CRITERIA

NINETEEN_OF_TWENTY = 1.96
#: Deals, until what is usual of them can be told.
ENOUGH = 20


@dataclass(frozen=True)
class Share:
    """Per cent of the evenings, and from where to where it may really be."""

    percent: int
    low: int
    high: int


@dataclass(frozen=True)
class Answer:
    """What so many evenings of a movement told."""

    evenings: int
    first: Share
    among_three: Share
    with_rematches: Share


def share(times: int, of: int) -> Share:
    """The share of `times` in `of`, with the interval of Wilson (1927).

    >>> share(100, 400)
    Share(percent=25, low=21, high=30)
    """
    z2 = NINETEEN_OF_TWENTY**2
    middle = (times + z2 / 2) / (of + z2)
    half = NINETEEN_OF_TWENTY * sqrt(times * (of - times) / of + z2 / 4) / (of + z2)
    low, high = max(0.0, middle - half), min(1.0, middle + half)
    return Share(round(100 * times / of), floor(100 * low), ceil(100 * high))


def answer(simulation: Simulation | None, option: Option) -> Answer | None:
    """What it told of that option so far; None before the first evening."""
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
    told = Simulated(*figures[0])
    return Answer(
        told.evenings,
        share(told.best_first, told.evenings),
        share(told.best_among_three, told.evenings),
        share(told.with_rematches, told.evenings),
    )


def points_ahead(simulation: Simulation) -> float | None:
    """How many points a deal the best makes more than the last in the model; None until it is known."""
    question = Question.from_json(simulation.inputs)
    luck = Luck(question.tournament.play(), simulation.deals, SKILLS[question.skill])
    if len(simulation.deals) < ENOUGH:
        return None
    points = luck.gap / THOUSAND
    return round(points) if points >= 10 else round(points, 1)


def ranked_by(question: Question) -> list[str]:
    """The criteria of the classifica that the evenings are ranked by, in words and in order.

    Without the cappotti, which the model does not make.
    """
    return [_(CRITERIA[key].name).lower() for key in question.rules.criteria if key != "cappotti"]
