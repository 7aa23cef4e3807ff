"""Every yes and every no with its day; what holds is the last; a minor's are the guardian's."""

from datetime import date, timedelta
from typing import Any
from uuid import uuid4

import pytest
from django.db import DatabaseError, connection, transaction
from django.test import Client
from django.utils import timezone
from pytest_django import DjangoAssertNumQueries

from club import days
from club.errors import ClubError, ClubInputRefused
from club.models import Category, Club, Consent, Guardian, NoticeVersion, Person, User
from club.privacy import consents, guardians
from club.privacy.consents import people_to_ask
from club.register import people
from club.register.duplicates import merge
from tests.club.privacy.scene import JANUARY, MARCH, MAY, TODAY, About, a_minor, a_notice, said
from tests.club.register.book import a_member, named


def history(person: Person) -> list[tuple[str, bool, date]]:
    return [(one.about, one.is_given, one.on) for one in person.consents.all()]


def test_given_withdrawn_and_given_again_is_three_lines_and_the_flag_follows(
    secretary: User, mario: Person
) -> None:
    for day, answer, flag in ((JANUARY, True, JANUARY), (MARCH, False, None), (MAY, True, MAY)):
        said(mario, {About.NAME: answer}, secretary, on=day)
        mario.refresh_from_db()
        assert mario.name_consent_on == flag
    assert history(mario) == [("name", True, JANUARY), ("name", False, MARCH), ("name", True, MAY)]


def test_every_change_of_a_name_consent_makes_the_names_another_version(
    club: Club, secretary: User, mario: Person
) -> None:
    said(mario, {About.PHOTOS: True}, secretary)
    club.refresh_from_db()
    before = club.names_version
    said(mario, {About.NAME: True}, secretary)
    club.refresh_from_db()
    assert club.names_version == before + 1


def test_the_notice_read_is_the_version_of_that_day(club: Club, secretary: User, mario: Person) -> None:
    first = a_notice(club, secretary, JANUARY)
    a_notice(club, secretary, MAY, add="\n\nNovità.")
    [read] = said(mario, {About.NOTICE: True}, secretary, on=MARCH)
    assert read.notice == first
    [standing] = [one for one in consents.current_consents(mario, TODAY) if one.about is About.NOTICE]
    assert standing.is_outdated
    assert [(one.person, one.why) for one in people_to_ask(club, TODAY)] == [(mario, "version")]


@pytest.mark.parametrize(
    ("answers", "on", "code"),
    [
        ({}, MARCH, "nothing-said"),
        ({About.NAME: True}, TODAY + timedelta(days=1), "in-the-future"),
        ({About.NAME: False}, JANUARY, "before-the-last"),
        ({About.NOTICE: True}, MARCH, "no-notice"),
    ],
)
def test_what_cannot_be_is_refused_and_nothing_is_written(
    secretary: User, mario: Person, answers: dict[Consent.About, bool], on: date, code: str
) -> None:
    said(mario, {About.NAME: True}, secretary, on=MARCH)
    with pytest.raises(ClubError) as refusal:
        said(mario, answers, secretary, on=on)
    assert refusal.value.code == code
    assert mario.consents.count() == 1


def test_two_taps_are_one(club: Club, secretary: User, mario: Person) -> None:
    key = uuid4()
    first = said(mario, {About.NAME: True, About.PHOTOS: False}, secretary, key=key)
    assert said(mario, {About.NAME: True, About.PHOTOS: False}, secretary, key=key) == first
    assert mario.consents.count() == 2
    assert club.log.filter(act="consent.recorded").count() == 1


def test_the_database_refuses_to_change_a_consent_but_whose_it_is(
    club: Club, secretary: User, mario: Person
) -> None:
    [one] = said(mario, {About.NAME: True}, secretary)
    for field, value in (("is_given", False), ("on", MAY), ("how", "page"), ("guardian", "x")):
        with pytest.raises(DatabaseError, match="never edited"), transaction.atomic():
            Consent.objects.filter(pk=one.pk).update(**{field: value})
    other = named(club, secretary, "Verdi Vito")
    assert Consent.objects.filter(pk=one.pk).update(person=other) == 1


def test_a_minor_needs_a_guardian_to_say_yes_but_none_to_say_no(club: Club, secretary: User) -> None:
    luca = a_minor(club, secretary)
    said(luca, {About.PHOTOS: False}, secretary, on=JANUARY)
    with pytest.raises(ClubInputRefused) as refusal:
        said(luca, {About.NAME: True}, secretary)
    assert refusal.value.code == "guardian-missing"
    with pytest.raises(ClubInputRefused):
        people.change(luca, last_name="Rossi", first_name="Luca", is_guest=False, name_consent_on=MARCH)
    guardians.write_guardian(
        luca.pk, club, name="Rossi Anna", relation="parent", email="", phone="051 1", by=secretary
    )
    [one] = said(luca, {About.NAME: True}, secretary)
    assert one.guardian == "Rossi Anna, genitore"


def test_at_eighteen_the_person_is_asked_anew(club: Club, secretary: User) -> None:
    luca = a_minor(club, secretary)
    guardians.write_guardian(
        luca.pk, club, name="Rossi Anna", relation="parent", email="", phone="051 1", by=secretary
    )
    said(luca, {About.NAME: True}, secretary, on=MARCH)
    assert people_to_ask(club, date(2026, 4, 9)) == []
    assert [one.why for one in people_to_ask(club, date(2026, 4, 10))] == ["age"]
    luca.refresh_from_db()
    assert luca.name_consent_on == MARCH, "what the guardian allowed holds until the person says otherwise"
    [again] = said(luca, {About.NAME: True}, secretary, on=MAY)
    assert again.guardian == ""
    assert people_to_ask(club, TODAY) == []


def test_who_was_born_on_the_29th_of_february_comes_of_age_on_the_first_of_march() -> None:
    assert days.of_age_on(date(2008, 2, 29)) == date(2026, 3, 1)


@pytest.mark.parametrize(
    ("fields", "code"), [({"name": " "}, "name-missing"), ({"phone": "", "email": ""}, "contact-missing")]
)
def test_a_guardian_has_a_name_and_can_be_reached(
    club: Club, secretary: User, mario: Person, fields: dict[str, str], code: str
) -> None:
    told = {"name": "Rossi Anna", "relation": "parent", "email": "", "phone": "051 1", **fields}
    with pytest.raises(ClubInputRefused) as refusal:
        guardians.write_guardian(mario.pk, club, **told, by=secretary)
    assert refusal.value.code == code
    assert not Guardian.objects.exists()


def test_the_log_says_that_a_guardian_was_written_and_not_who(
    club: Club, secretary: User, mario: Person
) -> None:
    told: dict[str, Any] = {"name": "Rossi Anna", "relation": "parent", "email": "", "phone": "051 1"}
    for _time in range(2):
        guardians.write_guardian(mario.pk, club, **told, by=secretary)
    [line] = club.log.filter(act="guardian.written")
    assert line.after == {"fields": ["name", "relation", "phone"]}


def test_members_who_never_read_the_notice_are_to_be_asked(
    club: Club, secretary: User, mario: Person, ordinary: Category, notice: NoticeVersion
) -> None:
    named(club, secretary, "Verdi Vito")
    assert people_to_ask(club, TODAY) == []
    a_member(mario, secretary, ordinary)
    assert [(one.person, one.why) for one in people_to_ask(club, TODAY)] == [(mario, "never")]
    said(mario, {About.NOTICE: True}, secretary)
    assert people_to_ask(club, TODAY) == []


def test_of_two_people_made_one_the_whole_history_stays_and_the_last_word_holds(
    club: Club, secretary: User, mario: Person
) -> None:
    twin = named(club, secretary, "Rosi Mario")
    said(mario, {About.NAME: True}, secretary, on=JANUARY)
    said(twin, {About.NAME: False}, secretary, on=MAY)
    for person, name in ((mario, "Rossi Anna"), (twin, "Rossi Ugo")):
        guardians.write_guardian(
            person.pk, club, name=name, relation="parent", email="", phone="051 1", by=secretary
        )
    kept = merge(club, kept=mario.pk, gone=twin.pk, reason="scritto due volte", today=TODAY, by=secretary)
    kept.refresh_from_db()
    assert history(kept) == [("name", True, JANUARY), ("name", False, MAY)]
    assert kept.name_consent_on is None
    assert kept.guardian.name == "Rossi Anna"


def test_the_box_of_the_desk_writes_the_same_history(club: Club, secretary: User) -> None:
    one = people.add(club, last_name="Neri", first_name="Ada", name_consent_on=MARCH, by=secretary)
    for on in (MARCH, None):
        people.change(one, last_name="Neri", first_name="Ada", is_guest=False, name_consent_on=on)
    assert history(one) == [("name", True, MARCH), ("name", False, timezone.localdate())]
    assert [entry.by for entry in one.consents.all()] == [secretary, None]


def test_the_page_tells_what_holds_and_writes(
    club: Club,
    at_work: Client,
    mario: Person,
    notice: NoticeVersion,
    django_assert_num_queries: DjangoAssertNumQueries,
) -> None:
    address = f"/circoli/{club.slug}/libro/{mario.pk}/consensi/"
    today = timezone.localdate().isoformat()
    sent = {"name": "yes", "photos": "no", "notice": "on", "on": today, "how": "paper", "key": uuid4()}
    assert at_work.post(address, sent).status_code == 302
    with django_assert_num_queries(11):
        page = at_work.get(address).content.decode()
    assert "letta la versione 1" in page
    assert "su carta firmata" in page
    assert at_work.post(address, {**sent, "key": uuid4(), "on": "2020-01-01"}).status_code == 422
    assert at_work.post(address, {"on": today, "how": "paper", "key": uuid4()}).status_code == 422
    assert at_work.post(address, {**sent, "how": "before", "key": uuid4()}).status_code == 422
    assert mario.consents.count() == 3


def test_the_page_writes_the_guardian_or_says_what_is_missing(
    club: Club, secretary: User, at_work: Client
) -> None:
    luca = a_minor(club, secretary)
    address = f"/circoli/{club.slug}/libro/{luca.pk}/responsabile/"
    wanting = at_work.post(address, {"name": "Rossi Anna", "relation": "parent"})
    assert wanting.status_code == 422
    assert "Scrivi un telefono" in wanting.content.decode()
    assert 'value="Rossi Anna"' in wanting.content.decode()
    sent = {"name": "Rossi Anna", "relation": "parent", "phone": "051 1"}
    assert at_work.post(address, sent).status_code == 302
    assert "Rossi Anna" in at_work.get(f"/circoli/{club.slug}/libro/{luca.pk}/consensi/").content.decode()


@pytest.mark.skipif(connection.vendor != "sqlite", reason="asks how SQLite keeps triggers")
def test_no_later_migration_dropped_the_guards(db: None) -> None:
    with connection.cursor() as cursor:
        cursor.execute("SELECT name FROM sqlite_master WHERE type = 'trigger'")
        names = {name for (name,) in cursor.fetchall()}
    assert {"consent_not_edited", "noticeversion_not_edited", "receipt_payer_stays"} <= names
