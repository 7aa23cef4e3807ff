"""What a person wrote from a phone is among what the club knows of that person, and goes with the person."""

from datetime import date, timedelta
from typing import Any
from uuid import uuid4

import pytest
from django.utils import timezone

from club.models import Club, NoticeVersion, Particulars, Person, RoleKind
from club.privacy.redaction import NameRedactor
from tests.evening import JURY, a_club, an_officer
from tests.tournaments.entries.bookings.scene import an_open_evening, book
from tournaments.entries.bookings import acceptance, partners
from tournaments.models import Tournament
from tournaments.privacy import anonymising, parts

pytestmark = pytest.mark.django_db
(BOOKINGS,) = (part for part in parts.PARTS if part.key == "bookings")


def with_address(club: Club, email: str) -> Person:
    person = Person.objects.create(club=club, last_name="Rossi", first_name="Gilda")
    Particulars.objects.create(person=person, email=email)
    return person


def told(person: Person) -> list[dict[str, Any]]:
    return [{each.key: each.value(row) for each in BOOKINGS.fields} for row in BOOKINGS.rows(person)]


def test_by_the_address_it_is_the_person_s_own(club: Club) -> None:
    person = with_address(club, "gilda@example.org")
    book(an_open_evening(club), "Rosi Gilda", "Verdi Ugo", email="Gilda@example.org", phone="051 987 654")
    (row,) = told(person)
    assert (row["email"], row["phone"]) == ("gilda@example.org", "051 987 654")
    assert row["names"] == "Rosi Gilda – Verdi Ugo"


def test_a_partner_reads_of_it_but_not_the_other_s_address(club: Club) -> None:
    evening = an_open_evening(club)
    booking = book(evening, "Verdi Ugo", "Neri Ada", phone="051 987 654")
    entry = acceptance.accept(evening.pk, booking.number, present=True, by=JURY)
    for player in entry.players.all():
        (row,) = told(player.person)
        assert (row["tournament"], row["email"], row["phone"]) == (evening.name, "", "")


def test_each_reads_the_version_that_they_agreed_to_and_the_partner_none(club: Club) -> None:
    at = timezone.now()
    NoticeVersion.objects.create(
        club=club,
        number=1,
        published_on=date(2026, 3, 1),
        italian="Trattiamo.",
        english="We keep.",
        at=at,
        by_name="",
        key=uuid4(),
    )
    evening = an_open_evening(club)
    booking = book(evening, "Verdi Ugo", "Neri Ada")
    entry = acceptance.accept(evening.pk, booking.number, present=True, by=JURY)
    (ugo,), (ada,) = (told(each.person) for each in entry.players.order_by("position"))
    assert ugo["notice"] == "versione 1, in vigore dal 1/3/2026"
    assert "usa nomi, e-mail e telefono" in ugo["notice_words"]
    assert ugo["notice_accepted_at"] == booking.notice_accepted_at
    assert (ada["notice_accepted_at"], ada["notice"], ada["notice_words"]) == (None, "", "")
    assert (ugo["written_by"], ada["written_by"]) == ("questa persona", "chi gioca in coppia con lei")


def test_of_two_who_were_joined_each_reads_their_own_and_takes_away_their_own(club: Club) -> None:
    evening = an_open_evening(club)
    pio, zoe = book(evening, "Serra Pio"), book(evening, "Longo Zoe")
    partners.join(evening.pk, pio.number, zoe.number, by=JURY)
    entry = acceptance.accept(evening.pk, pio.number, present=True, by=JURY)
    first, second = (each.person for each in entry.players.order_by("position"))
    assert [row["written_by"] for row in told(first)] == ["questa persona"]
    assert [row["written_by"] for row in told(second)] == ["chi gioca in coppia con lei", "questa persona"]
    owner = an_officer(club, RoleKind.OWNER)
    anonymising.anonymise(first, NameRedactor(first, "Persona cancellata n. 1"), owner)
    assert [booking.last_name for booking in evening.bookings.all()] == ["Longo"]


@pytest.mark.parametrize("gone", ["Serra", "Longo"])
def test_whom_one_was_joined_to_keeps_no_name_and_looks_again(club: Club, gone: str) -> None:
    evening, person = an_open_evening(club), with_address(club, f"{gone.lower()}@example.org")
    pio, zoe = book(evening, "Serra Pio"), book(evening, "Longo Zoe")
    partners.join(evening.pk, pio.number, zoe.number, by=JURY)
    anonymising.anonymise(
        person, NameRedactor(person, "Persona cancellata n. 1"), an_officer(club, RoleKind.OWNER)
    )
    left = evening.bookings.get()
    assert left.last_name != gone
    assert (left.partner_name, left.looks_for_partner, left.has_place) == ("", True, False)
    assert left.letters.filter(kind="split").count() == 1
    assert gone not in str(left.letters.filter(kind="split").get().facts)


@pytest.mark.parametrize("days", [3, 0])
def test_of_a_coppia_joined_and_entered_each_can_be_erased(club: Club, days: int) -> None:
    evening = an_open_evening(club)
    pio, zoe = book(evening, "Serra Pio"), book(evening, "Longo Zoe")
    partners.join(evening.pk, pio.number, zoe.number, by=JURY)
    entry = acceptance.accept(evening.pk, pio.number, present=True, by=JURY)
    over = {"date": timezone.localdate() - timedelta(days=days), "closed_at": timezone.now()}
    Tournament.objects.filter(pk=evening.pk).update(**over)
    first, second = (each.person for each in entry.players.order_by("position"))
    owner = an_officer(club, RoleKind.OWNER)
    anonymising.anonymise(second, NameRedactor(second, "Persona cancellata n. 1"), owner)
    left = evening.bookings.get()
    assert (left.last_name, left.partner_name, left.entry) == ("Serra", "", entry)
    assert not left.letters.filter(kind="split").exists(), "the evening is over"
    anonymising.anonymise(first, NameRedactor(first, "Persona cancellata n. 2"), owner)
    assert not evening.bookings.exists()


def test_who_shares_the_address_of_somebody_erased_keeps_the_entry_alone_and_is_told(club: Club) -> None:
    evening, gilda = an_open_evening(club, places=1), with_address(club, "casa@example.org")
    booking = book(evening, "Verdi Ugo", "Rossi Gilda", email="casa@example.org")
    anonymising.anonymise(
        gilda, NameRedactor(gilda, "Persona cancellata n. 1"), an_officer(club, RoleKind.OWNER)
    )
    left = evening.bookings.get()
    assert (left.pk, left.names) == (booking.pk, "Verdi Ugo")
    assert (left.looks_for_partner, left.has_place, left.is_confirmed) == (True, False, True)
    assert [letter.facts for letter in left.letters.filter(kind="split")] == [{"name": "Il tuo compagno"}]


def test_no_letter_to_others_goes_on_saying_the_name(club: Club) -> None:
    evening, person = an_open_evening(club), with_address(club, "serra@example.org")
    pio, zoe = book(evening, "Serra Pio"), book(evening, "Longo Zoe")
    partners.propose(pio.pk, zoe.number, "Sono Pio Serra")
    partners.propose(book(evening, "Neri Ada").pk, zoe.number, "Sono Ada")
    anonymising.anonymise(
        person, NameRedactor(person, "Persona cancellata n. 1"), an_officer(club, RoleKind.OWNER)
    )
    told = [letter.facts["name"] for letter in zoe.letters.filter(kind="proposal")]
    assert told == ["Neri Ada"]


def test_of_an_evening_that_is_over_nobody_is_written_to(club: Club) -> None:
    evening, person = an_open_evening(club), with_address(club, "longo@example.org")
    pio, zoe = book(evening, "Serra Pio"), book(evening, "Longo Zoe")
    partners.join(evening.pk, pio.number, zoe.number, by=JURY)
    Tournament.objects.filter(pk=evening.pk).update(date=timezone.localdate() - timedelta(days=3))
    anonymising.anonymise(
        person, NameRedactor(person, "Persona cancellata n. 1"), an_officer(club, RoleKind.OWNER)
    )
    left = evening.bookings.get()
    assert (left.last_name, left.partner_name) == ("Serra", "")
    assert not left.letters.filter(kind="split").exists()


def test_in_another_club_the_same_address_is_somebody_else(club: Club) -> None:
    book(an_open_evening(a_club("Altro circolo")), "Rossi Gilda", "Verdi Ugo", email="gilda@example.org")
    assert told(with_address(club, "gilda@example.org")) == []


def test_it_goes_with_the_person_and_no_other_does(club: Club) -> None:
    evening, person = an_open_evening(club), with_address(club, "gilda@example.org")
    book(evening, "Rossi Gilda", "Verdi Ugo", email="gilda@example.org")
    book(evening, "Neri Ada", "Gallo Ivo")
    owner = an_officer(club, RoleKind.OWNER)
    anonymising.anonymise(person, NameRedactor(person, "Persona cancellata n. 1"), owner)
    assert [booking.last_name for booking in evening.bookings.all()] == ["Neri"]
