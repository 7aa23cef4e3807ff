"""What every way of writing a smazzata asks: the last trick, the device's key, the version seen, a reason."""

from collections.abc import Mapping
from typing import Any, cast
from uuid import UUID

from django import forms
from django.utils.translation import gettext_lazy

from tournaments.scores.shapes import SIDE_NAMES

SIDE_CHOICES = tuple(SIDE_NAMES.items())


class DealForm(forms.Form):
    """What every way has: the last trick, the device's key, the version seen, the reason of a correction."""

    way = ""

    last_trick = forms.ChoiceField(
        choices=SIDE_CHOICES,
        error_messages={
            "required": gettext_lazy("Scegli chi ha fatto l'ultima presa."),
            "invalid_choice": gettext_lazy("Scegli chi ha fatto l'ultima presa."),
        },
    )
    key = forms.UUIDField(
        required=False, error_messages={"invalid": gettext_lazy("Ricarica la pagina e scrivi di nuovo.")}
    )
    based_on = forms.IntegerField(
        min_value=0,
        error_messages={
            "required": gettext_lazy("Ricarica la pagina e scrivi di nuovo."),
            "invalid": gettext_lazy("Ricarica la pagina e scrivi di nuovo."),
        },
    )
    # The key of this device's own writing that this one corrects, sent before it: its version replaces
    # `based_on`, which the device could not know yet.
    after = forms.UUIDField(required=False)
    # The version that the writer has now seen and chosen to replace.
    over = forms.IntegerField(required=False, min_value=0)
    reason = forms.CharField(
        required=False,
        max_length=300,
        error_messages={"max_length": gettext_lazy("Il motivo è troppo lungo: bastano 300 lettere.")},
    )

    def __init__(self, data: Any = None, *, dealer: str, initial: Mapping[str, Any] | None = None) -> None:
        super().__init__(data, initial=dict(initial or {}))
        self.dealer = dealer

    @property
    def seen(self) -> int:
        """The version this writing replaces."""
        over = self.cleaned_data.get("over")
        return cast(int, self.cleaned_data["based_on"] if over is None else over)

    @property
    def follows(self) -> UUID | None:
        """The key of the writing that this one corrects, unless the writer has named a version since."""
        return None if self.cleaned_data.get("over") is not None else self.cleaned_data["after"]

    def sentences(self) -> list[str]:
        """What is missing or wrong, each a sentence, in the order of the page."""
        return [str(each) for errors in self.errors.values() for each in errors]

    def written(self) -> dict[str, Any]:
        raise NotImplementedError
