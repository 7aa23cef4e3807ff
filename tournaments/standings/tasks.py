"""Celery tasks that build the standings, and the call that asks for a build."""

import time
from dataclasses import dataclass, field
from typing import Final

from celery import shared_task
from django.db import InterfaceError, OperationalError, transaction
from django.db.models import F, QuerySet

from tournaments.models import Tournament
from tournaments.stack import with_stack_chunk
from tournaments.standings import builds

#: Seconds after which a web process builds standings that no worker has built.
OVERDUE_SECONDS: Final = 10.0


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
    for pk, _version in _waiting():
        build_standings.delay(pk)


def _waiting() -> QuerySet[Tournament, tuple[int, int]]:
    """The key and the results version of each tournament whose standings are not built yet. One query."""
    stale = Tournament.objects.filter(standings_version__lt=F("results_version"))
    return stale.values_list("pk", "results_version")


@dataclass
class OverdueBuilds:
    """Builds in this process the standings that no worker has built in time."""

    #: When each results version was first seen without its standings, by `time.monotonic`.
    first_seen: dict[tuple[int, int], float] = field(default_factory=dict)

    def build(self) -> None:
        """Builds the standings that have been missing for OVERDUE_SECONDS; remembers the others. One query,
        and those of the builds.
        """
        now = time.monotonic()
        self.first_seen = {each: self.first_seen.get(each, now) for each in _waiting()}
        for tournament_id, version in list(self.first_seen):
            if now - self.first_seen[tournament_id, version] >= OVERDUE_SECONDS:
                with_stack_chunk(builds.build, tournament_id)


def results_changed(tournament: Tournament) -> None:
    """Records that settled results changed and requests a build after the commit.

    If the broker does not answer, the commit stands and `repair_standings` repeats the request.
    """
    tournament.results_version += 1
    tournament.save(update_fields=["results_version"])
    transaction.on_commit(lambda: build_standings.delay(tournament.pk), robust=True)
