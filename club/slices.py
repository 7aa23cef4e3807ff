"""Long work done in slices. Each slice is stored, so that a worker that dies costs a pause, not the work.

A job is a row with `state`, `done`, `due_at` and `tries`, and a property `is_running`. A page that shows a
running job calls `Slices.ask_next`; the task runs one slice with `Slices.run`; the slice works until
`Slices.deadline` and stores its result with `Slices.store`. Two workers may do the same slice at once: the
first one to store it wins.

Work that cannot be stored half-done reports its progress in the cache instead (`CachedProgress`).
"""

import time
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from datetime import datetime, timedelta
from typing import Any, Final, Protocol

from django.conf import settings
from django.core.cache import cache
from django.db.models import F, Model, QuerySet
from django.utils import timezone
from kombu.exceptions import OperationalError

#: Slices requested in a row without a stored one, after which the job fails.
MOST_TRIES: Final = 5


class Job(Protocol):
    """A row that is worked on in slices."""

    pk: Any
    state: Any
    done: Any
    due_at: Any
    tries: Any

    @property
    def is_running(self) -> bool: ...


class Task(Protocol):
    """A Celery task that takes the key of a job."""

    def delay(self, job_id: int, /) -> Any: ...


def is_in_place() -> bool:
    """Whether tasks run inside the request: then each visit of the page does one slice."""
    return bool(settings.CELERY_TASK_ALWAYS_EAGER)


def send(task: Task, job_id: int) -> bool:
    """Whether the task was handed to the broker; False if the broker does not answer."""
    try:
        task.delay(job_id)
    except OperationalError:
        return False
    return True


@dataclass(frozen=True)
class Slices:
    """The work on the jobs of one model."""

    model: type[Model]
    #: After this time without a stored slice, the worker counts as dead and another slice may be requested.
    patience: timedelta
    #: Seconds of a slice inside a request, short enough for the page to show progress.
    in_place: float = 0.5
    #: Seconds of a slice in a worker, short enough for other tasks to get their turn.
    in_worker: float = 2.0
    #: The fields stored in a job that fails after MOST_TRIES.
    on_failure: Mapping[str, Any] = field(default_factory=lambda: {"state": "failed"})

    def deadline(self) -> float:
        """The moment, by `time.monotonic`, after which a slice begins nothing more."""
        return time.monotonic() + (self.in_place if is_in_place() else self.in_worker)

    def ask_next(self, job: Job, task: Task) -> None:
        """Sends the task for the next slice, unless a worker may still be doing the last one."""
        if not job.is_running or job.due_at > timezone.now():
            return
        unchanged = self._unchanged(job).filter(due_at=job.due_at)
        if job.tries >= MOST_TRIES:
            unchanged.update(**self.on_failure)
        elif unchanged.update(due_at=timezone.now() + self.patience, tries=F("tries") + 1):
            # If the broker does not answer, the page is shown all the same and asks again when this is due.
            send(task, job.pk)

    def store(self, job: Job, *, state: str, **fields: Any) -> bool:
        """Stores a finished slice; False if another worker stored it first, and then nothing changes."""
        return bool(self._unchanged(job).update(state=state, due_at=self._next_due(), tries=0, **fields))

    def run(self, work: Callable[[int], bool], job_id: int, task: Task) -> None:
        """Does one slice; a worker sends the task for the next one while `work` returns True.

        Inside a request the page asks for the next slice.
        """
        if work(job_id) and not is_in_place():
            task.delay(job_id)

    def _unchanged(self, job: Job) -> QuerySet[Model]:
        """The job's row, as long as it is as `job` has it."""
        return self.model._default_manager.filter(pk=job.pk, state=job.state, done=job.done)

    def _next_due(self) -> datetime:
        return timezone.now() + (timedelta() if is_in_place() else self.patience)


@dataclass(frozen=True)
class Progress:
    """Units of work done, and their total; both 0 while the total is unknown."""

    done: int = 0
    total: int = 0


@dataclass(frozen=True)
class CachedProgress:
    """The progress of work that stores nothing before its end; forgotten `seconds` after its last report."""

    key: str
    seconds: int

    def claim(self) -> bool:
        """Reserves the work for this process; returns False while another process does it."""
        return bool(cache.add(self.key, (0, 0), self.seconds))

    def report(self, done: int, total: int) -> None:
        cache.set(self.key, (done, total), self.seconds)

    def release(self) -> None:
        cache.delete(self.key)

    def current(self) -> Progress | None:
        """The last report; None while no process does the work."""
        stored: tuple[int, int] | None = cache.get(self.key)
        return Progress(*stored) if stored else None
