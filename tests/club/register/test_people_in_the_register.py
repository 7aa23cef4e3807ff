"""What is written of a person is checked, corrected with a reason, and never told by the log."""

import json
from dataclasses import replace
from datetime import date, timedelta
from typing import Any
from uuid import uuid4

import pytest
from codicefiscale import codicefiscale
from django.urls import reverse

from club.errors import ClubError, ClubInputRefused, ClubOutdated
from club.history.hash_chain import first_broken
from club.models import Club, Particulars, Person, User
from club.register import people
from club.register.duplicates import likely_pairs
from club.register.person_data import PersonData, person_data_of, version_of
from tests.club.register.book import JANUARY, MARIO, TODAY, a_person, a_request
from tests.evening import a_club, signed_in

MAY_1960 = date(1960, 5, 1)


def corrected(person: Person, by: User, *, version: int = 1, reason: str = "", **said: Any) -> Person:
    fresh = people.person_of(person.club, person.pk)
    return people.correct(
        person.pk,
        person.club,
        replace(person_data_of(fresh), **said),
        version=version,
        reason=reason,
        today=TODAY,
        by=by,
    )


def test_who_is_added_is_found_and_written_as_said(club: Club, secretary: User) -> None:
    one = a_person(club, secretary, fiscal_code=" rss mra 80a01 a944i ", born_province="bo", notes="a\n b ")
    assert person_data_of(one) == PersonData(**{**MARIO, "notes": "a\n b"})
    assert list(people.find(club, "mar ros")) == [one]


def test_the_same_key_adds_once(club: Club, secretary: User) -> None:
    key = uuid4()
    one, again = (
        people.register_person(club, PersonData(**MARIO), today=TODAY, by=secretary, key=key)
        for _time in range(2)
    )
    assert one == again
    assert club.people.count() == 1


@pytest.mark.parametrize(
    ("said", "code"),
    [
        ({"last_name": "  "}, "name-missing"),
        ({"born_on": TODAY + timedelta(days=1)}, "born-in-the-future"),
        ({"born_on": date(1826, 1, 1)}, "born-too-long-ago"),
        ({"fiscal_code": "RSSMRA80A01A944X"}, "fiscal-code-doubts"),
        ({"fiscal_code": "12345678901"}, "fiscal-code-doubts"),
        ({"born_on": date(1980, 1, 2)}, "fiscal-code-doubts"),
        ({"born_in": "Modena"}, "fiscal-code-doubts"),
        ({"last_name": "Bianchi"}, "fiscal-code-doubts"),
        ({"first_name": "Anna"}, "fiscal-code-doubts"),
        ({"street": "x" * 121}, "too-long"),
        ({"fiscal_code": "R" * 17}, "too-long"),
    ],
)
def test_what_cannot_be_is_refused_and_nothing_is_written(
    club: Club, secretary: User, said: dict[str, Any], code: str
) -> None:
    with pytest.raises(ClubInputRefused) as refusal:
        a_person(club, secretary, **said)
    assert refusal.value.code == code
    assert not club.people.exists()
    assert not club.log.exists()


def test_a_codice_fiscale_that_disagrees_is_kept_with_its_reason(club: Club, secretary: User) -> None:
    one = a_person(club, secretary, born_in="Casablanca", fiscal_code_reason="errore del registro")
    assert person_data_of(one).fiscal_code_reason == "errore del registro"
    agreeing = corrected(one, secretary, born_in="Bologna", reason="era giusto")
    assert person_data_of(agreeing).fiscal_code_reason == "", "a reason without a doubt explains nothing"


def test_a_code_with_omocodia_agrees(club: Club, secretary: User) -> None:
    other = "RSSMRA80A01A94QF"
    assert other in codicefiscale.decode(MARIO["fiscal_code"])["omocodes"]
    assert person_data_of(a_person(club, secretary, fiscal_code=other)).fiscal_code == other


def test_one_codice_fiscale_is_of_one_person_of_a_club(club: Club, secretary: User) -> None:
    first = a_person(club, secretary)
    with pytest.raises(ClubError) as refusal:
        a_person(club, secretary, first_name="Maria", fiscal_code_reason="boh")
    assert (refusal.value.code, refusal.value.details["person"]) == ("fiscal-code-taken", first.pk)
    a_person(a_club("Un altro circolo"), secretary)


@pytest.mark.parametrize("said", [{}, {"born_on": None}, {"last_name": "mario", "first_name": "RÒSSI"}])
def test_somebody_of_the_same_name_who_may_be_the_same_is_asked_about(
    club: Club, secretary: User, said: dict[str, Any]
) -> None:
    first = a_person(club, secretary, fiscal_code="")
    homonym = PersonData(**{**MARIO, "fiscal_code": "", **said})
    with pytest.raises(ClubError) as refusal:
        people.register_person(club, homonym, today=TODAY, by=secretary)
    assert refusal.value.code == "same-person-perhaps"
    assert refusal.value.details["people"] == [first.pk]
    people.register_person(club, homonym, today=TODAY, by=secretary, is_confirmed_another=True)
    assert club.people.count() == 2
    assert likely_pairs(club) == [], "who was confirmed another is not proposed again"


def test_of_another_birthday_nobody_is_asked(club: Club, secretary: User) -> None:
    a_person(club, secretary)
    a_person(club, secretary, born_on=MAY_1960, fiscal_code="")
    assert club.people.count() == 2


def test_a_correction_is_told_by_its_fields_and_never_by_their_values(club: Club, secretary: User) -> None:
    one = a_person(club, secretary)
    corrected(one, secretary, born_in="Imola", fiscal_code="", phone="051 999", reason="letto male")
    said = club.log.order_by("-number")[0]
    assert (said.act, said.reason) == ("person.corrected", "letto male")
    assert said.after == {"fields": ["born_in", "fiscal_code", "phone"]}
    whole = json.dumps(list(club.log.values("subject", "before", "after", "reason")))
    for secret in ("RSSMRA", "Imola", "051 999", "Rossi", "1980"):
        assert secret not in whole
    assert first_broken(club.log.all()) is None


def test_who_one_is_changes_only_with_a_reason(club: Club, secretary: User) -> None:
    one = a_person(club, secretary)
    with pytest.raises(ClubInputRefused) as refusal:
        corrected(one, secretary, fiscal_code="")
    assert refusal.value.code == "reason-missing"
    moved = corrected(one, secretary, street="via Zamboni 1", town="Bologna")
    assert person_data_of(moved).street == "via Zamboni 1"


def test_what_was_not_known_needs_no_reason(club: Club, secretary: User) -> None:
    one = a_person(club, secretary, born_on=None, fiscal_code="")
    assert person_data_of(corrected(one, secretary, born_on=MARIO["born_on"])).born_on == MARIO["born_on"]


def test_an_old_page_does_not_write_over_a_newer_one(club: Club, secretary: User) -> None:
    one = a_person(club, secretary)
    corrected(one, secretary, phone="051 111111")
    with pytest.raises(ClubOutdated) as refusal:
        corrected(one, secretary, phone="051 222222")
    assert refusal.value.details["current"] == 2
    assert person_data_of(people.person_of(club, one.pk)).phone == "051 111111"


def test_a_name_corrected_at_the_desk_is_not_written_back_by_an_old_page(club: Club, secretary: User) -> None:
    known_by_name = people.add(club, last_name="Rosi", first_name="Mario")
    assert version_of(known_by_name) == 0
    people.change(known_by_name, last_name="Rossi", first_name="Mario", is_guest=False, name_consent_on=None)
    with pytest.raises(ClubOutdated):
        corrected(known_by_name, secretary, version=0, last_name="Rosi", reason="boh")


def test_the_same_correction_twice_is_one(club: Club, secretary: User) -> None:
    one = a_person(club, secretary)
    for _time in range(2):
        corrected(one, secretary, version=1, phone="051 111111")
    assert Particulars.objects.get(person=one).version == 2
    assert club.log.filter(act="person.corrected").count() == 1


def test_a_corrected_name_is_found_and_pages_follow(club: Club, secretary: User) -> None:
    one = a_person(club, secretary, last_name="Rosi", fiscal_code="")
    before = club.names_version
    corrected(one, secretary, last_name="Rossi", reason="letto male")
    club.refresh_from_db()
    assert list(people.find(club, "rossi")) == [one]
    assert club.names_version == before + 1


def test_nobody_is_born_after_asking_to_be_a_member(club: Club, secretary: User) -> None:
    one = a_person(club, secretary, fiscal_code="", born_on=None)
    a_request(one, secretary, on=JANUARY)
    with pytest.raises(ClubInputRefused) as refusal:
        corrected(one, secretary, born_on=JANUARY)
    assert refusal.value.code == "born-after-request"


def test_a_person_of_another_club_is_not_there(club: Club, secretary: User) -> None:
    other = people.add(a_club("Un altro circolo"), last_name="Rossi", first_name="Mario")
    with pytest.raises(ClubError) as refusal:
        people.person_of(club, other.pk)
    assert refusal.value.code == "unknown-person"


@pytest.mark.parametrize(
    ("written", "fields"),
    [
        ({"last_name": "Rossi"}, ["last_name"]),
        ({"last_name": "Rossi", "first_name": "Maria"}, ["last_name", "first_name"]),
        ({"is_guest": "on"}, ["is_guest"]),
        ({"consents": "on"}, None),
        ({}, None),
    ],
    ids=["last name", "both names", "guest", "consent only", "nothing"],
)
def test_the_page_of_people_tells_the_log_what_it_changed(
    club: Club, secretary: User, written: dict[str, str], fields: list[str] | None
) -> None:
    one = people.add(club, last_name="Rosi", first_name="Mario")
    address = reverse("club_person", args=[club.slug, one.pk])
    sent = {"last_name": "Rosi", "first_name": "Mario", **written}
    assert signed_in(secretary).post(address, sent).status_code == 302
    logged = list(club.log.filter(act="person.corrected"))
    assert [each.after for each in logged] == ([{"fields": fields}] if fields else [])
    for each in logged:
        assert each.subject == {"person": one.pk}
        assert each.actor == secretary
        assert first_broken(club.log.order_by("number")) is None
