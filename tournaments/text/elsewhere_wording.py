"""The sentence that tells the desk who is entered in two evenings at one time."""

from collections.abc import Iterable
from datetime import time

from django.utils.formats import time_format
from django.utils.translation import gettext as _


def elsewhere_sentence(places: Iterable[tuple[str, str, time | None]]) -> str:
    """Each player with the other evening and its hour; empty for none."""
    named = [
        f"{player} («{evening}», {time_format(at, 'H:i')})" if at else f"{player} («{evening}»)"
        for player, evening, at in places
    ]
    return (
        _("Alla stessa ora di quel giorno giocano anche altrove: %(players)s.")
        % {"players": ", ".join(named)}
        if named
        else ""
    )
