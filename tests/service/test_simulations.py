"""Simulations in service mode: worked by a worker, by another one when it is killed.

`tests/tournaments/evenings/simulations/test_working.py` shows that slices of any length tell the same."""

from collections.abc import Iterator
from dataclasses import replace

import pytest

from tests.service.conftest import claimed_broker
from tests.service.installation import NOBODY, Installation, kill, on_postgres, until

pytestmark = [
    pytest.mark.postgres,
    pytest.mark.worker,
    pytest.mark.slow,
    pytest.mark.xdist_group("service"),
]

ASK = """
from dataclasses import replace
from tests.evening import a_club
from tests.tournaments.evenings.simulations.conftest import A_QUESTION
from tournaments.evenings.simulations import start
from club.models import Club
club = Club.objects.first() or a_club()
start(club, replace(A_QUESTION, entries={entries}, turns=2))
"""
LOOK = """
from tournaments.models import Simulation
from tournaments.evenings.simulations import ask_for_slice
Simulation.objects.update(due_at="2020-01-01T00:00Z")  # the patience is over
for each in Simulation.objects.all(): ask_for_slice(each)
"""
FORGET = """
from tournaments.models import Simulation
Simulation.objects.all().delete()
"""
DONE = "SELECT done FROM tournaments_simulation ORDER BY id"
STATES = "SELECT state, done = total FROM tournaments_simulation ORDER BY id"


@pytest.fixture(scope="module")
def at_work(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Installation]:
    """An installation with a worker, for the tests that leave it at work."""
    with claimed_broker() as broker, on_postgres(tmp_path_factory.mktemp("at_work")) as here:
        with_redis = replace(here, redis=broker)
        with with_redis.worker():
            yield with_redis


def test_a_worker_killed_in_the_middle_is_followed_by_another_that_goes_on(service: Installation) -> None:
    with service.worker() as doomed:
        service.run(ASK.format(entries=12))
        until(lambda: service.rows(DONE)[0][0] > 0, "the simulation never began")
        kill(doomed)
    stored = service.rows(DONE)[0][0]
    assert service.rows(STATES) == [("running", False)]
    with service.worker():
        service.run(LOOK)
        until(lambda: service.rows(STATES) == [("done", True)], "nobody went on")
    assert service.rows(DONE)[0][0] > stored


def test_several_organisers_at_once_all_get_their_answer(at_work: Installation) -> None:
    at_work.run(FORGET + "".join(ASK.format(entries=entries) for entries in (6, 8, 6)))
    until(lambda: at_work.rows(STATES) == [("done", True)] * 2, "somebody was left out")


def test_with_the_broker_away_a_question_is_kept_and_asked_again_later(at_work: Installation) -> None:
    at_work.run(FORGET + ASK.format(entries=6) + LOOK, REDIS_URL=NOBODY)
    assert at_work.rows(STATES) == [("running", False)]
    at_work.run(LOOK)
    until(lambda: at_work.rows(STATES) == [("done", True)], "it was forgotten")
