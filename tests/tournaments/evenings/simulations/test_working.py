"""A slice at a time: nothing is played twice, nothing is lost, and it comes to an end."""

from dataclasses import replace

import pytest
from django.utils import timezone

from club.models import Club
from club.slices import MOST_TRIES
from tests.tournaments.evenings.simulations.conftest import A_QUESTION
from tournaments.evenings import simulations
from tournaments.evenings.simulations import SLICES, answer_so_far, ask_for_slice, start, stop
from tournaments.models import Simulation

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("few_steps")]
State = Simulation.State


@pytest.fixture
def simulation(club: Club) -> Simulation:
    return start(club, A_QUESTION)


def finished(simulation: Simulation) -> Simulation:
    while simulations.play_slice(simulation.pk):
        pass
    simulation.refresh_from_db()
    return simulation


def test_it_is_worked_to_its_end_a_step_at_a_time(simulation: Simulation):
    steps = 1
    while simulations.play_slice(simulation.pk):
        steps += 1
    simulation.refresh_from_db()
    assert steps == simulation.total == 24 + 4 * len(A_QUESTION.options)
    assert (simulation.state, simulation.done) == (State.DONE, simulation.total)
    for option in A_QUESTION.options:
        told = answer_so_far(simulation, option)
        assert told is not None
        assert told.evenings == 4


def test_slices_of_any_length_tell_the_same(
    simulation: Simulation, club: Club, monkeypatch: pytest.MonkeyPatch
):
    in_steps = finished(simulation).told
    simulation.delete()
    monkeypatch.setattr(simulations, "SLICES", replace(simulations.SLICES, in_place=60))
    at_once = finished(start(club, A_QUESTION))
    assert at_once.told == in_steps


def test_of_two_who_work_at_one_slice_the_first_to_store_it_counts(
    simulation: Simulation, monkeypatch: pytest.MonkeyPatch
):
    play = simulations.Progress.play

    def overtaken(piece: simulations.Progress, until: float) -> None:
        monkeypatch.setattr(simulations.Progress, "play", play)
        simulations.play_slice(simulation.pk)  # somebody else, meanwhile
        play(piece, until)

    monkeypatch.setattr(simulations.Progress, "play", overtaken)
    assert not simulations.play_slice(simulation.pk)
    simulation.refresh_from_db()
    assert simulation.done == 1


def test_what_is_stopped_stays_as_it_was_and_goes_on_from_there(simulation: Simulation, club: Club):
    simulations.play_slice(simulation.pk)
    stop(simulation)
    assert not simulations.play_slice(simulation.pk)
    simulation.refresh_from_db()
    assert (simulation.state, simulation.done) == (State.STOPPED, 1)
    assert start(club, A_QUESTION).pk == simulation.pk
    assert finished(simulation).done == simulation.total


def test_a_slice_under_way_when_it_is_stopped_is_dropped(
    simulation: Simulation, monkeypatch: pytest.MonkeyPatch
):
    play = simulations.Progress.play

    def stopped(piece: simulations.Progress, until: float) -> None:
        stop(simulation)
        play(piece, until)

    monkeypatch.setattr(simulations.Progress, "play", stopped)
    assert not simulations.play_slice(simulation.pk)
    simulation.refresh_from_db()
    assert (simulation.state, simulation.done) == (State.STOPPED, 0)


def test_looking_makes_it_go_on_by_a_slice(simulation: Simulation):
    for done in (1, 2, 3):
        ask_for_slice(simulation)
        simulation.refresh_from_db()
        assert (simulation.done, simulation.tries) == (done, 0)


def test_while_somebody_is_at_it_nobody_else_is_sent(simulation: Simulation, monkeypatch: pytest.MonkeyPatch):
    sent: list[int] = []
    monkeypatch.setattr("tournaments.evenings.simulations.simulate.delay", sent.append)
    stale = Simulation.objects.get(pk=simulation.pk)
    for looking in (simulation, stale, Simulation.objects.get(pk=simulation.pk)):
        ask_for_slice(looking)
    assert sent == [simulation.pk]


def test_a_worker_that_died_is_replaced_after_a_while_but_not_for_ever(
    simulation: Simulation, monkeypatch: pytest.MonkeyPatch
):
    sent: list[int] = []
    monkeypatch.setattr(
        "tournaments.evenings.simulations.simulate.delay", sent.append
    )  # and never heard of again
    for _death in range(MOST_TRIES + 3):
        ask_for_slice(Simulation.objects.get(pk=simulation.pk))
        Simulation.objects.filter(pk=simulation.pk).update(due_at=timezone.now() - SLICES.patience)
    simulation.refresh_from_db()
    assert len(sent) == MOST_TRIES
    assert simulation.state == State.FAILED


def test_what_was_given_up_can_be_asked_for_again(simulation: Simulation, club: Club):
    Simulation.objects.filter(pk=simulation.pk).update(state=State.FAILED, tries=MOST_TRIES)
    again = start(club, A_QUESTION)
    assert (again.pk, again.state, again.tries) == (simulation.pk, State.RUNNING, 0)
    assert finished(again).state == State.DONE


def test_work_that_is_over_or_gone_is_no_work(simulation: Simulation):
    finished(simulation)
    assert not simulations.play_slice(simulation.pk)
    simulation.delete()
    assert not simulations.play_slice(simulation.pk or 1)
