"""Making an archive in the background: by a worker in service mode, in place when embedded."""

from celery import shared_task
from django.conf import settings

from tournaments.takeaway.archives import working


@shared_task
def make_archive(archive_id: int) -> None:
    """A slice of an archive, and the next after it. In place, whoever looks at it asks for the next."""
    if working.work(archive_id) and not settings.CELERY_TASK_ALWAYS_EAGER:
        make_archive.delay(archive_id)
