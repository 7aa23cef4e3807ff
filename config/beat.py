"""The scheduler of beat (`CELERY_BEAT_SCHEDULER`), which only beat's process reads."""

from typing import Any

from celery.beat import PersistentScheduler


class SteadyScheduler(PersistentScheduler):  # type: ignore[misc]
    """Celery's scheduler, which goes on when the clock is set back.

    Celery's own does nothing until the clock is again where it was. A laptop or a server whose clock was an
    hour ahead would lack repairs, reminders and backups for an hour of the evening.
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
