"""Beat after its clock was set back."""

from datetime import timedelta
from pathlib import Path

import pytest

from criccone.beat import SteadyScheduler
from criccone.celery import app


@pytest.fixture
def scheduler(tmp_path: Path) -> SteadyScheduler:
    made = SteadyScheduler(app=app, schedule_filename=str(tmp_path / "beat"))
    yield made
    made.close()


def test_after_the_clock_was_set_back_tasks_are_requested_at_their_usual_pace(
    scheduler: SteadyScheduler,
) -> None:
    for entry in scheduler.schedule.values():
        entry.last_run_at = app.now() + timedelta(hours=1)
    assert scheduler.tick() <= min(
        app.conf.beat_schedule[name]["schedule"] for name in app.conf.beat_schedule
    )
    assert all(entry.last_run_at <= app.now() for entry in scheduler.schedule.values())


def test_beat_uses_it() -> None:
    assert app.conf.beat_scheduler == "criccone.beat:SteadyScheduler"
