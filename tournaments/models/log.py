from django.conf import settings
from django.db import models
from django.utils.translation import gettext_lazy as _

from tournaments.models.tournament import Tournament


class LogEntry(models.Model):
    """One act, by whom, when, from what to what; chained to the one before by a hash. Append-only."""

    tournament = models.ForeignKey(Tournament, models.PROTECT, related_name="log")
    number = models.PositiveIntegerField()
    at = models.DateTimeField()
    actor = models.ForeignKey(
        settings.AUTH_USER_MODEL, models.SET_NULL, null=True, blank=True, related_name="+"
    )
    actor_name = models.CharField(max_length=150)
    act = models.CharField(max_length=40)
    subject = models.JSONField(default=dict)
    before = models.JSONField(null=True)
    after = models.JSONField(null=True)
    reason = models.CharField(max_length=300, blank=True)
    # Made by the device that sent the change: sending it twice is sending it once.
    key = models.UUIDField(null=True, blank=True)
    previous_hash = models.CharField(max_length=64)
    hash = models.CharField(max_length=64)

    class Meta:
        verbose_name = _("voce del registro")
        verbose_name_plural = _("registro")
        ordering = ["number"]
        constraints = [
            models.UniqueConstraint(fields=["tournament", "number"], name="one_log_entry_a_number"),
            models.UniqueConstraint(fields=["tournament", "key"], name="one_act_a_key"),
        ]

    def __str__(self) -> str:
        return f"{self.number} {self.act}"
