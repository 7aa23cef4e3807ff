from django.conf import settings
from django.db import models
from django.db.models import Q
from django.utils.translation import gettext_lazy as _

from tournaments.models.round import Match


class Deal(models.Model):
    """One smazzata of a match: what was entered, and what the engine made of it."""

    class Way(models.TextChoices):
        CARDS = "cards", _("carte")
        PARTS = "parts", _("parti")
        TOTALS = "totals", _("totali")

    match = models.ForeignKey(Match, models.CASCADE, related_name="deals")
    number = models.PositiveSmallIntegerField(_("smazzata"))
    way = models.CharField(max_length=10, choices=Way.choices)
    entered = models.JSONField()
    # Points of each side as the engine counted them: {"A": {"sequences": …, "total": …}, "B": {…}}.
    counted = models.JSONField()
    points_a = models.PositiveIntegerField()
    points_b = models.PositiveIntegerField()
    entered_by = models.ForeignKey(
        settings.AUTH_USER_MODEL, models.SET_NULL, null=True, blank=True, related_name="+"
    )
    entered_by_name = models.CharField(max_length=150)
    entered_at = models.DateTimeField()
    changed_at = models.DateTimeField()
    version = models.PositiveIntegerField(default=1)

    class Meta:
        verbose_name = _("smazzata")
        verbose_name_plural = _("smazzate")
        ordering = ["number"]
        constraints = [
            models.UniqueConstraint(fields=["match", "number"], name="one_deal_a_number"),
            models.CheckConstraint(condition=Q(number__gte=1), name="deal_number_from_1"),
        ]

    def __str__(self) -> str:
        return f"{self.match_id}/{self.number}"

    @property
    def points(self) -> dict[str, int]:
        return {"A": self.points_a, "B": self.points_b}
