"""The age of the newest backup and the trouble with the last one, and the sentences about backups that pages,
commands, logs and the health check share.
"""

from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Any, Final

from django.utils import timezone
from django.utils.formats import date_format
from django.utils.translation import gettext as _

from club.backups import places

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
        troubles.append(second_place_sentence(known.second_trouble, known.second_why))
    return BackupStatus(latest, is_late, troubles)


def health(now: datetime | None = None) -> dict[str, Any]:
    """The backups' part of `/salute/`: the age in minutes (None without any), and whether all is well.

    Trouble with backups does not change the status code, because a container need not restart.
    """
    current, now = status(now), now or timezone.now()
    minutes = int((now - current.latest).total_seconds() // 60) if current.latest else None
    is_well = current.latest is not None and not current.is_late and not current.troubles
    return {"minutes": minutes, "well": is_well}


def moment_in_words(at: str) -> str:
    """The local day and hour of a time in ISO 8601."""
    return date_format(timezone.localtime(datetime.fromisoformat(at)), "j/n/Y H:i")


def broken_logs_sentence(names: list[str]) -> str:
    """The sentence about logs whose chain did not hold in the database itself."""
    return _(
        "Attenzione: nella base dati la catena di un registro si interrompe (%(logs)s), qualcuno l'ha "
        "cambiato. La copia lo riporta com'è."
    ) % {"logs": ", ".join(names[:3])}


def second_place_sentence(code: str, why: str) -> str:
    """The sentence about a second place that has no copy; `code` is that of SecondPlaceAway."""
    if code == "away":
        return _("La seconda copia non si può fare: la cartella non c'è. Rimetti la chiavetta.")
    if code == "empty":
        return _(
            "La seconda copia non si può fare: la cartella, che aveva delle copie, è vuota. Rimetti la "
            "chiavetta; se è nuova, fai una copia a mano con «manage.py backup»."
        )
    return _("La seconda copia non si può fare: %(why)s.") % {"why": why or "?"}
