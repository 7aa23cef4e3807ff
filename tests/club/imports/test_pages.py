"""The pages of an import, for who keeps the register of this club and nobody else."""

import io
from typing import Any
from uuid import uuid4

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.test import Client
from pytest_django import DjangoCaptureOnCommitCallbacks

from club.imports import problems
from club.models import Category, Club, Import, RoleKind, User
from tests.club.imports import sheets
from tests.club.imports.steps import HEADINGS, MARIO, begun, checked, written
from tests.evening import a_club, an_officer, signed_in
from tests.pages import flat


def at(club: Club, rest: str = "") -> str:
    return f"/circoli/{club.slug}/libro/importa/{rest}"


def text(answer: Any) -> str:
    return str(answer.content.decode())


def a_file(body: bytes, name: str = "soci.xlsx") -> SimpleUploadedFile:
    return SimpleUploadedFile(name, body)


RULES = {
    "enters": "members", "resolution": "libro precedente", "wrong_codes": "stop", "namesakes": "ask",
    "only_years": "stop", "contacts": "register", "adds_categories": "on", "mends_capitals": "on",
}  # fmt: skip


def test_from_the_file_to_the_register_by_the_pages(
    club: Club,
    at_work: Client,
    ordinary: Category,
    django_capture_on_commit_callbacks: DjangoCaptureOnCommitCallbacks,
) -> None:
    body = sheets.workbook(HEADINGS, MARIO, (8, "<b>Verdi</b>", "Vito", "31/2/1950", "", "10/1/2020"))
    with django_capture_on_commit_callbacks(execute=True):
        sent = at_work.post(at(club), {"file": a_file(body), "key": uuid4()})
    one = Import.objects.get()
    assert sent.headers["Location"] == at(club, f"{one.pk}/")
    page = at_work.get(at(club, f"{one.pk}/"), follow=True)
    assert page.redirect_chain[-1][0] == at(club, f"{one.pk}/colonne/")
    assert "RSSMRA80A01A944I" in text(page)
    columns = {f"column-{number}": field for number, field in enumerate(one.mapping)}
    with django_capture_on_commit_callbacks(execute=True):
        at_work.post(at(club, f"{one.pk}/colonne/"), {**columns, **RULES, "category": ordinary.pk})
    preview = text(at_work.get(at(club, f"{one.pk}/")))
    assert "questo giorno non esiste" in preview
    assert "&lt;b&gt;Verdi&lt;/b&gt;" in preview
    assert "Scrivi" not in preview
    row = at(club, f"{one.pk}/righe/3/")
    assert "31/2/1950" in text(at_work.get(row))
    corrected = {
        f"cell-{number}": text for number, text in enumerate(["8", "Verdi", "Vito", "", "", "10/1/2020"])
    }
    with django_capture_on_commit_callbacks(execute=True):
        at_work.post(row, {**corrected, "decision": ""})
    one.refresh_from_db()
    assert "Scrivi 2 persone nel libro" in text(at_work.get(at(club, f"{one.pk}/")))
    with django_capture_on_commit_callbacks(execute=True):
        at_work.post(at(club, f"{one.pk}/scrivi/"), {"shown": one.fingerprint})
    assert "Annulla l'importazione" in text(at_work.get(at(club, f"{one.pk}/")))
    assert club.people.count() == 2
    person = club.people.get(last_name="Rossi")
    assert "ha importato i dati da un foglio" in text(at_work.get(f"/circoli/{club.slug}/libro/{person.pk}/"))
    at_work.post(at(club, f"{one.pk}/annulla/"), {"reason": "foglio sbagliato"})
    assert not club.people.exists()
    assert "tornato com'era" in text(at_work.get(at(club, f"{one.pk}/")))


@pytest.mark.parametrize(
    ("body", "sentence"),
    [
        (b"", "Il file è vuoto."),
        (b"%PDF-1.7", "Non è un foglio"),
        (b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1", "prima del 2007"),
        (b"x" * (10 * 2**20 + 1), "più di 10 MB"),
    ],
    ids=["empty", "pdf", "xls", "too big"],
)
def test_a_file_that_is_no_sheet_is_refused_with_a_sentence(
    club: Club, at_work: Client, body: bytes, sentence: str
) -> None:
    answer = at_work.post(at(club), {"file": a_file(body), "key": uuid4()})
    assert answer.status_code == 422
    assert sentence in text(answer)
    assert not Import.objects.exists()


def test_a_sheet_of_another_club_must_be_confirmed(
    club: Club, secretary: User, at_work: Client, ordinary: Category
) -> None:
    from openpyxl import load_workbook

    book = load_workbook(io.BytesIO(sheets.workbook(HEADINGS, MARIO)))
    book.properties.creator, book.properties.title = "Criccone", "Libro soci · Circolo altrove"
    one = begun(club, sheets.saved(book), secretary)
    page = at(club, f"{one.pk}/colonne/")
    assert "il libro di un altro circolo: «Circolo altrove»" in text(at_work.get(page)).replace(
        "dal libro", "il libro"
    )
    columns = {f"column-{number}": field for number, field in enumerate(one.mapping)}
    assert at_work.post(page, {**columns, **RULES}).status_code == 422
    assert at_work.post(page, {**columns, **RULES, "is_right_club": "on"}).status_code == 302


def test_what_has_no_field_of_its_own_is_told_and_rules_are_asked_for_the_columns_there_are(
    club: Club, secretary: User, at_work: Client, ordinary: Category
) -> None:
    plain = begun(club, sheets.workbook(HEADINGS, MARIO), secretary)
    assert "dues_cents" not in text(at_work.get(at(club, f"{plain.pk}/colonne/")))
    more = sheets.workbook((*HEADINGS, "Quota 2025", "Privacy"), (*MARIO, "sì", "firmata"))
    one = begun(club, more, secretary)
    page = at(club, f"{one.pk}/colonne/")
    shown = text(at_work.get(page))
    assert "l&#x27;informativa letta è di una versione" in shown
    assert ('name="dues_cents"' in shown, 'name="consented_on"' in shown) == (True, False)
    columns = {f"column-{number}": field for number, field in enumerate(one.mapping)}
    said = {**columns, **RULES, "blank_dues": "leave", "zero_dues": "owed", "dues_cents": "25,50"}
    said |= {"dues_year": "2025/2026"}
    assert at_work.post(page, {**said, "dues_year": "l'anno scorso"}).status_code == 422
    assert at_work.post(page, {**said, "dues_cents": "tanto"}).status_code == 422
    assert at_work.post(page, said).status_code == 302
    one.refresh_from_db()
    assert (one.rules["dues_cents"], one.rules["dues_year"]) == (2550, "2025/2026")


def test_the_preview_and_the_outcome_count_dues_and_the_treasurer_sees_them(
    club: Club, secretary: User, at_work: Client, ordinary: Category
) -> None:
    one = checked(club, secretary, (*MARIO, "25 ric. 9"), headings=(*HEADINGS, "Quota 2025"))
    assert "Anni sociali che si aprono" in text(at_work.get(at(club, f"{one.pk}/")))
    written(one, secretary)
    assert "Quote scritte, senza ricevuta di qui" in text(at_work.get(at(club, f"{one.pk}/")))
    year, person = club.years.get(), club.people.get()
    assert "pagata prima di questo registro" in text(at_work.get(f"/circoli/{club.slug}/quote/{year.pk}/"))
    pay = f"/circoli/{club.slug}/quote/{year.pk}/incassa/{person.pk}/"
    shown = text(at_work.get(pay))
    assert "nessuna ricevuta di qui" in shown
    assert "Incassa e fai la ricevuta" not in shown
    undo = f"/circoli/{club.slug}/quote/{year.pk}/non-pagata/{person.pk}/"
    assert at_work.post(undo, {"reason": ""}).status_code == 422
    assert "di nuovo da pagare" in text(at_work.post(undo, {"reason": "mai vista"}, follow=True))
    assert "Incassa e fai la ricevuta" in text(at_work.get(pay))


def test_a_preview_that_is_no_more_is_told(
    club: Club, secretary: User, at_work: Client, ordinary: Category
) -> None:
    one = checked(club, secretary, MARIO)
    answer = at_work.post(at(club, f"{one.pk}/scrivi/"), {"shown": "f" * 32}, follow=True)
    assert "anteprima è cambiata" in text(answer)
    assert not club.people.exists()


def test_the_file_can_be_read_otherwise(
    club: Club,
    secretary: User,
    at_work: Client,
    django_capture_on_commit_callbacks: DjangoCaptureOnCommitCallbacks,
) -> None:
    body = sheets.text(("Cognome", "Nome"), ("Rossi", "Mosè"), encoding="cp850")
    one = begun(club, body, secretary, name="soci.csv")
    said = {"encoding": "cp1252", "separator": ";", "line": 0}
    with django_capture_on_commit_callbacks(execute=True):
        at_work.post(at(club, f"{one.pk}/lettura/"), said)
    one.refresh_from_db()
    assert (one.headings, one.total) == (["(A)", "(B)"], 2)
    assert one.rows.get(number=2).cells == ["Rossi", "MosŠ"]


@pytest.mark.parametrize("rest", ["", "colonne/", "righe/2/", "problemi.csv"])
def test_another_clubs_import_is_not_there(
    club: Club, secretary: User, ordinary: Category, rest: str
) -> None:
    one = checked(club, secretary, MARIO)
    other = a_club("Circolo altrove")
    client = signed_in(an_officer(other, RoleKind.SECRETARY))
    assert client.get(at(club, f"{one.pk}/{rest}")).status_code == 403
    assert client.get(at(other, f"{one.pk}/{rest}")).status_code == 404
    assert client.post(at(other, f"{one.pk}/elimina/")).status_code == 302
    assert client.post(at(other, f"{one.pk}/scrivi/"), {"shown": one.fingerprint}).status_code == 404
    assert Import.objects.get() == one


def test_the_problems_can_be_taken_away(
    club: Club, secretary: User, at_work: Client, ordinary: Category
) -> None:
    one = checked(club, secretary, (8, "Verdi", "", "31/2/1950", "", "10/1/2020"))
    body = at_work.get(at(club, f"{one.pk}/problemi.csv")).content.decode("utf-8-sig")
    assert "2;Verdi;ferma;Data di nascita;«31/2/1950»: questo giorno non esiste" in body
    assert at_work.get(at(club, f"{one.pk}/problemi.exe")).status_code == 404


def test_what_stops_many_rows_is_told_once_with_the_rule_that_answers_it(
    club: Club, secretary: User, at_work: Client, ordinary: Category
) -> None:
    rows = [(at, f"Rossi{at}", "Ada", "", "", "10/1/2020", "sì") for at in range(1, 8)]
    rows.append((8, "Neri", "Ida", "31/2/1950", "", "10/1/2020", ""))
    one = checked(club, secretary, *rows, headings=(*HEADINGS, "Quota 2025"))
    page = at_work.get(at(club, f"{one.pk}/"))
    assert [(kind.rows, kind.rule) for kind in page.context["kinds"]] == [(7, "dues_cents"), (1, "")]
    assert f'href="{at(club, f"{one.pk}/colonne/")}#id_dues_cents"' in text(page)
    assert 'id="id_dues_cents"' in text(at_work.get(at(club, f"{one.pk}/colonne/")))


def test_the_preview_shows_what_each_year_adds_up_to(
    club: Club, secretary: User, at_work: Client, ordinary: Category
) -> None:
    one = checked(club, secretary, (*MARIO, "1.225,50"), headings=(*HEADINGS, "Quota 2025"))
    page = flat(text(at_work.get(at(club, f"{one.pk}/"))))
    assert "<dt>2025</dt><dd>pagate: 1, in tutto 1.225,50" in page


def test_every_rule_that_answers_a_problem_is_on_the_page(
    club: Club, secretary: User, at_work: Client, ordinary: Category
) -> None:
    headings = (*HEADINGS, "Quota 2025", "Foto")
    one = begun(club, sheets.workbook(headings, (*MARIO, "sì", "sì")), secretary)
    page = text(at_work.get(at(club, f"{one.pk}/colonne/")))
    assert [rule for rule in problems.ANSWERED_BY.values() if f'id="id_{rule}"' not in page] == []


def test_throwing_a_file_away_says_what_is_lost_first(
    club: Club, secretary: User, at_work: Client, ordinary: Category
) -> None:
    one = checked(club, secretary, MARIO)
    page = text(at_work.get(at(club, f"{one.pk}/")))
    assert "Eliminare «soci.xlsx»?" in page
    assert page.index("Eliminare «") < page.index("Elimina il file")
    at_work.post(at(club, f"{one.pk}/elimina/"))
    assert not Import.objects.exists()


def test_a_page_looked_at_too_late_leads_where_the_import_is(
    club: Club, secretary: User, at_work: Client, ordinary: Category
) -> None:
    one = written(checked(club, secretary, MARIO), secretary)
    for rest in ("colonne/", "righe/2/"):
        assert at_work.get(at(club, f"{one.pk}/{rest}")).headers["Location"] == at(club, f"{one.pk}/")
    assert at_work.post(at(club, f"{one.pk}/lettura/"), {"line": 1, "sheet": "Sheet"}).status_code == 409
    at_work.post(at(club, f"{one.pk}/elimina/"))
    assert Import.objects.get() == one
