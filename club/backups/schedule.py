"""When the next backup is due: soon after anything was logged, and once a night."""

from __future__ import annotations

import logging
from datetime import datetime, time, timedelta
from typing import Final

from celery import shared_task
from django.apps import apps
from django.utils import timezone

from club.backups import making, places
from club.backups.restoring import is_empty
from club.errors import ClubError
from club.models.club import ChainedEntry

logger = logging.getLogger(__name__)

#: The least time between two backups while acts are logged. Runs are five minutes apart; one that comes a
#: little early makes a backup too.
EVENING: Final = timedelta(minutes=4, seconds=30)
#: The local hour after which the backup of a night is due; a laptop that was off makes it at its next start.
NIGHT: Final = time(4)


def is_due(latest: datetime | None, last_act: datetime | None, now: datetime) -> bool:
    """Whether a backup is due at `now`, a local time."""
    # A backup from the future was made before the clock was set back: later acts are not in it.
    if latest is None or latest > now:
        return True
    if latest < _night_before(now):
        return True
    return last_act is not None and last_act > latest and now - latest >= EVENING


def _night_before(now: datetime) -> datetime:
    night = now.replace(hour=NIGHT.hour, minute=0, second=0, microsecond=0)
    return night if night <= now else night - timedelta(days=1)


def last_act() -> datetime | None:
    """The time of the newest entry in any log."""
    logs = [model for model in apps.get_models() if issubclass(model, ChainedEntry)]
    newest = (log._base_manager.order_by("-pk").values_list("at", flat=True).first() for log in logs)
    return max((at for at in newest if at), default=None)


def _is_due_now() -> bool:
    return is_due(places.latest(), last_act(), timezone.localtime())


@shared_task(name="club.backups.tasks.keep_backups")
def keep_backups() -> None:
    """Makes a backup if one is due, or else brings the newest to a second place that lacks it.

    Runs every five minutes, by Celery beat or by the server's own thread.
    Two runs at once, of two beat processes, make one backup. A failure is logged and shown on the desk; the
    next run tries again.
    """
    if is_empty():
        return
    try:
        if _is_due_now():
            making.back_up(is_due=_is_due_now)
        elif places.state().second_trouble:
            making.deliver()
    except (ClubError, OSError) as wrong:
        logger.warning("The backup was not made: %s", wrong)
