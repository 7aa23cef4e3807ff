from django.db import models
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from tournaments.models.tournament import Tournament


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
    # From then on anybody may ask for the next slice: the last worker has finished, or is dead.
    due_at = models.DateTimeField(default=timezone.now)
    # Slices asked for since the last one stored.
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
