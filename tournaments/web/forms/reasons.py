"""Forms for the reason of an act; readers of the key and the version that a page sends."""

from collections.abc import Mapping
from typing import Any
from uuid import UUID, uuid4

from django import forms
from django.core.exceptions import ValidationError
from django.utils.translation import gettext_lazy

from tournaments.core.draws import DrawImpossible, Swap
from tournaments.text.move_wording import USUAL_REASONS

LONGEST_REASON = 300


class ReasonForm(forms.Form):
    """An optional reason for the log."""

    reason = forms.CharField(label=gettext_lazy("Motivo"), max_length=LONGEST_REASON, required=False)


class RequiredReasonForm(forms.Form):
    reason = forms.CharField(
        label=gettext_lazy("Motivo"),
        max_length=LONGEST_REASON,
        error_messages={"required": gettext_lazy("Scrivi il motivo: resta nel registro.")},
    )


class PublicReasonForm(RequiredReasonForm):
    """The reason of an act on a team, which the pages of its championship show."""

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.fields["reason"].help_text = gettext_lazy("Lo leggono tutti, sulla pagina del campionato.")


def device_key(data: Mapping[str, str]) -> UUID | None:
    """Returns the device's key, which makes the act idempotent; None without a valid one."""
    try:
        sent = forms.UUIDField(required=False).clean(data.get("key", ""))
    except ValidationError:
        return None
    return sent if isinstance(sent, UUID) else None


def version_in(data: Mapping[str, str], name: str) -> int | None:
    """Returns the version in the field `name`; None without a valid one."""
    text = data.get(name, "")
    return int(text) if _is_number(text) else None


def swap_in(data: Mapping[str, str]) -> Swap | None:
    """Returns the requested change of tables; None without a valid one."""
    kind, first, second = (data.get(name, "").strip() for name in ("kind", "first", "second"))
    if not (_is_number(first) and (kind == "dealer" or _is_number(second))):
        return None
    try:
        return Swap.from_json([kind, int(first), second[:1] if kind == "dealer" else int(second)])
    except DrawImpossible:
        return None


def _is_number(text: str) -> bool:
    return text.isascii() and text.isdecimal() and len(text) < 10


class WhyForm(forms.Form):
    """The reason for a change of tables: a usual one, free text, or both; with version and key."""

    version = forms.IntegerField(widget=forms.HiddenInput, required=False)
    key = forms.UUIDField(widget=forms.HiddenInput, required=False)
    usual = forms.ChoiceField(
        label=gettext_lazy("Motivo"),
        required=False,
        choices=[
            ("", gettext_lazy("Scegli…")),
            *((str(at), reason) for at, reason in enumerate(USUAL_REASONS)),
        ],
    )
    reason = forms.CharField(
        label=gettext_lazy("Altro, o due parole in più"), max_length=LONGEST_REASON - 80, required=False
    )

    @classmethod
    def asking(cls, version: int) -> "WhyForm":
        """Returns an empty form with a new key, so that sending it twice has one effect."""
        return cls(initial={"version": version, "key": uuid4()})

    def full_reason(self) -> str:
        """Returns the reason for the log; "" without one."""
        usual, own = self.cleaned_data.get("usual"), self.cleaned_data.get("reason", "").strip()
        reasons = [str(USUAL_REASONS[int(usual)]) if usual else "", own]
        return ": ".join(filter(None, reasons))[:LONGEST_REASON]
