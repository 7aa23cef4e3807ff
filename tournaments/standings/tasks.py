"""Celery tasks that build the standings, and the call that asks for a build."""

from celery import shared_task
from django.db import InterfaceError, OperationalError, transaction
from django.db.models import F

from tournaments.models import Tournament
from tournaments.stack import with_stack_chunk
from tournaments.standings import builds


@shared_task(
    name="tournaments.tasks.build_standings",
    autoretry_for=(OperationalError, InterfaceError),
    retry_backoff=True,
    max_retries=5,
)
def build_standings(tournament_id: int) -> None:
    """Builds the standings of one tournament; does nothing when they are current."""
    with_stack_chunk(builds.build, tournament_id)


@shared_task(name="tournaments.tasks.repair_standings")
def repair_standings() -> None:
    """Repeats requests for lost builds: a worker died, or the broker did not answer at the commit."""
    stale = Tournament.objects.filter(standings_version__lt=F("results_version"))
    for pk in stale.values_list("pk", flat=True):
        build_standings.delay(pk)


def results_changed(tournament: Tournament) -> None:
    """Records that settled results changed and requests a build after the commit.

    If the broker does not answer, the commit stands and `repair_standings` repeats the request.
    """
    tournament.results_version += 1
    tournament.save(update_fields=["results_version"])
    transaction.on_commit(lambda: build_standings.delay(tournament.pk), robust=True)
