"""The form of a tournament's ranking; `standings.ranking_service` stores it."""

from typing import Any, TypedDict

from django import forms
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from tournaments.core.standings import CRITERIA, PRESETS
from tournaments.models import Tournament

NOBODY = ("", gettext_lazy("— nessun altro —"))


class ThresholdsField(forms.CharField):
    """Whole numbers separated by spaces, commas or semicolons."""

    def prepare_value(self, value: Any) -> Any:
        return " ".join(map(str, value)) if isinstance(value, list) else value

    def to_python(self, value: Any) -> Any:
        words = str(value or "").replace(",", " ").replace(";", " ").split()
        if not words or not all(word.isdecimal() and len(word) <= 6 for word in words):
            raise forms.ValidationError(
                gettext_lazy("Scrivi le soglie come numeri interi, separati da spazi.")
            )
        return [int(word) for word in words]


class ChosenRanking(TypedDict):
    """The arguments of `ranking_service.choose`."""

    criteria: list[str]
    version: int | None
    match_scale: str
    bye_policy: str
    leavers_last: bool
    reason: str
    victory_thresholds: list[int]


class RankingForm(forms.Form):
    """The ranking. It works without a script: each place in the order of criteria is a field.

    The button of a preset sets all criteria.
    """

    version = forms.IntegerField(widget=forms.HiddenInput)
    match_scale = forms.ChoiceField(
        label=gettext_lazy("Punti partita"), choices=Tournament.MatchScale.choices, widget=forms.RadioSelect
    )
    bye_policy = forms.ChoiceField(
        label=gettext_lazy("Chi riposa prende"), choices=Tournament.ByePolicy.choices
    )
    leavers_last = forms.TypedChoiceField(
        label=gettext_lazy("Chi si ritira o è espulso sta"),
        choices=[(True, gettext_lazy("sotto chi ha finito")), (False, gettext_lazy("al suo posto"))],
        coerce=lambda written: written == "True",
        required=False,
        empty_value=None,
        widget=forms.RadioSelect,
    )
    victory_thresholds = ThresholdsField(
        label=gettext_lazy("Soglie dei punti vittoria"),
        widget=forms.Textarea(attrs={"rows": 2}),
        help_text=gettext_lazy(
            "Le differenze da cui il vincitore prende un punto vittoria in più: 11–9, 12–8 e così via."
        ),
    )
    reason = forms.CharField(
        label=gettext_lazy("Motivo"),
        required=False,
        max_length=300,
        help_text=gettext_lazy(
            "Serve quando un turno è già concluso: la classifica cambia, e il registro dice perché."
        ),
    )

    def __init__(self, data: Any, *, tournament: Tournament) -> None:
        shown = {
            "version": tournament.version,
            "match_scale": tournament.match_scale,
            "bye_policy": tournament.bye_policy,
            "leavers_last": tournament.leavers_last,
            "victory_thresholds": tournament.victory_thresholds,
        }
        super().__init__(data, initial=shown)
        choices = [NOBODY, *((key, _(criterion.name)) for key, criterion in CRITERIA.items())]
        for at in range(len(CRITERIA)):
            self.fields[f"criterion_{at + 1}"] = forms.ChoiceField(
                label=_("%(at)sº criterio") % {"at": at + 1},
                choices=choices,
                required=False,
                widget=forms.Select(attrs={"class": "input"}),
                initial=tournament.criteria[at] if at < len(tournament.criteria) else "",
            )

    def places(self) -> list[forms.BoundField]:
        """Returns the fields of the criteria, in the order in which they decide."""
        return [self[name] for name in self.fields if name.startswith("criterion_")]

    def others(self) -> list[forms.BoundField]:
        """Returns the other fields of the ranking."""
        return [self[name] for name in ("match_scale", "victory_thresholds", "bye_policy", "leavers_last")]

    def chosen(self) -> ChosenRanking:
        """Returns the chosen ranking, without empty places. The form must be valid."""
        given = self.cleaned_data
        preset = self.data.get("preset", "")
        listed = [given[field.name] for field in self.places() if given[field.name]]
        is_last = given["leavers_last"]
        return {
            "criteria": list(PRESETS[preset]) if preset in PRESETS else listed,
            "version": given["version"],
            "match_scale": given["match_scale"],
            "bye_policy": given["bye_policy"],
            "leavers_last": self.initial["leavers_last"] if is_last is None else is_last,
            "reason": given["reason"],
            "victory_thresholds": given["victory_thresholds"],
        }
