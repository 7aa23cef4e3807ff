"""Lists to take away: the register of a day, dues, receipts, an assembly's sheet, the counts of a year."""

import csv
import io
import re
from datetime import date
from typing import Any
from uuid import uuid4

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from openpyxl import load_workbook
from pypdf import PdfReader

from club import receipts
from club.exports import lists, members, money
from club.exports.assemblies import Sheet, assembly_pdf, assembly_sheet
from club.imports import files
from club.models import Category, Club, Look, Means, Particulars, Receipt, User
from club.register import membership, people
from club.register import people as person_records
from club.register.person_data import PersonData
from club.tables import ClubSource, Table, field
from club.tables.files import table_file
from tests.club.dues.members import TODAY, a_member, a_year, paid
from tests.club.register.book import MARIO
from tests.evening import signed_in

JANUARY = date(2025, 1, 10)
FORMULA = "=cmd|'/c calc'!A0"


def rows(table: Any) -> list[list[Any]]:
    return [list(cells) for cells in table.cells()]


def of_csv(body: bytes) -> list[list[str]]:
    return list(csv.reader(io.StringIO(body.decode("utf-8-sig"), newline=""), delimiter=";"))


def of_pdf(body: bytes) -> str:
    return " ".join(" ".join(page.extract_text().split()) for page in PdfReader(io.BytesIO(body)).pages)


@pytest.fixture
def year(club: Club, secretary: User) -> Any:
    """2026, with Bianchi who has paid, Neri who has not, Verdi who left in March."""
    year = a_year(club, by=secretary)
    for name in ("Bianchi", "Neri", "Verdi"):
        a_member(club, name, by=secretary)
    people = {person.last_name: person for person in club.people.all()}
    paid(year, people["Bianchi"], by=secretary)
    one = people["Verdi"].memberships.get()
    membership.end(
        one.pk, club, version=one.version, on=date(2026, 3, 1), cause="resignation", today=TODAY, by=secretary
    )
    return year


def test_the_register_of_a_day_and_the_whole_book(club: Club, year: Any) -> None:
    assert [row[1] for row in rows(members.members_on_day(club, date(2026, 2, 28)))] == [
        "Bianchi",
        "Neri",
        "Verdi",
    ]
    assert [row[1] for row in rows(members.members_on_day(club, date(2026, 3, 1)))] == ["Bianchi", "Neri"]
    assert rows(members.members_on_day(club, date(2025, 1, 9))) == []
    whole = members.all_memberships(club, TODAY)
    titles = [column.key for column in whole.columns]
    verdi = dict(zip(titles, rows(whole)[2], strict=True))
    assert (verdi["number"], verdi["ended_on"], verdi["end_cause"]) == (3, date(2026, 3, 1), "dimissioni")
    before = dict(zip(titles, rows(members.all_memberships(club, date(2026, 2, 28)))[2], strict=True))
    assert (before["ended_on"], before["end_cause"]) == (None, "")


def test_the_list_of_a_year_and_who_is_in_arrears(club: Club, year: Any) -> None:
    told = [[row[1], row[6], row[8], row[9]] for row in rows(money.dues_of_year(club, year, TODAY))]
    assert told == [
        ["Bianchi", 2500, "1/2026", "pagata"],
        ["Neri", None, "", "non rinnovato"],
        ["Verdi", None, "", "non rinnovato"],
    ]
    year.dues.create(person=club.people.get(last_name="Neri"), category=Category.objects.get(), cents=2500)
    arrears = money.in_arrears(club, TODAY)
    assert [[row[1], row[3], row[4]] for row in rows(arrears)] == [["Neri", "2026", 2500]]
    assert "25,00" in arrears.about
    assert of_csv(table_file(arrears, "csv"))[1][4] == "25,00"
    sheet = load_workbook(io.BytesIO(table_file(arrears, "xlsx"))).active
    assert sheet is not None
    assert sheet["E2"].value == 25


def test_on_paper_an_address_goes_on_below_and_never_over_the_next_column(
    club: Club, secretary: User, year: Any
) -> None:
    neri = club.people.get(last_name="Neri")
    people.change(
        neri, last_name="Montecuccoli degli Erri di Castelguelfo", first_name="Massimiliano Ferdinando Maria",
        is_guest=False, name_consent_on=None, by=secretary,
    )  # fmt: skip
    Particulars.objects.update_or_create(
        person=neri, defaults={"email": "montecuccoli1@example.org", "phone": "051 234567"}
    )
    year.dues.create(person=neri, category=Category.objects.get(), cents=2500)
    at: dict[str, float] = {}

    def note(text: str, page: list[float], line: list[float], *_font: object) -> None:
        at.setdefault(text.replace("\u200b", "").strip(), page[5] + line[5])

    PdfReader(io.BytesIO(table_file(money.in_arrears(club, TODAY), "pdf"))).pages[0].extract_text(
        visitor_text=note
    )
    assert at["montecuccoli1@"] != at["example.org"]


def test_receipts_with_their_counter_entries(club: Club, secretary: User, year: Any) -> None:
    receipts.cancel(club, 2026, 1, reason=FORMULA, key=uuid4(), today=TODAY, by=secretary)
    table = money.receipts(club, 2026, TODAY)
    assert [[row[0], row[5], row[9], row[10]] for row in rows(table)] == [
        [1, 2500, "", "2/2026"],
        [2, -2500, "1/2026", ""],
    ]
    body = of_csv(table_file(table, "csv"))
    assert [row[5] for row in body[1:]] == ["25,00", "-25,00"]
    assert body[2][11] == f"'{FORMULA}"


def test_the_sheet_of_an_assembly_has_who_votes_and_room_for_proxies(
    club: Club, secretary: User, year: Any
) -> None:
    honorary = Category.objects.create(club=club, name="onorario", votes=False)
    a_member(club, "Gialli", by=secretary, category=honorary.name)
    year.dues.create(person=club.people.get(last_name="Neri"), category=Category.objects.all()[0], cents=2500)
    sheet = assembly_sheet(club, Sheet(TODAY, "Assemblea ordinaria", "Sala Tassinari", 2))
    assert [row[1] for row in rows(sheet)] == ["Bianchi", "Neri"]
    assert [column.key for column in sheet.columns][-3:] == ["signature", "proxy_1", "proxy_2"]
    page = of_pdf(assembly_pdf(sheet))
    for said in ("Assemblea ordinaria", "Sala Tassinari", "Bianchi Anna", "Delega di (2)", "voto: 2"):
        assert said in page
    settled = assembly_sheet(club, Sheet(TODAY, without_arrears=True))
    assert [row[1] for row in rows(settled)] == ["Bianchi"]


def test_the_counts_of_a_year_add_up(club: Club, year: Any) -> None:
    told = {row[0].strip(): row[1] for row in rows(members.counts(club, year, TODAY))}
    assert told["Soci all'inizio del 1/1/2026"] == 3
    assert told["Ammessi dal 1/1/2026"] == 0
    assert told["Usciti dal 1/1/2026"] == told["usciti: dimissioni"] == 1
    assert told["Soci al 10/3/2026"] == told["con diritto di voto"] == told["senza data di nascita"] == 2
    assert told["categoria: ordinario"] == 2


def test_what_leaves_comes_back_as_it_was(club: Club, secretary: User, ordinary: Category) -> None:
    person = person_records.register_person(
        club, PersonData(**{**MARIO, "street": FORMULA, "phone": "+39 051 1"}), today=TODAY, by=secretary
    )
    asked = membership.request(person, on=JANUARY, today=TODAY, by=secretary)
    membership.admit(
        club, [asked.pk], on=JANUARY, resolution="n. 1", category=ordinary, today=TODAY, by=secretary
    )
    table = members.members_on_day(club, TODAY)
    for ending in ("csv", "xlsx"):
        body = table_file(table, ending)
        [titles, back] = [cells for _number, cells in files.read_file(body).rows]
        said = dict(zip(titles, back, strict=False))
        assert (said["Indirizzo"], said["Codice fiscale"]) == (FORMULA, MARIO["fiscal_code"])
        assert FORMULA in back
        assert "+39 051 1" in back
    sheet = load_workbook(io.BytesIO(table_file(table, "xlsx"))).active
    assert sheet is not None
    assert not [cell for row in sheet.iter_rows() for cell in row if cell.data_type == "f"]
    assert re.search(rb";'=cmd", table_file(table, "csv"))
    page = of_pdf(table_file(members.members_for_paper(club, TODAY), "pdf"))
    assert "Bologna (BO), 1/1/1980" in page
    assert "+39 051 1" not in page


def test_a_list_taken_is_in_the_log_and_leaves_a_look(club: Club, secretary: User, year: Any) -> None:
    client = signed_in(secretary)
    at = f"/circoli/{club.slug}/libro/scarica"
    page = client.get(f"{at}/")
    assert page.status_code == 200
    assert f'formaction="{at}/assemblea.pdf"' in page.content.decode()
    taken = client.get(f"{at}/soci.csv", {"giorno": "2026-02-28"})
    assert (
        "28-2-2026" in taken.headers["Content-Disposition"]
        or "28 2 2026" in taken.headers["Content-Disposition"]
    )
    assert len(of_csv(taken.content)) == 4
    entry = club.log.get(act="list.taken")
    assert entry.after == {"list": "Libro soci al 28/2/2026", "format": "csv", "rows": 3}
    assert Look.objects.filter(page=Look.Page.EXPORT).count() == 3
    for nothing in ("soci.exe", "altro.csv", "libro.exe"):
        assert client.get(f"{at}/{nothing}").status_code == 404
    assert client.get(f"{at}/soci.csv", {"giorno": "boh", "anno": "9", "solare": "x"}).status_code == 200


@pytest.mark.parametrize(
    "asked",
    [
        "soci.xlsx", "soci.pdf", "libro.xlsx", "morosi.csv", "anno.xlsx?anno={year}",
        "numeri.csv?anno={year}", "ricevute.xlsx?anno=2026", "ricevute.pdf?anno=2026", "assemblea.xlsx",
    ],
)  # fmt: skip
def test_a_list_costs_the_same_for_few_and_for_many(
    club: Club, secretary: User, year: Any, client: Client, asked: str
) -> None:
    client.force_login(secretary)
    where = f"/circoli/{club.slug}/libro/scarica/{asked.format(year=year.pk)}"
    cost = []
    for more in range(2):
        for number in range(6 * more):
            paid(year, a_member(club, f"Socio{number}", by=secretary), by=secretary)
        with CaptureQueriesContext(connection) as queries:
            answer = client.get(where)
            assert answer.status_code == 200, answer.content.decode()
        cost.append(len(queries))
    assert cost[0] == cost[1]


def test_a_list_of_hundreds_is_no_heavy_file_and_keeps_its_words(club: Club) -> None:
    columns = [field(f"c{at}", f"Colonna {at}") for at in range(8)]
    rows = [{f"c{at}": f"Parola {row} {at}" for at in range(8)} for row in range(600)]
    body = table_file(Table("Elenco", ClubSource(club, club.name, TODAY), columns, rows), "pdf")
    assert len(body) < 300_000
    assert "Parola 599 7" in of_pdf(body)


def test_receipts_for_anything_say_what_they_are_for_and_who_is_no_member_is_no_look(
    club: Club, secretary: User
) -> None:
    payment = receipts.Payment(
        None, 5000, "", Means.TRANSFER, TODAY, reference="CRO 9", kind=Receipt.Kind.DONATION,
        payer=receipts.Payer("Forno Brisa srl", "00488410010", "via Galliera 34"),
    )  # fmt: skip
    receipts.write(club, payment, key=uuid4(), today=TODAY, by=secretary)
    table = money.receipts(club, 2026, TODAY)
    (row,) = table.cells()
    said = dict(zip([column.key for column in table.columns], row, strict=True))
    assert (said["kind"], said["address"], said["reference"]) == (
        "erogazione liberale", "via Galliera 34", "CRO 9",
    )  # fmt: skip
    assert lists.people_shown("ricevute", table) == []
    assert len(money.receipts_for_paper(club, 2026, TODAY).columns) == 12
