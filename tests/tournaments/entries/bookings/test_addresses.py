"""By the address of a booking only its own mailbox is known, on PostgreSQL too."""

import pytest

from club.models import Club, Particulars, Person
from tests.evening import JURY
from tests.tournaments.entries.bookings.scene import an_open_evening, ask, book
from tournaments.entries.bookings import acceptance, confirmations
from tournaments.errors import TournamentError
from tournaments.privacy.parts import bookings_of, own_bookings

pytestmark = pytest.mark.django_db

ALIKE = [
    ("mario@gmail.com", "mario@gmaıl.com"),
    ("ilario@example.org", "ılario@example.org"),
    ("mario@strasse.de", "mario@straße.de"),
]
SAME = [
    ("Mario@Example.org", "mario@example.org"),
    ("mario@münchen.de", "mario@xn--mnchen-3ya.de"),
]


def with_address(club: Club, email: str) -> Person:
    person = Person.objects.create(club=club, last_name="Rossi", first_name="Mario")
    Particulars.objects.create(person=person, email=email)
    return person


@pytest.mark.parametrize(("theirs", "alike"), ALIKE)
def test_nobody_reads_or_takes_away_a_booking_of_an_address_that_looks_alike(
    club: Club, theirs: str, alike: str
) -> None:
    evening = an_open_evening(club)
    own, other = with_address(club, theirs), with_address(club, alike)
    booking = ask(evening, "Verdi Ugo", "Neri Ada", email=theirs)
    assert list(bookings_of(own, theirs)) == [booking]
    assert not bookings_of(other, alike).exists()
    assert acceptance.has_address(theirs, booking)
    assert not acceptance.has_address(alike, booking)


@pytest.mark.parametrize(("written", "entered"), SAME)
def test_one_s_own_booking_is_found_however_the_address_is_written(
    club: Club, written: str, entered: str
) -> None:
    person = with_address(club, written)
    ask(an_open_evening(club), "Verdi Ugo", "Neri Ada", email=entered)
    (row,) = own_bookings(person)
    assert row.is_own


@pytest.mark.parametrize(("first", "again"), SAME)
def test_one_mailbox_enters_an_evening_once(club: Club, first: str, again: str) -> None:
    evening = an_open_evening(club)
    ask(evening, "Verdi Ugo", "Neri Ada", email=first)
    other = book(evening, "Gallo Ivo", "Costa Lia", email="gallo@example.org")
    with pytest.raises(TournamentError, match="Verdi Ugo"):
        confirmations.readdress(other.pk, again, by=JURY)
