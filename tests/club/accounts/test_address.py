"""Changing the address one enters with: nothing happens until a letter sent there is read."""

import re

import pytest
from django.core import mail
from django.test import Client

from club.accounts import addresses
from club.errors import ClubError
from club.models import RoleKind, User
from tests.club.accounts.entering import PASSWORD, by_password, said, surely
from tests.evening import a_club, an_officer

pytestmark = pytest.mark.django_db

NEW = "nuovo@example.org"


@pytest.fixture
def user() -> User:
    return an_officer(a_club(), RoleKind.REFEREE, email="vecchio@example.org")


def asked(client: Client, email: str = NEW) -> str:
    """Asks for the change; answers with what the page says."""
    return said(client.post("/accesso/indirizzo/", {"email": email}, follow=True))


def link() -> str:
    return re.findall(r"http://testserver(/accesso/indirizzo/\S+)", mail.outbox[-1].body)[0]


def test_the_address_changes_when_its_letter_is_read_and_the_old_one_is_told(user: User) -> None:
    client = surely(user)
    assert f"Abbiamo scritto a {NEW}" in asked(client)
    assert mail.outbox[-1].to == [NEW]
    user.refresh_from_db()
    assert user.email == "vecchio@example.org", "not yet"
    assert NEW in said(client.get(link()))
    client.post(link())
    user.refresh_from_db()
    assert user.email == NEW
    assert mail.outbox[-1].to == ["vecchio@example.org"]
    assert Client().login(email=NEW, password=PASSWORD)
    assert not Client().login(email="vecchio@example.org", password=PASSWORD)


def test_the_old_address_opens_nothing_any_more(user: User) -> None:
    client = surely(user)
    Client().post("/accesso/password/reset/", {"email": user.email})
    old_key = re.findall(r"http://testserver(/accesso/password\S+)", mail.outbox[-1].body)[0]
    asked(client)
    client.post(link())
    assert "non vale più" in said(Client().get(old_key, follow=True))
    sent = len(mail.outbox)
    Client().post("/accesso/password/reset/", {"email": "vecchio@example.org"})
    assert len(mail.outbox) == sent


def test_changing_it_asks_for_the_password_again(user: User) -> None:
    answer = by_password(user).post("/accesso/indirizzo/", {"email": NEW})
    assert answer.headers["Location"].startswith("/accesso/reauthenticate/")
    assert mail.outbox == []


def test_a_letter_that_went_astray_hands_no_account_over(user: User) -> None:
    asked(surely(user))
    finder = by_password(an_officer(a_club("Un altro circolo"), *RoleKind))
    assert Client().post(link()).headers["Location"].startswith("/accesso/login/")
    for method in ("get", "post"):
        answer = getattr(finder, method)(link())
        assert answer.status_code == 409
        assert "di un altro accesso" in said(answer)
    assert not User.objects.filter(email=NEW).exists()


def test_the_page_does_not_tell_who_has_an_account(user: User) -> None:
    taken = an_officer(a_club("Un altro circolo"), RoleKind.OWNER).email
    client = surely(user)
    free, used = asked(client), asked(client, taken)
    assert f"Abbiamo scritto a {NEW}" in free
    assert f"Abbiamo scritto a {taken}" in used
    assert mail.outbox[-1].to == [taken]
    assert "ha già un accesso" in mail.outbox[-1].subject
    assert "/indirizzo/" not in mail.outbox[-1].body


def test_an_address_taken_meanwhile_stays_its_owner_s(user: User) -> None:
    client = surely(user)
    asked(client)
    an_officer(a_club("Un altro circolo"), RoleKind.OWNER, email=NEW)
    answer = client.post(link())
    assert answer.status_code == 409
    assert "è già l'indirizzo di un altro accesso" in said(answer)


def test_the_link_serves_once_and_cannot_be_altered(user: User) -> None:
    client = surely(user)
    asked(client)
    at = link()
    assert client.get(f"{at[:-4]}xxx/").status_code == 409
    client.post(at)
    answer = client.post(at)
    assert answer.status_code == 409
    assert "già servito" in said(answer)


def test_the_link_is_good_for_a_day(user: User, monkeypatch: pytest.MonkeyPatch) -> None:
    word = addresses.change_token(user, NEW)
    monkeypatch.setattr(addresses, "VALID_SECONDS", -1)
    with pytest.raises(ClubError, match="più di un giorno"):
        addresses.requested_change(word, user)


def test_asking_twice_in_a_row_sends_one_letter(user: User) -> None:
    client = surely(user)
    asked(client)
    asked(client)
    assert [letter.to for letter in mail.outbox] == [[NEW]]


@pytest.mark.parametrize("email", ["", "vecchio@example.org", "senza chiocciola"])
def test_what_is_no_new_address_is_sent_back(user: User, email: str) -> None:
    assert surely(user).post("/accesso/indirizzo/", {"email": email}).status_code == 422
