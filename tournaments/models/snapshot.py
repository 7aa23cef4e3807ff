from django.db import models
from django.utils.translation import gettext_lazy as _

from tournaments.models.tournament import Tournament


class Snapshot(models.Model):
    """The standings after a round, as built from `results_version`; never rewritten, only followed.

    A correction, or another ranking, makes a new version, which keeps what is different from the one before.
    """

    tournament = models.ForeignKey(Tournament, models.CASCADE, related_name="snapshots")
    round_number = models.PositiveSmallIntegerField()
    results_version = models.PositiveIntegerField()
    criteria = models.JSONField()
    # How it was made, beside the criteria (`Rules.as_json`); None in those older than the choice.
    rules = models.JSONField(null=True)
    # A digest of the results and rules it was built from: equal where nothing changed for this round.
    digest = models.CharField(max_length=64, blank=True, default="")
    rows = models.JSONField()
    # The differences from the version before (`stored_standings.changes`); None in a round's first version.
    changes = models.JSONField(null=True)
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
