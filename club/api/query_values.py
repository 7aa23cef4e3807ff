"""The values of query words: days and times, and true or false, stricter than Django takes them."""

from datetime import date, datetime
from typing import Any, Final

import django_filters
from django import forms
from django.core.exceptions import ValidationError
from django.forms import DateField
from django.utils.translation import gettext as _
from django_filters.fields import IsoDateTimeField

#: The years in which clubs can have done or planned something. Beyond them, an offset or a number of years
#: added or taken away leaves the calendar that Python has.
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


WORDS: Final = {"true": True, "1": True, "false": False, "0": False}


class TruthField(forms.NullBooleanField):
    widget = forms.TextInput

    def to_python(self, value: Any) -> bool | None:  # type: ignore[override]  # as NullBooleanField has it
        if value in self.empty_values:
            return None
        truth = WORDS.get(str(value).lower())
        if truth is None:
            raise ValidationError(_("Scrivi `true` o `false`."))
        return truth


class TruthFilter(django_filters.BooleanFilter):
    """Refuses a value that is neither true nor false."""

    field_class = TruthField
