"""A challenge of two teams, by the verbs, to its end: who meets whom, and the score of the teams."""

import json
from itertools import product
from typing import Any

import pytest

from club.models import Club
from tests.evening import JURY, TEAMS, a_challenge, a_round, a_tournament, settle
from tournaments.core.draws.verifying import verification
from tournaments.core.standings.challenge_score import ChallengeScore
from tournaments.entries import entries
from tournaments.errors import InputRefused, TournamentError
from tournaments.evenings import lifecycle
from tournaments.models import Round, Tournament
from tournaments.pairing.draw_files import file_of
from tournaments.rounds import rounds
from tournaments.standings import builds, challenges

pytestmark = pytest.mark.django_db

def played(tournament: Tournament) -> Round:
    tournament.refresh_from_db()
    round_ = settle(tournament, a_round(tournament, seed=tournament.rounds.count() + 1))
    builds.build(tournament.pk)
    tournament.refresh_from_db()
    return round_


def met(round_: Round) -> list[set[int]]:
    matches = round_.matches.order_by("table").prefetch_related("seats__entry")
    return [{seat.entry.number for seat in match.seats.all()} for match in matches]


def score_of(tournament: Tournament) -> ChallengeScore:
    snapshot = builds.latest_snapshot(tournament)
    assert snapshot is not None
    score = challenges.score_of(tournament, snapshot.rows, tournament.ranking)
    assert score is not None
    return score


def test_everybody_meets_everybody_of_the_other_team_and_the_score_adds_up(club: Club) -> None:
    tournament = a_challenge(club, turns=3)
    tables = [table for _turn in range(3) for table in met(played(tournament))]
    assert sorted(map(sorted, tables)) == [[one, other] for one, other in product((1, 2, 3), (4, 5, 6))]
    score = score_of(tournament)
    first, second = score.teams
    assert first.tables == second.tables == 9
    assert (first.won, first.drawn) == (second.lost, second.drawn)
    assert first.match_points == 2 * first.won + first.drawn
    assert score.rounds.keys() == {1, 2, 3}
    assert sum(scores[0].points for scores in score.rounds.values()) == first.points
    assert score.difference == first.points - second.points
    assert score.leader == (1 if first.match_points > second.match_points else 2)
    assert lifecycle.close(tournament.pk, by=JURY).is_final


def test_a_marathon_goes_on_beyond_the_leg_with_the_sides_changed(club: Club) -> None:
    tournament = a_challenge(club, 1, 1, turns=1)
    first = played(tournament)
    with pytest.raises(TournamentError):
        rounds.draw(tournament.pk, by=JURY)
    lifecycle.change(tournament.pk, by=JURY, turns=2)
    second = played(tournament)
    assert met(first) == met(second)
    sides = [
        {seat.side: seat.entry.number for seat in round_.matches.get().seats.select_related("entry")}
        for round_ in (first, second)
    ]
    assert sides[1] == {"A": sides[0]["B"], "B": sides[0]["A"]}


@pytest.mark.parametrize(
    ("names", "code"),
    [
        ({"first_team": "Rossi", "second_team": " "}, "teams-without-name"),
        ({"first_team": "Rossi", "second_team": "ROSSI "}, "teams-of-one-name"),
    ],
)
def test_two_teams_need_two_names(club: Club, names: dict[str, Any], code: str) -> None:
    with pytest.raises(InputRefused) as refused:
        a_tournament(club, pairs=0, format="challenge", **names)
    assert refused.value.code == code


def test_the_draw_waits_until_everybody_has_a_team_and_each_team_somebody(club: Club) -> None:
    tournament = a_tournament(club, pairs=4, **TEAMS)
    with pytest.raises(TournamentError, match="La coppia 1 non ha una squadra"):
        rounds.draw(tournament.pk, by=JURY)
    for number in range(1, 5):
        entries.set_team(tournament.pk, number, 1, by=JURY)
    with pytest.raises(TournamentError, match="non ha nessuno presente"):
        rounds.draw(tournament.pk, by=JURY)


def test_a_team_is_one_of_the_two_of_a_challenge_and_stays_once_drawn(club: Club) -> None:
    tournament = a_challenge(club)
    with pytest.raises(InputRefused, match="1 per Rossi, 2 per Verdi"):
        entries.set_team(tournament.pk, 1, 3, by=JURY)
    played(tournament)
    with pytest.raises(TournamentError, match="non la cambia più"):
        entries.set_team(tournament.pk, 1, 2, by=JURY)
    evening = a_tournament(club, pairs=1)
    with pytest.raises(InputRefused, match="non si gioca a squadre"):
        entries.set_team(evening.pk, 1, 1, by=JURY)


def test_the_published_draws_can_be_made_again(club: Club) -> None:
    tournament = a_challenge(club, 2, 4)
    for _turn in range(3):
        round_ = played(tournament)
        assert round_.movement["kind"] == "challenge"
        assert verification(json.loads(file_of(round_).written)).is_kept
