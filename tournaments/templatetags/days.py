from datetime import date, datetime

from django import template
from django.utils import formats, timezone, translation
from django.utils.translation import gettext as _

register = template.Library()


@register.filter
def written_out(day: date) -> str:
    """The day with its weekday: "sabato 21 novembre 2026", which Django alone would write with capitals."""
    return _as_inside(formats.date_format(day, "l j F Y"))


@register.filter
def moment(at: datetime) -> str:
    """A day and hour to come, as a sentence needs them: "4 dicembre alle 18:30"."""
    here = timezone.localtime(at)
    day = _as_inside(formats.date_format(here, "j F"))
    return _("%(day)s alle %(at)s") % {"day": day, "at": f"{here:%H:%M}"}


def _as_inside(day: str) -> str:
    """Italian writes the names of days and months small."""
    return day.lower() if translation.get_language() == "it" else day
