"""Many rows cost as many queries as few; columns changed while rows are read are those of every row."""

from typing import Any

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from club.imports import judging, rules, service, undoing
from club.imports.rows import reader
from club.models import Category, Club, Consent, Due, Import, ImportRow, Person, User
from tests.club.imports.sheets import workbook
from tests.club.imports.steps import begun, checked, worked, written

HEADINGS = ("N. socio", "Cognome", "Nome", "Socio dal", "Quota 2025", "Nome nei risultati", "Telefono")


def sheet(count: int, dues: str, consent: str, phone: str) -> list[tuple[Any, ...]]:
    letters = "abcdefghijklmnopqrstuvwxyz"
    return [
        (at, f"Rossi{letters[at % 26]}{letters[at // 26]}", "Ada", "10/1/2020", dues, consent, phone)
        for at in range(1, count + 1)
    ]


def queries_of_paying_and_undoing(club: Club, by: User, count: int) -> tuple[int, int]:
    written(checked(club, by, *sheet(count, "no", "no 1/1/2020", ""), headings=HEADINGS, dues_cents=2500), by)
    told = sheet(count, "25", "sì 1/1/2021", "051 123456")
    one = checked(club, by, *told, headings=HEADINGS)
    with CaptureQueriesContext(connection) as writing:
        one = written(one, by)
    assert (one.outcome["dues"], one.outcome["consents"]) == (count, count)
    assert Person.objects.filter(club=club).exclude(name_consent_on=None).count() == count
    with CaptureQueriesContext(connection) as taking_back:
        undoing.undo(one.pk, club, reason="foglio sbagliato", by=by)
    assert not Due.objects.filter(year__club=club, paid_before=True).exists()
    assert not Consent.objects.filter(club=club, is_given=True).exists()
    assert not Person.objects.filter(club=club).exclude(name_consent_on=None).exists()
    assert not Person.objects.filter(club=club).exclude(particulars__phone="").exists()
    return len(writing), len(taking_back)


def test_dues_that_are_paid_and_taken_back_cost_no_query_a_row(
    club: Club, secretary: User, ordinary: Category
) -> None:
    few = queries_of_paying_and_undoing(club, secretary, 3)
    other = Club.objects.create(name="Altro circolo", slug="altro")
    Category.objects.create(club=other, name="ordinario")
    many = queries_of_paying_and_undoing(other, secretary, 40)
    assert many == few


@pytest.mark.parametrize("act", ["reader.read_row", "judging.judge_rows"])
def test_columns_changed_while_the_rows_are_read_are_those_of_every_row(
    club: Club, secretary: User, ordinary: Category, monkeypatch: pytest.MonkeyPatch, act: str
) -> None:
    """Somebody changes them while the rows are read, or judged, as in two windows of the browser."""
    one = begun(club, workbook(("Cognome", "Nome"), ("Ada", "Rossi"), ("Ugo", "Verdi")), secretary)
    said = rules.Rules(enters="people")
    module, _dot, name = act.partition(".")
    at = {"reader": reader, "judging": judging}[module]
    done = getattr(at, name)

    def interrupted(*args: Any) -> Any:
        monkeypatch.setattr(at, name, done)
        service.set_columns(Import.objects.get(pk=one.pk), ["first_name", "last_name"], said)
        return done(*args)

    service.set_columns(one, ["last_name", "first_name"], said)
    monkeypatch.setattr(at, name, interrupted)
    # Who was reading finds the columns changed and leaves them to who is asked after.
    assert worked(one).state == Import.State.CHECKING
    assert worked(one).state == Import.State.CHECKED
    told = {row.read["written"]["last_name"] for row in ImportRow.objects.filter(of=one)}
    assert told == {"Rossi", "Verdi"}
