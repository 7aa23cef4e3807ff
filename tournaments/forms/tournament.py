"""A tournament's settings as the organiser writes them; the verbs of `evenings` store them."""

from typing import Any

from django import forms
from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

import scoring
from tournaments.models import Tournament
from tournaments.models.tournament import DEFAULT_GAME
from tournaments.wording import day_in_words

SHORTLY = ("name", "game")
AS_USUAL = ("", gettext_lazy("come d'uso nel gioco"))


def targets() -> list[Any]:
    """The points to which each game may be played, under its name."""
    to_choose = [game for game in scoring.GAMES.values() if len(game.targets) > 1]
    return [AS_USUAL, *((game.name, [(each, str(each)) for each in game.targets]) for game in to_choose)]


class TournamentForm(forms.ModelForm):  # type: ignore[type-arg]  # not subscriptable when run
    """Never saved: `cleaned_data` goes to `evenings.create` or `evenings.change`."""

    turns = forms.IntegerField(label=gettext_lazy("Turni"), initial=4, min_value=1, max_value=30)
    turn_minutes = forms.IntegerField(
        label=gettext_lazy("Minuti a turno"), initial=30, min_value=5, max_value=600
    )

    game = forms.ChoiceField(
        label=gettext_lazy("Gioco"),
        choices=[(game.key, game.name) for game in scoring.GAMES.values()],
        initial=DEFAULT_GAME,
        required=False,
    )
    target = forms.TypedChoiceField(
        label=gettext_lazy("Punti della partita"),
        choices=targets,
        coerce=int,
        empty_value=None,
        required=False,
    )

    agreement = forms.ChoiceField(
        label=gettext_lazy("Fine della partita, alla Mattazza"),
        choices=[AS_USUAL, *Tournament.Agreement.choices],
        required=False,
    )
    deals_a_turn = forms.IntegerField(
        label=gettext_lazy("Smazzate a turno, al Terziglio"), min_value=1, max_value=30, required=False
    )

    class Meta:
        model = Tournament
        fields = [
            "name",
            "game",
            "date",
            "venue",
            "turns",
            "turn_minutes",
            "rematches",
            "house_rule",
            "target",
            "agreement",
            "deals_a_turn",
            "confirmation",
        ]
        labels = {
            "name": gettext_lazy("Nome"),
            "date": gettext_lazy("Data"),
            "venue": gettext_lazy("Luogo"),
            "rematches": gettext_lazy("Incontri ripetuti"),
            "house_rule": gettext_lazy("Regola della grande, o delle buone"),
            "confirmation": gettext_lazy("Gli avversari confermano ogni risultato"),
        }
        widgets = {"date": forms.DateInput(format="%Y-%m-%d", attrs={"type": "date"})}

    def clean_game(self) -> str:
        """A form that does not say keeps the game there is."""
        chosen: str = self.cleaned_data["game"]
        return chosen or self.instance.game

    def shortly(self) -> list[forms.BoundField]:
        """What every evening asks."""
        return [self[name] for name in SHORTLY]

    def at_length(self) -> list[forms.BoundField]:
        """What is nearly always well as it is."""
        return [self[name] for name in self.fields if name not in SHORTLY]


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
