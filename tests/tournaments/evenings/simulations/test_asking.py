"""One question, one answer, a bounded number at a time."""

from dataclasses import replace
from datetime import timedelta

import pytest
from django.utils import timezone

from club.models import Club
from tests.evening import a_club
from tests.tournaments.evenings.simulations.conftest import A_QUESTION
from tournaments.errors import InputRefused, TournamentError
from tournaments.evenings import simulations
from tournaments.evenings.simulations import Question, simulation_of, start
from tournaments.models import Simulation

pytestmark = pytest.mark.django_db
State = Simulation.State


def of_pairs(entries: int) -> Question:
    return replace(A_QUESTION, entries=entries)


def test_asking_twice_is_asking_once(club: Club):
    assert start(club, A_QUESTION).pk == start(club, A_QUESTION).pk
    assert Simulation.objects.count() == 1


def test_an_answer_is_kept_for_who_asks_again(club: Club):
    asked = start(club, A_QUESTION)
    Simulation.objects.update(state=State.DONE)
    again = start(club, A_QUESTION)
    assert (again.pk, again.state) == (asked.pk, State.DONE)


@pytest.mark.parametrize(
    "other",
    [
        {"entries": 9},
        {"turns": 4},
        {"skill": "much"},
        {"rematches": "allowed"},
        {"game": "ottocento"},
        {"house_rule": "laghi-luna-16"},
        {"game": "ottocento", "target": 1000},
    ],
)
def test_another_question_has_another_answer(other: dict[str, object]):
    assert replace(A_QUESTION, **other).key != A_QUESTION.key  # type: ignore[arg-type]


def test_a_clubs_questions_are_its_own(club: Club):
    start(club, A_QUESTION)
    assert simulation_of(a_club("Circolo di un altro"), A_QUESTION) is None


def test_a_club_plays_out_three_at_a_time(club: Club):
    for entries in (8, 9, 10):
        start(club, of_pairs(entries))
    with pytest.raises(TournamentError, match="ha già 3 prove in corso") as refused:
        start(club, of_pairs(11))
    assert refused.value.code == "simulations-busy"
    start(club, of_pairs(10))  # this one is there
    start(a_club("Circolo di un altro"), of_pairs(11))
    simulations.stop(start(club, of_pairs(8)))
    assert start(club, of_pairs(11)).is_running


def test_one_that_nobody_goes_on_with_is_in_nobodys_way(club: Club):
    for entries in (8, 9, 10):
        start(club, of_pairs(entries))
    club.simulations.update(due_at=timezone.now() - simulations.FORGOTTEN - timedelta(seconds=1))
    assert start(club, of_pairs(11)).is_running


def test_old_answers_go(club: Club, monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr(simulations, "MOST_KEPT", 3)
    for entries in range(8, 14):
        start(club, of_pairs(entries))
        Simulation.objects.update(state=State.DONE)
    assert {each.inputs["entries"] for each in club.simulations.all()} == {11, 12, 13}


@pytest.mark.parametrize(
    ("entries", "sentence"), [(1, "non c'è niente da provare"), (201, "fino a 200 iscritti")]
)
def test_what_cannot_be_played_out_is_refused(club: Club, entries: int, sentence: str):
    with pytest.raises(InputRefused, match=sentence):
        start(club, of_pairs(entries))


@pytest.mark.parametrize("entries", [2, 22, 60, 200])
def test_the_work_is_bounded_at_any_size(entries: int):
    for turns in (1, 4, 30):
        question = replace(A_QUESTION, entries=entries, turns=turns)
        assert 40 <= question.evenings <= 400
        assert question.evenings * entries * turns <= max(36_000, 40 * entries * turns)
    assert replace(A_QUESTION, game="terziglio", house_rule=None).evenings <= 100
