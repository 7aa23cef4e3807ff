from django.db import models
from django.db.models import Q
from django.utils.translation import gettext_lazy as _

from club.models import Person
from tournaments.models.tournament import Tournament


class Entry(models.Model):
    """What is ranked: a coppia with its number. Its players sit in `EntryPlayer`, in the order written."""

    tournament = models.ForeignKey(Tournament, models.CASCADE, related_name="entries")
    number = models.PositiveSmallIntegerField(_("numero"))
    checked_in_at = models.DateTimeField(_("presente"), null=True, blank=True)
    withdrawn_at = models.DateTimeField(_("ritirata"), null=True, blank=True)
    fixed_table = models.PositiveSmallIntegerField(
        _("tavolo fisso"), null=True, blank=True, help_text=_("per chi non può cambiare tavolo")
    )

    class Meta:
        verbose_name = _("coppia")
        verbose_name_plural = _("coppie")
        ordering = ["number"]
        constraints = [
            models.UniqueConstraint(fields=["tournament", "number"], name="one_entry_a_number"),
            models.CheckConstraint(
                condition=Q(fixed_table__isnull=True) | Q(fixed_table__gte=1), name="fixed_table_from_1"
            ),
        ]

    def __str__(self) -> str:
        return f"{self.number}"


class EntryPlayer(models.Model):
    entry = models.ForeignKey(Entry, models.CASCADE, related_name="players")
    tournament = models.ForeignKey(Tournament, models.CASCADE, related_name="+")
    person = models.ForeignKey(Person, models.PROTECT, related_name="entries")
    position = models.PositiveSmallIntegerField()

    class Meta:
        ordering = ["position"]
        constraints = [
            models.UniqueConstraint(fields=["tournament", "person"], name="one_entry_a_person"),
            models.UniqueConstraint(fields=["entry", "position"], name="one_player_a_position"),
        ]

    def __str__(self) -> str:
        return str(self.person)
