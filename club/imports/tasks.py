"""The Celery tasks of imports."""

from celery import shared_task

from club.imports import steps, undoing


@shared_task(name="club.imports.tasks.go_on_importing")
def go_on_importing(import_id: int) -> None:
    """Works on one slice of an import; in a worker it then queues itself for the next slice."""
    steps.SLICES.run(steps.work, import_id, go_on_importing)


@shared_task(name="club.imports.tasks.forget_sheets")
def forget_sheets() -> None:
    """Runs daily by Celery beat; without beat, opening the page of imports does the same."""
    undoing.forget_old()
