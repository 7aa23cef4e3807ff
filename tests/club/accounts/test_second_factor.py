"""An app's codes and the recovery codes: added, asked for, used once, taken away."""

import io
import re

import pytest
from allauth.mfa.models import Authenticator
from allauth.mfa.utils import decrypt
from django.core import mail
from django.core.management import CommandError, call_command
from django.test import Client
from pytest_django import Settings

from club.models import DeviceToken, RoleKind, User
from tests.club.accounts.entering import PASSWORD, SECRET, by_password, code, is_in, said, surely, with_app
from tests.evening import a_club, an_officer

pytestmark = pytest.mark.django_db

AT = "/accesso/secondo-fattore/"


@pytest.fixture
def user() -> User:
    return an_officer(a_club(), RoleKind.REFEREE)


def asked_for_code(user: User) -> Client:
    client = by_password(user)
    assert not is_in(client), "the password alone does not open the account"
    return client


def recovery_codes(client: Client) -> list[str]:
    return re.findall(r"<code>(\d+)</code>", said(client.get(f"{AT}recovery-codes/")))


@pytest.mark.usefixtures("commits")  # the letter and the closing follow the commit
def test_the_app_is_added_with_a_code_it_shows_and_brings_recovery_codes(user: User) -> None:
    client = surely(user)
    answer = client.get(f"{AT}totp/activate/")
    assert "no-store" in answer.headers["Cache-Control"], "the key stays in no browser"
    page = said(answer)
    secret = re.findall(r'<code class="key">(\w+)</code>', page)[0]
    assert f"otpauth://totp/{user.email.replace('@', '%40')}?secret={secret}&amp;issuer=Criccone" in page

    wrong = client.post(f"{AT}totp/activate/", {"code": "12345x"})
    assert "Il codice non è quello" in said(wrong)
    client.post(f"{AT}totp/activate/", {"code": code(secret)})

    assert len(recovery_codes(client)) == 10
    assert "App con i codici aggiunta" in mail.outbox[-1].subject
    assert "Se non sei stato tu" in mail.outbox[-1].body


def test_adding_a_factor_asks_who_it_is_first(user: User) -> None:
    client = by_password(user)
    for page in ("totp/activate/", "webauthn/add/"):
        answer = client.get(f"{AT}{page}")
        assert answer.headers["Location"].startswith("/accesso/reauthenticate/?next=")
    again = client.post("/accesso/reauthenticate/", {"password": "sbagliata"})
    assert again.status_code == 200, "the page once more"
    assert client.get(f"{AT}totp/activate/").status_code == 302


@pytest.mark.usefixtures("commits")  # the letter and the closing follow the commit
def test_the_first_factor_closes_what_the_password_alone_had_opened(user: User) -> None:
    elsewhere, client = by_password(user), surely(user)
    DeviceToken.objects.create(user=user, name="Telefono")
    page = said(client.get(f"{AT}totp/activate/"))
    client.post(f"{AT}totp/activate/", {"code": code(re.findall(r'"key">(\w+)<', page)[0])})
    assert is_in(client)
    assert not is_in(elsewhere)
    assert not DeviceToken.objects.filter(user=user).exists()


def test_with_the_app_the_password_alone_does_not_enter(user: User) -> None:
    client = asked_for_code(with_app(user))
    assert "Secondo fattore" in said(client.get(f"{AT}authenticate/"))
    client.post(f"{AT}authenticate/", {"code": "000000"})
    assert not is_in(client)
    client.post(f"{AT}authenticate/", {"code": code()})
    assert is_in(client)


def test_a_code_enters_once(user: User) -> None:
    with_app(user)
    shown = code()
    first, second = asked_for_code(user), asked_for_code(user)
    for client in (first, second):
        client.post(f"{AT}authenticate/", {"code": shown})
    assert [is_in(client) for client in (first, second)] == [True, False]


def test_a_recovery_code_enters_once(user: User) -> None:
    client = asked_for_code(with_app(user))
    client.post(f"{AT}authenticate/", {"code": code()})
    client.post("/accesso/reauthenticate/", {"password": PASSWORD})
    client.post(f"{AT}recovery-codes/generate/")
    one = recovery_codes(client)[3]
    for enters in (True, False):
        other = asked_for_code(user)
        other.post(f"{AT}authenticate/", {"code": one})
        assert is_in(other) is enters
    assert one not in recovery_codes(client)


def test_guesses_of_a_code_are_counted(user: User) -> None:
    client = asked_for_code(with_app(user))
    for _guess in range(5):
        client.post(f"{AT}authenticate/", {"code": "000000"})
    client.post(f"{AT}authenticate/", {"code": code()})
    assert not is_in(client), "even the right one, for a while"


def test_a_copy_of_the_database_makes_no_codes(user: User, settings: Settings) -> None:
    kept = with_app(user).authenticator_set.get(type="totp")
    assert SECRET not in str(kept.data)
    settings.SECRET_KEY_FALLBACKS, settings.SECRET_KEY = [settings.SECRET_KEY], "un segreto nuovo"
    assert decrypt(kept.data["secret"]) == SECRET, "what the earlier secret sealed is still read"
    settings.SECRET_KEY_FALLBACKS = []
    assert not kept.wrap().validate_code(code()), "without it no code fits, and nothing breaks"


def test_the_app_is_taken_away_and_its_recovery_codes_with_it(user: User) -> None:
    client = asked_for_code(with_app(user))
    client.post(f"{AT}authenticate/", {"code": code()})
    client.post("/accesso/reauthenticate/", {"password": PASSWORD})
    client.post(f"{AT}recovery-codes/generate/")
    client.post(f"{AT}totp/deactivate/")
    assert not Authenticator.objects.filter(user=user).exists()
    assert is_in(by_password(user))


def test_the_terminal_lets_in_who_lost_everything(user: User) -> None:
    client = asked_for_code(with_app(user))
    client.post(f"{AT}authenticate/", {"code": code()})
    told = io.StringIO()
    call_command("drop_second_factor", email=user.email.upper(), stdout=told)
    assert "sola password" in told.getvalue()
    assert not is_in(client), "whoever was in enters again"
    assert is_in(by_password(user))
    for email in (user.email, "nessuno@example.org"):
        with pytest.raises(CommandError, match=email):
            call_command("drop_second_factor", email=email)
