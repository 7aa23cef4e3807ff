"""A match that moves after its line-ups have opened: both are asked for again, because one has been seen."""

from datetime import timedelta
from typing import Any
from unittest.mock import patch

import pytest
from django.test import Client
from django.urls import reverse
from django.utils import timezone, translation

from tests.evening import a_club, a_round, four_people
from tests.tournaments.championships.played import (
    a_championship,
    before_close,
    drawn,
    give_both,
    players_of,
)
from tournaments.championships import captain_codes, line_ups, match_dates
from tournaments.errors import TournamentError
from tournaments.models import Fixture, Team
from tournaments.text.log_wording import log_lines

pytestmark = pytest.mark.django_db


@pytest.fixture
def fixture(db: None) -> Fixture:
    club = a_club()
    boss = four_people(club).organiser
    return drawn(a_championship(club, boss, of=2), boss)[0]


def four_of(team: Team) -> list[int]:
    return [each.pk for each in players_of(team)[:4]]


def agree(fixture: Fixture, **later: Any) -> None:
    """Both captains move the match by a week, or as `later` says."""
    assert fixture.date
    when = {"on": fixture.date + timedelta(weeks=1), "starts_at": fixture.starts_at, "venue": "", **later}
    match_dates.propose(fixture.pk, fixture.home, **when)
    match_dates.answer(fixture.pk, fixture.away, accepts=True)
    fixture.refresh_from_db()


def of_captain(team: Team) -> str:
    return Client().get(reverse("captain", args=[captain_codes.code_of(team)])).content.decode()


def asked(fixture: Fixture) -> list[dict[str, list[str]]]:
    acts = fixture.championship.club.log.filter(act="fixture.line-ups-asked-again")
    return [act.before or {} for act in acts]


AGAIN = "consegna di nuovo la tua"


def test_a_line_up_seen_alone_is_asked_for_again_with_the_other(fixture: Fixture) -> None:
    """Without this the away captain would answer a line-up that the time had opened."""
    line_ups.give(fixture.pk, fixture.home, four_of(fixture.home), now=before_close(fixture))
    closes_at = fixture.line_ups_close_at
    assert closes_at
    with patch.object(timezone, "now", lambda: closes_at + timedelta(minutes=1)):
        agree(fixture)
        assert not fixture.line_ups.exists()
        assert line_ups.seen_by(fixture, None, timezone.now()) == {}
        names = [each.full_name for each in players_of(fixture.home)[:4]]
        assert asked(fixture) == [{fixture.home.name: names}]
        for team in (fixture.home, fixture.away):
            assert AGAIN in of_captain(team)
        line_ups.give(fixture.pk, fixture.home, four_of(fixture.home))
        assert AGAIN not in of_captain(fixture.home)
        assert AGAIN in of_captain(fixture.away)


def test_another_hour_of_that_day_asks_again_too_while_one_is_missing(fixture: Fixture) -> None:
    line_ups.give(fixture.pk, fixture.home, four_of(fixture.home), now=before_close(fixture))
    closes_at = fixture.line_ups_close_at
    assert closes_at
    with patch.object(timezone, "now", lambda: closes_at + timedelta(minutes=1)):
        agree(fixture, on=fixture.date, starts_at=None)
        assert not fixture.line_ups.exists()


def test_a_secret_line_up_stays(fixture: Fixture) -> None:
    line_ups.give(fixture.pk, fixture.home, four_of(fixture.home), now=before_close(fixture))
    agree(fixture)
    assert fixture.line_ups.count() == 1
    assert asked(fixture) == []
    assert AGAIN not in of_captain(fixture.away)


def test_a_prepared_match_is_called_off_and_prepared_again(fixture: Fixture) -> None:
    first = give_both(fixture)
    agree(fixture)
    first.refresh_from_db()
    assert first.called_off_at
    assert fixture.tournament is None
    assert sorted(asked(fixture)[0]) == sorted([fixture.home.name, fixture.away.name])
    second = give_both(fixture)
    assert (second.date, second.pk != first.pk) == (fixture.date, True)
    assert second.entries.count() == 4


def test_the_log_keeps_what_was_written_not_the_language_of_the_mover(fixture: Fixture) -> None:
    first = give_both(fixture)
    with translation.override("en"):
        agree(fixture, reason="La sala è chiusa")
    called_off = first.log.get(act="tournament.called-off")
    assert called_off.reason == "La sala è chiusa"
    [line] = log_lines([called_off])
    assert [(each.name, each.after) for each in line.changes] == [("data", fixture.date.isoformat())]


def test_another_room_or_hour_of_the_day_leaves_a_prepared_match(fixture: Fixture) -> None:
    first = give_both(fixture)
    agree(fixture, on=fixture.date, venue="Sala grande")
    assert fixture.tournament == first
    assert fixture.line_ups.count() == 2


def test_a_match_that_has_begun_does_not_move(fixture: Fixture) -> None:
    a_round(give_both(fixture))
    with pytest.raises(TournamentError) as refusal:
        agree(fixture)
    assert refusal.value.code == "match-begun"
