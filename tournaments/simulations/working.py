"""A slice of a simulation: a moment's work, stored, so that others get their turn and nothing is lost."""

import time
from dataclasses import astuple, dataclass, field
from datetime import timedelta

from django.conf import settings
from django.utils import timezone

from tournaments.draws import Option, Simulated, plan_of, simulate
from tournaments.draws.simulating import NONE_YET
from tournaments.models import Simulation
from tournaments.simulations.luck import DEALS, Luck, deal_points
from tournaments.simulations.questions import SEED, SKILLS, Question

#: Seconds. In place, between two looks of the page; by a worker, between two tasks of somebody else.
SLICE_IN_PLACE, SLICE_OF_WORKER = 0.4, 2.0
#: After so long without a word whoever was at it counts as dead.
PATIENCE = timedelta(seconds=15)


def work(simulation_id: int) -> bool:
    """Plays a slice and stores it; whether more is to be done.

    Nothing is locked meanwhile: of two who work at the same slice, the first to store it counts.
    """
    simulation = Simulation.objects.filter(pk=simulation_id, state=Simulation.State.RUNNING).first()
    if simulation is None:
        return False
    in_place = settings.CELERY_TASK_ALWAYS_EAGER
    piece = Piece.of(simulation)
    piece.play(time.monotonic() + (SLICE_IN_PLACE if in_place else SLICE_OF_WORKER))
    is_over = piece.done >= simulation.total
    stored = Simulation.objects.filter(
        pk=simulation.pk, done=simulation.done, state=Simulation.State.RUNNING
    ).update(
        deals=piece.deals,
        told={str(place): astuple(each) for place, each in piece.told.items()},
        done=piece.done,
        state=Simulation.State.DONE if is_over else Simulation.State.RUNNING,
        due_at=timezone.now() + (timedelta() if in_place else PATIENCE),
        tries=0,
    )
    return bool(stored) and not is_over


@dataclass
class Piece:
    """The work so far: deals first, then an evening of each option in turn."""

    question: Question
    deals: list[list[int]]
    told: dict[int, Simulated]
    options: tuple[Option, ...] = field(init=False)

    def __post_init__(self) -> None:
        self.options = self.question.options

    @classmethod
    def of(cls, simulation: Simulation) -> "Piece":
        told = {int(place): Simulated(*figures) for place, figures in simulation.told.items()}
        return cls(Question.from_json(simulation.inputs), [*simulation.deals], told)

    @property
    def done(self) -> int:
        return len(self.deals) + sum(each.evenings for each in self.told.values())

    def play(self, until: float) -> None:
        """At least one deal or evening, then as many as there is time for."""
        tournament = self.question.tournament
        while len(self.deals) < DEALS:
            self.deals.append(deal_points(tournament.play(), self.question.house_rule, len(self.deals)))
            if time.monotonic() >= until:
                return
        luck = Luck(tournament.play(), self.deals, SKILLS[self.question.skill])
        score, rules = luck.score(self.question.entries), self.question.rules
        while (place := self._next()) is not None:
            so_far = self.told.get(place, NONE_YET)
            option = self.options[place]
            rematches, sizes = self.question.draws_with(option)
            self.told[place] = so_far + simulate(
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
        """The place of the option with the fewest evenings; None when all have theirs."""
        played = [self.told.get(place, NONE_YET).evenings for place in range(len(self.options))]
        fewest = min(played, default=self.question.evenings)
        return played.index(fewest) if fewest < self.question.evenings else None
