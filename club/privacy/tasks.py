"""The Celery tasks of privacy."""

from celery import shared_task
from django.utils import timezone

from club.accounts import sessions
from club.privacy import retention


@shared_task(name="club.privacy.tasks.apply_retention")
def apply_retention() -> None:
    """Deletes expired sessions every day, and once a month the data whose retention period is over.

    Runs daily by Celery beat, so that no first of the month is missed. Without beat, the start of the program
    does it, and the page of retention does the monthly part.
    """
    sessions.forget_expired()
    retention.apply_all(timezone.localdate())
