"""Work done in the background: by a Celery worker in service mode, in place when embedded."""

from celery import shared_task
from django.db import InterfaceError, OperationalError, transaction
from django.db.models import F

from tournaments import builds
from tournaments.models import Tournament


@shared_task(autoretry_for=(OperationalError, InterfaceError), retry_backoff=True, max_retries=5)
def build_standings(tournament_id: int) -> None:
    """Builds the standings of one tournament; does nothing when they are current."""
    builds.build(tournament_id)


@shared_task
def repair_standings() -> None:
    """Asks again for every build that was lost: a worker died, or the broker was away at the commit."""
    stale = Tournament.objects.filter(standings_version__lt=F("results_version"))
    for pk in stale.values_list("pk", flat=True):
        build_standings.delay(pk)


def results_changed(tournament: Tournament) -> None:
    """Notes that settled results changed and asks for a build after the commit.

    Should the broker be away, the commit stands and `repair_standings` asks again.
    """
    tournament.results_version += 1
    tournament.save(update_fields=["results_version"])
    transaction.on_commit(lambda: build_standings.delay(tournament.pk), robust=True)
