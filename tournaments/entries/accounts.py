"""The money of a club in a year: each movement with its source and means, the sums, and their agreement with
the receipts, the dues and the cash books.

Only the receipts and the evenings' cash books count: rent, bank and the yearly statement of accounts are kept
elsewhere. A receipt counts on the day of the payment, a line of cash on the day of its evening.
"""

import re
from collections import defaultdict
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from datetime import date
from functools import cached_property
from typing import Any, Final

from django.db.models import Q, QuerySet, Sum
from django.utils.dates import MONTHS
from django.utils.translation import gettext as _

from club.models import (
    GOING_OUT,
    CashCount,
    CashKind,
    CashMovement,
    Club,
    Means,
    Person,
    Receipt,
)
from tournaments.entries.agreements import Agreement, agreements, lines_with_receipt
from tournaments.entries.cash import Sums, with_book
from tournaments.models import Tournament


@dataclass(frozen=True)
class Period:
    """A calendar year, or a membership year of the club; `key` names it in an address."""

    key: str
    label: str
    first: date
    last: date

    @property
    def is_calendar(self) -> bool:
        return (self.first.month, self.first.day, self.first.year) == (1, 1, self.last.year)


def calendar_year(year: int) -> Period:
    """The calendar year."""
    return Period(str(year), str(year), date(year, 1, 1), date(year, 12, 31))


def periods(club: Club) -> list[Period]:
    """The calendar years with money, and the membership years that differ from calendar years; newest first.
    Three queries."""
    paid = Receipt.objects.filter(club=club).order_by().values_list("paid_on__year", flat=True).distinct()
    played = with_book(club).order_by().values_list("date__year", flat=True).distinct()
    years = [calendar_year(year) for year in {*paid, *played}]
    for each in club.years.all():
        membership_year = Period(each.starts_on.isoformat(), each.label, each.starts_on, each.ends_on)
        if not membership_year.is_calendar:
            years.append(membership_year)
    return sorted(years, key=lambda each: (each.last, each.first), reverse=True)


def period_of(club: Club, key: str) -> Period | None:
    """The period with that key: any calendar year, or a membership year by its first day."""
    if re.fullmatch(r"[1-9]\d{3}", key, re.ASCII):
        return calendar_year(int(key))
    return next((each for each in periods(club) if each.key == key), None)


#: The source of the difference between a drawer's count and its book.
DIFFERENCE: Final = "difference"


@dataclass(frozen=True)
class Source:
    """Where a movement comes from or goes to: a kind of receipt or of cash line; dues by category."""

    kind: str
    category: str = ""
    place: tuple[int, int] = (0, 0)

    @property
    def is_out(self) -> bool:
        return self.kind in GOING_OUT

    @property
    def label(self) -> str:
        if self.category:
            return _("Quote associative: %(category)s") % {"category": self.category}
        return {
            Receipt.Kind.ENTRY: _("Quote d'ingresso"),
            Receipt.Kind.DONATION: _("Erogazioni liberali"),
            Receipt.Kind.COURSE: _("Corsi"),
            Receipt.Kind.OTHER: _("Altro, con ricevuta"),
            CashKind.FEE: _("Iscrizioni alle serate"),
            CashKind.OTHER_IN: _("Altre entrate delle serate"),
            CashKind.PRIZE: _("Premi"),
            CashKind.OTHER_OUT: _("Altre uscite delle serate"),
            DIFFERENCE: _("Differenze di cassa"),
        }[self.kind]


#: The sources in the order of the page, after dues.
ORDER: Final = (
    *(Receipt.Kind.ENTRY, Receipt.Kind.DONATION, Receipt.Kind.COURSE, Receipt.Kind.OTHER),
    *(CashKind.FEE, CashKind.OTHER_IN, CashKind.PRIZE, CashKind.OTHER_OUT, DIFFERENCE),
)


def _source(kind: str) -> Source:
    return Source(kind, place=(1, ORDER.index(kind)))


@dataclass(frozen=True)
class Movement:
    """Money in or out, negative for what goes out or is taken back by a counter-entry."""

    on: date
    source: Source
    means: Means
    cents: int
    cause: str
    who: str = ""
    person: Person | None = None
    receipt: str = ""
    reference: str = ""
    value_on: date | None = None
    evening: Tournament | None = None
    # The label of the counter-entry, or of what this one cancels.
    cancelled_by: str = ""
    cancels: str = ""


@dataclass
class Line:
    """A line of sums: cents in and out, the latter negative."""

    label: str
    came_in: int = 0
    went_out: int = 0

    @property
    def balance(self) -> int:
        return self.came_in + self.went_out

    def add(self, movement: Movement) -> None:
        """Adds the movement to the sums in or out; a counter-entry reduces the sum that it cancels from."""
        is_out = movement.source.is_out or (movement.source.kind == DIFFERENCE and movement.cents < 0)
        if is_out:
            self.went_out += movement.cents
        else:
            self.came_in += movement.cents


@dataclass(frozen=True)
class EveningSums:
    tournament: Tournament
    sums: Sums


@dataclass(frozen=True)
class Accounts:
    """The movements of a period, by day, and their sums."""

    period: Period
    movements: list[Movement]
    agreements: list[Agreement]

    @cached_property
    def total(self) -> Line:
        return self._grouped(lambda _each: "", lambda _key: _("In tutto"))[0]

    @cached_property
    def by_source(self) -> list[Line]:
        sources = {each.source for each in self.movements}
        order = sorted(sources, key=lambda each: (each.place, each.category))
        return self._grouped(lambda each: each.source, lambda source: source.label, order)

    @cached_property
    def by_means(self) -> list[Line]:
        used = {each.means for each in self.movements}
        order = [means for means in Means if means in used]
        return self._grouped(lambda each: each.means, lambda means: str(means.label).capitalize(), order)

    @cached_property
    def by_month(self) -> list[Line]:
        """Each month with money, in the order of time."""
        order = sorted({(each.on.year, each.on.month) for each in self.movements})
        return self._grouped(lambda each: (each.on.year, each.on.month), _month, order)

    @cached_property
    def evenings(self) -> list[EveningSums]:
        """Each evening with money of the period, by day."""
        sums: defaultdict[Tournament, Sums] = defaultdict(Sums)
        for each in self.movements:
            if each.evening is None:
                continue
            if each.source.kind == DIFFERENCE:
                sums[each.evening].difference += each.cents
            else:
                kind = each.source.kind if each.source.kind in CashKind.values else CashKind.OTHER_IN
                sums[each.evening].by_kind[kind] += each.cents
        order = sorted(sums, key=lambda one: (one.date, one.pk))
        return [EveningSums(one, sums[one]) for one in order]

    @cached_property
    def of_evenings(self) -> Sums:
        """The sums of all the evenings."""
        whole = Sums()
        for each in self.evenings:
            whole.add(each.sums)
        return whole

    def _grouped(
        self, key: Callable[[Movement], Any], label: Callable[[Any], str], order: Iterable[Any] = ("",)
    ) -> list[Line]:
        lines = {each: Line(label(each)) for each in order}
        for movement in self.movements:
            lines[key(movement)].add(movement)
        return list(lines.values())


def _month(key: tuple[int, int]) -> str:
    year, month = key
    return f"{str(MONTHS[month]).capitalize()} {year}"


def accounts_of(club: Club, period: Period) -> Accounts:
    """The money of the period. Always ten queries."""
    days = (period.first, period.last)
    receipts = list(
        Receipt.objects.filter(club=club, paid_on__range=days)
        .select_related("due__category", "person", "cancels", "cancelled_by")
        .order_by("paid_on", "year", "number")
    )
    cash_lines = lines_with_receipt(club, period.first, period.last)
    book_of_receipt = {line.receipt: line.book for line in cash_lines if line.is_paid_within}
    shown = Q(date__range=days) | Q(cash_book__in=set(book_of_receipt.values()))
    with_cash = with_book(club).filter(shown).select_related("cash_book").order_by("date", "pk")
    evenings = {one.cash_book_id: one for one in with_cash}
    played = {book: one for book, one in evenings.items() if period.first <= one.date <= period.last}
    lines = CashMovement.objects.filter(book__in=list(played)).order_by("book", "number")
    movements = [_of_receipt(each, book_of_receipt, evenings) for each in receipts]
    dues: defaultdict[int, int] = defaultdict(int)
    for receipt, movement in zip(receipts, movements, strict=True):
        if receipt.due:
            dues[receipt.due.year_id] += movement.cents
    movements += _of_cash(lines, played)
    movements += _differences(played)
    movements.sort(key=lambda each: each.on)
    compared = agreements(
        club,
        days,
        receipts_here=sum(each.cents for each in movements if each.receipt),
        evenings_here=sum(each.cents for each in movements if each.evening),
        in_books=_in_books(movements, lines),
        cash_lines=cash_lines,
        dues_here=dues,
    )
    return Accounts(period, movements, compared)


def _of_receipt(
    receipt: Receipt, book_of_receipt: dict[int, int], evenings: dict[int | None, Tournament]
) -> Movement:
    kind, category = Receipt.Kind(receipt.kind), receipt.due.category if receipt.due else None
    source = Source(kind, category.name, (0, category.position)) if category else _source(kind)
    counter: Receipt | None = getattr(receipt, "cancelled_by", None)
    # A counter-entry belongs to the evening of the receipt that it cancels.
    book = book_of_receipt.get(receipt.cancels_id or receipt.pk)
    return Movement(
        on=receipt.paid_on,
        source=source,
        means=Means(receipt.means),
        cents=receipt.cents,
        cause=receipt.cause,
        who=receipt.payer,
        person=receipt.person,
        receipt=receipt.label,
        reference=receipt.reference,
        value_on=receipt.value_on,
        evening=evenings.get(book) if book else None,
        cancelled_by=counter.label if counter else "",
        cancels=receipt.cancels.label if receipt.cancels else "",
    )


def _of_cash(lines: QuerySet[CashMovement], evenings: dict[int | None, Tournament]) -> Iterable[Movement]:
    """The lines without a receipt; the float that an evening begins with is neither income nor expense."""
    without = lines.filter(receipt=None).exclude(kind=CashKind.OPENING)
    for line in without.select_related("person", "cancels", "cancelled_by"):
        evening = evenings[line.book_id]
        counter: CashMovement | None = getattr(line, "cancelled_by", None)
        yield Movement(
            on=evening.date,
            source=_source(line.kind),
            means=Means(line.means),
            cents=line.cents,
            cause=line.cause or str(CashKind(line.kind).label),
            who=line.person.full_name if line.person else "",
            person=line.person,
            reference=_cash_line(line.number),
            evening=evening,
            cancelled_by=_cash_line(counter.number) if counter else "",
            cancels=_cash_line(line.cancels.number) if line.cancels else "",
        )


def _cash_line(number: int) -> str:
    return _("cassa, riga %(number)s") % {"number": number}


def _differences(evenings: dict[int | None, Tournament]) -> Iterable[Movement]:
    """The surplus or shortage that the last count of each closed drawer found."""
    counts = CashCount.objects.filter(book__in=list(evenings), book__closed_at__isnull=False)
    last = {each.book_id: each for each in counts.order_by("number")}
    for book, count in last.items():
        if count.difference_cents:
            evening = evenings[book]
            yield Movement(
                on=evening.date,
                source=_source(DIFFERENCE),
                means=Means.CASH,
                cents=count.difference_cents,
                cause=count.note,
                evening=evening,
            )


def _in_books(movements: list[Movement], lines: QuerySet[CashMovement]) -> int:
    """The sum of the evenings' books without their floats, with the differences of their drawers."""
    written: int = lines.exclude(kind=CashKind.OPENING).aggregate(sum=Sum("cents", default=0))["sum"]
    return written + sum(each.cents for each in movements if each.source.kind == DIFFERENCE)
