from django.db import models
from django.utils.translation import gettext_lazy as _

from tournaments.models.tournament import Tournament


class Snapshot(models.Model):
    """The classifica after a round, as built from `results_version`; never rewritten, only followed."""

    tournament = models.ForeignKey(Tournament, models.CASCADE, related_name="snapshots")
    round_number = models.PositiveSmallIntegerField()
    results_version = models.PositiveIntegerField()
    criteria = models.JSONField()
    rows = models.JSONField()
    built_at = models.DateTimeField()

    class Meta:
        verbose_name = _("classifica")
        verbose_name_plural = _("classifiche")
        ordering = ["round_number", "results_version"]
        constraints = [
            models.UniqueConstraint(
                fields=["tournament", "round_number", "results_version"], name="one_snapshot_a_version"
            )
        ]

    def __str__(self) -> str:
        return f"{self.tournament}, {self.round_number}"
