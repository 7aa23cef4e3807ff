"""How the classifica is made, as the organiser writes it: a list of criteria that works without a script."""

from typing import Any

from django import forms
from django.utils.translation import gettext as _now
from django.utils.translation import gettext_lazy as _

from tournaments.models import Tournament
from tournaments.standings import CRITERIA, PRESETS

NOBODY = ("", _("— nessun altro —"))


class ThresholdsField(forms.CharField):
    """Whole numbers apart from each other by whatever is between them."""

    def prepare_value(self, value: Any) -> Any:
        return " ".join(map(str, value)) if isinstance(value, list) else value

    def to_python(self, value: Any) -> Any:
        words = str(value or "").replace(",", " ").replace(";", " ").split()
        if not words or not all(word.isdecimal() and len(word) <= 6 for word in words):
            raise forms.ValidationError(_("Scrivi le soglie come numeri interi, separati da spazi."))
        return [int(word) for word in words]


class RankingForm(forms.Form):
    """Each criterion has a place of its own; a preset's button fills them all."""

    version = forms.IntegerField(widget=forms.HiddenInput)
    match_scale = forms.ChoiceField(
        label=_("Punti partita"), choices=Tournament.MatchScale.choices, widget=forms.RadioSelect
    )
    bye_policy = forms.ChoiceField(label=_("Chi riposa prende"), choices=Tournament.ByePolicy.choices)
    victory_thresholds = ThresholdsField(
        label=_("Soglie dei punti vittoria"),
        widget=forms.Textarea(attrs={"rows": 2}),
        help_text=_(
            "Le differenze da cui il vincitore prende un punto vittoria in più: 11–9, 12–8 e così via."
        ),
    )
    reason = forms.CharField(
        label=_("Motivo"),
        required=False,
        max_length=300,
        help_text=_("Serve quando un turno è già concluso: la classifica cambia, e il registro dice perché."),
    )

    def __init__(self, data: Any, *, tournament: Tournament) -> None:
        shown = {
            "version": tournament.version,
            "match_scale": tournament.match_scale,
            "bye_policy": tournament.bye_policy,
            "victory_thresholds": tournament.victory_thresholds,
        }
        super().__init__(data, initial=shown)
        choices = [NOBODY, *((key, _now(criterion.name)) for key, criterion in CRITERIA.items())]
        for at in range(len(CRITERIA)):
            self.fields[f"criterion_{at + 1}"] = forms.ChoiceField(
                label=_now("%(at)sº criterio") % {"at": at + 1},
                choices=choices,
                required=False,
                widget=forms.Select(attrs={"class": "input"}),
                initial=tournament.criteria[at] if at < len(tournament.criteria) else "",
            )

    def places(self) -> list[forms.BoundField]:
        """The criteria, in the order in which they decide."""
        return [self[name] for name in self.fields if name.startswith("criterion_")]

    def others(self) -> list[forms.BoundField]:
        """What else the classifica depends on."""
        return [self[name] for name in ("match_scale", "victory_thresholds", "bye_policy")]

    def chosen(self) -> dict[str, Any]:
        """What goes to `ranking.choose`, of a form that is valid: a place left empty is nobody's."""
        given = self.cleaned_data
        preset = self.data.get("preset", "")
        listed = [given[field.name] for field in self.places() if given[field.name]]
        return {
            "criteria": list(PRESETS[preset]) if preset in PRESETS else listed,
            **{name: given[name] for name in ("version", "match_scale", "bye_policy", "reason")},
            "victory_thresholds": given["victory_thresholds"],
        }
