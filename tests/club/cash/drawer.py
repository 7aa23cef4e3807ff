"""Lines written in an open cash by the verbs."""

from uuid import uuid4

from club import cash_book
from club.cash_book import Money
from club.models import CashBook, CashKind, CashMovement, User


def written(book: CashBook, kind: CashKind, cents: int, *, by: User, **said: object) -> CashMovement:
    if kind not in (CashKind.OPENING, CashKind.FEE):
        said.setdefault("cause", "coppa e targa")
    return cash_book.write(book.pk, Money(kind, cents, **said), key=uuid4(), by=by)  # type: ignore[arg-type]
