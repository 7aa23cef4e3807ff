"""Models of an evening's cash: the book, its lines of money in and out, and the counts of the drawer."""

from typing import Final

from django.conf import settings
from django.db import models
from django.db.models import F, Q
from django.utils.translation import gettext_lazy as _

from club.models.club import Club
from club.models.dues import Means, Receipt
from club.models.member import Person


class CashKind(models.TextChoices):
    """The purpose of a line of the book; the first four come in, the last two go out."""

    OPENING = "opening", _("fondo cassa")
    FEE = "fee", _("quota d'iscrizione")
    DUES = "dues", _("quota associativa")
    OTHER_IN = "in", _("altra entrata")
    PRIZE = "prize", _("premio")
    OTHER_OUT = "out", _("altra uscita")


#: The kinds that leave the drawer: their cents are negative.
GOING_OUT: Final = (CashKind.PRIZE, CashKind.OTHER_OUT)


class CashBook(models.Model):
    """The cash book of one evening: open until a count of the drawer closes it."""

    club = models.ForeignKey(Club, models.PROTECT, related_name="cash_books", verbose_name=_("circolo"))
    closed_at = models.DateTimeField(_("chiusa"), null=True, blank=True)

    class Meta:
        verbose_name = _("cassa di una serata")
        verbose_name_plural = _("casse delle serate")
        ordering = ["id"]

    def __str__(self) -> str:
        return f"{self.club}, {self.pk}"

    @property
    def is_open(self) -> bool:
        return self.closed_at is None


class CashMovement(models.Model):
    """A line of the book, or the counter-entry that cancels one. It is written once: the database refuses
    changes.

    Numbers have no gaps within a book. No name is stored: `person` is the payer, changed when two people are
    merged and cleared by an erasure.
    """

    book = models.ForeignKey(CashBook, models.PROTECT, related_name="movements", verbose_name=_("cassa"))
    number = models.PositiveIntegerField(_("numero"))
    kind = models.CharField(_("che cosa"), max_length=8, choices=CashKind.choices)
    # Positive for money in, negative for money out; reversed on a counter-entry.
    cents = models.IntegerField(_("importo in centesimi"))
    means = models.CharField(_("modo"), max_length=10, choices=Means.choices, default=Means.CASH)
    cause = models.CharField(_("causale"), max_length=200, blank=True)
    person = models.ForeignKey(
        Person,
        models.SET_NULL,
        null=True,
        blank=True,
        related_name="cash_movements",
        verbose_name=_("persona"),
    )
    receipt = models.ForeignKey(
        Receipt,
        models.PROTECT,
        null=True,
        blank=True,
        related_name="cash_movements",
        verbose_name=_("ricevuta"),
    )
    cancels = models.OneToOneField("self", models.PROTECT, null=True, blank=True, related_name="cancelled_by")
    # Why it was cancelled; for a fee, why less was taken than the fee.
    reason = models.CharField(_("motivo"), max_length=300, blank=True)
    at = models.DateTimeField(_("quando"))
    by = models.ForeignKey(settings.AUTH_USER_MODEL, models.SET_NULL, null=True, blank=True, related_name="+")
    by_name = models.CharField(_("chi"), max_length=150)
    # Made by the page, so that a double click makes one line.
    key = models.UUIDField()

    class Meta:
        verbose_name = _("movimento di cassa")
        verbose_name_plural = _("movimenti di cassa")
        ordering = ["number"]
        constraints = [
            models.UniqueConstraint(fields=["book", "number"], name="one_cash_movement_a_number"),
            models.UniqueConstraint(fields=["book", "key"], name="one_cash_movement_a_key"),
            models.UniqueConstraint(
                fields=["receipt"], condition=Q(cancels=None), name="one_cash_movement_a_receipt"
            ),
            models.CheckConstraint(condition=Q(number__gte=1), name="cash_movement_number_from_1"),
            models.CheckConstraint(condition=Q(kind__in=CashKind.values), name="cash_kind_is_known"),
            models.CheckConstraint(condition=Q(means__in=Means.values), name="cash_means_is_known"),
            models.CheckConstraint(
                condition=Q(cancels=None, kind__in=GOING_OUT, cents__lt=0)
                | Q(cancels=None, cents__gt=0) & ~Q(kind__in=GOING_OUT)
                # A player who pays nothing, with the reason.
                | Q(cancels=None, cents=0, kind=CashKind.FEE) & ~Q(reason="")
                | Q(cancels__isnull=False) & ~Q(reason=""),
                name="cash_in_or_out",
            ),
            # Dues always have a receipt, other income may have one.
            models.CheckConstraint(
                condition=Q(kind=CashKind.DUES, receipt__isnull=False)
                | Q(kind=CashKind.OTHER_IN)
                | ~Q(kind__in=[CashKind.DUES, CashKind.OTHER_IN]) & Q(receipt=None),
                name="cash_with_a_receipt",
            ),
        ]

    def __str__(self) -> str:
        return f"{self.number}"


class CashCount(models.Model):
    """A count of the drawer that closes the book. It is never edited; a reopened book is counted again."""

    book = models.ForeignKey(CashBook, models.PROTECT, related_name="counts", verbose_name=_("cassa"))
    number = models.PositiveIntegerField(_("numero"))
    expected_cents = models.IntegerField(_("secondo la cassa"))
    counted_cents = models.IntegerField(_("contati"))
    # The reason for a difference.
    note = models.CharField(_("motivo della differenza"), max_length=300, blank=True)
    at = models.DateTimeField(_("quando"))
    by = models.ForeignKey(settings.AUTH_USER_MODEL, models.SET_NULL, null=True, blank=True, related_name="+")
    by_name = models.CharField(_("chi"), max_length=150)
    key = models.UUIDField()

    class Meta:
        verbose_name = _("conta della cassa")
        verbose_name_plural = _("conte della cassa")
        ordering = ["number"]
        constraints = [
            models.UniqueConstraint(fields=["book", "number"], name="one_cash_count_a_number"),
            models.UniqueConstraint(fields=["book", "key"], name="one_cash_count_a_key"),
            models.CheckConstraint(condition=Q(counted_cents__gte=0), name="cash_counted_from_0"),
            models.CheckConstraint(
                condition=Q(expected_cents=F("counted_cents")) | ~Q(note=""), name="cash_difference_explained"
            ),
        ]

    def __str__(self) -> str:
        return f"{self.book}: {self.number}"

    @property
    def difference_cents(self) -> int:
        """The counted cents beyond the expected ones; negative if some are missing."""
        return self.counted_cents - self.expected_cents
