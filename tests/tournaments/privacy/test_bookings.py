"""What a person wrote from a phone is among what the club knows of that person, and goes with the person."""

from typing import Any

import pytest

from club.models import Club, Particulars, Person, RoleKind
from club.privacy.redacting import Words
from tests.evening import JURY, a_club, an_officer
from tests.tournaments.bookings.scene import an_open_evening, book
from tournaments.bookings import arriving
from tournaments.privacy import anonymising, parts

pytestmark = pytest.mark.django_db
(BOOKINGS,) = (part for part in parts.PARTS if part.key == "bookings")


@pytest.fixture
def club() -> Club:
    return a_club()


def with_address(club: Club, email: str) -> Person:
    person = Person.objects.create(club=club, last_name="Rossi", first_name="Gilda")
    Particulars.objects.create(person=person, email=email)
    return person


def told(person: Person) -> list[dict[str, Any]]:
    return [{each.key: each.value(row) for each in BOOKINGS.tells} for row in BOOKINGS.rows(person)]


def test_by_the_address_it_is_the_person_s_own(club: Club) -> None:
    person = with_address(club, "gilda@example.org")
    book(an_open_evening(club), "Rosi Gilda", "Verdi Ugo", email="Gilda@example.org", phone="051 987 654")
    (row,) = told(person)
    assert (row["email"], row["phone"]) == ("gilda@example.org", "051 987 654")
    assert row["names"] == "Rosi Gilda – Verdi Ugo"


def test_a_partner_reads_of_it_but_not_the_other_s_address(club: Club) -> None:
    evening = an_open_evening(club)
    booking = book(evening, "Verdi Ugo", "Neri Ada", phone="051 987 654")
    entry = arriving.accept(evening.pk, booking.number, present=True, by=JURY)
    for player in entry.players.all():
        (row,) = told(player.person)
        assert (row["tournament"], row["email"], row["phone"]) == (evening.name, "", "")


def test_in_another_club_the_same_address_is_somebody_else(club: Club) -> None:
    book(an_open_evening(a_club("Altro circolo")), "Rossi Gilda", "Verdi Ugo", email="gilda@example.org")
    assert told(with_address(club, "gilda@example.org")) == []


def test_it_goes_with_the_person_and_no_other_does(club: Club) -> None:
    evening, person = an_open_evening(club), with_address(club, "gilda@example.org")
    book(evening, "Rossi Gilda", "Verdi Ugo", email="gilda@example.org")
    book(evening, "Neri Ada", "Gallo Ivo")
    owner = an_officer(club, RoleKind.OWNER)
    anonymising.anonymise(person, Words(person, "Persona cancellata n. 1"), owner)
    assert [booking.last_name for booking in evening.bookings.all()] == ["Neri"]
