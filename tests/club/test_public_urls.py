"""Which address a letter carries: one that opens at home where there is one, and where not it says so."""

from typing import Any

import pytest
from django.core import mail
from django.core.management import call_command
from django.core.management.base import SystemCheckError
from django.test import Client

from club import public_urls
from club.models import Club, RoleKind
from tests.evening import PASSWORD, an_officer, signed_in
from tests.tournaments.entries.bookings.scene import an_open_evening, form
from tournaments.entries.bookings import links
from tournaments.models import Booking

pytestmark = pytest.mark.usefixtures("commits")
HOME = "https://torneo.example.org"


@pytest.fixture
def organiser(club: Club) -> Client:
    return signed_in(an_officer(club, RoleKind.ORGANISER, RoleKind.OWNER))


def entered(club: Club, **at: str) -> str:
    """The letter of one who has just entered from a phone."""
    evening = an_open_evening(club)
    assert Client(**at).post(f"/t/{evening.code}/iscriviti/", form()).status_code == 303
    return str(mail.outbox[-1].body)


def test_letters_lead_to_the_sites_address_whatever_the_phone_came_by(settings: Any, club: Club) -> None:
    settings.SITE_URL = HOME
    assert f"{HOME}/iscrizione/" in entered(club)


def test_without_one_they_lead_to_the_laptop_on_its_network(settings: Any, club: Club) -> None:
    settings.LAN_ADDRESS, settings.ALLOWED_HOSTS = "192.168.1.20", ["localhost"]
    assert "http://192.168.1.20/iscrizione/" in entered(club, headers={"host": "localhost"})  # type: ignore[arg-type]


def test_an_address_given_later_holds_for_who_entered_before(settings: Any, club: Club) -> None:
    entered(club)
    booking = Booking.objects.get()
    assert links.url(booking).startswith("http://testserver/")
    settings.SITE_URL = HOME
    assert links.url(booking).startswith(f"{HOME}/iscrizione/")


def test_invitations_and_forgotten_passwords_lead_there_too(
    settings: Any, club: Club, organiser: Client
) -> None:
    settings.SITE_URL = HOME
    said = {"email": "nuova@example.org", "name": "Ada", "kinds": ["referee"]}
    organiser.post(f"/circoli/{club.slug}/incarichi/", said)
    owner = an_officer(club, RoleKind.OWNER)
    Client().post("/accesso/password/reset/", {"email": owner.email})
    links_there = [f"{HOME}/" in str(letter.body) for letter in mail.outbox]
    assert links_there == [True, True]
    assert "testserver" not in "".join(str(letter.body) for letter in mail.outbox)
    assert PASSWORD not in str(mail.outbox[-1].body)


@pytest.mark.parametrize("site", ["", HOME])
def test_where_letters_are_turned_on_it_says_which_address_they_carry(
    settings: Any, club: Club, organiser: Client, site: str
) -> None:
    settings.SITE_URL = site
    evening = an_open_evening(club)
    for page in (f"/circoli/{club.slug}/tornei/nuovo/", f"/t/{evening.code}/impostazioni/"):
        text = organiser.get(page).content.decode()
        assert f"I messaggi portano a {site or 'http://testserver'}" in text
        assert ("chi li legge a casa non conferma" in text) is (not site)
    text = organiser.get(f"/t/{evening.code}/iscrizioni/telefono/").content.decode()
    assert ("chi li legge a casa non conferma" in text) is (not site)


@pytest.mark.parametrize(
    ("address", "is_there_only"),
    [
        ("http://192.168.1.20:8000", True),
        ("http://10.0.0.7", True),
        ("http://localhost:8000", True),
        ("http://[::1]:8000", True),
        ("http://portatile.local:8000", True),
        ("http://portatile:8000", True),
        ("http://93.184.216.34", False),
        ("https://torneo.example.org", False),
    ],
)
def test_which_addresses_are_of_the_room_alone(address: str, is_there_only: bool) -> None:
    assert public_urls.is_local_address(address) is is_there_only


@pytest.mark.parametrize(
    "wrong",
    [
        "torneo.example.org",
        "ftp://example.org",
        "https://example.org/torneo",
        "https://example.org?club=1",
        "https://example.org#torneo",
        "https://example.org?",
        "https://example.org#",
        "https://giuria:segreta@example.org",
    ],
)
def test_an_address_that_is_none_is_refused_at_the_start(settings: Any, wrong: str) -> None:
    settings.SITE_URL = wrong
    with pytest.raises(SystemCheckError, match="SITE_URL is no address"):
        call_command("check")
