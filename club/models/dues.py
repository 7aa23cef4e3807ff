"""Membership years, the amount of each category, one due for each member and year, and receipts."""

from django.db import models
from django.db.models import F, Q, Sum
from django.db.models.functions import Coalesce
from django.utils.translation import gettext_lazy as _

from club.models.club import Club
from club.models.member import Category, Person


class MembershipYear(models.Model):
    """A year for which dues are paid: calendar, or September to August (FIELD). Opened and closed by
    officers.
    """

    club = models.ForeignKey(Club, models.CASCADE, related_name="years", verbose_name=_("circolo"))
    starts_on = models.DateField(_("dal"))
    ends_on = models.DateField(_("al"))
    # After this day a member who has not paid is in arrears.
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
        """The year's name: "2026", or "2025/2026"."""
        first, last = self.starts_on.year, self.ends_on.year
        return f"{first}" if first == last else f"{first}/{last}"

    @property
    def is_open(self) -> bool:
        return self.closed_on is None


class Means(models.TextChoices):
    """How money changed hands."""

    CASH = "cash", _("contanti")
    TRANSFER = "transfer", _("bonifico")
    CARD = "card", _("carta o bancomat")
    OTHER = "other", _("altro")


class Receipt(models.Model):
    """A numbered receipt, or the counter-entry that cancels one. Written once: the database refuses changes.

    Numbers run without gaps in each club and calendar year of issue. All printed words are stored as they
    were on that day. Only when two people are merged, `person` changes, and `due` becomes the other's of the
    same year. A payer who is not in the register has no `person`.
    """

    class Kind(models.TextChoices):
        """The purpose of the payment."""

        DUES = "dues", _("quota associativa")
        ENTRY = "entry", _("quota d'ingresso")
        DONATION = "donation", _("erogazione liberale")
        COURSE = "course", _("corso")
        OTHER = "other", _("altro")

    club = models.ForeignKey(Club, models.PROTECT, related_name="receipts", verbose_name=_("circolo"))
    year = models.PositiveSmallIntegerField(_("anno"))
    number = models.PositiveIntegerField(_("numero"))
    issued_on = models.DateField(_("data"))
    person = models.ForeignKey(
        Person, models.PROTECT, null=True, blank=True, related_name="receipts", verbose_name=_("persona")
    )
    kind = models.CharField(_("che cosa"), max_length=10, choices=Kind.choices, default=Kind.DUES)
    due = models.ForeignKey("club.Due", models.PROTECT, null=True, blank=True, related_name="receipts")
    payer = models.CharField(_("ricevuto da"), max_length=130)
    payer_fiscal_code = models.CharField(max_length=16, blank=True)
    payer_address = models.CharField(max_length=200, blank=True, default="")
    association = models.CharField(max_length=120)
    association_address = models.CharField(max_length=160, blank=True)
    association_fiscal_code = models.CharField(max_length=16, blank=True)
    # The public registers that it is in.
    association_registration = models.CharField(max_length=120, blank=True, default="")
    # Negative on a counter-entry.
    cents = models.IntegerField(_("importo in centesimi"))
    cause = models.CharField(_("causale"), max_length=200)
    means = models.CharField(_("modo"), max_length=10, choices=Means.choices)
    paid_on = models.DateField(_("pagata il"))
    # The number of the transfer or of the card's slip, and the day on which the bank booked the money.
    reference = models.CharField(_("riferimento"), max_length=60, blank=True, default="")
    value_on = models.DateField(_("valuta"), null=True, blank=True)
    place = models.CharField(_("luogo"), max_length=80, blank=True)
    stamp = models.CharField(max_length=12)
    # The words that the law asks for on a donation's receipt.
    note = models.CharField(max_length=400, blank=True, default="")
    cancels = models.OneToOneField("self", models.PROTECT, null=True, blank=True, related_name="cancelled_by")
    reason = models.CharField(_("motivo"), max_length=300, blank=True)
    # Made by the page: a double click makes one receipt.
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
                condition=Q(kind="dues", due__isnull=False, person__isnull=False)
                | Q(kind__in=["entry", "donation", "course", "other"], due=None),
                name="receipt_for_dues_or_not",
            ),
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
        """The number as it is quoted: "12/2026"."""
        return f"{self.number}/{self.year}"


class CategoryAmount(models.Model):
    """The amount that a category pays for a year, in cents; 0 for a category that pays nothing (honorary
    members).
    """

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


class DueQuerySet(models.QuerySet["Due"]):
    """Dues, with what was paid for them."""

    def with_paid(self) -> "DueQuerySet":
        """The dues, with the sum of their receipts as `paid_sum`, so that `Due.paid_cents` makes no query."""
        return self.annotate(paid_sum=Coalesce(Sum("receipts__cents"), 0))


class Due(models.Model):
    """The amount that a member owes for a year: the category's on the day of the renewal, unless changed.

    It is paid by receipts, one for each instalment, or was paid before this register.
    """

    class State(models.TextChoices):
        """The state of the payment."""

        UNPAID = "unpaid", _("da pagare")
        PART = "part", _("pagata in parte")
        PAID = "paid", _("pagata")
        PAID_BEFORE = "paid-before", _("pagata prima di questo registro")
        EXEMPT = "exempt", _("esente")
        CANCELLED = "cancelled", _("annullata")
        NOTHING = "nothing", _("niente da pagare")

    year = models.ForeignKey(MembershipYear, models.PROTECT, related_name="dues")
    person = models.ForeignKey(Person, models.PROTECT, related_name="dues", verbose_name=_("persona"))
    category = models.ForeignKey(Category, models.PROTECT, related_name="+", verbose_name=_("categoria"))
    cents = models.PositiveIntegerField(_("quota in centesimi"))
    # The amount before it was changed for this member; None if it never was.
    full_cents = models.PositiveIntegerField(_("quota intera"), null=True, blank=True)
    # The day of the board's resolution that reduced or cancelled what was owed, and the reason.
    exempted_on = models.DateField(_("esente per delibera del"), null=True, blank=True)
    cancelled_on = models.DateField(_("annullata il"), null=True, blank=True)
    reason = models.CharField(_("motivo"), max_length=300, blank=True, default="")
    # The member's own last day to pay, if they were admitted too late for the year's; else None.
    due_on = models.DateField(_("da pagare entro"), null=True, blank=True)
    # The renewal of all members that wrote it: the key of its entry in the club's log.
    renewal = models.UUIDField(null=True, blank=True, editable=False)
    # The receipt by which it was paid in full; None while something is owed.
    receipt = models.OneToOneField(
        "club.Receipt", models.PROTECT, null=True, blank=True, related_name="settles"
    )
    # Paid before the club wrote its receipts here: this register has no receipt for it, and invents none.
    # Day and means are set if they are known; the note names the old receipt, as it was written.
    paid_before = models.BooleanField(_("pagata prima di questo registro"), default=False)
    paid_before_on = models.DateField(_("pagata il"), null=True, blank=True)
    paid_before_means = models.CharField(
        _("modo"), max_length=10, choices=Means.choices, blank=True, default=""
    )
    paid_before_note = models.CharField(_("ricevuta di allora"), max_length=60, blank=True, default="")

    objects = DueQuerySet.as_manager()

    class Meta:
        verbose_name = _("quota associativa")
        verbose_name_plural = _("quote associative")
        ordering = ["person__last_name", "person__first_name", "id"]
        indexes = [models.Index(fields=["renewal"], condition=~Q(renewal=None), name="dues_by_renewal")]
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
            models.CheckConstraint(
                condition=Q(cancelled_on=None) | Q(cents=0, exempted_on=None),
                name="cancelled_due_owes_nothing",
            ),
        ]

    def __str__(self) -> str:
        return f"{self.person}, {self.year}"

    @property
    def is_settled(self) -> bool:
        """Whether nothing is owed: it is paid, or there was nothing to pay."""
        return self.is_paid or self.cents == 0

    @property
    def is_paid(self) -> bool:
        """Whether it was paid in full, by receipts here or before this register."""
        return self.receipt_id is not None or self.paid_before

    @property
    def paid_cents(self) -> int:
        """The cents paid by receipts, less those cancelled. A query, unless it was read `with_paid`."""
        read: int | None = getattr(self, "paid_sum", None)
        return read if read is not None else self.receipts.aggregate(sum=Sum("cents"))["sum"] or 0

    @property
    def owed_cents(self) -> int:
        """The cents still owed; see `paid_cents`."""
        return 0 if self.is_paid else max(0, self.cents - self.paid_cents)

    @property
    def overpaid_cents(self) -> int:
        """The cents paid beyond the amount; see `paid_cents`."""
        return max(0, self.paid_cents - self.cents)

    @property
    def state(self) -> "Due.State":
        """The state of the payment; see `paid_cents`."""
        if self.is_paid:
            return self.State.PAID_BEFORE if self.paid_before else self.State.PAID
        if self.cancelled_on:
            return self.State.CANCELLED
        if self.cents == 0:
            return self.State.EXEMPT if self.exempted_on else self.State.NOTHING
        return self.State.PART if self.paid_cents > 0 else self.State.UNPAID

    def find_receipt(self) -> None:
        """Sets and saves `receipt`: the last of the payments if together they cover the amount."""
        valid = self.receipts.filter(cents__gt=0, cancelled_by=None).order_by("year", "number")
        covered = 0 < self.cents <= sum(each.cents for each in valid) and not self.paid_before
        self.receipt = valid.last() if covered else None
        self.save(update_fields=["receipt"])
