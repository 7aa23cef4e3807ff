"""A tournament's settings as the organiser writes them; the verbs of `evenings` store them."""

from typing import Any

from django import forms
from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from tournaments.models import Tournament
from tournaments.wording import day_in_words


class TournamentForm(forms.ModelForm):  # type: ignore[type-arg]  # not subscriptable when run
    """Never saved: `cleaned_data` goes to `evenings.create` or `evenings.change`."""

    turns = forms.IntegerField(label=gettext_lazy("Turni"), initial=4, min_value=1, max_value=30)
    turn_minutes = forms.IntegerField(
        label=gettext_lazy("Minuti a turno"), initial=30, min_value=5, max_value=600
    )

    class Meta:
        model = Tournament
        fields = ["name", "date", "venue", "turns", "turn_minutes", "rematches", "house_rule", "confirmation"]
        labels = {
            "name": gettext_lazy("Nome"),
            "date": gettext_lazy("Data"),
            "venue": gettext_lazy("Luogo"),
            "rematches": gettext_lazy("Incontri ripetuti"),
            "house_rule": gettext_lazy("Regola della grande"),
            "confirmation": gettext_lazy("Gli avversari confermano ogni risultato"),
        }
        widgets = {"date": forms.DateInput(format="%Y-%m-%d", attrs={"type": "date"})}

    def shortly(self) -> list[forms.BoundField]:
        """What every evening asks."""
        return [self[name] for name in ("name",)]

    def at_length(self) -> list[forms.BoundField]:
        """What is nearly always well as it is."""
        return [self[name] for name in self.fields if name != "name"]


class SettingsForm(TournamentForm):
    """The settings of a tournament that is there; `version` is the one that the writer looks at."""

    version = forms.IntegerField(widget=forms.HiddenInput)

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.fields["version"].initial = self.instance.version


def proposal() -> dict[str, object]:
    """What a new tournament is unless the organiser says otherwise: tonight's."""
    today = timezone.localdate()
    return {"name": _("Torneo del %(day)s") % {"day": day_in_words(today)}, "date": today}
