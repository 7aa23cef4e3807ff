"""A cash book held, its balance, the count that closes it."""

from dataclasses import dataclass
from uuid import UUID

from django.db import transaction
from django.db.models import Sum
from django.utils import timezone
from django.utils.translation import gettext as _

from club import log
from club.errors import ClubError, ClubInputRefused
from club.locking import lock
from club.models import CashBook, CashCount, Means, User

#: A hundred thousand euros: beyond, a figure has a zero too many.
HIGHEST_CENTS = 10_000_000


@dataclass(frozen=True, slots=True)
class Balance:
    """Cents that the lines come to: in the drawer, and paid by transfer beside it."""

    cash: int
    transfer: int

    @property
    def total(self) -> int:
        return self.cash + self.transfer


def held(book_id: int) -> CashBook:
    """The book, fresh, its club locked until the transaction ends: lines are written one at a time."""
    club_id = CashBook.objects.values_list("club_id", flat=True).get(pk=book_id)
    club = lock(club_id)
    book = CashBook.objects.get(pk=book_id)
    book.club = club
    return book


def verify_open(book: CashBook) -> None:
    """Refuses a book already counted and closed."""
    if not book.is_open:
        raise ClubError(
            "cash-closed", _("La cassa è già chiusa: per scriverci ancora riaprila, dicendo perché.")
        )


def balance(book: CashBook) -> Balance:
    """What the lines come to. One query."""
    sums = dict(book.movements.values_list("means").annotate(Sum("cents")).order_by())
    return Balance(sums.get(Means.CASH, 0), sums.get(Means.TRANSFER, 0))


@transaction.atomic
def count(book_id: int, counted_cents: int, *, note: str, key: UUID, by: User) -> CashCount:
    """The drawer counted and the book closed; sent again it answers the same count.

    Refused where what was counted is not what the book says and no `note` says why.
    """
    book = held(book_id)
    if done := book.counts.filter(key=key).first():
        return done
    verify_open(book)
    if not 0 <= counted_cents <= HIGHEST_CENTS:
        raise ClubInputRefused("amount-unlikely", _("Conta di nuovo: l'importo va da 0 a 100.000 euro."))
    expected, note = balance(book).cash, note.strip()[:300]
    if expected != counted_cents and not note:
        raise ClubInputRefused(
            "difference-unexplained",
            _("Quello che hai contato non è quello che dice la cassa: conta di nuovo, o scrivi perché."),
        )
    made = CashCount.objects.create(
        book=book,
        number=book.counts.count() + 1,
        expected_cents=expected,
        counted_cents=counted_cents,
        note=note,
        at=timezone.now(),
        by=by,
        by_name=str(by)[:150],
        key=key,
    )
    book.closed_at = made.at
    book.save(update_fields=["closed_at"])
    log.write(
        book.club,
        by,
        "cash.counted",
        subject={"cash": book.pk},
        after={"expected_cents": expected, "counted_cents": counted_cents},
        reason=note,
        key=key,
    )
    return made


@transaction.atomic
def reopen(book_id: int, *, reason: str, by: User) -> CashBook:
    """The book open again, what was counted kept; twice is once. Refused without a reason."""
    book = held(book_id)
    if book.is_open:
        return book
    if not reason.strip():
        raise ClubInputRefused("reason-missing", _("Scrivi perché riapri la cassa."))
    book.closed_at = None
    book.save(update_fields=["closed_at"])
    log.write(book.club, by, "cash.reopened", subject={"cash": book.pk}, reason=reason.strip()[:300])
    return book
