"""An evening's cash as it is now: lines, sums, counts of the drawer, fees, and the members who owe dues."""

from dataclasses import dataclass

from django.utils import timezone

from club import cash_book
from club.history import log, log_wording
from club.models import CashBook, CashCount, CashMovement
from club.register import people
from tournaments.models import EntryPlayer, Tournament

FOUND = 20


@dataclass(frozen=True)
class BookPage:
    """The lines of a book, the newest first, with balance, counts of the drawer, and log."""

    balance: cash_book.Balance
    lines: list[CashMovement]
    counts: list[CashCount]
    log_lines: list[log_wording.Line]


def book_page(book: CashBook) -> BookPage:
    """Returns the content of the book. Five queries, seven if it has fees."""
    if not book.pk:
        return BookPage(cash_book.Balance(), [], [], [])
    lines = book.movements.select_related("person", "receipt", "cancels", "cancelled_by", "fee__entry")
    lines = lines.prefetch_related("fee__entry__players__person")
    acts = log.mentions(book.club, CashBook, book.pk, "cash")
    entries = book.club.log.filter(acts).order_by("-number")
    return BookPage(
        balance=cash_book.balance(book),
        lines=list(lines.order_by("-number")),
        counts=list(book.counts.all()),
        log_lines=log_wording.log_lines(entries),
    )


@dataclass(frozen=True)
class DuesPage:
    """The members who owe dues, and the part of a name that was searched for."""

    letters: str
    owing: list[cash_book.UnpaidDues]


def dues_page(tournament: Tournament, letters: str | None) -> DuesPage:
    """Returns the members who owe dues: among the evening's players or, with letters, found by their name.

    The page is empty for None, which stands for an officer who may not keep the register.
    """
    if letters is None:
        return DuesPage("", [])
    candidates = _candidates(tournament, letters)
    return DuesPage(letters, cash_book.unpaid_dues(tournament.club, candidates, timezone.localdate()))


def _candidates(tournament: Tournament, letters: str) -> list[int]:
    if letters.strip():
        matching = people.find(tournament.club, letters)
        return list(matching.values_list("pk", flat=True)[:FOUND])
    players = EntryPlayer.objects.filter(tournament=tournament, entry__withdrawn_at=None)
    return list(players.values_list("person_id", flat=True))
