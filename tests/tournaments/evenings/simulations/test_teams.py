"""The advice and the simulations of a challenge of two teams."""

from datetime import time

import pytest
from django.utils import timezone

from club.models import Club
from tests.evening import JURY, a_challenge, a_tournament
from tests.tournaments.evenings.simulations.conftest import A_QUESTION
from tournaments.evenings import lifecycle, simulations
from tournaments.evenings.simulations import Question
from tournaments.web.forms.advice import defaults

pytestmark = pytest.mark.django_db


def test_a_question_about_a_challenge_knows_its_teams_and_others_are_stored_as_before(club: Club) -> None:
    tournament = a_challenge(club, 5, 3, turns=3)
    asked = Question.from_tournament(tournament, 8, 3, "some")
    assert asked.smaller_team == 3
    assert asked.options[0].movement == "challenge"
    assert (asked.options[0].tables, asked.options[0].resting) == (3, 2)
    assert Question.from_json(asked.as_json()) == asked
    assert Question.from_tournament(tournament, 20, 3, "some").smaller_team == 10
    other = Question.from_tournament(a_tournament(club, pairs=4), 8, 3, "some")
    assert "smaller_team" not in other.as_json()
    assert "challenge" not in {option.movement for option in other.options}
    assert A_QUESTION.smaller_team is None


def test_a_challenge_is_simulated_with_the_other_formats(club: Club, few_steps: None) -> None:
    question = Question.from_tournament(a_challenge(club, 4, 4, turns=3), 8, 3, "some")
    simulation = simulations.start(club, question)
    while simulations.play_slice(simulation.pk):
        pass
    simulation.refresh_from_db()
    answer = simulations.answer_so_far(simulation, question.options[0])
    assert answer is not None
    assert answer.evenings == question.evenings
    assert answer.with_rematches.percent == 0


def test_for_a_marathon_the_rounds_that_fit_are_proposed(club: Club) -> None:
    tournament = a_challenge(club, 2, 2, turns=4)
    assert defaults(tournament, timezone.now())["turns"] == 4
    hours = {"starts_at": time(21), "plays_until": time(3)}
    marathon = lifecycle.change(tournament.pk, by=JURY, turn_minutes=30, **hours)
    assert defaults(marathon, timezone.now())["turns"] == 8
