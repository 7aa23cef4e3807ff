from datetime import datetime

from django.conf import settings
from django.db import models
from django.db.models import Q
from django.utils.translation import gettext_lazy as _

from tournaments.core.play import WHOLE_MATCH
from tournaments.models.round import Match


class Deal(models.Model):
    """One deal of a match, as entered and as the engine counted it.

    A match of which only the totals are known has one row instead, with the number `WHOLE_MATCH`. So the
    totals have a version, an author, a line of the log and a digest as deals have, and every sum of deals
    includes them.
    """

    class Way(models.TextChoices):
        CARDS = "cards", _("carte")
        PARTS = "parts", _("parti")
        TOTALS = "totals", _("totali")
        OUT = "out", _("chiamata fuori")
        MATCH = "match", _("totali della partita")

    class Agreement(models.TextChoices):
        WAITING = "waiting", _("da confermare")
        CONFIRMED = "confirmed", _("confermata")
        CONTESTED = "contested", _("contestata")

    match = models.ForeignKey(Match, models.CASCADE, related_name="deals")
    number = models.PositiveSmallIntegerField(_("smazzata"))
    way = models.CharField(max_length=10, choices=Way.choices)
    entered = models.JSONField()
    # The points of each side as the engine counted them: {"A": {"sequences": …, "total": …}, "B": {…}}.
    counted = models.JSONField()
    # The points that the deal adds to each side's match, with rulings: {"A": 211, "B": 106}.
    points = models.JSONField()
    entered_by = models.ForeignKey(
        settings.AUTH_USER_MODEL, models.SET_NULL, null=True, blank=True, related_name="+"
    )
    entered_by_name = models.CharField(max_length=150)
    entered_at = models.DateTimeField()
    changed_at = models.DateTimeField()
    # The side that entered it last; empty for an officer, whose entry needs no confirmation.
    entered_side = models.CharField(max_length=1, blank=True)
    agreement = models.CharField(
        _("conferma"), max_length=10, choices=Agreement.choices, default=Agreement.CONFIRMED
    )
    # The name of the person who confirmed or contested it; the reason for contesting is below.
    answered_by_name = models.CharField(max_length=150, blank=True)
    answered_at = models.DateTimeField(null=True, blank=True)
    # Whether a side confirmed it on the phone of another side, by typing its short code there.
    same_device = models.BooleanField(_("dallo stesso telefono"), default=False)
    # The version that was confirmed or contested: confirming it again from another phone is not refused.
    answered_version = models.PositiveIntegerField(null=True, blank=True)
    contest_reason = models.CharField(max_length=300, blank=True)
    version = models.PositiveIntegerField(default=1)

    class Meta:
        verbose_name = _("smazzata")
        verbose_name_plural = _("smazzate")
        ordering = ["number"]
        constraints = [
            models.UniqueConstraint(fields=["match", "number"], name="one_deal_a_number"),
            models.CheckConstraint(
                condition=Q(number__gte=1) & ~Q(way="match") | Q(number=WHOLE_MATCH, way="match"),
                name="deal_number_from_1_or_whole_match",
            ),
            models.CheckConstraint(
                condition=Q(agreement__in=["waiting", "confirmed", "contested"]), name="agreement_is_known"
            ),
            # A contest must have a reason.
            models.CheckConstraint(
                condition=~Q(agreement="contested") | ~Q(contest_reason=""), name="contest_has_a_reason"
            ),
        ]

    def __str__(self) -> str:
        return f"{self.match_id}/{self.number}"

    @property
    def is_whole_match(self) -> bool:
        """Whether this is not a deal, but the totals of its match."""
        return self.number == WHOLE_MATCH

    @property
    def is_decided(self) -> bool:
        """Whether only an officer may still change it: an officer wrote or accepted it, or both sides agreed.

        In a tournament without confirmation nobody answers, so the sides may correct their own deals.
        """
        return is_decided(self.entered_side, self.agreement, self.answered_at)


def is_decided(entered_side: str, agreement: str, answered_at: datetime | None) -> bool:
    """`Deal.is_decided`, of a deal with these columns."""
    return not entered_side or (agreement == Deal.Agreement.CONFIRMED and answered_at is not None)
