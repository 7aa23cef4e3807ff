"""A slice of an archive: a moment's work, stored, so that others get their turn and nothing is lost."""

import time
from datetime import timedelta

from django.conf import settings
from django.db import transaction
from django.utils import timezone, translation

from tournaments import queries
from tournaments.models import Archive, ArchiveFile, Tournament
from tournaments.takeaway.archives.bundle import bundled
from tournaments.takeaway.archives.steps import Files, Steps

#: Seconds. In place, between two looks of the page; by a worker, between two tasks of somebody else.
SLICE_IN_PLACE, SLICE_OF_WORKER = 0.5, 2.0
#: After so long without a word whoever was at it counts as dead.
PATIENCE = timedelta(seconds=30)
State = Archive.State


def work(archive_id: int) -> bool:
    """Makes a slice and stores it; whether more is to be done.

    Nothing is locked meanwhile: of two who work at the same slice, the first to store it counts. An evening
    that changes meanwhile, or a name in it, ends the archive: no file may tell another state than the rest.
    """
    running = Archive.objects.filter(pk=archive_id, state=State.RUNNING)
    archive = running.select_related("tournament__club").first()
    if archive is None:
        return False
    with translation.override(archive.language):
        made, done = _slice(archive)
    return _stored(archive, made, done)


def _slice(archive: Archive) -> tuple[Files, int]:
    """At least one step, then as many as there is time for."""
    in_place = settings.CELERY_TASK_ALWAYS_EAGER
    until = time.monotonic() + (SLICE_IN_PLACE if in_place else SLICE_OF_WORKER)
    steps, done = Steps(archive.tournament, archive.made_at), archive.done
    made: Files = {}
    while done < archive.total and (done == archive.done or time.monotonic() < until):
        made |= steps.files(done)
        done += 1
    return made, done


@transaction.atomic
def _stored(archive: Archive, made: Files, done: int) -> bool:
    mine = Archive.objects.filter(pk=archive.pk, done=archive.done, state=State.RUNNING)
    now = Tournament.objects.select_related("club").get(pk=archive.tournament_id)
    if queries.live_version(now) != archive.version:
        mine.update(state=State.FAILED)
        return False
    is_over = done >= archive.total
    due_at = timezone.now() + (timedelta() if settings.CELERY_TASK_ALWAYS_EAGER else PATIENCE)
    state = State.DONE if is_over else State.RUNNING
    if not mine.update(done=done, state=state, due_at=due_at, tries=0):
        return False
    ArchiveFile.objects.bulk_create(
        ArchiveFile(archive=archive, path=path, body=body) for path, body in made.items()
    )
    if is_over:
        _bundle(archive)
    return not is_over


def _bundle(archive: Archive) -> None:
    """The files become one; they alone stay until then, so that nothing is kept twice."""
    files = {each.path: bytes(each.body) for each in archive.files.all()}
    archive.files.all().delete()
    ArchiveFile.objects.create(archive=archive, path="", body=bundled(archive, files))
