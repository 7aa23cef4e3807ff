"""Simulated evenings, played in slices before the real one, to show what to expect of each format.

A question is the game, the number of entries and rounds, and how much skill counts. Every share in the answer
has the interval that holds the true value 19 times in 20.
"""

import json
import time
from dataclasses import asdict, astuple, dataclass, field
from datetime import timedelta
from hashlib import sha256
from math import ceil, floor, sqrt
from typing import Any, Final, Self, cast

from celery import shared_task
from django.db import transaction
from django.utils import timezone
from django.utils.translation import gettext as _

from club.models import Club
from club.slices import Slices
from tournaments.core.draws import Option, Simulated, Wanted, options, plan_of
from tournaments.core.draws import simulate as simulated
from tournaments.core.draws.inputs import Rematches
from tournaments.core.draws.simulating import NONE_YET
from tournaments.core.standings import CRITERIA, Rules, rules_from
from tournaments.errors import InputRefused, TournamentError
from tournaments.evenings.card_luck import DEALS, THOUSAND, Luck, deal_points
from tournaments.models import Simulation, Tournament
from tournaments.pairing.pairing_service import smaller_team
from tournaments.stack import with_stack_chunk

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
    #: The entries of the smaller team of a challenge; None in other formats.
    smaller_team: int | None = None

    @classmethod
    def from_tournament(cls, tournament: Tournament, entries: int, turns: int, skill: str) -> Self:
        """The question for that many entries. One query for a challenge, none for other formats."""
        smaller = None
        if tournament.is_challenge:
            smaller = smaller_team(tournament, entries) or entries // 2
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
            smaller_team=smaller,
        )

    @classmethod
    def from_json(cls, data: dict[str, Any]) -> Self:
        return cls(**data)

    def as_json(self) -> dict[str, object]:
        """The question; without `smaller_team` if it is None, so that older questions keep their key."""
        data = asdict(self)
        if self.smaller_team is None:
            del data["smaller_team"]
        return data

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
            movement="danish" if self.smaller_team is None else "challenge",
            smaller_team=self.smaller_team,
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

    The criterion of cappotti is left out, because the model plays none.
    """
    return [_(CRITERIA[key].name).lower() for key in question.rules.criteria if key != "cappotti"]


# Starting, playing and stopping simulations, in slices whose results are stored (`club.slices`).

State = Simulation.State
SLICES: Final = Slices(Simulation, patience=timedelta(seconds=15), in_place=0.4)
#: The most simulations a club may have running, and the most answers kept.
MOST_RUNNING, MOST_KEPT = 3, 50
#: A simulation not continued for this long no longer counts as running.
FORGOTTEN = timedelta(minutes=1)


@transaction.atomic
def start(club: Club, question: Question) -> Simulation:
    """Returns the question's simulation; a new one is started after the commit.

    A stopped simulation continues. Refused while too many of the club's simulations are running.
    """
    if not question.options:
        raise InputRefused("too-few-entrants", _("Con così pochi iscritti non c'è niente da provare."))
    if question.entries > MOST_ENTRIES:
        raise InputRefused(
            "too-many-entrants",
            _("Si possono provare serate fino a %(most)s iscritti.") % {"most": MOST_ENTRIES},
        )
    Club.objects.select_for_update().get(pk=club.pk)
    simulation = simulation_of(club, question)
    if simulation is None or simulation.state in (State.STOPPED, State.FAILED):
        _verify_not_busy(club)
        simulation = _started(club, question, simulation)
    transaction.on_commit(lambda: ask_for_slice(simulation), robust=True)
    return simulation


def simulation_of(club: Club, question: Question) -> Simulation | None:
    """The club's simulation of that question. One query."""
    return club.simulations.filter(key=question.key).first()


def ask_for_slice(simulation: Simulation) -> None:
    """Requests the next slice unless it is being played, so that a worker's death causes only a pause."""
    SLICES.ask_next(simulation, simulate)


def stop(simulation: Simulation) -> None:
    """Stops the simulation; its results so far stay."""
    Simulation.objects.filter(pk=simulation.pk, state=State.RUNNING).update(state=State.STOPPED)


def _started(club: Club, question: Question, stopped: Simulation | None) -> Simulation:
    if stopped is not None:
        stopped.state, stopped.due_at, stopped.tries = State.RUNNING, timezone.now(), 0
        stopped.save(update_fields=["state", "due_at", "tries"])
        return stopped
    over = club.simulations.exclude(state=State.RUNNING).order_by("-asked_at", "-pk")
    club.simulations.filter(pk__in=[*over.values_list("pk", flat=True)[MOST_KEPT - 1 :]]).delete()
    return Simulation.objects.create(
        club=club, key=question.key, inputs=question.as_json(), total=question.total
    )


def _verify_not_busy(club: Club) -> None:
    oldest = timezone.now() - FORGOTTEN
    if club.simulations.filter(state=State.RUNNING, due_at__gte=oldest).count() >= MOST_RUNNING:
        raise TournamentError(
            "simulations-busy",
            _("Il circolo ha già %(most)s prove in corso: aspetta che finiscano, o fermane una.")
            % {"most": MOST_RUNNING},
        )


@shared_task(name="tournaments.tasks.simulate")
def simulate(simulation_id: int) -> None:
    """Plays a slice; the next one is requested by the worker or, without workers, by the simulation's
    page."""
    SLICES.run(lambda pk: with_stack_chunk(play_slice, pk), simulation_id, simulate)


def play_slice(simulation_id: int) -> bool:
    """Plays and stores a slice; returns whether any are left.

    Without a lock: if two workers play the same slice, the first to store it counts.
    """
    simulation = Simulation.objects.filter(pk=simulation_id, state=State.RUNNING).first()
    if simulation is None:
        return False
    progress = Progress.from_simulation(simulation)
    progress.play(SLICES.deadline())
    is_over = progress.done >= simulation.total
    is_stored = SLICES.store(
        simulation,
        state=State.DONE if is_over else State.RUNNING,
        deals=progress.deals,
        told={str(place): astuple(each) for place, each in progress.by_option.items()},
        done=progress.done,
    )
    return is_stored and not is_over


@dataclass
class Progress:
    """The work so far: deals first, then an evening of each option in turn."""

    question: Question
    deals: list[list[int]]
    by_option: dict[int, Simulated]
    options: tuple[Option, ...] = field(init=False)

    def __post_init__(self) -> None:
        self.options = self.question.options

    @classmethod
    def from_simulation(cls, simulation: Simulation) -> "Progress":
        by_option = {int(place): Simulated(*figures) for place, figures in simulation.told.items()}
        return cls(Question.from_json(simulation.inputs), [*simulation.deals], by_option)

    @property
    def done(self) -> int:
        return len(self.deals) + sum(each.evenings for each in self.by_option.values())

    def play(self, until: float) -> None:
        """Plays at least one deal or evening, then as many as there is time for."""
        tournament = self.question.tournament
        while len(self.deals) < DEALS:
            self.deals.append(deal_points(tournament.play(), self.question.house_rule, len(self.deals)))
            if time.monotonic() >= until:
                return
        luck = Luck(tournament.play(), self.deals, SKILLS[self.question.skill])
        score, rules = luck.score(self.question.entries), self.question.rules
        while (place := self._next()) is not None:
            so_far = self.by_option.get(place, NONE_YET)
            option = self.options[place]
            rematches, sizes = self.question.draws_with(option)
            self.by_option[place] = so_far + simulated(
                plan_of(option, self.question.entries),
                self.question.entries,
                option.turns,
                score,
                evenings=1,
                seed=SEED,
                start=so_far.evenings,
                rules=rules,
                rematches=rematches,
                sizes=sizes,
            )
            if time.monotonic() >= until:
                return

    def _next(self) -> int | None:
        """The index of the option with the fewest evenings; None when every option has all its evenings."""
        played = [self.by_option.get(place, NONE_YET).evenings for place in range(len(self.options))]
        fewest = min(played, default=self.question.evenings)
        return played.index(fewest) if fewest < self.question.evenings else None
