"""The sample evening of a club: made on a page, tried, and thrown away with every row."""

import pytest
from django.apps import apps
from django.db import IntegrityError, transaction
from django.test import Client
from django.urls import reverse

from club.models import Club, ClubLogEntry, SampleClub, SampleRemoval, User
from tests.evening import a_tournament, signed_in
from tournaments.demo import sample
from tournaments.models import Deal, LogEntry, Tournament

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("commits")]


@pytest.fixture
def desk(owner: User) -> Client:
    return signed_in(owner)


def _rows() -> dict[str, int]:
    """The rows of every table of ours. Counters of attempts and sessions come and go with requests."""
    passing = {"sessions.session", "club.attemptcounter", "usersessions.usersession", "club.storedanswer"}
    models = [model for model in apps.get_models() if model._meta.label_lower not in passing]
    return {model._meta.label: model._base_manager.count() for model in models if model._meta.managed}


def _made(club: Club, desk: Client) -> Tournament:
    answer = desk.post(reverse("sample_evening", args=[club.slug]))
    made = SampleClub.objects.get(made_for=club).club.tournaments.get()
    assert answer.headers["Location"] == reverse("rounds", args=[made.code])
    return made


def test_it_is_an_evening_under_way_that_its_owner_runs(club: Club, desk: Client):
    made = _made(club, desk)
    assert made.entries.count() == sample.PAIRS
    written = Deal.objects.filter(match__round__tournament=made).count()
    assert 0 < written < 4 * 4
    assert desk.get(reverse("rounds", args=[made.code])).status_code == 200
    assert "Buttalo via" in desk.get(reverse("club_desk", args=[made.club.slug])).content.decode()


def test_a_second_tap_makes_no_second_one(club: Club, desk: Client):
    assert _made(club, desk) == _made(club, desk)
    assert SampleClub.objects.count() == 1


def test_nobody_meets_it_in_the_calendar_or_at_the_way_in(club: Club, desk: Client, client: Client):
    made = _made(club, desk)
    assert made.name not in client.get(reverse("home")).content.decode()
    assert desk.get(reverse("desk")).headers["Location"] == reverse("club_desk", args=[club.slug])


def test_thrown_away_it_leaves_nothing_and_touches_nothing_else(club: Club, desk: Client):
    a_tournament(club, pairs=4)
    before = _rows()
    made = _made(club, desk)
    desk.post(reverse("settle", args=[made.code, 1]))
    assert LogEntry.objects.filter(tournament=made).exists()
    answer = desk.post(reverse("throw_sample_away", args=[club.slug]), follow=True)
    assert "buttata via" in answer.content.decode()
    assert _rows() == before
    again = desk.post(reverse("throw_sample_away", args=[club.slug]), follow=True)
    assert "non c&#x27;è già più" in again.content.decode()
    assert _rows() == before


def test_the_database_still_keeps_every_other_log(club: Club, desk: Client):
    tournament = a_tournament(club, pairs=4)
    _made(club, desk)
    sample.throw_away(club)
    assert not SampleRemoval.objects.exists()
    for rows in (tournament.log.all(), ClubLogEntry.objects.filter(club=club)):
        if rows.exists():
            with pytest.raises(IntegrityError, match="a log is never edited"), transaction.atomic():
                rows.delete()


def test_a_sample_has_no_sample(club: Club, desk: Client):
    made = _made(club, desk)
    here = reverse("sample_evening", args=[made.club.slug])
    assert desk.get(here).headers["Location"] == reverse("sample_evening", args=[club.slug])
    assert desk.post(here).headers["Location"] == reverse("sample_evening", args=[club.slug])
    assert SampleClub.objects.count() == 1
