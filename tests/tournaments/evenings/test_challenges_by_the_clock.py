"""A challenge that is played until an hour: its end, its rounds without a number, what follows them."""

from datetime import UTC, date, datetime, time, timedelta
from typing import Any
from unittest.mock import patch

import pytest
from django.utils import timezone

from club.models import Club
from tests.evening import JURY, a_challenge, a_round, a_tournament, fill, settle
from tournaments.errors import InputRefused, TournamentError
from tournaments.evenings import lifecycle
from tournaments.models import Round, Tournament
from tournaments.presenters.evening_now import evening_now
from tournaments.rounds import rounds
from tournaments.standings import builds
from tournaments.text.calendar import evening_file
from tournaments.text.challenge_wording import until_words
from tournaments.text.format_wording import after_turn, turn_words

pytestmark = pytest.mark.django_db

NIGHT: dict[str, Any] = {"starts_at": time(21, 0), "plays_until": time(3, 0), "turns": 1}


def ends(on: date, starts_at: time, until: time) -> datetime:
    tournament = Tournament(
        date=on, starts_at=starts_at, plays_until=until, format=Tournament.Format.CHALLENGE
    )
    assert tournament.play_ends_at is not None
    return tournament.play_ends_at


def test_an_hour_that_is_not_after_the_start_is_one_of_the_next_day() -> None:
    day = date(2026, 11, 21)
    assert ends(day, time(15), time(23)) == datetime(2026, 11, 21, 22, tzinfo=UTC)
    assert ends(day, time(21), time(3)) == datetime(2026, 11, 22, 2, tzinfo=UTC)
    assert ends(day, time(15), time(15)) == datetime(2026, 11, 22, 14, tzinfo=UTC)


@pytest.mark.parametrize(
    ("on", "hours"), [(date(2027, 3, 27), 5), (date(2026, 10, 24), 7), (date(2026, 11, 21), 6)]
)
def test_it_ends_when_the_clocks_of_the_room_say_so_also_in_the_night_that_changes_them(
    on: date, hours: int
) -> None:
    start = datetime.combine(on, time(21), timezone.get_default_timezone())
    end = ends(on, time(21), time(3))
    assert end - start.astimezone(UTC) == timedelta(hours=hours)
    assert timezone.localtime(end).time() == time(3)


def test_in_another_format_the_hour_means_nothing(club: Club) -> None:
    tournament = a_challenge(club, 1, 1, **NIGHT)
    assert tournament.planned_turns is None
    changed = lifecycle.change(tournament.pk, by=JURY, format="danish")
    assert (changed.planned_turns, changed.play_ends_at) == (1, None)


@pytest.mark.parametrize(
    ("fields", "code"),
    [
        ({"starts_at": None}, "until-without-start"),
        ({"is_duplicated": True}, "until-of-duplicated"),
    ],
)
def test_an_hour_alone_is_refused_where_more_must_be_known(
    club: Club, fields: dict[str, Any], code: str
) -> None:
    with pytest.raises(InputRefused) as refused:
        a_challenge(club, 0, 0, **{**NIGHT, **fields})
    assert refused.value.code == code


def test_rounds_follow_one_another_beyond_the_stored_number_and_beyond_thirty(club: Club) -> None:
    tournament = a_challenge(club, 1, 1, **NIGHT)
    for turn in range(1, 33):
        assert settle(tournament, a_round(tournament, seed=turn)).number == turn
    builds.build(tournament.pk)
    snapshot = builds.latest_snapshot(tournament)
    assert snapshot is not None
    assert snapshot.round_number == 32
    assert lifecycle.close(tournament.pk, by=JURY).closed_at


def test_the_end_can_be_moved_and_taken_away_only_for_as_many_rounds_as_there_are(club: Club) -> None:
    tournament = a_challenge(club, 1, 1, **NIGHT)
    for turn in (1, 2):
        settle(tournament, a_round(tournament, seed=turn))
    lifecycle.change(tournament.pk, by=JURY, plays_until=time(4, 0))
    with pytest.raises(TournamentError) as refused:
        lifecycle.change(tournament.pk, by=JURY, plays_until=None)
    assert refused.value.code == "turns-played"
    assert lifecycle.change(tournament.pk, by=JURY, plays_until=None, turns=2).planned_turns == 2


def settled_at(tournament: Tournament, round_: Round, moment: datetime) -> Round:
    for match in round_.matches.select_related("round__tournament"):
        fill(match)
    with patch("django.utils.timezone.now", return_value=moment):
        return rounds.settle(tournament.pk, round_.number, by=JURY, accept_unconfirmed=True)


def test_the_round_that_ends_after_the_hour_is_the_last_and_one_before_it_is_not(club: Club) -> None:
    tournament = a_challenge(club, 1, 1, **NIGHT)
    end = tournament.play_ends_at
    assert end is not None
    first = settled_at(tournament, a_round(tournament), end - timedelta(minutes=40))
    assert not first.is_last
    entry = tournament.entries.get(number=1)
    assert evening_now(entry).moment == "waiting"
    second = a_round(tournament, seed=2)
    assert not second.is_last
    assert settled_at(tournament, second, end + timedelta(minutes=5)).is_last
    assert evening_now(entry).moment == "end"


def test_its_words_need_no_number_of_rounds(club: Club) -> None:
    tournament = a_challenge(club, 1, 1, **NIGHT)
    assert until_words(tournament) == "fino alle 03:00 del giorno dopo"
    tournament.plays_until = time(23, 30)
    assert until_words(tournament) == "fino alle 23:30"
    assert until_words(a_tournament(club, pairs=0)) == ""
    assert (turn_words(3, None), turn_words(3, 7)) == ("Turno 3", "Turno 3 di 7")
    assert (after_turn(3, None), after_turn(3, 7)) == ("Dopo il turno 3", "Dopo il turno 3 di 7")


def test_the_calendar_ends_the_evening_at_the_hour(club: Club) -> None:
    tournament = a_challenge(club, 0, 0, **NIGHT)
    written = evening_file(tournament, str).decode()
    day = tournament.date + timedelta(days=1)
    assert f"DTEND;TZID=Europe/Rome:{day:%Y%m%d}T030000" in written
