from django.db import models
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from club.models import Club
from tournaments.models.tournament import Tournament


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
    # After this time anybody may request the next slice: the last worker has finished, or is dead.
    due_at = models.DateTimeField(default=timezone.now)
    # Slices requested since the last one was stored.
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


class Archive(models.Model):
    """A finished evening to download: made in slices, from one version of the public pages.

    `done` of `total` steps are done; a slice is stored only if `done` has not changed since it began. The
    archive is offered only while `version` is current, so that a name removed from the pages is removed here
    too.
    """

    class State(models.TextChoices):
        RUNNING = "running", _("in corso")
        DONE = "done", _("finito")
        FAILED = "failed", _("interrotto")

    tournament = models.ForeignKey(Tournament, models.CASCADE, related_name="archives")
    language = models.CharField(max_length=10)
    version = models.CharField(max_length=60)
    state = models.CharField(max_length=10, choices=State.choices, default=State.RUNNING)
    done = models.PositiveIntegerField(default=0)
    total = models.PositiveIntegerField()
    # After this time anybody may request the next slice: the last worker has finished, or is dead.
    due_at = models.DateTimeField(default=timezone.now)
    # Slices requested since the last one was stored.
    tries = models.PositiveSmallIntegerField(default=0)
    made_at = models.DateTimeField(default=timezone.now)

    class Meta:
        verbose_name = _("archivio")
        verbose_name_plural = _("archivi")
        ordering = ["-made_at", "-id"]
        constraints = [
            models.UniqueConstraint(
                fields=["tournament", "language", "version"], name="one_archive_a_version_and_language"
            ),
            models.CheckConstraint(
                condition=models.Q(done__lte=models.F("total")), name="no_more_steps_done_than_total"
            ),
        ]

    def __str__(self) -> str:
        return f"{self.tournament}, {self.done}/{self.total}"

    @property
    def is_running(self) -> bool:
        return self.state == self.State.RUNNING

    @property
    def is_done(self) -> bool:
        return self.state == self.State.DONE


class ArchiveFile(models.Model):
    """A file of an unfinished archive; when it is finished, the archive itself, under an empty path."""

    archive = models.ForeignKey(Archive, models.CASCADE, related_name="files")
    path = models.CharField(max_length=120, blank=True)
    body = models.BinaryField()

    class Meta:
        verbose_name = _("file di un archivio")
        verbose_name_plural = _("file di un archivio")
        ordering = ["path"]
        constraints = [
            models.UniqueConstraint(fields=["archive", "path"], name="one_file_a_path_of_an_archive")
        ]

    def __str__(self) -> str:
        return self.path
