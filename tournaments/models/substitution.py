from django.conf import settings
from django.db import models
from django.db.models import F, Q
from django.utils.translation import gettext_lazy as _

from club.models import Person
from tournaments.models.entry import Entry


class Substitution(models.Model):
    """A substitute for a player of a pair, from a round on; ended rather than deleted."""

    entry = models.ForeignKey(Entry, models.CASCADE, related_name="substitutions")
    replaced = models.ForeignKey(
        Person, models.PROTECT, related_name="+", verbose_name=_("chi lascia il posto")
    )
    substitute = models.ForeignKey(Person, models.PROTECT, related_name="+", verbose_name=_("sostituto"))
    from_turn = models.PositiveSmallIntegerField(_("dal turno"))
    # Its last round, once the player is back.
    until_turn = models.PositiveSmallIntegerField(_("fino al turno"), null=True, blank=True)
    reason = models.CharField(_("motivo"), max_length=300)
    at = models.DateTimeField()
    by = models.ForeignKey(settings.AUTH_USER_MODEL, models.SET_NULL, null=True, blank=True, related_name="+")
    by_name = models.CharField(max_length=150)
    #: Ended before it was ever played.
    undone_at = models.DateTimeField(null=True, blank=True)

    class Meta:
        verbose_name = _("sostituzione")
        verbose_name_plural = _("sostituzioni")
        ordering = ["id"]
        constraints = [
            models.CheckConstraint(condition=~Q(reason=""), name="substitution_has_a_reason"),
            models.CheckConstraint(condition=~Q(replaced=F("substitute")), name="nobody_replaces_oneself"),
            models.UniqueConstraint(
                fields=["entry", "replaced"],
                condition=Q(until_turn__isnull=True, undone_at__isnull=True),
                name="one_substitute_a_player",
            ),
            models.CheckConstraint(
                condition=Q(until_turn__isnull=True) | Q(until_turn__gte=F("from_turn")),
                name="substitution_ends_after_it_begins",
            ),
        ]

    def __str__(self) -> str:
        return f"{self.substitute} / {self.replaced}"
