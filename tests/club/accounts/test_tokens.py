"""Tokens that end soon: their owners are told in time."""

from datetime import timedelta
from smtplib import SMTPServerDisconnected
from typing import Any

import pytest
from django.core import mail
from django.core.mail import EmailMessage
from django.utils import timezone

from club.accounts.sessions import warn_of_token_ends
from club.models import DeviceToken, RoleKind, User
from tests.evening import a_club, an_officer, signed_in

pytestmark = pytest.mark.django_db


@pytest.fixture
def user() -> User:
    return an_officer(a_club(), RoleKind.REFEREE, email="ada@example.org")


def a_token(user: User, *, days_old: int, days_left: int) -> DeviceToken:
    device, _token = DeviceToken.objects.create(user=user, name="Proiettore")
    device.created, device.expiry = (
        timezone.now() - timedelta(days=days_old),
        timezone.now() + timedelta(days=days_left),
    )
    device.save()
    return device


def test_a_token_at_the_end_of_its_year_is_told_once_and_needs_another_one(user: User) -> None:
    a_token(user, days_old=355, days_left=10)
    warn_of_token_ends()
    warn_of_token_ends()
    (letter,) = mail.outbox
    assert letter.to == ["ada@example.org"]
    assert letter.subject == "Il gettone «Proiettore» finisce fra 10 giorni"
    assert "prima di quel giorno fanne un altro" in letter.body
    assert "poi ci vuole un gettone nuovo" in signed_in(user).get("/accesso/gettoni/").content.decode()


def test_a_token_that_nobody_uses_is_told_and_use_is_enough(user: User) -> None:
    a_token(user, days_old=80, days_left=10)
    warn_of_token_ends()
    assert "basta che il programma lo usi" in mail.outbox[0].body
    assert "se non si usa" in signed_in(user).get("/accesso/gettoni/").content.decode()


def test_tokens_that_last_or_are_over_are_not_told(user: User) -> None:
    a_token(user, days_old=10, days_left=80)
    a_token(user, days_old=91, days_left=-1)
    warn_of_token_ends()
    assert mail.outbox == []


def test_a_letter_that_the_mail_server_refuses_is_sent_next_time(
    user: User, monkeypatch: pytest.MonkeyPatch
) -> None:
    def refuses(*_args: Any, **_options: Any) -> int:
        raise SMTPServerDisconnected

    a_token(user, days_old=80, days_left=10)
    with monkeypatch.context() as patched:
        patched.setattr(EmailMessage, "send", refuses)
        warn_of_token_ends()
    warn_of_token_ends()
    assert len(mail.outbox) == 1
