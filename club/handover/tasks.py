"""The background work of a handover."""

from celery import shared_task

from club.handover import forgetting, working


@shared_task
def make_handover(handover_id: int) -> None:
    """The whole archive, of one moment: it cannot be made in slices."""
    working.make(handover_id)


@shared_task
def forget_handovers() -> None:
    """Every ten minutes by Celery beat; where there is none, at the start and whenever the page is opened."""
    forgetting.forget_old()
