"""Query words that are days or times: of the years in which clubs can have done or planned something.

Beyond them, an offset or a number of years added or taken away leaves the calendar that Python has.
"""

from datetime import date, datetime
from typing import Any, Final

import django_filters
from django.core.exceptions import ValidationError
from django.forms import DateField
from django.utils.translation import gettext as _
from django_filters.fields import IsoDateTimeField

FIRST_YEAR: Final = 1500
LAST_YEAR: Final = 2999


def _within(value: date | None) -> None:
    if value is not None and not FIRST_YEAR <= value.year <= LAST_YEAR:
        facts = {"first": FIRST_YEAR, "last": LAST_YEAR}
        raise ValidationError(_("L'anno dev'essere fra il %(first)s e il %(last)s.") % facts)


class DayField(DateField):
    def to_python(self, value: Any) -> date | None:
        day = super().to_python(value)
        _within(day)
        return day


class MomentField(IsoDateTimeField):
    def to_python(self, value: Any) -> datetime | None:
        moment: datetime | None = super().to_python(value)
        _within(moment)
        return moment


class DayFilter(django_filters.DateFilter):
    """Refuses a day of no year in which a club has rows."""

    field_class = DayField


class MomentFilter(django_filters.IsoDateTimeFilter):
    """Refuses a time of no year in which a club has rows, whatever its offset."""

    field_class = MomentField
