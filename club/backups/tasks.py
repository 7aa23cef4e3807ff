"""The Celery task of backups."""

from celery import shared_task

from club.backups import schedule


@shared_task(name="club.backups.tasks.keep_backups")
def keep_backups() -> None:
    """Runs every five minutes by Celery beat, or by the server's own thread."""
    schedule.keep_backups()
