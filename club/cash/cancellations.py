"""Counter-entries: a line of the cash book is never changed, but cancelled by another line, with a reason."""

from datetime import date
from uuid import UUID

from django.db import transaction
from django.utils import timezone
from django.utils.translation import gettext as _

from club import receipts
from club.cash.cash_book import locked_book, log_subject, next_number, verify_open
from club.errors import ClubError, ClubInputRefused
from club.history import log
from club.locking import lock
from club.models import CashBook, CashMovement, Club, Receipt, User


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

    A book that is already counted does not change.
    """
    club = lock(club.pk)
    counter = receipts.cancel(club, year, number, reason=reason, key=key, today=today, by=by)
    line = (
        CashMovement.objects.filter(receipt=counter.cancels, cancels=None, cancelled_by=None)
        .select_related("book")
        .first()
    )
    if line and line.book.is_open:
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
