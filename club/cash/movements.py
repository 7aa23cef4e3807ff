"""The lines of a cash book: under the club's lock, so that numbers have no gap at two desks."""

from dataclasses import dataclass
from uuid import UUID

from django.db import transaction
from django.db.models import Max
from django.utils import timezone
from django.utils.translation import gettext as _

from club import log
from club.cash.book import HIGHEST_CENTS, balance, held, verify_open
from club.errors import ClubError, ClubInputRefused
from club.models import GOING_OUT, CashBook, CashKind, CashMovement, Means, Person, Receipt, User
from club.money import euros


@dataclass(frozen=True)
class Money:
    """What changed hands: `cents` is never negative, `kind` says which way it went."""

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
        """Whether that line says just this."""
        same = (line.kind, line.cents, line.means, line.cause) == (
            self.kind,
            self.signed,
            self.means,
            self.cause,
        )
        return same and line.cancels_id is None


@transaction.atomic
def write(book_id: int, money: Money, *, key: UUID, by: User) -> CashMovement:
    """The line with the next number; sent again with its key it is the same line.

    Refused: a closed book, no amount or one too large, no cause where the kind alone does not say it, more
    cash out than there is.
    """
    book = held(book_id)
    if sent := book.movements.filter(key=key).first():
        return _same(sent, money)
    verify_open(book)
    _verify(book, money)
    return append(book, money, key=key, by=by)


def append(book: CashBook, money: Money, *, key: UUID, by: User) -> CashMovement:
    """The line, written and logged. The caller holds the club's lock and has looked at `money`."""
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
    log.write(book.club, by, "cash.written", subject=subject(line), after=_said(line), reason=line.reason)
    return line


def next_number(book: CashBook) -> int:
    """One more than the highest: under the lock, and with no line ever deleted, no gap."""
    return (book.movements.aggregate(highest=Max("number"))["highest"] or 0) + 1


def subject(line: CashMovement) -> dict[str, object]:
    """How the log points to a line."""
    return {"cash": line.book_id, "number": line.number}


def _said(line: CashMovement) -> dict[str, object]:
    """What the log keeps of a line: no name, and no cause, in which there may be one."""
    return {"cash_kind": line.kind, "cents": line.cents, "means": line.means}


def _same(sent: CashMovement, money: Money) -> CashMovement:
    if not money.is_written_as(sent):
        raise key_used()
    return sent


def key_used() -> ClubInputRefused:
    """That a page's key has written another line."""
    return ClubInputRefused(
        "key-used", _("Questa pagina ha già scritto un'altra riga di cassa: ricaricala e ripeti.")
    )


def _verify(book: CashBook, money: Money) -> None:
    least = 0 if money.kind is CashKind.FEE and money.reason else 1
    if not least <= money.cents <= HIGHEST_CENTS:
        raise ClubInputRefused("amount-unlikely", _("Scrivi un importo da 0,01 a 100.000 euro."))
    if money.kind not in (CashKind.OPENING, CashKind.FEE) and not money.cause.strip():
        raise ClubInputRefused("cause-missing", _("Scrivi per che cosa."))
    there = balance(book).cash
    if money.kind in GOING_OUT and money.means is Means.CASH and money.cents > there:
        raise ClubError(
            "not-enough-cash",
            _("In cassa ci sono %(there)s: non se ne possono dare %(asked)s.")
            % {"there": euros(there), "asked": euros(money.cents)},
        )
