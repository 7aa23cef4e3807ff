"""What an organiser says to change tables by hand: which two, and why."""

from collections.abc import Mapping
from typing import Any
from uuid import uuid4

from django import forms
from django.utils.translation import gettext_lazy as _

from tournaments.draws import DrawImpossible, Swap
from tournaments.moving.wording import USUAL_REASONS

LONGEST = 300


def swap_in(data: Mapping[str, str]) -> Swap | None:
    """The change that a page asks for; None where it names none, or nonsense."""
    kind, first, second = (data.get(name, "").strip() for name in ("kind", "first", "second"))
    if not (_is_number(first) and (kind == "dealer" or _is_number(second))):
        return None
    try:
        return Swap.from_json([kind, int(first), second[:1] if kind == "dealer" else int(second)])
    except DrawImpossible:
        return None


def _is_number(said: str) -> bool:
    return said.isascii() and said.isdecimal() and len(said) < 10


class WhyForm(forms.Form):
    """A usual reason, or the organiser's own words, or both; carries the version and the key of the page."""

    version = forms.IntegerField(widget=forms.HiddenInput, required=False)
    key = forms.UUIDField(widget=forms.HiddenInput, required=False)
    usual = forms.ChoiceField(
        label=_("Motivo"),
        required=False,
        choices=[("", _("Scegli…")), *((str(at), reason) for at, reason in enumerate(USUAL_REASONS))],
    )
    reason = forms.CharField(label=_("Altro, o due parole in più"), max_length=LONGEST - 80, required=False)

    @classmethod
    def asking(cls, version: int) -> "WhyForm":
        """An empty one, with a key of its own: sent twice, it serves once."""
        return cls(initial={"version": version, "key": uuid4()})

    def said(self) -> str:
        """The reason as the log keeps it; empty where none was given."""
        usual, own = self.cleaned_data.get("usual"), self.cleaned_data.get("reason", "").strip()
        words: list[Any] = [USUAL_REASONS[int(usual)]] if usual else []
        return ": ".join(map(str, [*words, *([own] if own else [])]))[:LONGEST]
