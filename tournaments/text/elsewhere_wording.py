"""The sentence that tells the desk who is entered in two evenings at one time."""

from collections.abc import Iterable
from datetime import date, time

from django.utils.formats import date_format, time_format
from django.utils.translation import gettext as _


def elsewhere_sentence(places: Iterable[tuple[str, str, date | None, time | None]]) -> str:
    """Each player with the other evening, its day if that is another one, and its hour; empty for none."""
    named = [f"{player} ({_evening(name, day, at)})" for player, name, day, at in places]
    return (
        _("Alla stessa ora di quel giorno giocano anche altrove: %(players)s.")
        % {"players": ", ".join(named)}
        if named
        else ""
    )


def _evening(name: str, day: date | None, at: time | None) -> str:
    when = [date_format(day, "j/n") if day else "", time_format(at, "H:i") if at else ""]
    return ", ".join(filter(None, (f"«{name}»", " ".join(filter(None, when)))))
