"""The monthly round in the background."""

from celery import shared_task
from django.utils import timezone

from club.privacy import retention


@shared_task
def apply_retention() -> None:
    """Every night by Celery beat, so that a first of the month is not missed; it acts once a month.

    Where there is no beat, the start of the program and whoever opens the page of retention do it.
    """
    retention.apply_all(timezone.localdate())
