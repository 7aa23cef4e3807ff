"""Days and hours as sentences need them."""

from datetime import date, datetime

from django.utils import timezone
from django.utils.translation import gettext as _

from club.days import day_in_words


def written_out(day: date) -> str:
    """The day with its weekday: "sabato 21 novembre 2026", which Django alone would write with capitals."""
    return day_in_words(day, "l j F Y")


def moment(at: datetime) -> str:
    """A day and hour to come, as a sentence needs them: "4 dicembre alle 18:30"."""
    here = timezone.localtime(at)
    day = day_in_words(here, "j F")
    return _("%(day)s alle %(at)s") % {"day": day, "at": f"{here:%H:%M}"}
