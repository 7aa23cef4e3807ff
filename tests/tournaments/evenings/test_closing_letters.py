"""The letter to officers when an evening is closed: the heads of its log and of the club's."""

from pathlib import Path
from smtplib import SMTPServerDisconnected
from unittest.mock import patch

import pytest
from django.core import mail
from pytest_django import Settings

from club.history.heads import heads_in
from club.models import Club, RoleKind, User
from tests.club.history.test_heads import key_file
from tests.evening import JURY, a_round, a_tournament, an_officer, settle
from tournaments import log
from tournaments.actors import Actor
from tournaments.evenings import lifecycle
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
