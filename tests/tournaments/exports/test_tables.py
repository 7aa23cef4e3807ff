"""Every table in every format says what the pages say, in a form that the program which opens it takes."""

import csv
import io
import json
import re
from datetime import date, datetime
from typing import Any

import pytest
from django.test import Client
from openpyxl import load_workbook
from pypdf import PdfReader
from pytest_django import DjangoAssertNumQueries

from club.models import Club
from club.tables import Kind, Table, field
from club.tables.files import escape_formula
from tests.evening import JURY, FourPeople, a_round, a_tournament, settle
from tests.tournaments.exports.conftest import ODD
from tournaments.evenings import lifecycle
from tournaments.exports.formats import FORMATS, table_file
from tournaments.models import Tournament
from tournaments.standings import builds

pytestmark = pytest.mark.usefixtures("commits")

PUBLIC = [
    "classifica", "iscritti", "turni/1/classifica", "turni/1/tavoli", "turni/1/risultati", "turni/2/tavoli",
    "turni/2/risultati", "coppie/1/smazzate",
]  # fmt: skip
OFFICERS = ["banco/iscritti", "banco/provvedimenti", "banco/registro"]


def taken(tournament: Tournament, table: str, ending: str, client: Client | None = None) -> bytes:
    answer = (client or Client()).get(f"/t/{tournament.code}/scarica/{table}.{ending}")
    assert answer.status_code == 200, answer.content
    return bytes(answer.content)


def of_csv(body: bytes) -> list[list[str]]:
    return list(csv.reader(io.StringIO(body.decode("utf-8-sig"), newline=""), delimiter=";"))


def of_xlsx(body: bytes) -> list[list[Any]]:
    return [[cell.value for cell in row] for row in load_workbook(io.BytesIO(body)).active.iter_rows()]


def of_pdf(body: bytes) -> list[str]:
    """The words of each page, without white space, as the lines of a cell break them anywhere."""
    return [re.sub(r"[\s\xad\u2010-]", "", page.extract_text()) for page in PdfReader(io.BytesIO(body)).pages]


@pytest.mark.parametrize("table", [*PUBLIC, *OFFICERS])
def test_the_four_formats_hold_the_same_rows(evening: Tournament, four: FourPeople, table: str) -> None:
    client = four.client("organiser")
    said = json.loads(taken(evening, table, "json", client))
    titles = [column["title"] for column in said["columns"]]
    numbers = [at for at, column in enumerate(said["columns"]) if column["kind"] in ("whole", "signed")]

    in_csv, in_xlsx = (
        of_csv(taken(evening, table, "csv", client)),
        of_xlsx(taken(evening, table, "xlsx", client)),
    )
    on_paper = "".join(of_pdf(taken(evening, table, "pdf", client)))

    assert in_csv[0] == in_xlsx[0] == titles
    assert len(in_csv) == len(in_xlsx) == len(said["rows"]) + 1
    for row, csv_row, xlsx_row in zip(said["rows"], in_csv[1:], in_xlsx[1:], strict=True):
        values = list(row.values())
        for at in numbers:
            assert xlsx_row[at] == values[at]
            assert csv_row[at] == ("" if values[at] is None else str(values[at]))
    for column in said["columns"]:
        assert re.sub(r"[\s-]", "", column["title"]) in on_paper


def test_the_classifica_of_a_turn_has_its_places_and_the_names_that_may_be_read(evening: Tournament) -> None:
    rows = json.loads(taken(evening, "classifica", "json"))["rows"]
    snapshot = evening.snapshots.get()

    assert [(row["place"], row["number"], row["difference"]) for row in rows] == [
        (row["place"], row["number"], row["difference"]) for row in snapshot.rows
    ]
    named = {row["number"]: row["name"] for row in rows}
    assert named[1] == "Cognome001 Anna – Cognome001 Bruno"
    assert named[10] == "C. A. – C. B."


@pytest.mark.parametrize(("criterion", "sign"), [("points_conceded", -1), ("opponents_strength", 1)])
def test_what_decides_has_its_column_as_it_is_counted(club: Club, criterion: str, sign: int) -> None:
    """A rest without points weighs as what was conceded on average, which no match of its own tells."""
    tournament = a_tournament(club, pairs=5, criteria=["match_points", criterion, "lots"], bye_policy="draw")
    settle(tournament, a_round(tournament))
    builds.build(tournament.pk)
    stored = tournament.snapshots.get().rows
    rows = json.loads(taken(tournament, "classifica", "json"))["rows"]
    assert [row[criterion] for row in rows] == [sign * row["values"][1] for row in stored]
    assert [row["conceded"] for row in rows] == [row["conceded"] for row in stored]


def test_results_have_points_winner_and_who_rests(evening: Tournament) -> None:
    rows = json.loads(taken(evening, "turni/1/risultati", "json"))["rows"]

    played, resting = rows[:-1], rows[-1]
    assert [row["table"] for row in played] == [1, 2, 3, 4, 5]
    for row in played:
        assert row["played"] == 4
        assert row["difference"] == row["points_a"] - row["points_b"]
        expected = "pari" if not row["difference"] else ("N-S" if row["difference"] > 0 else "E-O")
        assert row["winner"] == expected
    assert resting["table"] is None
    assert (resting["points_a"], resting["note"]) == (None, "riposo")
    assert resting["numbers_a"] == str(evening.rounds.get(number=1).rests.get().entry.number)


def test_the_deals_of_a_pair_add_up_to_its_points(evening: Tournament) -> None:
    standing = {row["number"]: row for row in evening.snapshots.get().rows}
    resting = evening.rounds.get(number=1).rests.get().entry.number
    for number in {1, 2, 3} - {resting}:
        rows = json.loads(taken(evening, f"coppie/{number}/smazzate", "json"))["rows"]
        assert [row["deal"] for row in rows] == [1, 2, 3, 4]
        assert sum(row["points"] for row in rows) == standing[number]["scored"]
        assert sum(row["theirs"] for row in rows) == standing[number]["conceded"]


def test_a_csv_opens_in_an_italian_excel(evening: Tournament) -> None:
    body = taken(evening, "iscritti", "csv")
    assert body.startswith(b"\xef\xbb\xbf")
    assert body.splitlines()[0].count(b";") == 6
    assert body.endswith(b"\r\n")


@pytest.mark.parametrize("who", ["", "organiser"])
def test_no_name_is_worked_out_as_a_formula(odd_evening: Tournament, four: FourPeople, who: str) -> None:
    table = "banco/iscritti" if who else "iscritti"
    client = four.client(who)
    names = {f"{last} {first}" for last, first in ODD}

    cells = [cell for row in of_csv(taken(odd_evening, table, "csv", client)) for cell in row]
    book = load_workbook(io.BytesIO(taken(odd_evening, table, "xlsx", client)))
    found = [cell for row in book.active.iter_rows(min_row=2) for cell in row if cell.value in names]

    assert not [cell for cell in cells if cell.startswith(("=", "+", "-", "@"))]
    assert {cell.removeprefix("'") for cell in cells} >= names
    assert len(found) == len(names)
    assert {(cell.data_type, cell.quotePrefix) for cell in found} == {("s", True)}
    assert names <= {
        row[f"player_{at}"]
        for row in json.loads(taken(odd_evening, table, "json", client))["rows"]
        for at in (1, 2)
    }


@pytest.mark.parametrize("text", ["=1+1", "+1", "-1", "@A1", " =1", "\t=1", "\r\n=1", "＝1", "\u00a0=1"])
def test_what_begins_a_formula_gets_an_apostrophe(text: str) -> None:
    assert escape_formula(text) == f"'{text}"


@pytest.mark.parametrize("text", ["", "1=1", "D'Erè", "n. 7", "a - b", "– "])
def test_what_begins_none_stays_as_it_is(text: str) -> None:
    assert escape_formula(text) == text


def a_table(tournament: Tournament, rows: list[dict[str, Any]]) -> Table:
    columns = [
        field("text", "Testo"), field("whole", "Intero", Kind.WHOLE), field("signed", "Segno", Kind.SIGNED),
        field("day", "Giorno", Kind.DAY), field("moment", "Quando", Kind.MOMENT),
        field("yes", "Sì", Kind.YES_NO),
    ]  # fmt: skip
    return Table("Prova: [1/2]", tournament, columns, rows)


AT = datetime.fromisoformat("2026-11-21T20:30:05+00:00")
A_ROW = {"text": "#N/A", "whole": -12, "signed": 7, "day": date(2026, 11, 21), "moment": AT, "yes": True}
EMPTY = {**dict.fromkeys(A_ROW), "text": "x"}


def test_numbers_are_numbers_and_days_are_days_on_the_clock_of_the_club(club: Club) -> None:
    table = a_table(a_tournament(club, pairs=0), [A_ROW, EMPTY])

    sheet = load_workbook(io.BytesIO(table_file(table, "xlsx"))).active
    cells = list(sheet.iter_rows(min_row=2))
    assert [cell.value for cell in cells[0]] == [
        "#N/A", -12, 7, datetime(2026, 11, 21), datetime(2026, 11, 21, 21, 30, 5), "sì",  # noqa: DTZ001
    ]  # fmt: skip
    assert [cell.data_type for cell in cells[0]] == ["s", "n", "n", "d", "d", "s"]
    assert cells[0][2].number_format == "+0;-0;0"
    assert [cell.value for cell in cells[1]] == ["x", *[None] * 5]
    assert sheet.title == "Prova   1 2"
    assert sheet.freeze_panes == "A2"

    assert of_csv(table_file(table, "csv"))[1:] == [
        ["#N/A", "-12", "7", "2026-11-21", "2026-11-21 21:30:05", "sì"], ["x", *[""] * 5],
    ]  # fmt: skip
    said = json.loads(table_file(table, "json"))["rows"]
    assert said[0] == {
        "text": "#N/A", "whole": -12, "signed": 7, "day": "2026-11-21", "moment": "2026-11-21T21:30:05+01:00",
        "yes": True,
    }  # fmt: skip
    assert said[1] == EMPTY


def test_what_no_format_can_hold_is_left_out(club: Club) -> None:
    table = a_table(a_tournament(club, pairs=0), [{**A_ROW, "text": "a\x00b\x0bc"}])
    assert of_xlsx(table_file(table, "xlsx"))[1][0] == "abc"
    assert "\x00" not in table_file(table, "csv").decode()
    assert json.loads(table_file(table, "json"))["rows"][0]["text"] == "a\x00b\x0bc"


def test_two_hundred_rows_with_long_names_repeat_their_titles_on_every_page(club: Club) -> None:
    long = "Della Chiesa Bentivoglio Pepoli Maria Annunziata Incoronata"
    rows = [{**A_ROW, "text": f"{at:03} {long} – {long}"} for at in range(200)]
    pages = of_pdf(table_file(a_table(a_tournament(club, pairs=0), rows), "pdf"))

    assert len(pages) > 3
    assert all("TestoIntero" in page for page in pages)
    whole = "".join(pages)
    assert all(f"{at:03}DellaChiesa" in whole for at in range(200))


@pytest.mark.parametrize("ending", FORMATS)
def test_a_table_too_long_for_its_format_is_refused_with_what_to_do(
    evening: Tournament, four: FourPeople, monkeypatch: pytest.MonkeyPatch, ending: str
) -> None:
    monkeypatch.setitem(FORMATS, ending, type(FORMATS[ending])("x/y", FORMATS[ending].write, 3))
    client = four.client("referee")
    answer = client.get(f"/t/{evening.code}/scarica/banco/registro.{ending}")
    assert answer.status_code == 422
    assert "prendi il CSV" in answer.content.decode()


def test_the_file_is_called_as_what_it_is(club: Club) -> None:
    tournament = a_tournament(club, pairs=1)
    lifecycle.change(tournament.pk, by=JURY, name='Coppa "Lucìa": 10/10')
    answer = Client().get(f"/t/{tournament.code}/scarica/iscritti.csv")
    assert answer["Content-Disposition"] == (
        "attachment; filename*=utf-8''Iscritti%20-%20Coppa%20Luc%C3%ACa%2010%2010%20-%202026-11-21.csv"
    )
    assert answer["Content-Type"] == "text/csv; charset=utf-8"


@pytest.mark.parametrize("table", OFFICERS)
def test_no_cache_keeps_whole_names(evening: Tournament, four: FourPeople, table: str) -> None:
    answer = four.client("organiser").get(f"/t/{evening.code}/scarica/{table}.csv")
    assert answer["Cache-Control"] == "private, no-store"


def test_the_officers_entries_have_every_name_and_nobody_else_s_do(
    evening: Tournament, four: FourPeople
) -> None:
    whole = taken(evening, "banco/iscritti", "csv", four.client("organiser")).decode()
    assert "Cognome010 Anna" in whole
    assert "Tavolo fisso" in whole
    # The public file is the same whoever asks.
    for who in ("", "organiser", "stranger"):
        shown = taken(evening, "iscritti", "csv", four.client(who)).decode()
        assert "Cognome010" not in shown
        assert "Tavolo fisso" not in shown


@pytest.mark.parametrize("table", PUBLIC)
def test_a_file_of_the_same_edition_costs_nothing_and_of_a_new_one_is_new(
    evening: Tournament, table: str, django_assert_num_queries: DjangoAssertNumQueries
) -> None:
    where = f"/t/{evening.code}/scarica/{table}.csv"
    first = Client().get(where)
    with django_assert_num_queries(0):
        again = Client().get(where)
        not_modified = Client().get(where, headers={"If-None-Match": first["ETag"]})
    assert again.content == first.content
    assert not_modified.status_code == 304

    lifecycle.change(evening.pk, by=JURY, venue="Sala Borsa")
    assert Client().get(where)["ETag"] != first["ETag"]


@pytest.mark.parametrize(
    ("table", "queries"),
    [
        ("classifica", 4),
        ("iscritti", 3),
        ("turni/1/tavoli", 6),
        ("turni/1/risultati", 6),
        ("coppie/1/smazzate", 6),
    ],
)
def test_a_file_costs_the_same_queries_for_four_pairs_and_for_forty(
    club: Club, table: str, queries: int, django_assert_num_queries: DjangoAssertNumQueries
) -> None:
    for pairs in (4, 40):
        tournament = a_tournament(club, pairs=pairs)
        settle(tournament, a_round(tournament))
        builds.build(tournament.pk)
        with django_assert_num_queries(queries):
            taken(tournament, table, "csv")


@pytest.mark.parametrize(
    ("address", "status"),
    [("classifica.csv", 409), ("turni/1/classifica.csv", 404), ("turni/9/tavoli.csv", 404),
     ("coppie/99/smazzate.csv", 404), ("iscritti.doc", 404), ("archivio.zip", 404)],
)  # fmt: skip
def test_what_is_not_there_is_said(club: Club, address: str, status: int) -> None:
    tournament = a_tournament(club, pairs=2)
    assert Client().get(f"/t/{tournament.code}/scarica/{address}").status_code == status


def test_a_draft_s_tables_are_nobody_s(club: Club, four: FourPeople) -> None:
    tournament = a_tournament(club)
    a_round(tournament, until="draft")
    for who in ("", "organiser"):
        answer = four.client(who).get(f"/t/{tournament.code}/scarica/turni/1/tavoli.csv")
        assert answer.status_code == 404


@pytest.mark.parametrize(
    ("who", "sees", "misses"),
    [
        ("", ["Le tabelle"], ["Solo per gli incarichi", "Prepara"]),
        ("stranger", ["Le tabelle"], ["Solo per gli incarichi"]),
        ("player", ["Le tabelle"], ["Solo per gli incarichi"]),
        ("referee", ["Registro", "Provvedimenti"], ["Iscritti, con i nomi interi"]),
        ("organiser", ["Registro", "Iscritti, con i nomi interi"], []),
    ],
)
def test_the_page_offers_what_the_visitor_may_take(
    evening: Tournament, four: FourPeople, who: str, sees: list[str], misses: list[str]
) -> None:
    client = four.client(who)
    text = client.get(f"/t/{evening.code}/scarica/").content.decode()
    for words in sees:
        assert words in text
    for words in misses:
        assert words not in text
    for address in set(re.findall(r'href="(/t/[^"]*\.(?:csv|json))"', text)):
        assert client.get(address).status_code == 200, address


@pytest.mark.parametrize("page", ["", "coppie/1/"])
def test_each_table_has_its_menu_where_it_is(evening: Tournament, page: str) -> None:
    text = Client().get(f"/t/{evening.code}/{page}").content.decode()
    addresses = set(re.findall(rf'href="(/t/{evening.code}/scarica/[^"]+)"', text))
    assert len(addresses) >= 4
    assert all(Client().get(address).status_code == 200 for address in addresses)


@pytest.mark.parametrize("page", ["", "coppie/1/", "provvisoria/"])
def test_two_menus_on_a_page_are_told_apart(evening: Tournament, page: str) -> None:
    text = Client().get(f"/t/{evening.code}/{page}").content.decode()
    found = re.findall(r'<details class="take no-print" id="([^"]+)"', text)
    assert len(found) == len(set(found)) >= 1
