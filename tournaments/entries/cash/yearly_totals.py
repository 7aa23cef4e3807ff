"""The income and expenses of a year's evenings, for the treasurer."""

from collections import defaultdict
from dataclasses import dataclass, field
from datetime import date

from django.db.models import QuerySet, Sum

from club.models import CashCount, CashKind, CashMovement, Club, Receipt
from tournaments.models import Tournament


@dataclass
class Sums:
    """Cents by kind: income positive, expenses negative.

    The float that an evening begins with is not income: it is listed apart, and in no total.
    """

    by_kind: dict[str, int] = field(default_factory=lambda: dict.fromkeys(CashKind.values, 0))
    difference: int = 0

    def add(self, other: "Sums") -> None:
        for kind, cents in other.by_kind.items():
            self.by_kind[kind] += cents
        self.difference += other.difference

    @property
    def came_in(self) -> int:
        return sum(self.by_kind[kind] for kind in (CashKind.FEE, CashKind.DUES, CashKind.OTHER_IN))

    @property
    def went_out(self) -> int:
        return self.by_kind[CashKind.PRIZE] + self.by_kind[CashKind.OTHER_OUT]

    @property
    def result(self) -> int:
        """The evening's result, including a shortage or surplus in the drawer."""
        return self.came_in + self.went_out + self.difference


@dataclass(frozen=True)
class Evening:
    tournament: Tournament
    sums: Sums


@dataclass(frozen=True)
class Year:
    """The evenings of a calendar year that have a cash book, newest first.

    `receipts` is the sum of the year's receipts for dues, including those written at a desk.
    """

    year: int
    evenings: list[Evening]
    sums: Sums
    receipts: int

    @property
    def receipts_elsewhere(self) -> int:
        return self.receipts - self.sums.by_kind[CashKind.DUES]


def years(club: Club) -> list[int]:
    """The years with an evening that has a cash book, newest first."""
    dates = _with_book(club).order_by("-date").values_list("date__year", flat=True)
    return list(dict.fromkeys(dates))


def _with_book(club: Club) -> QuerySet[Tournament]:
    """The tournaments with at least one line in their cash book."""
    return club.tournaments.filter(cash_book__movements__number=1)


def totals_of(club: Club, year: int) -> Year:
    """The totals of the year's evenings. Four queries."""
    kept = _with_book(club).filter(date__year=year).select_related("cash_book")
    tournaments = list(kept.order_by("-date", "-pk"))
    sums: defaultdict[int, Sums] = defaultdict(Sums)
    books = [tournament.cash_book_id for tournament in tournaments]
    lines = CashMovement.objects.filter(book__in=books).order_by()
    for book, kind, cents in lines.values_list("book", "kind").annotate(Sum("cents")):
        sums[book].by_kind[kind] = cents
    counts = CashCount.objects.filter(book__in=books, book__closed_at__isnull=False).order_by("number")
    for count in counts:
        sums[count.book_id].difference = count.difference_cents
    whole = Sums()
    for each in sums.values():
        whole.add(each)
    evenings = [Evening(each, sums[each.cash_book_id or 0]) for each in tournaments]
    return Year(year, evenings, whole, _receipts(club, year))


def _receipts(club: Club, year: int) -> int:
    """Cents of dues paid in the year, without receipts cancelled since."""
    first, last = date(year, 1, 1), date(year, 12, 31)
    paid = Receipt.objects.filter(club=club, paid_on__range=(first, last))
    return paid.aggregate(cents=Sum("cents"))["cents"] or 0
