from django.db import models
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from club.models import Club


class Simulation(models.Model):
    """Evenings simulated for a club in slices; each question is simulated once.

    `key` is a digest of the question, so that asking again finds the answer. `done` of `total` pieces of work
    are done: deals first, then evenings. A slice is stored only if `done` has not changed since it began, so
    that a slice worked twice counts once.
    """

    class State(models.TextChoices):
        RUNNING = "running", _("in corso")
        DONE = "done", _("finita")
        STOPPED = "stopped", _("fermata")
        FAILED = "failed", _("interrotta")

    club = models.ForeignKey(Club, models.CASCADE, related_name="simulations")
    key = models.CharField(max_length=64)
    inputs = models.JSONField()
    state = models.CharField(max_length=10, choices=State.choices, default=State.RUNNING)
    deals = models.JSONField(default=list)  # the points of each side in every deal played out so far
    told = models.JSONField(default=dict)  # for the index of each option, the figures of `Simulated`
    done = models.PositiveIntegerField(default=0)
    total = models.PositiveIntegerField()
    # From then on anybody may ask for the next slice: the last worker has finished, or is dead.
    due_at = models.DateTimeField(default=timezone.now)
    # Slices asked for since the last one stored.
    tries = models.PositiveSmallIntegerField(default=0)
    asked_at = models.DateTimeField(default=timezone.now)

    class Meta:
        verbose_name = _("simulazione")
        verbose_name_plural = _("simulazioni")
        ordering = ["-asked_at", "-id"]
        constraints = [
            models.UniqueConstraint(fields=["club", "key"], name="one_simulation_a_question"),
            models.CheckConstraint(
                condition=models.Q(done__lte=models.F("total")), name="no_more_done_than_total"
            ),
        ]

    def __str__(self) -> str:
        return f"{self.club}, {self.done}/{self.total}"

    @property
    def is_running(self) -> bool:
        return self.state == self.State.RUNNING
