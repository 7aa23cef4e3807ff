"""The Celery tasks of handovers."""

from celery import shared_task

from club.handover import archive_writer


@shared_task(name="club.handover.tasks.make_handover")
def make_handover(handover_id: int) -> None:
    """Makes the whole archive at once: its rows are of one instant, so it cannot be made in slices."""
    archive_writer.make_archive(handover_id)


@shared_task(name="club.handover.tasks.forget_handovers")
def forget_handovers() -> None:
    """Runs every ten minutes by Celery beat; without beat, at the start and when the page is opened."""
    archive_writer.forget_old()
