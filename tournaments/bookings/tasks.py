"""What is sent and looked after in the background: by a worker in service mode, in place when embedded."""

from celery import Task, shared_task
from django.conf import settings
from django.utils import timezone
from kombu.exceptions import OperationalError

from tournaments.bookings import post


@shared_task(bind=True, max_retries=1)
def deliver(self: Task, letter_id: int) -> None:
    """Sends a letter; once more after a moment where the mail server did not take it, then by the rounds.

    Not later than that: a task that waits longer than the broker's visibility comes twice. In place nobody
    waits at all.
    """
    try:
        post.send(letter_id)
    except post.NotSent as fault:
        if not settings.CELERY_TASK_ALWAYS_EAGER and self.request.retries < self.max_retries:
            raise self.retry(exc=fault, countdown=post.FIRST_PAUSE.seconds + 1) from fault


@shared_task
def send_waiting() -> None:
    """Asks again for every letter that was lost: a worker died, or broker or mail server were away."""
    for letter_id in post.waiting(timezone.now()):
        try:
            deliver.delay(letter_id)
        except OperationalError:
            return
