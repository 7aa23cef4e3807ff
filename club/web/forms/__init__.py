"""The forms of the club's pages; here the fields that they share."""

from typing import Any, cast

from django import forms
from django.http import QueryDict
from django.utils.translation import gettext_lazy as _

from club.money import amount, cents_of


def choice_field(form: forms.BaseForm, name: str) -> forms.ChoiceField:
    """The field, to set its choices."""
    return cast(forms.ChoiceField, form.fields[name])


def rows_field(form: forms.BaseForm, name: str) -> "forms.ModelChoiceField[Any]":
    """The field, to set the rows that it offers."""
    return cast("forms.ModelChoiceField[Any]", form.fields[name])


def replace_sent(form: forms.BaseForm, **values: object) -> None:
    """Puts other values in the place of those sent, for a form that is shown again."""
    data = cast(QueryDict, form.data).copy()
    for name, value in values.items():
        data[name] = str(value)
    form.data = data


class DayField(forms.DateField):
    """A day, chosen on the device's calendar."""

    def __init__(self, **kwargs: Any) -> None:
        super().__init__(widget=forms.DateInput(format="%Y-%m-%d", attrs={"type": "date"}), **kwargs)


class TimeField(forms.TimeField):
    """An hour, chosen on the device's clock."""

    def __init__(self, **kwargs: Any) -> None:
        super().__init__(widget=forms.TimeInput(format="%H:%M", attrs={"type": "time"}), **kwargs)


class EurosField(forms.CharField):
    """An amount as people write it, cleaned to cents; None if empty."""

    def __init__(self, **options: Any) -> None:
        super().__init__(
            max_length=14,
            widget=forms.TextInput(attrs={"inputmode": "decimal", "class": "input", "autocomplete": "off"}),
            **options,
        )

    def prepare_value(self, value: Any) -> Any:
        """Cents as euros; typed text unchanged."""
        return amount(value) if isinstance(value, int) else value

    def clean(self, value: Any) -> int | None:
        written = super().clean(value)
        if not written.strip():
            return None
        cents = cents_of(written)
        if cents is None:
            raise forms.ValidationError(_("Scrivi un importo in euro, per esempio 25 oppure 25,50."))
        return cents
