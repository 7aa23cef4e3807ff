"""The Celery tasks of privacy."""

from celery import shared_task
from django.utils import timezone

from club.privacy import retention


@shared_task(name="club.privacy.tasks.apply_retention")
def apply_retention() -> None:
    """Runs nightly by Celery beat, so that no first of the month is missed; it deletes once a month.

    Without beat, the start of the program and the page of retention do it.
    """
    retention.apply_all(timezone.localdate())
