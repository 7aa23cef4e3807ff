"""Importing in the background: by a worker in service mode, in place when embedded."""

from celery import shared_task
from django.conf import settings

from club.imports import forgetting, working


@shared_task
def go_on_importing(import_id: int) -> None:
    """A slice of an import, and the next after it. In place, whoever looks at it asks for the next."""
    if working.work(import_id) and not settings.CELERY_TASK_ALWAYS_EAGER:
        go_on_importing.delay(import_id)


@shared_task
def forget_sheets() -> None:
    """Every day by Celery beat; where there is none, whoever opens the page of imports does it."""
    forgetting.forget_old()
