"""The money of a year agrees, to the cent, with receipts, dues and the evenings' cash."""

import io
from collections.abc import Callable
from dataclasses import replace
from datetime import date, datetime
from typing import Any
from uuid import uuid4

import pytest
from django.test import Client
from openpyxl import load_workbook

from club import cash_book, receipts
from club.cash_book import Money
from club.dues import payments, years
from club.models import CashKind, Club, Due, Look, Means, Person, Receipt, User
from club.receipts import Payer, Payment
from tests.club.dues.members import a_category, a_member, a_year
from tests.evening import a_tournament, signed_in
from tests.pages import words
from tournaments.entries import accounts, cash
from tournaments.models import Tournament

pytestmark = pytest.mark.django_db

MARCH, DECEMBER = date(2026, 3, 10), date(2026, 12, 20)


@pytest.fixture
def evening(club: Club) -> Tournament:
    tournament = a_tournament(club, pairs=4, fee_cents=1000)
    Tournament.objects.filter(pk=tournament.pk).update(date=MARCH, name="Torneo di marzo")
    tournament.refresh_from_db()
    return tournament


def pay(year: Any, person: Person, by: User, **said: Any) -> Receipt:
    start = {"means": Means.CASH, "paid_on": MARCH, "key": uuid4(), "today": MARCH, "by": by}
    return payments.pay(year, person, **{**start, **said})


def give(club: Club, kind: Receipt.Kind, cents: int, by: User, **said: Any) -> Receipt:
    start = {"person": None, "payer": Payer("Ditta Verdi"), "cause": "x", "means": Means.TRANSFER}
    payment = Payment(kind=kind, cents=cents, **{**start, "paid_on": DECEMBER, **said})
    return receipts.write(club, payment, key=uuid4(), today=DECEMBER, by=by)


@pytest.fixture
def lived(club: Club, evening: Tournament, treasurer: User) -> list[Person]:
    """A year: dues in instalments and by card, one cancelled after its evening was counted, a donation, a
    course, and an evening with fees, a prize and a euro missing."""
    by = treasurer
    year = a_year(club, by=by)
    years.set_amounts(year, {a_category(club).pk: 2500, a_category(club, "sostenitore").pk: 5000}, by=by)
    anna, ugo, ida, leo = (a_member(club, name, by=by) for name in ("Rossi", "Neri", "Verdi", "Bruni"))
    patron = a_member(club, "Bianchi", by=by, category="sostenitore")
    pay(year, anna, by, cents=1000)
    pay(year, anna, by, cents=1500, means=Means.CARD, reference="POS 7", value_on=date(2026, 3, 12))
    pay(year, patron, by, means=Means.TRANSFER)
    # Paid at the end of December, with a receipt of January.
    pay(year, leo, by, paid_on=date(2026, 12, 31), today=date(2027, 1, 2))
    book = cash.book_of(evening.pk)
    cash_book.write(book.pk, Money(CashKind.OPENING, 5000), key=uuid4(), by=by)
    for number in (1, 2, 3):
        cash.collect(evening.pk, number, cents=1000, key=uuid4(), by=by)
    for money in (
        Money(CashKind.OTHER_IN, 700, Means.CARD, cause="bar"), Money(CashKind.PRIZE, 1200, cause="coppa"),
        Money(CashKind.OTHER_OUT, 333, cause="carte"),
    ):  # fmt: skip
        cash_book.write(book.pk, money, key=uuid4(), by=by)
    for person in (ugo, ida):
        cash_book.take_dues(book.pk, year, person, means=Means.CASH, key=uuid4(), today=MARCH, by=by)
    drawer = cash_book.balance(book).cash
    cash_book.count(book.pk, drawer - 100, note="manca un euro", key=uuid4(), by=by)
    wrong = Due.objects.get(person=ida).receipt
    assert wrong is not None
    asked = {"reason": "era di un altro", "key": uuid4(), "today": MARCH, "by": by}
    cash_book.cancel_receipt(club, wrong.year, wrong.number, **asked)
    give(club, Receipt.Kind.DONATION, 10_050, by)
    give(club, Receipt.Kind.COURSE, 3000, by, means=Means.CARD, person=anna, payer=None)
    return [anna, ugo, ida, leo, patron]


def sums(lines: list[accounts.Line]) -> dict[str, tuple[int, int]]:
    return {line.label: (line.came_in, line.went_out) for line in lines}


def test_a_year_by_hand_to_the_cent(club: Club, lived: list[Person]) -> None:
    found = accounts.accounts_of(club, accounts.calendar_year(2026))
    assert sums(found.by_source) == {
        "Quote associative: ordinario": (1000 + 1500 + 2500 + 2500, 0),
        "Quote associative: sostenitore": (5000, 0),
        "Erogazioni liberali": (10_050, 0),
        "Corsi": (3000, 0),
        "Iscrizioni alle serate": (3000, 0),
        "Altre entrate delle serate": (700, 0),
        "Premi": (0, -1200),
        "Altre uscite delle serate": (0, -333),
        "Differenze di cassa": (0, -100),
    }
    assert sums(found.by_means) == {
        "Contanti": (1000 + 2500 + 2500 + 3000, -1633),
        "Bonifico": (15_050, 0),
        "Carta o bancomat": (1500 + 3000 + 700, 0),
    }
    assert sums(found.by_month) == {
        "Marzo 2026": (1000 + 1500 + 5000 + 3000 + 700 + 2500, -1633),
        "Dicembre 2026": (2500 + 13_050, 0),
    }
    assert (found.total.came_in, found.total.went_out, found.total.balance) == (29_250, -1633, 27_617)
    for lines in (found.by_source, found.by_means, found.by_month):
        assert sum(line.balance for line in lines) == found.total.balance


def test_it_agrees_with_receipts_cash_books_and_dues(club: Club, lived: list[Person]) -> None:
    found = accounts.accounts_of(club, accounts.calendar_year(2026))
    assert all(each.agrees for each in found.agreements)
    of_receipts, of_evenings, of_dues = found.agreements
    listed = sum(club.receipts.filter(year=2026).values_list("cents", flat=True))
    # The receipt of January is in the list of 2027, and its money in 2026.
    assert (of_receipts.there, of_receipts.here) == (listed, listed + 2500)
    assert [cents for _words, cents in of_receipts.steps] == [2500]
    totals = cash.totals_of(club, 2026)
    assert of_evenings.there == of_evenings.here == totals.sums.result == 2500 + 3000 + 700 - 1633
    assert of_dues.there == of_dues.here == 12_500
    assert (totals.receipts, totals.receipts_here, totals.receipts_elsewhere) == (12_500, 2500, 10_000)


def test_dues_taken_after_the_year_lead_from_the_book_to_the_sums_of_both_years(
    club: Club, evening: Tournament, treasurer: User
) -> None:
    year, book = a_year(club, by=treasurer), cash.book_of(evening.pk)
    person = a_member(club, "Rossi", by=treasurer)
    cash_book.take_dues(
        book.pk, year, person, means=Means.CASH, key=uuid4(), today=date(2027, 1, 2), by=treasurer
    )
    told = []
    for each in (2026, 2027):
        found = accounts.accounts_of(club, accounts.calendar_year(each))
        assert all(one.agrees for one in found.agreements)
        of_evenings = found.agreements[1]
        told.append((of_evenings.there, [cents for _words, cents in of_evenings.steps], of_evenings.here))
    assert told == [(2500, [-2500], 0), (0, [2500], 2500)]


@pytest.mark.parametrize(
    ("lost", "wrong"), [("_of_cash", [False, True, False]), ("_of_receipt", [True, True, True])]
)
def test_a_movement_that_is_lost_does_not_agree(
    club: Club, lived: list[Person], monkeypatch: pytest.MonkeyPatch, lost: str, wrong: list[bool]
) -> None:
    whole = getattr(accounts, lost)

    def less(*given: Any) -> Any:
        made = whole(*given)
        return replace(made, cents=0) if lost == "_of_receipt" else list(made)[1:]

    monkeypatch.setattr(accounts, lost, less)
    found = accounts.accounts_of(club, accounts.calendar_year(2026))
    assert [not each.agrees for each in found.agreements] == wrong


def test_a_receipt_cancelled_before_the_book_got_its_line_is_on_the_side_of_the_evenings(
    club: Club, evening: Tournament, treasurer: User
) -> None:
    year, book = a_year(club, by=treasurer), cash.book_of(evening.pk)
    person = a_member(club, "Rossi", by=treasurer)
    asked = {"means": Means.CASH, "key": uuid4(), "today": MARCH, "by": treasurer}
    line = cash_book.take_dues(book.pk, year, person, **asked)
    assert line.receipt is not None
    receipts.cancel(club, 2026, 1, reason="errore", key=uuid4(), today=MARCH, by=treasurer)
    totals = cash.totals_of(club, 2026)
    assert (totals.receipts, totals.receipts_here, totals.receipts_elsewhere) == (0, 0, 0)
    found = accounts.accounts_of(club, accounts.calendar_year(2026))
    assert found.total.balance == 0
    assert all(each.agrees for each in found.agreements)


def test_a_donation_taken_at_an_evening_is_one_line_one_receipt_and_counts_once(
    club: Club, evening: Tournament, treasurer: User
) -> None:
    book, desk = cash.book_of(evening.pk), signed_in(treasurer)
    where = f"/circoli/{club.slug}/ricevute/nuova/?cassa={book.pk}"
    assert "entrano nella cassa della serata" in words(desk.get(where).content.decode())
    sent = {
        "payer": "Neri Ugo", "kind": "donation", "cents": "50", "means": "cash", "paid_on": "2026-03-10",
        "key": str(uuid4()),
    }  # fmt: skip
    for _click in range(2):
        desk.post(where, sent)
    line = book.movements.get()
    assert (line.kind, line.cents, line.receipt) == ("in", 5000, club.receipts.get())
    found = accounts.accounts_of(club, accounts.calendar_year(2026))
    assert sums(found.by_source) == {"Erogazioni liberali": (5000, 0)}
    assert found.of_evenings.by_kind["in"] == 5000
    assert all(each.agrees for each in found.agreements)
    cash_book.cancel(book.pk, 1, reason="errore", key=uuid4(), today=DECEMBER, by=treasurer)
    assert club.receipts.count() == 2
    assert accounts.accounts_of(club, accounts.calendar_year(2026)).total.balance == 0
    cash_book.count(book.pk, 0, note="", key=uuid4(), by=treasurer)
    refused = desk.post(where, {**sent, "key": str(uuid4())})
    assert (refused.status_code, club.receipts.count()) == (409, 2)


def test_a_membership_year_is_a_period_of_its_own(club: Club, treasurer: User) -> None:
    Club.objects.filter(pk=club.pk).update(year_start=9)
    social = years.open_year(club, 2026, due_on=date(2026, 10, 31), by=treasurer)
    for paid_on in (date(2026, 8, 31), date(2026, 9, 1), DECEMBER):
        give(club, Receipt.Kind.DONATION, 1000, treasurer, paid_on=paid_on)
    assert [each.key for each in accounts.periods(club)] == ["2026-09-01", "2026"]
    assert social.label == "2026/2027"
    found = accounts.period_of(club, "2026-09-01")
    assert found is not None
    assert accounts.accounts_of(club, found).total.balance == 2000
    assert accounts.accounts_of(club, accounts.calendar_year(2026)).total.balance == 3000
    assert accounts.period_of(club, "1999-01-01") is None


def test_the_page_says_it_and_the_workbook_has_typed_cells(
    club: Club, lived: list[Person], treasurer: User
) -> None:
    desk, where = signed_in(treasurer), f"/circoli/{club.slug}/entrate-uscite/2026"
    page = words(desk.get(f"{where}/").content.decode())
    for part in ("276,17 €", "Torneo di marzo", "Quote associative: sostenitore", "I conti tornano"):
        assert part in page, part
    assert "non torna" not in page
    answer = desk.get(f"{where}.xlsx")
    book = load_workbook(io.BytesIO(answer.content))
    assert book.sheetnames == ["Movimenti 2026", "Somme", "Serate", "Riscontri"]
    heads, *rows = list(book["Movimenti 2026"].values)
    at = {str(name): place for place, name in enumerate(heads)}
    assert round(sum(row[at["Importo"]] for row in rows), 2) == 276.17
    assert all(isinstance(row[at["Data"]], datetime) for row in rows)
    card = next(row for row in rows if row[at["Riferimento"]] == "POS 7")
    assert card[at["Valuta"]] == datetime(2026, 3, 12)  # noqa: DTZ001 (a sheet has no zones)
    assert (card[at["Chi"]], card[at["Modo"]]) == ("Rossi Anna", "carta o bancomat")
    (wrong,) = (row for row in rows if row[at["Annulla"]])
    assert (wrong[at["Importo"]], wrong[at["Serata"]]) == (-25, "Torneo di marzo")
    assert {row[at["Annullato da"]] for row in rows if row[at["Ricevuta"]] == wrong[at["Annulla"]]} == {
        wrong[at["Ricevuta"]]
    }
    *_lines, total = list(book["Somme"].values)
    assert total == (None, "In tutto", 292.5, -16.33, 276.17)
    assert Look.objects.filter(person__in=lived, page="export").count() == len(lived)
    assert club.log.filter(act="list.taken").count() == 1


def test_an_empty_year_says_so_and_one_that_is_none_is_not_there(club: Club, treasurer: User) -> None:
    desk: Client = signed_in(treasurer)
    where = f"/circoli/{club.slug}/entrate-uscite/"
    assert "Niente in quest'anno" in words(desk.get(f"{where}1999/").content.decode())
    assert desk.get(f"{where}tanti/").status_code == 404


def test_the_queries_do_not_grow_with_the_money(
    club: Club,
    lived: list[Person],
    treasurer: User,
    django_assert_max_num_queries: Callable[..., Any],
) -> None:
    for _more in range(5):
        give(club, Receipt.Kind.DONATION, 1000, treasurer)
        other = a_tournament(club, pairs=0)
        book = cash.book_of(other.pk)
        cash_book.write(book.pk, Money(CashKind.OTHER_IN, 100, cause="bar"), key=uuid4(), by=treasurer)
    with django_assert_max_num_queries(10):
        found = accounts.accounts_of(club, accounts.calendar_year(2026))
        assert len(found.evenings) >= 1
        assert [each.who for each in found.movements]
