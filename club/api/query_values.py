"""Filters whose values are days, times or true and false; they refuse more than Django's own."""

from datetime import date, datetime
from typing import Any, Final

import django_filters
from django import forms
from django.core.exceptions import ValidationError
from django.forms import DateField
from django.utils.translation import gettext as _
from django_filters.fields import IsoDateTimeField

#: The years that a date may have. Nearer to the ends of Python's calendar, adding an offset or some years
#: would overflow.
FIRST_YEAR: Final = 1500
LAST_YEAR: Final = 2999


def _verify_year(value: date | None) -> None:
    if value is not None and not FIRST_YEAR <= value.year <= LAST_YEAR:
        facts = {"first": FIRST_YEAR, "last": LAST_YEAR}
        raise ValidationError(_("L'anno dev'essere fra il %(first)s e il %(last)s.") % facts)


class DayField(DateField):
    def to_python(self, value: Any) -> date | None:
        day = super().to_python(value)
        _verify_year(day)
        return day


class MomentField(IsoDateTimeField):
    def to_python(self, value: Any) -> datetime | None:
        moment: datetime | None = super().to_python(value)
        _verify_year(moment)
        return moment


class DayFilter(django_filters.DateFilter):
    """Refuses a day whose year is out of range."""

    field_class = DayField


class MomentFilter(django_filters.IsoDateTimeFilter):
    """Refuses a time whose year is out of range, whatever its offset."""

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
