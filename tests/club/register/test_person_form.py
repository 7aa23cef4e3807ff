"""The form of a person: the codice fiscale beside its field, CAP and telephone, errors with links."""

import re
from datetime import date
from typing import Any

import pytest
from django.test import Client

from club.models import Club, Particulars, User
from club.register.fiscal_code import CodeFacts, KnownPerson, compute_code, read_code
from club.register.person_data import is_phone
from tests.club.register.book import MARIO, TODAY, a_person
from tests.pages import flat

ADA = KnownPerson("Neri", "Ada", date(1950, 3, 4), "Bologna")


def test_a_code_is_computed_and_read_back() -> None:
    code = compute_code(ADA, "F")
    assert code == "NREDAA50C44A944L"
    assert read_code(code.lower(), TODAY) == CodeFacts("F", date(1950, 3, 4), "Bologna", "BO")
    assert read_code("NREDAA50C44A944X", TODAY) is None
    assert compute_code(KnownPerson("Neri", "Ada", date(1950, 3, 4), "Paperopoli"), "F") == ""
    assert compute_code(KnownPerson("Neri", "Ada"), "F") == ""


@pytest.mark.parametrize(
    ("born_on", "year"), [(date(1926, 3, 4), 2026), (date(1927, 3, 4), 1927), (date(2025, 3, 4), 2025)]
)
def test_a_year_of_two_digits_is_the_latest_that_has_begun(born_on: date, year: int) -> None:
    facts = read_code(compute_code(KnownPerson("Neri", "Ada", born_on, "Bologna"), "F"), TODAY)
    assert facts is not None
    assert facts.born_on.year == year


@pytest.mark.parametrize(
    ("written", "holds"),
    [("051 234567", True), ("051/234567", True), ("+39 333 1234567 / 051 234567", True), ("", True),
     ("333 1234567, 051 234567 (casa)", True), ("12345", False), ("chiedere a Ugo", False),
     ("333 1234567, 12", False), ("3331234567051234567", False)],
)  # fmt: skip
def test_telephone_numbers_have_as_many_digits_as_they_have(written: str, holds: bool) -> None:
    assert is_phone(written) == holds


def typed(**said: Any) -> dict[str, Any]:
    return {**MARIO, "born_on": "1980-01-01", **said}


def field(page: str, name: str) -> str:
    """The input of that name."""
    found = re.search(rf'<(?:input|select)[^>]*name="{name}"[^>]*>', page)
    assert found, name
    return found[0]


@pytest.mark.parametrize(
    ("said", "name", "sentence"),
    [
        ({"fiscal_code": "RSSMRA80A01A944X"}, "fiscal_code", "non è scritto bene"),
        ({"postcode": "4012"}, "postcode", "Il CAP ha cinque cifre"),
        ({"phone": "123"}, "phone", "da 6 a 15 cifre"),
        ({"born_on": "1880-01-01", "fiscal_code": ""}, "born_on", "più di 122 anni fa"),
        ({"email": "mario"}, "email", "indirizzo email"),
    ],
)
def test_an_error_is_at_its_field_marked_focused_and_described(
    club: Club, at_work: Client, said: dict[str, str], name: str, sentence: str
) -> None:
    answer = at_work.post(f"/circoli/{club.slug}/libro/nuova/", typed(**said))
    assert answer.status_code == 422
    page = flat(answer.content.decode())
    wrong = field(page, name)
    assert 'aria-invalid="true"' in wrong
    assert "autofocus" in wrong
    described = re.search(r'aria-describedby="([^"]*)"', wrong)
    assert described
    assert f"id_{name}_error" in described[1]
    assert re.search(rf'id="id_{name}_error"[^>]*>.*?{sentence}', page)
    assert re.search(rf'<a href="#id_{name}">[^<]*</a>: [^<]*{sentence}', page)
    assert page.count("autofocus") == 1


def test_an_address_abroad_has_its_own_postcode_and_old_data_stay(
    club: Club, secretary: User, at_work: Client
) -> None:
    where = f"/circoli/{club.slug}/libro/"
    assert at_work.post(f"{where}nuova/", typed(postcode="SW1A 1AA", province="EE")).status_code == 302
    one = club.people.get()
    Particulars.objects.filter(person=one).update(postcode="4012", phone="12", province="BO")
    said = typed(postcode="4012", phone="12", province="BO", version=1, street="via Po 3")
    assert at_work.post(f"{where}{one.pk}/correggi/", said).status_code == 302
    one.particulars.refresh_from_db()
    assert one.particulars.street == "via Po 3"


def test_the_code_is_computed_from_the_data_and_nothing_is_saved(club: Club, at_work: Client) -> None:
    where = f"/circoli/{club.slug}/libro/nuova/"
    said = typed(fiscal_code="", sex="M", notes="porta il mazzo", calcola="")
    page = at_work.post(where, said)
    assert page.status_code == 200
    form = page.context["form"]
    assert (form["fiscal_code"].value(), form["notes"].value()) == ("RSSMRA80A01A944I", "porta il mazzo")
    assert "Calcolato dai dati" in page.content.decode()
    assert not club.people.exists()
    missing = at_work.post(where, typed(fiscal_code="", calcola=""))
    assert "servono cognome, nome, sesso" in missing.content.decode()
    nowhere = at_work.post(where, typed(fiscal_code="", sex="M", born_in="Paperopoli", calcola=""))
    assert "luogo di nascita" in nowhere.content.decode()


def test_the_code_says_the_birth_and_fills_in_what_is_blank(
    club: Club, secretary: User, at_work: Client
) -> None:
    where = f"/circoli/{club.slug}/libro/nuova/"
    page = at_work.post(where, typed(born_on="", born_in="Bologna (centro)", born_province="", leggi=""))
    form = page.context["form"]
    values = [form[name].value() for name in ("sex", "born_on", "born_in", "born_province")]
    assert values == ["M", "1980-01-01", "Bologna (centro)", "BO"]
    assert "Dice: maschio, data di nascita 1/1/1980, Bologna (BO)." in flat(page.content.decode())
    wrong = at_work.post(where, typed(fiscal_code="RSSMRA", leggi=""))
    assert "Non è scritto bene" in wrong.content.decode()
    one = a_person(club, secretary)
    kept = at_work.post(f"/circoli/{club.slug}/libro/{one.pk}/correggi/", typed(version=1, leggi=""))
    assert kept.context["form"]["version"].value() == "1"


def test_enter_saves_and_presses_no_button_beside_the_code(club: Club, at_work: Client) -> None:
    page = at_work.get(f"/circoli/{club.slug}/libro/nuova/").content.decode()
    form = page[page.index('<form class="sheet"') :]
    first = re.search(r"<button[^>]*>", form)
    assert first
    assert "name=" not in first[0]
