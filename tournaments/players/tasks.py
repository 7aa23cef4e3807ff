"""Celery tasks that build the ratings of a club's players."""

from celery import shared_task
from django.db import InterfaceError, OperationalError

from tournaments.players import rating_builds
from tournaments.stack import with_stack_chunk


@shared_task(
    name="tournaments.tasks.build_ratings",
    autoretry_for=(OperationalError, InterfaceError),
    retry_backoff=True,
    max_retries=5,
)
def build_ratings(club_id: int) -> None:
    """Builds the ratings of a club's players; does nothing when they are current."""
    with_stack_chunk(rating_builds.build, club_id)


@shared_task(name="tournaments.players.tasks.repair_ratings")
def repair_ratings() -> None:
    """Asks again for each lost build: a worker died, or the broker did not answer at the commit."""
    for club_id in rating_builds.clubs_waiting():
        build_ratings.delay(club_id)
