"""The age of the newest backup and the trouble with the last one, for pages and for the health check."""

from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Any, Final

from django.utils import timezone

from club.backups import places, wording

#: A running installation makes a backup every night, so an older one is a fault.
LATE: Final = timedelta(hours=26)


@dataclass(frozen=True)
class BackupStatus:
    #: The time of the newest backup; None if there is none.
    latest: datetime | None
    is_late: bool
    #: The sentences about what is wrong, each with its remedy.
    troubles: list[str]


def status(now: datetime | None = None) -> BackupStatus:
    """The status of this installation's backups. Reads two small files and no database."""
    latest, known = places.latest(), places.state()
    is_late = latest is not None and (now or timezone.now()) - latest > LATE
    troubles = [known.trouble] if known.trouble else []
    if known.second_trouble:
        troubles.append(wording.second_place_trouble(known.second_trouble, known.second_why))
    return BackupStatus(latest, is_late, troubles)


def health(now: datetime | None = None) -> dict[str, Any]:
    """The backups' part of `/salute/`: the age in minutes (None without any), and whether all is well.

    Trouble with backups does not change the status code, because a container need not restart.
    """
    current, now = status(now), now or timezone.now()
    minutes = int((now - current.latest).total_seconds() // 60) if current.latest else None
    is_well = current.latest is not None and not current.is_late and not current.troubles
    return {"minutes": minutes, "well": is_well}
