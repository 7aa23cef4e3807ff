"""Lists of money of a large club: fifty lines a page, found by letters, and no look beyond what was shown."""

from datetime import date
from uuid import uuid4

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext

from club import cash_book
from club.dues import members
from club.models import Club, Due, Look, MembershipYear, Receipt, User
from tests.club.dues.members import TODAY, a_member, a_year, paid
from tests.evening import signed_in

pytestmark = pytest.mark.django_db
MEMBERS = 53


@pytest.fixture
def year(club: Club, treasurer: User) -> MembershipYear:
    """Everybody renewed but the last, and nobody has paid."""
    year = a_year(club, by=treasurer)
    for number in range(MEMBERS):
        a_member(club, f"Socio{number:02}", by=treasurer)
    plan = members.plan(year, today=TODAY)
    members.renew(year, shown=plan.fingerprint, today=TODAY, by=treasurer)
    Due.objects.get(person__last_name="Socio52").delete()
    return year


@pytest.fixture
def desk(treasurer: User) -> Client:
    return signed_in(treasurer)


def at(club: Club, rest: str) -> str:
    return f"/circoli/{club.slug}/{rest}"


def looked_at(page: Look.Page) -> int:
    return Look.objects.filter(page=page).count()


def test_the_dues_of_a_year_come_by_fifty_and_who_is_to_be_renewed_comes_last(
    club: Club, year: MembershipYear, desk: Client
) -> None:
    where = at(club, f"quote/{year.pk}/")
    first = desk.get(where)
    assert (len(first.context["dues"]), len(first.context["renewals"])) == (50, 0)
    assert "pagina 1 di 2" in first.content.decode()
    assert looked_at(Look.Page.DUES) == 50, "of the others nothing was shown"
    last = desk.get(where, {"pagina": "2"})
    assert (len(last.context["dues"]), len(last.context["renewals"])) == (2, 1)
    found = desk.get(where, {"q": "socio51"})
    assert [due.person.last_name for due in found.context["dues"]] == ["Socio51"]
    assert found.context["owed_count"] == 52, "the sums are of the whole year"
    assert "Nessuno ha un nome così" in desk.get(where, {"q": "zzz"}).content.decode()


def test_who_is_in_arrears_comes_by_fifty_and_is_found_by_letters(
    club: Club, year: MembershipYear, desk: Client
) -> None:
    where, day = at(club, "morosi/"), f"{year.starts_on.year}-03-10"
    page = desk.get(where, {"al": day}).content.decode()
    assert "52 morosi, in tutto 1.300,00\xa0€" in page
    assert f"?pagina=2&amp;al={day}&amp;q=" in page
    assert looked_at(Look.Page.DUES) == 50
    found = desk.get(where, {"al": day, "q": "an socio07"})
    assert [each.person.last_name for each in found.context["page_obj"]] == ["Socio07"]
    assert "52 morosi" in found.content.decode()


def test_receipts_come_by_fifty_and_are_found_by_name_or_number(
    club: Club, treasurer: User, year: MembershipYear, desk: Client
) -> None:
    for due in year.dues.select_related("person").order_by("pk"):
        paid(year, due.person, by=treasurer)
    where = at(club, "ricevute/2026/")
    page = desk.get(where)
    assert [len(page.context["page_obj"]), page.context["page_obj"].paginator.count] == [50, 52]
    assert "in tutto 1.300,00\xa0€" in page.content.decode()
    assert looked_at(Look.Page.RECEIPTS) == 50
    for letters, numbers in (
        ("socio04", [5]), ("12", [12]), (" 12/2026 ", [12]), ("12/2025", []), ("9999999999", []), ("zzz", []),
        ("an soc", list(range(52, 2, -1))),
    ):  # fmt: skip
        found = desk.get(where, {"q": letters})
        assert [receipt.number for receipt in found.context["page_obj"]] == numbers, letters
    assert "Nessuna ricevuta così" in desk.get(where, {"q": "zzz"}).content.decode()


@pytest.mark.skipif(
    connection.vendor != "sqlite", reason="asks how SQLite reads; PostgreSQL knows its tables' sizes"
)
def test_arrears_read_of_each_due_its_own_receipts_alone(club: Club, year: MembershipYear) -> None:
    """On SQLite, which of two indexes it takes is the difference between a blink and six seconds."""
    with CaptureQueriesContext(connection) as asked:
        members.arrears(club, TODAY)
    (query,) = asked.captured_queries
    with connection.cursor() as cursor:
        cursor.execute(f"EXPLAIN QUERY PLAN {query['sql']}")
        plan = [row[3] for row in cursor.fetchall()]
    assert any("club_receipt_due" in step for step in plan), plan


def test_a_receipt_cancelled_since_counts_until_that_day(
    club: Club, treasurer: User, year: MembershipYear
) -> None:
    receipt = paid(year, year.dues.all()[0].person, by=treasurer, on=date(2026, 2, 20))
    later = date(2026, 4, 1)
    cash_book.cancel_receipt(
        club, receipt.year, receipt.number, reason="sbagliata", key=uuid4(), today=later, by=treasurer
    )
    assert Receipt.objects.count() == 2
    assert [len(members.arrears(club, day)) for day in (TODAY, later)] == [51, 52]
