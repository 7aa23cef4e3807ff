"""A tournament's settings as the organiser writes them; the verbs of `evenings` store them."""

from typing import Any

from django import forms
from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

import scoring
from club.days import day_in_words
from club.dues.forms import EurosField
from tournaments.formats import FORMAT_SETTINGS
from tournaments.models import Tournament
from tournaments.models.tournament import DEFAULT_GAME
from tournaments.movements import SETTINGS

OF_FORMATS = {
    "groups": "of-girone of-groups-final",
    "is_double": "of-girone of-groups-final",
    "qualifiers": "of-groups-final",
    "third_place": "of-groups-final of-knockout",
    "sections": "of-mitchell",
    "even_way": "of-mitchell",
}
SHORTLY = ("name", "game", "format", *OF_FORMATS)
BY_PHONE = gettext_lazy("Senza accesso, con una conferma per e-mail, dalla pagina del calendario.")
AS_USUAL = ("", gettext_lazy("come d'uso nel gioco"))


def targets() -> list[Any]:
    """The points to which each game may be played, under its name."""
    to_choose = [game for game in scoring.GAMES.values() if len(game.targets) > 1]
    return [AS_USUAL, *((game.name, [(each, str(each)) for each in game.targets]) for game in to_choose)]


class TournamentForm(forms.ModelForm):  # type: ignore[type-arg]  # not subscriptable when run
    """Never saved: `cleaned_data` goes to `evenings.create` or `evenings.change`."""

    turns = forms.IntegerField(
        label=gettext_lazy("Turni"),
        initial=4,
        min_value=1,
        max_value=30,
        help_text=gettext_lazy("I gironi e l'eliminazione diretta li contano da soli, al primo abbinamento."),
    )
    turn_minutes = forms.IntegerField(
        label=gettext_lazy("Minuti a turno"), initial=30, min_value=5, max_value=600
    )

    tables_available = forms.IntegerField(
        label=gettext_lazy("Tavoli disponibili"),
        min_value=1,
        max_value=999,
        required=False,
        help_text=gettext_lazy("Con meno tavoli di quelli che servono il turno non si abbina."),
    )

    game = forms.ChoiceField(
        label=gettext_lazy("Gioco"),
        choices=[(game.key, game.name) for game in scoring.GAMES.values()],
        initial=DEFAULT_GAME,
        required=False,
    )
    format = forms.ChoiceField(
        label=gettext_lazy("Formula"),
        choices=Tournament.Format.choices,
        initial=Tournament.Format.DANISH,
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

    groups = forms.IntegerField(
        label=gettext_lazy("Gironi"), initial=1, min_value=1, max_value=64, required=False
    )
    is_double = forms.BooleanField(label=gettext_lazy("Andata e ritorno"), required=False)
    qualifiers = forms.IntegerField(
        label=gettext_lazy("Finalisti di ogni girone"), initial=2, min_value=1, max_value=64, required=False
    )
    third_place = forms.BooleanField(
        label=gettext_lazy("Si gioca la finale per il terzo posto"), initial=True, required=False
    )
    sections = forms.IntegerField(
        label=gettext_lazy("Sezioni del Mitchell"), initial=1, min_value=1, max_value=64, required=False
    )
    even_way = forms.ChoiceField(
        label=gettext_lazy("Mitchell con tavoli pari"), choices=Tournament.EvenWay.choices, required=False
    )
    first_turn = forms.ChoiceField(
        label=gettext_lazy("Primo turno"), choices=Tournament.FirstTurn.choices, required=False
    )
    circles_apart = forms.BooleanField(
        label=gettext_lazy("Al primo turno non contro il proprio circolo"),
        required=False,
        help_text=gettext_lazy("Vale nel movimento danese e nello svizzero."),
    )

    fee_cents = EurosField(
        label=gettext_lazy("Quota d'iscrizione"),
        required=False,
        help_text=gettext_lazy(
            "In euro, una per ogni iscrizione; vuoto se non si paga. Si incassa nella pagina «Cassa»."
        ),
    )

    takes_bookings = forms.BooleanField(
        label=gettext_lazy("Ci si iscrive anche dal telefono"),
        required=False,
        help_text=BY_PHONE,
    )
    places = forms.IntegerField(
        label=gettext_lazy("Posti"),
        min_value=1,
        max_value=500,
        required=False,
        help_text=gettext_lazy(
            "Quante iscrizioni si prendono; vuoto se non c'è un limite. Chi viene dopo va in lista d'attesa."
        ),
    )
    booking_hours = forms.IntegerField(
        label=gettext_lazy("Il telefono chiude, ore prima dell'inizio"),
        initial=2,
        min_value=0,
        max_value=720,
        required=False,
    )

    class Meta:
        model = Tournament
        fields = [
            "name",
            "game",
            *FORMAT_SETTINGS,
            "date",
            "starts_at",
            "venue",
            "turns",
            "turn_minutes",
            "tables_available",
            "rematches",
            "house_rule",
            "target",
            "agreement",
            "deals_a_turn",
            "confirmation",
            "fee_cents",
            "takes_bookings",
            "places",
            "booking_hours",
        ]
        labels = {
            "name": gettext_lazy("Nome"),
            "date": gettext_lazy("Data"),
            "starts_at": gettext_lazy("Ora d'inizio"),
            "venue": gettext_lazy("Luogo"),
            "rematches": gettext_lazy("Incontri ripetuti"),
            "house_rule": gettext_lazy("Regola della grande, o delle buone"),
            "confirmation": gettext_lazy("Gli avversari confermano ogni risultato"),
        }
        widgets = {
            "date": forms.DateInput(format="%Y-%m-%d", attrs={"type": "date"}),
            "starts_at": forms.TimeInput(format="%H:%M", attrs={"type": "time"}),
        }

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        for name, formats in OF_FORMATS.items():
            # Shown where the format knows the setting: by the style sheet, without a script.
            self.fields[name].of_formats = formats  # type: ignore[attr-defined]

    def clean(self) -> dict[str, Any]:
        """What the form leaves out, or the format does not look at, stays as it is."""
        cleaned = super().clean() or {}
        cleaned["format"] = cleaned.get("format") or self.instance.format
        known = SETTINGS.get(cleaned["format"], ())
        for name in FORMAT_SETTINGS:
            is_foreign = name in OF_FORMATS and name not in known
            if is_foreign or cleaned.get(name) in (None, ""):
                cleaned[name] = getattr(self.instance, name)
        return cleaned

    def clean_game(self) -> str:
        """A form that does not say keeps the game there is."""
        chosen: str = self.cleaned_data["game"]
        return chosen or self.instance.game

    def clean_fee_cents(self) -> int:
        """The same; an empty field is a tournament without a fee."""
        if self.add_prefix("fee_cents") not in self.data:
            kept: int = self.instance.fee_cents
            return kept
        asked: int | None = self.cleaned_data["fee_cents"]
        return asked or 0

    def clean_booking_hours(self) -> int:
        """The same."""
        said: int | None = self.cleaned_data["booking_hours"]
        return self.instance.booking_hours if said is None else said

    def clean_format(self) -> str:
        """The same."""
        chosen: str = self.cleaned_data["format"]
        return chosen or self.instance.format

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
