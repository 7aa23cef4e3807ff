"""The sentences about backups that commands, pages and logs share."""

from datetime import datetime

from django.utils import timezone
from django.utils.formats import date_format
from django.utils.translation import gettext as _


def moment(at: str) -> str:
    """The local day and hour of a time in ISO 8601."""
    return date_format(timezone.localtime(datetime.fromisoformat(at)), "j/n/Y H:i")


def broken_logs(names: list[str]) -> str:
    """The sentence about logs whose chain did not hold in the database itself."""
    return _(
        "Attenzione: nella base dati la catena di un registro si interrompe (%(logs)s), qualcuno l'ha "
        "cambiato. La copia lo riporta com'è."
    ) % {"logs": ", ".join(names[:3])}


def second_place_trouble(code: str, why: str) -> str:
    """The sentence about a second place that has no copy; `code` is that of SecondPlaceAway."""
    if code == "away":
        return _("La seconda copia non si può fare: la cartella non c'è. Rimetti la chiavetta.")
    if code == "empty":
        return _(
            "La seconda copia non si può fare: la cartella, che aveva delle copie, è vuota. Rimetti la "
            "chiavetta; se è nuova, fai una copia a mano con «manage.py backup»."
        )
    return _("La seconda copia non si può fare: %(why)s.") % {"why": why or "?"}
