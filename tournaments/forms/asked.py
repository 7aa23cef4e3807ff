"""Small answers: a reason, a table's number."""

from collections.abc import Mapping
from uuid import UUID

from django import forms
from django.core.exceptions import ValidationError
from django.utils.translation import gettext_lazy as _


class ReasonForm(forms.Form):
    """Why, for the log."""

    reason = forms.CharField(label=_("Motivo"), max_length=300, required=False)


class RequiredReasonForm(forms.Form):
    reason = forms.CharField(
        label=_("Motivo"),
        max_length=300,
        error_messages={"required": _("Scrivi il motivo: resta nel registro.")},
    )


class CallingOffForm(RequiredReasonForm):
    """Which of the two the page asked: by the time of the answer somebody else may have done it."""

    holds = forms.BooleanField(required=False, widget=forms.HiddenInput)


class TableForm(forms.Form):
    """The table where a pair stays; empty sets it free."""

    table = forms.IntegerField(label=_("Tavolo fisso"), min_value=1, max_value=999, required=False)


class DescriptionForm(forms.Form):
    """What the draw of the first turn may look at."""

    seed = forms.IntegerField(label=_("Testa di serie"), min_value=1, max_value=999, required=False)
    circle = forms.CharField(label=_("Viene da un altro circolo"), max_length=60, required=False)


def key(data: Mapping[str, str]) -> UUID | None:
    """The device's key that came with a form, None without one or with something else in its place."""
    try:
        sent = forms.UUIDField(required=False).clean(data.get("key", ""))
    except ValidationError:
        return None
    return sent if isinstance(sent, UUID) else None


def version_in(data: Mapping[str, str], name: str) -> int | None:
    """The version that a page carries in the field `name`, None where it carries none or nonsense."""
    said = data.get(name, "")
    return int(said) if said.isascii() and said.isdecimal() and len(said) < 10 else None
