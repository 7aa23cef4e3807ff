"""Work done in slices: one worker's result counts, a dead worker is replaced, and a hopeless job fails."""

from collections.abc import Iterator
from datetime import timedelta
from uuid import uuid4

import pytest
from django.core.cache import cache
from django.test import override_settings
from django.utils import timezone
from kombu.exceptions import OperationalError

from club.models import Import
from club.slices import MOST_TRIES, CachedProgress, Progress, Slices, send
from tests.evening import a_club

pytestmark = pytest.mark.django_db
FAILED = {"state": "failed", "trouble": {"code": "x"}}
SLICES = Slices(Import, patience=timedelta(minutes=2), on_failure=FAILED)


class Broker:
    """A task that notes what is sent."""

    def __init__(self, *, is_away: bool = False) -> None:
        self.sent: list[int] = []
        self.is_away = is_away

    def delay(self, job_id: int) -> None:
        if self.is_away:
            raise OperationalError
        self.sent.append(job_id)


@pytest.fixture
def job() -> Import:
    return Import.objects.create(club=a_club(), key=uuid4(), file_name="soci.csv", total=9)


@pytest.fixture(autouse=True)
def no_progress() -> Iterator[None]:
    yield
    cache.delete("a-key")


def again(job: Import) -> Import:
    return Import.objects.get(pk=job.pk)


def test_of_two_workers_at_one_slice_the_first_to_store_it_counts(job: Import) -> None:
    other = again(job)
    assert SLICES.store(job, state=job.state, done=3)
    assert not SLICES.store(other, state=other.state, done=5)
    assert again(job).done == 3


def test_a_slice_is_asked_for_once_until_its_patience_is_over(job: Import) -> None:
    broker = Broker()
    SLICES.ask_next(again(job), broker)
    SLICES.ask_next(again(job), broker)
    assert broker.sent == [job.pk]
    Import.objects.update(due_at=timezone.now())
    SLICES.ask_next(again(job), broker)
    assert broker.sent == [job.pk] * 2


def test_a_job_whose_slices_all_get_lost_fails(job: Import) -> None:
    broker = Broker()
    for _death in range(MOST_TRIES + 2):
        SLICES.ask_next(again(job), broker)
        Import.objects.update(due_at=timezone.now())
    assert len(broker.sent) == MOST_TRIES
    assert (again(job).state, again(job).trouble) == ("failed", {"code": "x"})


def test_a_stored_slice_clears_the_tries(job: Import) -> None:
    SLICES.ask_next(job, Broker())
    SLICES.store(again(job), state=job.state, done=1)
    assert again(job).tries == 0


def test_while_the_broker_is_away_a_page_can_still_be_shown(job: Import) -> None:
    broker = Broker(is_away=True)
    SLICES.ask_next(job, broker)
    assert not send(broker, job.pk)
    assert again(job).is_running


@pytest.mark.parametrize(("is_eager", "sent"), [(True, 0), (False, 1)])
def test_only_a_worker_asks_for_the_next_slice_by_itself(job: Import, is_eager: bool, sent: int) -> None:
    broker = Broker()
    with override_settings(CELERY_TASK_ALWAYS_EAGER=is_eager):
        SLICES.run(lambda _job: True, job.pk, broker)
        SLICES.run(lambda _job: False, job.pk, broker)
    assert len(broker.sent) == sent


def test_one_process_at_a_time_claims_work_whose_progress_is_in_the_cache() -> None:
    progress = CachedProgress("a-key", seconds=60)
    assert progress.current() is None
    assert progress.claim()
    assert not progress.claim()
    assert progress.current() == Progress(0, 0)
    progress.report(5, 20)
    assert progress.current() == Progress(5, 20)
    progress.release()
    assert progress.current() is None
