from django.db import models
from django.utils.translation import gettext_lazy as _

from club.models.log import ChainedEntry
from tournaments.models.tournament import Tournament


class LogEntry(ChainedEntry):
    """One act on a tournament."""

    tournament = models.ForeignKey(Tournament, models.PROTECT, related_name="log")

    class Meta:
        verbose_name = _("voce del registro")
        verbose_name_plural = _("registro")
        ordering = ["number"]
        constraints = [
            models.UniqueConstraint(fields=["tournament", "number"], name="one_log_entry_a_number"),
            models.UniqueConstraint(fields=["tournament", "key"], name="one_act_a_key"),
        ]
