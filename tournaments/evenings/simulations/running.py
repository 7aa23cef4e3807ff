"""Starting, playing and stopping simulations, in slices whose results are stored (`club.slices`)."""

import time
from dataclasses import astuple, dataclass, field
from datetime import timedelta
from typing import Final

from celery import shared_task
from django.db import transaction
from django.utils import timezone
from django.utils.translation import gettext as _

from club.models import Club
from club.slices import Slices
from tournaments.core.draws import Option, Simulated, plan_of
from tournaments.core.draws import simulate as simulated
from tournaments.core.draws.simulating import NONE_YET
from tournaments.errors import InputRefused, TournamentError
from tournaments.evenings.simulations.luck import DEALS, Luck, deal_points
from tournaments.evenings.simulations.questions import MOST_ENTRIES, SEED, SKILLS, Question
from tournaments.models import Simulation
from tournaments.stack import with_stack_chunk

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
