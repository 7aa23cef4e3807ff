from django.conf import settings
from django.db import models
from django.db.models import Q
from django.utils.translation import gettext_lazy as _

from tournaments.models.round import Match


class Call(models.Model):
    """A table's call for the referee, open until it is answered."""

    match = models.ForeignKey(Match, models.CASCADE, related_name="calls")
    side = models.CharField(max_length=1, blank=True)
    reason = models.CharField(_("motivo"), max_length=120, blank=True)
    at = models.DateTimeField()
    by_name = models.CharField(max_length=150)
    answered_at = models.DateTimeField(null=True, blank=True)
    answered_by = models.ForeignKey(
        settings.AUTH_USER_MODEL, models.SET_NULL, null=True, blank=True, related_name="+"
    )
    answered_by_name = models.CharField(max_length=150, blank=True)

    class Meta:
        verbose_name = _("chiamata dell'arbitro")
        verbose_name_plural = _("chiamate dell'arbitro")
        ordering = ["at"]
        constraints = [
            models.UniqueConstraint(
                fields=["match"], condition=Q(answered_at__isnull=True), name="one_open_call_a_table"
            ),
        ]

    def __str__(self) -> str:
        return f"{self.match} {self.at:%H:%M}"
