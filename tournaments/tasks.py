"""Work done in the background: by a Celery worker in service mode, in place when embedded."""

from celery import shared_task
from django.conf import settings
from django.db import InterfaceError, OperationalError, transaction
from django.db.models import F

from tournaments import builds, rating_builds
from tournaments.models import ClubRatings, Tournament
from tournaments.simulations import working
from tournaments.stack import with_room


@shared_task(autoretry_for=(OperationalError, InterfaceError), retry_backoff=True, max_retries=5)
def build_standings(tournament_id: int) -> None:
    """Builds the standings of one tournament; does nothing when they are current."""
    with_room(builds.build, tournament_id)


@shared_task
def repair_standings() -> None:
    """Asks again for every build that was lost: a worker died, or the broker was away at the commit."""
    stale = Tournament.objects.filter(standings_version__lt=F("results_version"))
    for pk in stale.values_list("pk", flat=True):
        build_standings.delay(pk)
    for club_id in rating_builds.clubs_waiting():
        build_ratings.delay(club_id)


@shared_task(autoretry_for=(OperationalError, InterfaceError), retry_backoff=True, max_retries=5)
def build_ratings(club_id: int) -> None:
    """Builds the ratings of a club's players; does nothing when they are current."""
    with_room(rating_builds.build, club_id)


def ratings_changed(club_id: int) -> None:
    """Notes that an evening was closed or opened again and asks for a build after the commit."""
    ClubRatings.objects.get_or_create(club_id=club_id)
    ClubRatings.objects.filter(club=club_id).update(wanted=F("wanted") + 1)
    transaction.on_commit(lambda: build_ratings.delay(club_id), robust=True)


@shared_task
def simulate(simulation_id: int) -> None:
    """A slice of a simulation, and the next after it. In place, whoever looks at it asks for the next."""
    if with_room(working.work, simulation_id) and not settings.CELERY_TASK_ALWAYS_EAGER:
        simulate.delay(simulation_id)


def results_changed(tournament: Tournament) -> None:
    """Notes that settled results changed and asks for a build after the commit.

    Should the broker be away, the commit stands and `repair_standings` asks again.
    """
    tournament.results_version += 1
    tournament.save(update_fields=["results_version"])
    transaction.on_commit(lambda: build_standings.delay(tournament.pk), robust=True)
