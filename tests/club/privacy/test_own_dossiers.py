"""One's own dossier, taken with an account: a letter opens it, a name and an address do not."""

import re
import time
from typing import Any

import pytest
from django.core import mail
from django.test import Client

from club.models import Club, Look, Person, RoleKind, User
from club.privacy import dossier
from tests.club.privacy.test_dossier import told
from tests.club.register.book import a_person
from tests.evening import a_club, an_officer, signed_in

DATA = "/accesso/dati/"


def an_account(email: str, first_name: str, last_name: str) -> Client:
    user = User.objects.create_user(email, "x", first_name=first_name, last_name=last_name)
    return signed_in(user)


def link(client: Client) -> str:
    """The link in the letter that this account asks for."""
    client.post(DATA)
    found = re.search(r"https?://[^/]+(/accesso/dati/apri/\S+)", mail.outbox[-1].body)
    assert found
    return found[1]


def opened(client: Client) -> Client:
    assert client.get(link(client)).status_code == 302
    return client


def words(answer: Any) -> str:
    return str(answer.content.decode())


def test_name_and_address_alone_open_nothing_and_show_no_club(club: Club, mario: Person) -> None:
    own = an_account("mario@example.org", "Mario", "Rossi")
    assert club.name not in words(own.get(DATA))
    answer = own.get(f"{DATA}{club.slug}.json")
    assert (answer.status_code, answer["Location"]) == (302, DATA)


def test_the_letters_link_opens_the_own_file_and_nobody_elses(club: Club, mario: Person) -> None:
    own = opened(an_account("Mario@example.org", "Màrio", "Rossi"))
    assert mail.outbox[-1].to == ["mario@example.org"]
    assert club.name in words(own.get(DATA))
    rows = told(own.get(f"{DATA}{club.slug}.json"))
    assert rows["particulars"][0]["phone"] == "051 999"
    assert not Look.objects.exists(), "one's own look is nobody's"
    assert own.get(f"{DATA}{a_club('Un altro').slug}.json").status_code == 404


@pytest.mark.parametrize(
    ("email", "first_name"),
    [("mario@example.org", "Anna"), ("mario@example.org", ""), ("altro@example.org", "Mario")],
    ids=["a letter that went astray", "an account without a name", "another address"],
)
def test_an_account_that_may_be_somebody_elses_gets_nothing(
    club: Club, mario: Person, email: str, first_name: str
) -> None:
    other = opened(an_account(email, first_name, "Rossi" if first_name else ""))
    assert club.name not in words(other.get(DATA))
    assert other.get(f"{DATA}{club.slug}.json").status_code == 404


def test_an_address_that_a_family_shares_tells_nobody_apart(
    club: Club, secretary: User, mario: Person
) -> None:
    a_person(club, secretary, first_name="Anna", fiscal_code="", email="mario@example.org")
    own = opened(an_account("mario@example.org", "Mario", "Rossi"))
    assert own.get(f"{DATA}{club.slug}.json").status_code == 404


def test_an_owner_who_types_the_name_of_another_clubs_member_reads_nothing(club: Club, mario: Person) -> None:
    """The account's address is what was typed when a club was made: no letter has proved it."""
    elsewhere = an_officer(a_club("Un altro circolo"), *RoleKind, email="mario@example.org")
    User.objects.filter(pk=elsewhere.pk).update(first_name="Mario", last_name="Rossi")
    client = signed_in(elsewhere)
    assert club.name not in words(client.get(DATA))
    assert client.get(f"{DATA}{club.slug}.zip").status_code == 302


def test_a_link_opens_for_its_account_alone_and_only_in_that_session(club: Club, mario: Person) -> None:
    own = an_account("mario@example.org", "Mario", "Rossi")
    here = link(own)
    other = an_account("altro@example.org", "Mario", "Rossi")
    for client, where in ((other, here), (own, f"{DATA}apri/forged/")):
        answer = client.get(where)
        assert answer.status_code == 409
        assert "chiedine uno nuovo" in words(answer)
    opened(own)
    elsewhere = signed_in(User.objects.get(email="mario@example.org"))
    assert elsewhere.get(f"{DATA}{club.slug}.json").status_code == 302


def test_the_files_close_after_an_hour_and_with_a_change_of_address(club: Club, mario: Person) -> None:
    own = opened(an_account("mario@example.org", "Mario", "Rossi"))
    session = own.session
    proved, at = session[dossier.OPENED]
    session[dossier.OPENED] = [proved, int(time.time()) - dossier.OPEN_SECONDS]
    session.save()
    assert own.get(f"{DATA}{club.slug}.json").status_code == 302
    session[dossier.OPENED] = [proved, at]
    session.save()
    assert own.get(f"{DATA}{club.slug}.json").status_code == 200
    User.objects.filter(email="mario@example.org").update(email="nuovo@example.org")
    assert own.get(f"{DATA}{club.slug}.json").status_code == 302


def test_who_is_not_signed_in_opens_no_link(club: Club, mario: Person) -> None:
    here = link(an_account("mario@example.org", "Mario", "Rossi"))
    answer = Client().get(here)
    assert answer.status_code == 302
    assert "login" in answer["Location"]
