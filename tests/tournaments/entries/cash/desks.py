"""Eight desks at one cash, as a script that an installation of its own runs."""

EIGHT_DESKS = """
import json
from concurrent.futures import ThreadPoolExecutor
from threading import Barrier
from uuid import uuid4
from django.db import connection
from club import cash_book
from club.cash_book import Money
from club.models import CashKind, CashMovement, RoleKind
from tests.evening import a_club, a_tournament, an_officer
from tournaments.entries import cash
from tournaments.errors import TournamentError

club = a_club("Circolo delle casse")
by = an_officer(club, RoleKind.TREASURER)
tournament = a_tournament(club, pairs=9, fee_cents=1000)
together = Barrier(8)

def desk(number):
    together.wait()
    done, key, other = [], uuid4(), uuid4()
    try:
        # The first line begins the book; each desk takes a pair of its own, clicking twice, and writes a
        # line; then all of them want the ninth pair.
        for _click in range(2):
            done.append(cash.collect(tournament.pk, number + 1, cents=1000, key=key, by=by).number)
            money = Money(CashKind.OTHER_IN, 100, cause="bar")
            done.append(cash_book.write(cash.book_of(tournament.pk).pk, money, key=other, by=by).number)
        try:
            cash.collect(tournament.pk, 9, cents=1000, key=uuid4(), by=by)
        except TournamentError as refusal:
            done.append(refusal.code)
        return done
    finally:
        connection.close()

with ThreadPoolExecutor(8) as threads:
    told = list(threads.map(desk, range(8)))
book = cash.book_of(tournament.pk)
print(json.dumps({
    "numbers": list(book.movements.values_list("number", flat=True)),
    "books": CashMovement.objects.filter(book__club=club).values("book").distinct().count(),
    "clicks": all(each[:2] == each[2:4] for each in told),
    "refused": [each[4] for each in told if len(each) == 5],
    "cash": cash_book.balance(book).cash,
}))
"""
