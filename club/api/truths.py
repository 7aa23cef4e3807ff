"""Query words that are true or false: anything else is refused, which Django's own field takes for "any"."""

from typing import Any, Final

import django_filters
from django import forms
from django.core.exceptions import ValidationError
from django.utils.translation import gettext as _

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
