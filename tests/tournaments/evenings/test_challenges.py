"""A challenge of two teams, by the verbs, to its end: who meets whom, and the score of the teams."""

import json
from datetime import date
from itertools import product
from typing import Any

import pytest

from club.models import Club
from club.register import people
from tests.evening import JURY, TEAMS, a_challenge, a_round, a_tournament, fill, settle
from tournaments.core.draws import Swap
from tournaments.core.draws.verifying import verification
from tournaments.core.standings.challenge_score import ChallengeScore
from tournaments.entries import entries, substitutions
from tournaments.errors import InputRefused, TournamentError
from tournaments.evenings import lifecycle
from tournaments.models import Round, RulingEffect, Tournament
from tournaments.pairing import moves
from tournaments.pairing.draw_files import file_of
from tournaments.results import catalogue, rulings
from tournaments.rounds import rounds
from tournaments.standings import builds, challenges
from tournaments.text.log_wording import leaf_changes

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


def leave(tournament: Tournament, number: int) -> None:
    entries.withdraw(tournament.pk, number, withdrawn=True, by=JURY)


def test_the_tables_of_a_pair_that_leaves_are_won_by_the_other_team_without_points(club: Club) -> None:
    tournament = a_challenge(club, 2, 2, turns=2)
    played(tournament)
    before = score_of(tournament)
    leave(tournament, 1)
    second = played(tournament)
    assert len(met(second)) == 1
    score = score_of(tournament)
    assert score.rounds[1] == before.rounds[1]
    first, other = score.rounds[2]
    assert first.tables == other.tables == 2
    assert first.lost + other.lost + first.drawn == 2
    assert first.lost >= 1
    (table,) = [line for line in row_of(tournament, 2)["per_turn"] if line["turn"] == 2]
    assert (first.points, other.points) == (table["scored"], table["conceded"])


def test_a_forfeited_table_is_lost_with_the_difference_that_it_costs(club: Club) -> None:
    tournament = a_challenge(club, 2, 2, turns=2, first_turn="entry")
    round_ = a_round(tournament)
    match = round_.matches.select_related("round__tournament").get(table=1)
    side = match.seats.filter(entry__team=1).values_list("side", flat=True)[0]
    catalogue.adopt_base_catalogue(club)
    article = club.articles.filter(effect=RulingEffect.FORFEIT)[0]
    rulings.give(match, article, side=side, by=JURY, reason="Non si è presentata")
    fill(round_.matches.select_related("round__tournament").get(table=2))
    rounds.settle(tournament.pk, 1, by=JURY)
    builds.build(tournament.pk)
    first, second = score_of(tournament).teams
    assert first.tables == second.tables == 2
    assert first.lost >= 1
    assert second.won >= 1
    (line,) = row_of(tournament, 1)["per_turn"]
    (other,) = row_of(tournament, 2)["per_turn"]
    assert line["forfeited"]
    assert first.points == line["scored"] + other["scored"]
    assert second.points == line["conceded"] + other["conceded"]


def test_points_that_the_referee_takes_are_taken_from_the_team(club: Club) -> None:
    tournament = a_challenge(club, 1, 1, turns=1)
    played(tournament)
    before = score_of(tournament)
    match = tournament.rounds.get().matches.select_related("round__tournament").get()
    side = match.seats.filter(entry__team=2).values_list("side", flat=True)[0]
    article = catalogue.add(club, code="99", title="Busso", effect=RulingEffect.POINTS_OFF, points=50)
    rulings.give(match, article, side=side, by=JURY, reason="Busso vietato")
    builds.build(tournament.pk)
    tournament.refresh_from_db()
    after = score_of(tournament)
    assert after.teams[0] == before.teams[0]
    assert after.teams[1].points == before.teams[1].points - 50
    assert after.difference == before.difference + 50


def row_of(tournament: Tournament, number: int) -> dict[str, Any]:
    snapshot = builds.latest_snapshot(tournament)
    assert snapshot is not None
    return next(row for row in snapshot.rows if row["number"] == number)


def test_who_comes_late_may_only_sit_in_for_somebody(club: Club) -> None:
    tournament = a_challenge(club, 2, 2)
    played(tournament)
    couple = [people.add(club, last_name="Tardi", first_name=name) for name in ("Ugo", "Eva")]
    with pytest.raises(TournamentError, match="può sostituire un giocatore"):
        entries.enter(tournament.pk, couple, team=1, by=JURY)
    second = a_round(tournament, seed=2)
    seat = second.matches.select_related("round__tournament")[0].seats.filter(entry__team=1)[0]
    substitutions.substitute(seat.match, seat.position, couple[0], by=JURY, reason="malato")
    settle(tournament, second)
    builds.build(tournament.pk)
    assert second.matches.get(seats__person=couple[0]).seats.get(person=couple[0]).entry.team == 1
    assert score_of(tournament).teams[0].tables == 4


def test_the_surplus_of_the_larger_team_rests_in_turn_and_counts_for_nobody(club: Club) -> None:
    tournament = a_challenge(club, 4, 2, turns=4)
    rested = [rest.entry.number for _turn in range(4) for rest in played(tournament).rests.all()]
    assert sorted(rested) == [1, 1, 2, 2, 3, 3, 4, 4]
    assert all(scores[0].tables == scores[1].tables == 2 for scores in score_of(tournament).rounds.values())


def test_the_tables_are_counted_as_those_of_the_smaller_team(club: Club) -> None:
    tournament = a_challenge(club, 4, 2, tables_available=2)
    assert rounds.draw(tournament.pk, by=JURY).matches.count() == 2


def test_single_players_challenge_single_players(club: Club) -> None:
    """At a game of two, where a side is one player."""
    tournament = lifecycle.create(
        club, name="A due", on=date(2026, 11, 21), by=JURY, game="centocinquanta", **{**TEAMS, "turns": 2}
    )
    for at in range(4):
        person = people.add(club, last_name=f"Solo{at}", first_name="Ada")
        entries.enter(tournament.pk, [person], team=1 + at % 2, present=True, by=JURY)
    assert sorted(map(sorted, met(rounds.draw(tournament.pk, by=JURY)))) in (
        [[1, 2], [3, 4]],
        [[1, 4], [2, 3]],
    )


def test_at_tables_of_more_than_two_sides_there_is_no_challenge(club: Club) -> None:
    with pytest.raises(InputRefused, match="i tavoli seguono la classifica"):
        lifecycle.create(club, name="A tre", on=date(2026, 11, 21), by=JURY, game="terziglio", **TEAMS)


def test_an_entry_from_the_club_of_a_team_plays_for_that_team(club: Club) -> None:
    tournament = a_tournament(club, pairs=0, **TEAMS)
    for circle, team in (("  verdi ", 2), ("Dozza", None), ("", None)):
        couple = [people.add(club, last_name=f"Di {circle}", first_name=name) for name in ("Ugo", "Eva")]
        assert entries.enter(tournament.pk, couple, circle=circle, by=JURY).team == team


def test_two_of_one_team_cannot_be_moved_to_one_table(club: Club) -> None:
    tournament = a_challenge(club, 2, 2, first_turn="entry")
    rounds.draw(tournament.pk, by=JURY)
    with pytest.raises(TournamentError, match="siederebbe una squadra sola"):
        moves.move(tournament.pk, 1, Swap("entries", 1, 4), by=JURY, reason="prova")
    moves.move(tournament.pk, 1, Swap("entries", 1, 2), by=JURY, reason="chi ha chiesto il tavolo 2")


def test_in_another_format_nothing_is_left_of_the_teams(club: Club) -> None:
    tournament = a_challenge(club, 2, 2)
    changed = lifecycle.change(tournament.pk, by=JURY, format="danish")
    assert (changed.team_name(1), changed.teams) == ("", ("Rossi", "Verdi"))
    played(changed)
    snapshot = builds.latest_snapshot(changed)
    assert snapshot is not None
    assert challenges.score_of(changed, snapshot.rows, changed.ranking) is None


def test_the_log_says_the_team_in_words(club: Club) -> None:
    tournament = a_challenge(club, 1, 1)
    entry = tournament.log.filter(act="entry.changed").last()
    assert entry is not None
    assert [(each.name, each.after) for each in leaf_changes(entry)] == [("squadra", "Verdi")]
