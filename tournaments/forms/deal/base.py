"""What every way of writing a smazzata asks: the last trick, the device's key, the version seen, a reason."""

from collections.abc import Mapping
from typing import Any, cast

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

    def sentences(self) -> list[str]:
        """What is missing or wrong, each a sentence, in the order of the page."""
        return [str(each) for errors in self.errors.values() for each in errors]

    def written(self) -> dict[str, Any]:
        raise NotImplementedError
