"""The comparison of a year's money with the receipts, the evenings' cash books and the dues."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import date

from django.db.models import Q, Sum
from django.utils.translation import gettext as _

from club.models import CashMovement, Club, Due, Receipt


@dataclass(frozen=True)
class Agreement:
    """A sum elsewhere, and the steps that lead from it to the sum here."""

    label: str
    there: int
    here: int
    steps: list[tuple[str, int]] = field(default_factory=list)

    @property
    def agrees(self) -> bool:
        return self.there + sum(cents for _words, cents in self.steps) == self.here


@dataclass(frozen=True)
class LineWithReceipt:
    """A line of cash with a receipt: where and when it counts, and the cents of line and receipt in force."""

    receipt: int
    book: int
    is_played_within: bool
    is_paid_within: bool
    line_cents: int
    receipt_cents: int

    @property
    def beyond_the_book(self) -> int:
        """The receipt's cents in the period, less the line's cents in the period's books."""
        return self.receipt_cents * self.is_paid_within - self.line_cents * self.is_played_within


def lines_with_receipt(club: Club, first: date, last: date) -> list[LineWithReceipt]:
    """The receipts taken at an evening that was played, or was paid for, in these days. One query."""
    played = Q(book__tournament__date__range=(first, last))
    rows = (
        CashMovement.objects.filter(played | Q(receipt__paid_on__range=(first, last)), cancels=None)
        .filter(receipt__club=club)
        .order_by("pk")
        .values_list(
            *("receipt", "book", "book__tournament__date", "receipt__paid_on"),
            *("cents", "cancelled_by__cents", "receipt__cents", "receipt__cancelled_by__cents"),
        )
    )
    return [
        LineWithReceipt(
            receipt,
            book,
            first <= date_played <= last,
            first <= paid_on <= last,
            line + (counter_line or 0),
            cents + (counter or 0),
        )
        for receipt, book, date_played, paid_on, line, counter_line, cents, counter in rows
    ]


def agreements(
    club: Club,
    days: tuple[date, date],
    *,
    receipts_here: int,
    evenings_here: int,
    in_books: int,
    cash_lines: list[LineWithReceipt],
    dues_here: Mapping[int, int],
) -> list[Agreement]:
    """The sums of receipts, cash books and dues elsewhere, and the steps from them to those here. Three
    queries.

    `in_books` is the sum of the cash books of the evenings on these days; `dues_here` has the cents of dues
    in the sums here, by the id of their year.
    """
    issued, paid = Q(issued_on__range=days), Q(paid_on__range=days)
    sums = Receipt.objects.filter(club=club).aggregate(
        issued=Sum("cents", filter=issued, default=0),
        paid_outside=Sum("cents", filter=issued & ~paid, default=0),
        issued_outside=Sum("cents", filter=paid & ~issued, default=0),
    )
    of_receipts = [
        (_("pagate prima o dopo l'anno"), -sums["paid_outside"]),
        (_("pagate nell'anno, con ricevuta fatta fuori"), sums["issued_outside"]),
    ]
    of_evenings = [
        (
            _("quote con un altro giorno di pagamento, o annullate a cassa chiusa"),
            sum(line.beyond_the_book for line in cash_lines),
        )
    ]
    return [
        Agreement(_("Ricevute fatte nell'anno"), sums["issued"], receipts_here, _nonzero(of_receipts)),
        Agreement(_("Casse delle serate, senza fondo cassa"), in_books, evenings_here, _nonzero(of_evenings)),
        *_of_dues(club, days, dues_here),
    ]


def _nonzero(steps: list[tuple[str, int]]) -> list[tuple[str, int]]:
    return [step for step in steps if step[1]]


def _of_dues(club: Club, days: tuple[date, date], here: Mapping[int, int]) -> list[Agreement]:
    """The sum paid for each membership year that has payments here, as its page of dues shows it."""
    outside = ~Q(paid_on__range=days)
    paid = {
        year: (cents, elsewhere)
        for year, cents, elsewhere in Receipt.objects.filter(club=club, due__year__in=list(here))
        .order_by()
        .values("due__year")
        .annotate(all=Sum("cents"), outside=Sum("cents", filter=outside, default=0))
        .values_list("due__year", "all", "outside")
    }
    before = dict(
        Due.objects.filter(year__in=list(here), paid_before=True)
        .order_by()
        .values_list("year")
        .annotate(Sum("cents"))
    )
    agreed = []
    for year in club.years.filter(pk__in=list(here)).order_by("starts_on"):
        (cents, elsewhere), old = paid.get(year.pk, (0, 0)), before.get(year.pk, 0)
        steps = [
            (_("pagate prima di questo registro"), -old),
            (_("pagate fuori dall'anno"), -elsewhere),
        ]
        label = _("Quote %(year)s pagate") % {"year": year.label}
        agreed.append(Agreement(label, cents + old, here[year.pk], _nonzero(steps)))
    return agreed
