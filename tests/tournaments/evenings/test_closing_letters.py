"""The letter to officers when an evening is closed: the heads of its log and of the club's."""

from pathlib import Path
from smtplib import SMTPRecipientsRefused, SMTPServerDisconnected
from unittest.mock import patch

import pytest
from celery.exceptions import Retry
from django.core import mail
from pytest_django import Settings

from club.history.hash_chain import heads_in
from club.models import Club, RoleKind, User
from tests.club.history.test_heads import key_file
from tests.evening import JURY, a_round, a_tournament, an_officer, settle
from tournaments import log
from tournaments.actors import Actor
from tournaments.evenings import lifecycle
from tournaments.evenings.closing_letters import send_closing_letters
from tournaments.models import Tournament

pytestmark = pytest.mark.usefixtures("commits")


@pytest.fixture
def evening(club: Club) -> Tournament:
    tournament = a_tournament(club)
    settle(tournament, a_round(tournament))
    return tournament


@pytest.fixture
def organiser(club: Club) -> User:
    return an_officer(club, RoleKind.ORGANISER)


def test_owners_and_organisers_get_the_heads_of_the_log(
    evening: Tournament, owner: User, organiser: User, treasurer: User
) -> None:
    lifecycle.close(evening.pk, by=Actor.officer(organiser))
    assert sorted(letter.to for letter in mail.outbox) == sorted([[owner.email], [organiser.email]])
    head = log.head(evening)
    text = str(mail.outbox[0].body)
    assert head.printed in text
    lines = "\n".join(line for line in text.splitlines() if line.startswith("{"))
    assert head in list(heads_in(lines))
    assert [each.log for each in heads_in(lines)] == [head.log, f"club/{evening.club.slug}"]


def test_a_referee_who_closes_the_evening_gets_it_too(evening: Tournament, club: Club) -> None:
    referee = an_officer(club, RoleKind.REFEREE)
    lifecycle.close(evening.pk, by=Actor.officer(referee))
    assert [letter.to for letter in mail.outbox] == [[referee.email]]


def test_with_a_key_the_lines_are_signed(
    evening: Tournament, organiser: User, settings: Settings, tmp_path: Path
) -> None:
    settings.LOG_SIGNING_KEY = str(key_file(tmp_path))
    lifecycle.close(evening.pk, by=Actor.officer(organiser))
    text = str(mail.outbox[0].body)
    [head, *_others] = heads_in("\n".join(line for line in text.splitlines() if line.startswith("{")))
    assert head.is_signed_by(text.split("la chiave pubblica è ")[1].split()[0])


def test_nobody_gets_a_letter_about_a_demo_or_from_the_program(evening: Tournament, organiser: User) -> None:
    lifecycle.close(evening.pk, by=Actor.officer(organiser), sends_letters=False)
    lifecycle.reopen(evening.pk, by=JURY, reason="Un errore")
    lifecycle.close(evening.pk, by=JURY)
    assert mail.outbox == []


def test_an_evening_is_closed_even_where_no_letter_leaves(evening: Tournament, organiser: User) -> None:
    with patch.object(
        mail.get_connection().__class__, "send_messages", side_effect=SMTPServerDisconnected("via")
    ):
        lifecycle.close(evening.pk, by=Actor.officer(organiser))
    evening.refresh_from_db()
    assert evening.closed_at is not None


def test_letters_that_have_left_are_not_sent_again_with_the_others(
    evening: Tournament, owner: User, organiser: User, settings: Settings
) -> None:
    settings.CELERY_TASK_ALWAYS_EAGER = False
    lifecycle.close(evening.pk, by=JURY)
    sent_by = mail.get_connection().__class__.send_messages
    left: list[str] = []

    def until_the_server_is_gone(self: object, letters: list[mail.EmailMessage]) -> int:
        if left:
            raise SMTPServerDisconnected("via")
        left.extend(letters[0].to)
        return int(sent_by(self, letters))

    with (
        patch.object(mail.get_connection().__class__, "send_messages", until_the_server_is_gone),
        patch.object(send_closing_letters, "retry", side_effect=Retry()) as again,
        pytest.raises(Retry),
    ):
        send_closing_letters(evening.pk, organiser.pk)
    [[rest], _options] = again.call_args
    send_closing_letters(*rest)
    assert sorted(letter.to[0] for letter in mail.outbox) == sorted([owner.email, organiser.email])


def test_a_wrong_address_keeps_no_letter_from_the_others(
    evening: Tournament, owner: User, organiser: User
) -> None:
    sent_by = mail.get_connection().__class__.send_messages

    def refusing(self: object, letters: list[mail.EmailMessage]) -> int:
        if letters[0].to == [organiser.email]:
            raise SMTPRecipientsRefused({})
        return int(sent_by(self, letters))

    with patch.object(mail.get_connection().__class__, "send_messages", refusing):
        lifecycle.close(evening.pk, by=Actor.officer(organiser))
    assert [letter.to for letter in mail.outbox] == [[owner.email]]


def test_a_slow_mail_server_makes_no_other_worker_send_them_too() -> None:
    assert send_closing_letters.acks_late is False
