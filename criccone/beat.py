"""The scheduler of Celery beat (`CELERY_BEAT_SCHEDULER`), imported only by the process of beat."""

from typing import Any

from celery.beat import PersistentScheduler


class SteadyScheduler(PersistentScheduler):  # type: ignore[misc]
    """Celery's scheduler, made to go on when the clock is set back.

    Celery's own scheduler does nothing until the clock has reached the old time again. If the clock of a
    machine was an hour ahead, the evening would have no repairs, reminders and backups for an hour.
    """

    def tick(self, *args: Any, **kwargs: Any) -> Any:
        """Requests at most one task that is due; returns the seconds until the next one."""
        now = self.app.now()
        ahead = [entry for entry in self.schedule.values() if entry.last_run_at > now]
        if ahead:
            for entry in ahead:
                entry.last_run_at = now
            self._heap = None  # made again from the entries
        return super().tick(*args, **kwargs)
