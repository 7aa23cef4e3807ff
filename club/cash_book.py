"""The cash book of an evening: its lines, its balance, the count that closes it, and dues paid there.

A line never changes: another line cancels it, with a reason.
"""

from collections.abc import Iterable
from dataclasses import dataclass
from datetime import date
from uuid import UUID

from django.db import transaction
from django.db.models import Max, Sum
from django.utils import timezone
from django.utils.translation import gettext as _

from club import receipts
from club.dues import members, payments
from club.errors import ClubError, ClubInputRefused
from club.history import log
from club.history.log import lock
from club.models import (
    GOING_OUT,
    CashBook,
    CashCount,
    CashKind,
    CashMovement,
    Club,
    Due,
    Means,
    MembershipYear,
    Person,
    Receipt,
    User,
)
from club.money import euros

#: A hundred thousand euros: a larger figure is a typing error.
HIGHEST_CENTS = 10_000_000


@dataclass(frozen=True, slots=True)
class Balance:
    """The sums of the lines in cents: cash in the drawer, and the other means."""

    cash: int = 0
    transfer: int = 0
    card: int = 0
    other: int = 0

    @property
    def total(self) -> int:
        return self.cash + self.transfer + self.card + self.other

    @property
    def without_cash(self) -> list[tuple[str, int]]:
        """The other means that have a sum: as a heading, and the cents."""
        sums = (
            (_("Con bonifico"), self.transfer),
            (_("Con carta o bancomat"), self.card),
            (_("In altro modo"), self.other),
        )
        return [(heading, cents) for heading, cents in sums if cents]


def locked_book(book_id: int) -> CashBook:
    """The book, freshly read, with its club locked until the transaction ends."""
    club_id = CashBook.objects.values_list("club_id", flat=True).get(pk=book_id)
    club = lock(club_id)
    book = CashBook.objects.get(pk=book_id)
    book.club = club
    return book


def verify_open(book: CashBook) -> None:
    """Refuses a book that was counted and closed."""
    if not book.is_open:
        raise ClubError(
            "cash-closed", _("La cassa è già chiusa: per scriverci ancora riaprila, dicendo perché.")
        )


def balance(book: CashBook) -> Balance:
    """The sums of the lines. One query."""
    sums = dict(book.movements.values_list("means").annotate(Sum("cents")).order_by())
    return Balance(**{Means(means).value: cents for means, cents in sums.items()})


@transaction.atomic
def count(book_id: int, counted_cents: int, *, note: str, key: UUID, by: User) -> CashCount:
    """Counts the drawer and closes the book; idempotent by `key`.

    Refused if the counted cents differ from the balance and there is no `note` to explain it.
    """
    book = locked_book(book_id)
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
    cash_count = CashCount.objects.create(
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
    book.closed_at = cash_count.at
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
    return cash_count


@transaction.atomic
def reopen(book_id: int, *, reason: str, by: User) -> CashBook:
    """Reopens the book and keeps the count; repeating it changes nothing. Refused without a reason."""
    book = locked_book(book_id)
    if book.is_open:
        return book
    if not reason.strip():
        raise ClubInputRefused("reason-missing", _("Scrivi perché riapri la cassa."))
    book.closed_at = None
    book.save(update_fields=["closed_at"])
    log.write(book.club, by, "cash.reopened", subject={"cash": book.pk}, reason=reason.strip()[:300])
    return book


@dataclass(frozen=True)
class Money:
    """An amount that changed hands: `cents` is never negative, `kind` gives its direction."""

    kind: CashKind
    cents: int
    means: Means = Means.CASH
    cause: str = ""
    person: Person | None = None
    receipt: Receipt | None = None
    reason: str = ""

    @property
    def signed(self) -> int:
        return -self.cents if self.kind in GOING_OUT else self.cents

    def is_written_as(self, line: CashMovement) -> bool:
        """Whether the line has exactly this content."""
        same = (line.kind, line.cents, line.means, line.cause) == (
            self.kind,
            self.signed,
            self.means,
            self.cause,
        )
        return same and line.cancels_id is None


@transaction.atomic
def write(book_id: int, money: Money, *, key: UUID, by: User) -> CashMovement:
    """Writes a line with the next number; idempotent by `key`.

    Refused in a closed book, for an amount that is zero or too large, without a cause, and for more cash than
    the drawer has.
    """
    book = locked_book(book_id)
    if line := book.movements.filter(key=key).first():
        return _verify_same(line, money)
    verify_open(book)
    _verify(book, money)
    return append(book, money, key=key, by=by)


def append(book: CashBook, money: Money, *, key: UUID, by: User) -> CashMovement:
    """Writes and logs the line. The caller holds the club's lock and has validated `money`."""
    line = CashMovement(
        book=book,
        number=next_number(book),
        kind=money.kind,
        cents=money.signed,
        means=money.means,
        cause=money.cause[:200],
        person=money.person,
        receipt=money.receipt,
        reason=money.reason[:300],
        at=timezone.now(),
        by=by,
        by_name=str(by)[:150],
        key=key,
    )
    line.save(force_insert=True)
    log.write(
        book.club,
        by,
        "cash.written",
        subject=log_subject(line),
        after=_logged_values(line),
        reason=line.reason,
    )
    return line


def next_number(book: CashBook) -> int:
    """The next number. Numbers have no gaps, thanks to the lock and because no line is ever deleted."""
    return (book.movements.aggregate(highest=Max("number"))["highest"] or 0) + 1


def log_subject(line: CashMovement) -> dict[str, object]:
    """The reference to a line in the log."""
    return {"cash": line.book_id, "number": line.number}


def _logged_values(line: CashMovement) -> dict[str, object]:
    """The line as logged, without the person's name and without the cause, which may contain a name."""
    return {"cash_kind": line.kind, "cents": line.cents, "means": line.means}


def _verify_same(line: CashMovement, money: Money) -> CashMovement:
    if not money.is_written_as(line):
        raise key_used_refusal()
    return line


def key_used_refusal() -> ClubInputRefused:
    """The refusal of a key that the page has already used for another line."""
    return ClubInputRefused(
        "key-used", _("Questa pagina ha già scritto un'altra riga di cassa: ricaricala e ripeti.")
    )


def _verify(book: CashBook, money: Money) -> None:
    least = 0 if money.kind is CashKind.FEE and money.reason else 1
    if not least <= money.cents <= HIGHEST_CENTS:
        raise ClubInputRefused("amount-unlikely", _("Scrivi un importo da 0,01 a 100.000 euro."))
    if money.kind not in (CashKind.OPENING, CashKind.FEE) and not money.cause.strip():
        raise ClubInputRefused("cause-missing", _("Scrivi per che cosa."))
    cash = balance(book).cash
    if money.kind in GOING_OUT and money.means is Means.CASH and money.cents > cash:
        raise ClubError(
            "not-enough-cash",
            _("In cassa ci sono %(there)s: non se ne possono dare %(asked)s.")
            % {"there": euros(cash), "asked": euros(money.cents)},
        )


@dataclass(frozen=True, slots=True)
class UnpaidDues:
    """The dues that a person may pay now for a year."""

    person: Person
    year: MembershipYear
    cents: int


def unpaid_dues(club: Club, people: Iterable[int], today: date) -> list[UnpaidDues]:
    """The unpaid dues of these people, by name; in the current year, also those not written yet."""
    ids = set(people)
    if not ids:
        return []
    unpaid = Due.objects.filter(person__in=ids, year__club=club, receipt=None, paid_before=False, cents__gt=0)
    owed = [
        UnpaidDues(due.person, due.year, due.owed_cents)
        for due in unpaid.with_paid().select_related("person", "year")
    ]
    for year in club.years.filter(closed_on=None, starts_on__lte=today, ends_on__gte=today):
        planned = members.plan(year, today=today).renewals
        owed += [UnpaidDues(each.member.person, year, each.cents) for each in planned
                  if each.cents and each.member.person.pk in ids]  # fmt: skip
    return sorted(owed, key=lambda each: (each.person.full_name, each.person.pk, each.year.starts_on))


@transaction.atomic
def take_dues(
    book_id: int, year: MembershipYear, person: Person, *, means: Means, key: UUID, today: date, by: User
) -> CashMovement:
    """Takes the dues and returns the line of the book; idempotent by `key`.

    Refused for the same reasons as `payments.pay`, and in a closed book.
    """
    book = locked_book(book_id)
    line = book.movements.filter(key=key).first()
    if line is None:
        verify_open(book)
    elif line.receipt_id is None or line.cancels_id is not None:
        raise key_used_refusal()
    receipt = payments.pay(year, person, means=means, paid_on=today, key=key, today=today, by=by)
    if line:
        return line
    money = Money(CashKind.DUES, receipt.cents, means, receipt.cause, person, receipt)
    return append(book, money, key=key, by=by)


@transaction.atomic
def take_with_receipt(
    book_id: int, payment: receipts.Payment, *, key: UUID, today: date, by: User
) -> Receipt:
    """Takes a payment that is not for dues and writes its line in the book; returns its receipt.

    Idempotent by `key`. Refused for the same reasons as `receipts.write`, and in a closed book.
    """
    book = locked_book(book_id)
    line = book.movements.filter(key=key).first()
    if line is None:
        verify_open(book)
    elif line.receipt_id is None or line.cancels_id is not None:
        raise key_used_refusal()
    receipt = receipts.write(book.club, payment, key=key, today=today, by=by)
    if line is None:
        cause, person = receipt.cause, payment.person
        money = Money(CashKind.OTHER_IN, receipt.cents, payment.means, cause, person, receipt)
        append(book, money, key=key, by=by)
    return receipt


@transaction.atomic
def cancel(book_id: int, number: int, *, reason: str, key: UUID, today: date, by: User) -> CashMovement:
    """Cancels the line by a counter-entry, which is returned; for a line of dues, cancels the receipt too.
    Idempotent by `key`.

    Refused without a reason, in a closed book, for a cancelled line, and for a counter-entry.
    """
    book = locked_book(book_id)
    wrong = book.movements.filter(number=number).select_related("receipt", "cancels").first()
    if wrong is None:
        raise ClubError("unknown-movement", _("Questa riga di cassa non c'è: ricarica la pagina."))
    done = book.movements.filter(key=key).first()
    if done and done.cancels_id == wrong.pk:
        return done
    verify_open(book)
    _verify_may_cancel(wrong, reason)
    receipt = wrong.receipt
    # The receipt may have been cancelled while the book was closed.
    if receipt and not Receipt.objects.filter(cancels=receipt).exists():
        receipts.cancel(book.club, receipt.year, receipt.number, reason=reason, key=key, today=today, by=by)
    return _counter(book, wrong, reason, key, by)


@transaction.atomic
def cancel_receipt(
    club: Club, year: int, number: int, *, reason: str, key: UUID, today: date, by: User
) -> Receipt:
    """Cancels a receipt (`receipts.cancel`), and its line in the cash book of an evening.

    A book that is already counted gets the line too, after its count: its sums agree with the receipts.
    """
    club = lock(club.pk)
    counter = receipts.cancel(club, year, number, reason=reason, key=key, today=today, by=by)
    line = (
        CashMovement.objects.filter(receipt=counter.cancels, cancels=None, cancelled_by=None)
        .select_related("book")
        .first()
    )
    if line:
        line.book.club = club
        _counter(line.book, line, reason, key, by)
    return counter


def _counter(book: CashBook, wrong: CashMovement, reason: str, key: UUID, by: User) -> CashMovement:
    kept = {name: getattr(wrong, name) for name in ("kind", "means", "cause", "person", "receipt")}
    counter = CashMovement(
        **kept,
        book=book,
        number=next_number(book),
        cents=-wrong.cents,
        cancels=wrong,
        reason=reason.strip()[:300],
        at=timezone.now(),
        by=by,
        by_name=str(by)[:150],
        key=key,
    )
    counter.save(force_insert=True)
    log.write(
        book.club,
        by,
        "cash.cancelled",
        subject=log_subject(wrong),
        after={"cancelled_by": counter.number, "cents": counter.cents},
        reason=counter.reason,
    )
    return counter


def _verify_may_cancel(wrong: CashMovement, reason: str) -> None:
    if wrong.cancels is not None:
        raise ClubError(
            "counter-entry",
            _("La riga %(number)s annulla la %(wrong)s e non si annulla a sua volta: scrivine una nuova.")
            % {"number": wrong.number, "wrong": wrong.cancels.number},
        )
    counter = CashMovement.objects.filter(cancels=wrong).first()
    if counter:
        raise ClubError(
            "already-cancelled",
            _("La riga %(number)s è già annullata dalla %(counter)s.")
            % {"number": wrong.number, "counter": counter.number},
        )
    if not reason.strip():
        raise ClubInputRefused("reason-missing", _("Scrivi perché annulli la riga."))
