"""What members owe: the years of the club, the amount of each category, and one due a member and year."""

from django.db import models
from django.db.models import F, Q
from django.utils.translation import gettext_lazy as _

from club.models.club import Club
from club.models.member import Category
from club.models.person import Person
from club.models.receipt import Means


class MembershipYear(models.Model):
    """A year for which dues are paid: calendar, or September to August (FIELD). Opened and closed by verb."""

    club = models.ForeignKey(Club, models.CASCADE, related_name="years", verbose_name=_("circolo"))
    starts_on = models.DateField(_("dal"))
    ends_on = models.DateField(_("al"))
    # After this day who has not paid is in arrears.
    due_on = models.DateField(_("da pagare entro"))
    closed_on = models.DateField(_("chiuso"), null=True, blank=True)

    class Meta:
        verbose_name = _("anno sociale")
        verbose_name_plural = _("anni sociali")
        ordering = ["-starts_on"]
        constraints = [
            models.UniqueConstraint(fields=["club", "starts_on"], name="one_membership_year_a_start"),
            models.CheckConstraint(condition=Q(ends_on__gt=F("starts_on")), name="membership_year_in_order"),
        ]

    def __str__(self) -> str:
        return self.label

    @property
    def label(self) -> str:
        """As people call it: "2026", or "2025/2026"."""
        first, last = self.starts_on.year, self.ends_on.year
        return f"{first}" if first == last else f"{first}/{last}"

    @property
    def is_open(self) -> bool:
        return self.closed_on is None


class CategoryAmount(models.Model):
    """What a category pays for a year, in cents; 0 for who pays nothing (honorary members)."""

    year = models.ForeignKey(MembershipYear, models.CASCADE, related_name="amounts")
    category = models.ForeignKey(
        Category, models.PROTECT, related_name="amounts", verbose_name=_("categoria")
    )
    cents = models.PositiveIntegerField(_("quota in centesimi"))

    class Meta:
        verbose_name = _("quota di una categoria")
        verbose_name_plural = _("quote delle categorie")
        ordering = ["category__position", "category_id"]
        constraints = [
            models.UniqueConstraint(fields=["year", "category"], name="one_amount_a_category_and_year")
        ]

    def __str__(self) -> str:
        return f"{self.category}: {self.cents}"


class Due(models.Model):
    """What a member owes for a year, at the amount of the day of the renewal; paid whole, by one receipt, or
    before this register."""

    year = models.ForeignKey(MembershipYear, models.PROTECT, related_name="dues")
    person = models.ForeignKey(Person, models.PROTECT, related_name="dues", verbose_name=_("persona"))
    category = models.ForeignKey(Category, models.PROTECT, related_name="+", verbose_name=_("categoria"))
    cents = models.PositiveIntegerField(_("quota in centesimi"))
    # The receipt that stands for the payment; none while it is owed, or since that receipt was cancelled.
    receipt = models.OneToOneField(
        "club.Receipt", models.PROTECT, null=True, blank=True, related_name="settles"
    )
    # Paid before the club wrote its receipts here (`club.dues.before`): no receipt of ours stands for it, and
    # none is invented. Day and means where they are known; the note is the receipt of then, as written.
    paid_before = models.BooleanField(_("pagata prima di questo registro"), default=False)
    paid_before_on = models.DateField(_("pagata il"), null=True, blank=True)
    paid_before_means = models.CharField(
        _("modo"), max_length=10, choices=Means.choices, blank=True, default=""
    )
    paid_before_note = models.CharField(_("ricevuta di allora"), max_length=60, blank=True, default="")

    class Meta:
        verbose_name = _("quota associativa")
        verbose_name_plural = _("quote associative")
        ordering = ["person__last_name", "person__first_name", "id"]
        constraints = [
            models.UniqueConstraint(fields=["year", "person"], name="one_due_a_year_and_person"),
            models.CheckConstraint(
                condition=Q(paid_before=True, receipt=None)
                | Q(paid_before=False, paid_before_on=None, paid_before_means="", paid_before_note=""),
                name="due_paid_before_or_by_receipt",
            ),
            models.CheckConstraint(
                condition=Q(paid_before_means__in=["", *Means.values]), name="paid_before_means_is_known"
            ),
        ]

    def __str__(self) -> str:
        return f"{self.person}, {self.year}"

    @property
    def is_settled(self) -> bool:
        """Whether nothing is owed: paid, or nothing to pay."""
        return self.is_paid or self.cents == 0

    @property
    def is_paid(self) -> bool:
        """Whether it was paid: here, by a receipt, or before this register."""
        return self.receipt_id is not None or self.paid_before
