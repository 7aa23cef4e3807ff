"""Days and hours as text, the day some months before, and the day on which a person comes of age."""

from datetime import date, datetime
from typing import Final

from django.utils import timezone
from django.utils.formats import date_format
from django.utils.translation import get_language
from django.utils.translation import gettext as _


def day_in_words(day: date, written: str = "j F Y") -> str:
    """The day as "21 novembre 2026" or "21 November 2026".

    Italian months and weekdays are in lower case; Django writes them with capitals.
    """
    words = date_format(day, written)
    return words.lower() if (get_language() or "").startswith("it") else words


OF_AGE: Final = 18


def of_age_on(born_on: date) -> date:
    """The eighteenth birthday; the first of March for a person born on the 29th of February."""
    year = born_on.year + OF_AGE
    try:
        return born_on.replace(year=year)
    except ValueError:
        return date(year, 3, 1)


def months_before(day: date, months: int) -> date:
    """The day so many `months` earlier; in a shorter month, its last day."""
    first = day.year * 12 + day.month - 1 - months
    year, month = divmod(first, 12)
    for last in range(day.day, 27, -1):
        try:
            return date(year, month + 1, last)
        except ValueError:
            continue
    return date(year, month + 1, min(day.day, 28))


def short_day(day: date | None) -> str:
    """The day as "21/11/2026"; empty for None."""
    return f"{day.day}/{day.month}/{day.year}" if day else ""


def written_out(day: date) -> str:
    """The day with its weekday: "sabato 21 novembre 2026", which Django alone would write with capitals."""
    return day_in_words(day, "l j F Y")


def moment(at: datetime) -> str:
    """A future day and hour within a sentence: "4 dicembre alle 18:30"."""
    here = timezone.localtime(at)
    day = day_in_words(here, "j F")
    return _("%(day)s alle %(at)s") % {"day": day, "at": f"{here:%H:%M}"}
