"""What is due by the clock: lapsed bookings, reminders, lost letters, old names."""

import logging
import threading

from celery import shared_task
from django.db import DatabaseError, connection
from django.utils import timezone

from tournaments.bookings import forgetting, reminding, tasks

logger = logging.getLogger(__name__)

#: Seconds between two rounds, by Celery beat or by the server's own thread.
EVERY = 300.0


@shared_task
def tick() -> None:
    """One round. Two at the same time, or after hours of silence, write each letter once."""
    now = timezone.now()
    reminding.round_of(now)
    tasks.send_waiting()
    # Every day, not every month: the page where one enters promises the day.
    forgetting.forget_old_requests(now)


class Ticker(threading.Thread):
    """Embedded there is no beat: the process that serves the pages goes its rounds by itself."""

    def __init__(self, every: float = EVERY) -> None:
        super().__init__(name="bookings", daemon=True)
        self.every = every
        self.over = threading.Event()

    def run(self) -> None:
        while not self.over.is_set():
            try:
                tick()
            except DatabaseError as away:
                # The next round does what this one could not.
                logger.warning("The round of reminders was not made: %s", away)
            finally:
                connection.close()
            self.over.wait(self.every)

    def stop(self) -> None:
        """Ends after the round under way."""
        self.over.set()
