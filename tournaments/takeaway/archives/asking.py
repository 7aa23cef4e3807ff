"""Asking for the archive of a finished evening, going on with it, finding the one in force."""

from contextlib import suppress

from django.db import transaction
from django.db.models import F
from django.utils import timezone
from django.utils.translation import get_language
from django.utils.translation import gettext as _
from kombu.exceptions import OperationalError

from tournaments import queries
from tournaments.errors import TournamentError
from tournaments.locking import lock
from tournaments.models import Archive, Tournament
from tournaments.takeaway.archives.steps import Steps
from tournaments.takeaway.archives.tasks import make_archive
from tournaments.takeaway.archives.working import PATIENCE

#: Slices asked for in vain until it is given up.
MOST_TRIES = 5
State = Archive.State


@transaction.atomic
def ask(tournament_id: int) -> Archive:
    """The archive of the evening as it is now, in the language in force, begun after the commit.

    Asking twice is asking once; those of other versions go. Refused before the evening is over. The
    tournament does not change, so its log says nothing of it.
    """
    tournament = lock(tournament_id)
    if not tournament.is_final:
        raise TournamentError(
            "not-closed",
            _("L'archivio si fa di un torneo finito: concludilo, e aspetta la classifica finale."),
        )
    version, language = queries.live_version(tournament), get_language() or ""
    mine = tournament.archives.filter(language=language)
    mine.exclude(version=version).delete()
    mine.filter(state=State.FAILED).delete()
    archive, _new = mine.get_or_create(
        version=version,
        defaults={"tournament": tournament, "language": language, "total": Steps(tournament).total},
    )
    transaction.on_commit(lambda: go_on(archive), robust=True)
    return archive


def newest(tournament: Tournament) -> Archive | None:
    """The archive of the version in force, in the language in force; finished or not."""
    version = queries.live_version(tournament)
    return tournament.archives.filter(language=get_language() or "", version=version).first()


def go_on(archive: Archive) -> None:
    """Asks for the next slice where nobody is at it: so a worker's death costs a pause, not the archive."""
    if not archive.is_running or archive.due_at > timezone.now():
        return
    mine = Archive.objects.filter(
        pk=archive.pk, state=State.RUNNING, due_at=archive.due_at, done=archive.done
    )
    if archive.tries >= MOST_TRIES:
        mine.update(state=State.FAILED)
    elif mine.update(due_at=timezone.now() + PATIENCE, tries=F("tries") + 1):
        # With the broker away the page is shown all the same; it asks again when this slice is due.
        with suppress(OperationalError):
            make_archive.delay(archive.pk)
