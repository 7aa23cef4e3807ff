"""More time for the turn: for its clock, for the page that looks ahead, and once however often it is sent."""

from datetime import timedelta

import pytest

from tests.evening import JURY, a_club, a_round, a_tournament
from tournaments.errors import InputRefused, TournamentError
from tournaments.models import LogEntry, Round
from tournaments.rounds import time_outs


@pytest.fixture
def turn(db: None) -> Round:
    return a_round(a_tournament(a_club()))


def test_the_turn_ends_so_many_minutes_later_and_the_log_says_so(turn: Round) -> None:
    ended = turn.ends_at
    assert ended is not None
    longer = time_outs.extend(turn.tournament_id, 1, 5, by=JURY, seen=0)
    assert longer.ends_at == ended + timedelta(minutes=5)
    said = LogEntry.objects.get(act="round.extended")
    assert (said.before, said.after) == ({"extra_minutes": 0}, {"extra_minutes": 5})


def test_the_same_button_pressed_twice_is_once(turn: Round) -> None:
    for _time in range(3):
        assert time_outs.extend(turn.tournament_id, 1, 5, by=JURY, seen=0).extra_minutes == 5
    assert time_outs.extend(turn.tournament_id, 1, 5, by=JURY, seen=5).extra_minutes == 10


@pytest.mark.parametrize("minutes", [0, -5, 61])
def test_no_time_is_taken_and_none_is_given_without_measure(turn: Round, minutes: int) -> None:
    with pytest.raises(InputRefused, match="da 1 a 60"):
        time_outs.extend(turn.tournament_id, 1, minutes, by=JURY, seen=0)


@pytest.mark.parametrize("number", [2, 9])
def test_only_a_turn_being_played_has_more_time(turn: Round, number: int) -> None:
    with pytest.raises(TournamentError, match="non si gioca adesso"):
        time_outs.extend(turn.tournament_id, number, 5, by=JURY, seen=0)
