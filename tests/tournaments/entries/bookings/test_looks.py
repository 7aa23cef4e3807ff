"""The addresses of who entered from a phone are looked at by officers, and it is written by whom."""

from datetime import timedelta

import pytest
from django.utils import timezone

from club.models import Club, Look, Particulars, Person, RoleKind, User
from club.register import people
from tests.evening import JURY, an_officer, signed_in
from tests.tournaments.entries.bookings.scene import an_open_evening, ask, book
from tournaments.entries.bookings import acceptance, partners
from tournaments.evenings import lifecycle
from tournaments.models import Tournament

pytestmark = pytest.mark.usefixtures("commits")


@pytest.fixture
def evening(club: Club) -> Tournament:
    return an_open_evening(club)


@pytest.fixture
def organiser(club: Club) -> User:
    return an_officer(club, RoleKind.ORGANISER)


def opened(organiser: User, evening: Tournament, *, times: int = 1, at: str = "telefono/") -> None:
    client = signed_in(organiser)
    for _time in range(times):
        assert client.get(f"/t/{evening.code}/iscrizioni/{at}").status_code == 200


@pytest.mark.parametrize("at", ["", "telefono/"])
def test_whoever_opens_the_list_has_looked_at_each_once_a_day(
    evening: Tournament, organiser: User, at: str
) -> None:
    book(evening, "Rossi Mario", "Bianchi Anna")
    ask(evening, "Verdi Ugo", "Neri Ada")
    pio, zoe = book(evening, "Serra Pio"), book(evening, "Longo Zoe")
    partners.join(evening.pk, pio.number, zoe.number, by=JURY)
    opened(organiser, evening, times=3, at=at)
    looks = Look.objects.order_by("whose")
    assert [look.whose[-5:] for look in looks] == ["n. 1)", "n. 2)", "n. 3)", "n. 4)"]
    assert {(look.officer, look.page, look.person) for look in looks} == {(organiser, "bookings", None)}
    assert not any(name in look.whose for look in looks for name in ("Rossi", "Verdi", "example.org"))


def test_of_who_is_known_by_name_and_address_it_is_a_look_at_that_person(
    club: Club, evening: Tournament, organiser: User
) -> None:
    def known(name: str, email: str) -> Person:
        person = people.add(club, last_name="Rossi", first_name=name)
        Particulars.objects.create(person=person, email=email)
        return person

    mario, anna = known("Mario", "Rossi@example.org"), known("Anna", "altra@example.org")
    book(evening, "Rossi Mario", "Rossi Anna")
    book(evening, "Rossi Ivo", "Verdi Ugo", email="altra@example.org")
    opened(organiser, evening)
    assert (mario.looks.count(), anna.looks.count(), Look.objects.count()) == (1, 0, 2)


def test_a_guest_made_of_it_reads_who_looked_before(evening: Tournament, organiser: User) -> None:
    booking = book(evening, "Rossi Mario", "Bianchi Anna")
    opened(organiser, evening)
    lifecycle.change(evening.pk, by=JURY, name="Torneo di Natale")
    entry = acceptance.accept(evening.pk, booking.number, present=True, by=JURY)
    told = {
        each.person.last_name: each.person.looks.count() for each in entry.players.select_related("person")
    }
    assert told == {"Rossi": 1, "Bianchi": 0}


def test_the_owner_reads_of_which_evening_they_were_and_no_name(
    club: Club, evening: Tournament, organiser: User
) -> None:
    book(evening, "Rossi Mario", "Bianchi Anna")
    opened(organiser, evening)
    client = signed_in(an_officer(club, RoleKind.OWNER))
    page = client.get(f"/circoli/{club.slug}/privacy/consultazioni/").content.decode()
    assert f"Torneo di prova, {evening.date:%d/%m/%Y} ({evening.code}, n. 1)" in page
    assert "iscrizioni dal telefono" in page
    assert "Rossi" not in page


def test_an_evening_that_nobody_entered_leaves_no_look(evening: Tournament, organiser: User) -> None:
    opened(organiser, evening)
    assert not Look.objects.exists()


def test_the_next_day_is_another_look(evening: Tournament, organiser: User) -> None:
    book(evening, "Rossi Mario", "Bianchi Anna")
    opened(organiser, evening)
    Look.objects.update(at=timezone.now() - timedelta(days=1))
    opened(organiser, evening)
    assert Look.objects.count() == 2
