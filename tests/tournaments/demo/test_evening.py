"""An evening that plays itself, and what `play_evening` says of it."""

import io
import json
from datetime import date

import pytest
from django.core.management import CommandError, call_command

from club.history.hash_chain import first_broken
from club.models import Club, Person
from tests.evening import JURY, a_club
from tournaments.demo import Evening, StandingsLate, as_json, as_text, evening, play
from tournaments.models import Deal, RoundState, Tournament
from tournaments.rounds.completeness import outstanding_deals
from tournaments.standings import builds

pytestmark = pytest.mark.usefixtures("commits")


def _evening(**changed: object) -> Evening:
    given = {"name": "Prova", "on": date(2026, 11, 21), "pairs": 6, "turns": 2, "seed": 5}
    return Evening(**{**given, **changed})  # type: ignore[arg-type]


def _play(club: Club, **changed: object) -> Tournament:
    return play(club, _evening(**changed), by=JURY, tell=lambda _step: None)


def test_it_ends_with_every_deal_in_and_the_classifica_of_the_last_turn():
    tournament = _play(a_club(), pairs=7)
    assert tournament.closed_at is not None
    assert list(tournament.rounds.values_list("state", flat=True)) == [RoundState.SETTLED] * 2
    assert Deal.objects.count() == 2 * 3 * 4
    assert builds.latest_snapshot(tournament).round_number == 2
    assert first_broken(tournament.log.all()) is None


def test_tables_write_in_all_three_ways_and_the_giuria_corrects_a_slip_a_turn():
    tournament = _play(a_club(), pairs=16)
    assert set(Deal.objects.values_list("way", flat=True)) == {
        Deal.Way.CARDS,
        Deal.Way.PARTS,
        Deal.Way.TOTALS,
    }
    slips = tournament.log.filter(act="deal.corrected")
    assert [slip.subject["turn"] for slip in slips] == [1, 2]
    assert all(slip.reason and slip.before != slip.after for slip in slips)


def test_the_same_seed_plays_the_same_evening_in_another_club_and_another_seed_another():
    first, second = _play(a_club("Uno")), _play(a_club("Due"))
    assert as_json(first) == as_json(second)
    assert as_text(first) == as_text(second)
    assert as_json(_play(a_club("Tre"), seed=12))["rounds"] != as_json(first)["rounds"]


def test_a_second_evening_of_the_club_meets_the_same_people():
    club = a_club()
    _play(club)
    _play(club)
    assert Person.objects.count() == 12


def test_it_can_be_left_in_the_middle_of_a_turn():
    tournament = _play(a_club(), pairs=9, turns=4, left_open_in=2)
    assert tournament.closed_at is None
    round_ = tournament.rounds.get(number=2)
    assert round_.state == RoundState.PLAYING
    assert outstanding_deals(round_).missing == {3: [3, 4], 4: [1, 2, 3, 4]}


def test_where_nobody_builds_the_classifica_it_says_what_to_start(monkeypatch):
    monkeypatch.setattr(evening, "PATIENCE_SECONDS", 0.0)
    monkeypatch.setattr("tournaments.standings.builds.build_standings.delay", lambda _pk: None)
    with pytest.raises(StandingsLate, match="celery -A criccone worker"):
        _play(a_club())


def test_play_evening_prints_the_classifica_and_its_progress_apart(capsys):
    call_command("play_evening", pairs=4, turns=1, seed=5)
    printed = capsys.readouterr()
    lines = printed.out.splitlines()
    assert len(lines) == 1 + 4
    assert lines[1].split()[0] == "1."
    assert "turno 1 di 1: smazzata" in printed.err


def test_play_evening_prints_tables_and_classifica_as_json():
    said = io.StringIO()
    call_command("play_evening", "--json", pairs=4, turns=1, seed=5, stdout=said)
    answer = json.loads(said.getvalue())
    assert answer == json.loads(json.dumps(as_json(Tournament.objects.get())))
    assert len(answer["standings"]) == 4


@pytest.mark.parametrize(
    ("words", "sentence"),
    [
        pytest.param(["--pairs", "1"], "da 2 a 400", id="one pair"),
        pytest.param(["--turns", "0"], "da 1 a 30", id="no turn"),
        pytest.param(["--club", "altrove"], "circolo-mazzini", id="a club that is not there"),
    ],
)
def test_play_evening_refuses_in_a_sentence(words, sentence):
    a_club()
    with pytest.raises(CommandError, match=sentence):
        call_command("play_evening", *words)
    assert not Tournament.objects.exists()


def test_a_challenge_plays_itself_by_its_seed_and_prints_the_score_of_the_teams_first(capsys):
    teams = ("Mazzini", "Budrio")
    first, second = _play(a_club("Uno"), teams=teams), _play(a_club("Due"), teams=teams)
    assert as_json(first) == as_json(second)
    assert list(first.entries.values_list("team", flat=True)) == [1, 2] * 3
    call_command("play_evening", pairs=4, turns=2, seed=5, teams=teams)
    head, other, lead, *_classifica = capsys.readouterr().out.splitlines()
    assert head.startswith("Mazzini ")
    assert other.startswith("Budrio ")
    assert "tavoli: " in head
    assert " vince di " in lead or lead == "La sfida è finita pari."
