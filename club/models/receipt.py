from django.db import models
from django.db.models import Q
from django.utils.translation import gettext_lazy as _

from club.models.club import Club
from club.models.person import Person


class Means(models.TextChoices):
    """How money changed hands."""

    CASH = "cash", _("contanti")
    TRANSFER = "transfer", _("bonifico")


class Receipt(models.Model):
    """A numbered receipt, or the counter-entry that cancels one. Written once: the database refuses changes.

    Numbers run without gaps in each club and calendar year of issue. All that is printed is kept here as it
    was that day. Only `person` may change, when two people are found to be one.
    """

    club = models.ForeignKey(Club, models.PROTECT, related_name="receipts", verbose_name=_("circolo"))
    year = models.PositiveSmallIntegerField(_("anno"))
    number = models.PositiveIntegerField(_("numero"))
    issued_on = models.DateField(_("data"))
    person = models.ForeignKey(Person, models.PROTECT, related_name="receipts", verbose_name=_("persona"))
    due = models.ForeignKey("club.Due", models.PROTECT, null=True, blank=True, related_name="receipts")
    payer = models.CharField(_("ricevuto da"), max_length=130)
    payer_fiscal_code = models.CharField(max_length=16, blank=True)
    association = models.CharField(max_length=120)
    association_address = models.CharField(max_length=160, blank=True)
    association_fiscal_code = models.CharField(max_length=16, blank=True)
    # Negative on a counter-entry.
    cents = models.IntegerField(_("importo in centesimi"))
    cause = models.CharField(_("causale"), max_length=200)
    means = models.CharField(_("modo"), max_length=10, choices=Means.choices)
    paid_on = models.DateField(_("pagata il"))
    place = models.CharField(_("luogo"), max_length=80, blank=True)
    stamp = models.CharField(max_length=12)
    cancels = models.OneToOneField("self", models.PROTECT, null=True, blank=True, related_name="cancelled_by")
    reason = models.CharField(_("motivo"), max_length=300, blank=True)
    # Made by the page that asked for it: a double click is one receipt.
    key = models.UUIDField()

    class Meta:
        verbose_name = _("ricevuta")
        verbose_name_plural = _("ricevute")
        ordering = ["-year", "-number"]
        constraints = [
            models.UniqueConstraint(fields=["club", "year", "number"], name="one_receipt_a_number"),
            models.UniqueConstraint(fields=["club", "key"], name="one_receipt_a_key"),
            models.CheckConstraint(condition=Q(number__gte=1), name="receipt_number_from_1"),
            models.CheckConstraint(condition=Q(means__in=Means.values), name="receipt_means_is_known"),
            models.CheckConstraint(
                condition=Q(cancels=None, cents__gt=0, reason="")
                | (Q(cancels__isnull=False, cents__lt=0) & ~Q(reason="")),
                name="counter_entry_with_a_reason",
            ),
        ]

    def __str__(self) -> str:
        return self.label

    @property
    def label(self) -> str:
        """As it is quoted: "12/2026"."""
        return f"{self.number}/{self.year}"
