"""Forms of a championship: settings, calendar, play-off; services store them."""

from datetime import date, timedelta
from typing import Any

from django import forms
from django.core.exceptions import ValidationError
from django.utils.dateparse import parse_date
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

import scoring
from club.web.forms import DayField, TimeField, choice_field
from tournaments.championships.championship_service import MOST_GROUPS, MOST_HOURS, MOST_QUALIFIERS
from tournaments.core.standings import PRESETS, THRESHOLDS
from tournaments.models import Championship
from tournaments.models.tournament import DEFAULT_GAME, Tournament
from tournaments.web.forms.ranking import ThresholdsField
from tournaments.web.forms.tournament import AS_USUAL, OF_GAMES, targets

#: The games of two pairs at a table.
GAMES = [
    (game.key, game.name)
    for game in scoring.GAMES.values()
    if (tried := Tournament(game=game.key)).entry_size == 2 and tried.table_sizes == (2,)
]
ORDERS = {
    "accademia": gettext_lazy("incontri vinti, poi differenza punti"),
    "victory-points": gettext_lazy("punti vittoria, poi differenza punti"),
    "points": gettext_lazy("punti totali"),
}


class ChampionshipForm(forms.ModelForm):  # type: ignore[type-arg]  # not subscriptable when run
    """The settings of a championship. Never saved: `championship_fields` go to `create` and `change`."""

    game = forms.ChoiceField(label=gettext_lazy("Gioco"), choices=GAMES, initial=DEFAULT_GAME)
    house_rule = forms.ChoiceField(
        label=gettext_lazy("Regola della grande, o delle buone"),
        choices=[AS_USUAL, *Tournament.HouseRule.choices],
        required=False,
    )
    target = forms.TypedChoiceField(
        label=gettext_lazy("Punti della partita"),
        choices=targets,
        coerce=int,
        empty_value=None,
        required=False,
    )
    turns = forms.IntegerField(
        label=gettext_lazy("Turni di un incontro"),
        initial=2,
        min_value=1,
        max_value=30,
        help_text=gettext_lazy(
            "Con due turni ogni coppia gioca contro tutte e due quelle dell'altra squadra."
        ),
    )
    turn_minutes = forms.IntegerField(
        label=gettext_lazy("Minuti a turno"), initial=45, min_value=5, max_value=600
    )
    groups = forms.IntegerField(label=gettext_lazy("Gironi"), initial=1, min_value=1, max_value=MOST_GROUPS)
    qualifiers = forms.IntegerField(
        label=gettext_lazy("Squadre di ogni girone ai play-off"),
        initial=0,
        min_value=0,
        max_value=MOST_QUALIFIERS,
        help_text=gettext_lazy("Zero per un campionato senza play-off."),
    )
    matches_at_once = forms.IntegerField(
        label=gettext_lazy("Incontri insieme in una sala"),
        initial=1,
        min_value=1,
        max_value=99,
        help_text=gettext_lazy("Squadre della stessa sala non sono in casa insieme più di così."),
    )
    line_up_hours = forms.IntegerField(
        label=gettext_lazy("Formazioni: ore prima dell'inizio"),
        initial=24,
        min_value=0,
        max_value=MOST_HOURS,
        help_text=gettext_lazy(
            "Fino ad allora il capitano la cambia; l'altra squadra la vede quando ci sono tutte e due."
        ),
    )
    order = forms.ChoiceField(
        label=gettext_lazy("Classifica delle squadre"), choices=list(ORDERS.items()), initial="accademia"
    )
    victory_thresholds = ThresholdsField(
        label=gettext_lazy("Soglie dei punti vittoria"),
        initial=list(THRESHOLDS),
        widget=forms.Textarea(attrs={"rows": 2}),
        help_text=gettext_lazy(
            "Le differenze da cui il vincitore prende un punto vittoria in più: 11–9, 12–8 e così via."
        ),
    )

    class Meta:
        model = Championship
        fields = [
            "name", "game", "house_rule", "target", "turns", "turn_minutes", "is_duplicated", "match_totals",
            "confirmation", "legs", "groups", "qualifiers", "matches_at_once", "line_up_hours", "match_scale",
            "victory_thresholds",
        ]  # fmt: skip
        labels = {
            "name": gettext_lazy("Nome"),
            "is_duplicated": gettext_lazy("Stesse carte a tutti i tavoli"),
            "match_totals": gettext_lazy("Anche i soli totali della partita"),
            "confirmation": gettext_lazy("Ogni risultato lo confermano gli avversari"),
            "legs": gettext_lazy("Quante volte s'incontrano"),
            "match_scale": gettext_lazy("Punti di un incontro"),
        }

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        game = self["game"].value()
        for name in ("house_rule", "target", "match_totals", "is_duplicated"):
            # A script shows and hides the field when another game is chosen.
            self.fields[name].of_games = OF_GAMES[name]  # type: ignore[attr-defined]
            self.fields[name].is_foreign = game not in OF_GAMES[name].split()  # type: ignore[attr-defined]
        if self.instance.pk:
            chosen = [key for key, keys in PRESETS.items() if list(keys) == list(self.instance.criteria)]
            if not chosen:  # an order chosen through the API, which is no preset
                choice_field(self, "order").choices = [
                    ("", gettext_lazy("com'è adesso")), *ORDERS.items()
                ]  # fmt: skip
                self.fields["order"].required = False
            self.initial["order"] = chosen[0] if chosen else ""

    def _post_clean(self) -> None:
        """Does nothing: the services refuse impossible values, and the instance stays as stored."""

    def championship_fields(self) -> dict[str, Any]:
        """Returns the fields as arguments of the services."""
        given = {name: self.cleaned_data[name] for name in self.Meta.fields}
        order = self.cleaned_data["order"]
        return {**given, **({"criteria": list(PRESETS[order])} if order else {})}


class NewChampionshipForm(ChampionshipForm):
    key = forms.UUIDField(widget=forms.HiddenInput, required=False)


class ChampionshipSettingsForm(ChampionshipForm):
    version = forms.IntegerField(widget=forms.HiddenInput)

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.fields["version"].initial = self.instance.version


class CalendarForm(forms.Form):
    """The dates of the rounds: a first day and an interval in days, or a list of dates."""

    first = DayField(label=gettext_lazy("Prima giornata"), required=False)
    every = forms.IntegerField(
        label=gettext_lazy("Ogni quanti giorni"), initial=7, min_value=1, max_value=365, required=False
    )
    dates = forms.CharField(
        label=gettext_lazy("Oppure tutte le date"),
        widget=forms.Textarea(attrs={"rows": 4}),
        required=False,
        help_text=gettext_lazy(
            "Una per riga, come 2026-10-04; la stessa due volte per due giornate in un giorno. "
            "Lascia tutto vuoto per decidere le date dopo."
        ),
    )
    starts_at = TimeField(label=gettext_lazy("Ora d'inizio"), required=False)
    version = forms.IntegerField(widget=forms.HiddenInput)

    def clean_dates(self) -> list[date]:
        words = self.cleaned_data["dates"].replace(",", " ").replace(";", " ").split()
        try:
            days = [parse_date(word) for word in words]
        except ValueError:
            days = [None]
        if None in days:
            raise ValidationError(_("Scrivi le date come anno-mese-giorno, una per riga: 2026-10-04."))
        return [day for day in days if day]

    def days(self, rounds: int) -> list[date]:
        """Returns the dates of that number of rounds; [] if nothing was written."""
        given = self.cleaned_data
        first: date | None = given["first"]
        if given["dates"] or first is None:
            return list(given["dates"])
        return [first + timedelta(days=(given["every"] or 7) * at) for at in range(rounds)]


class RemovalForm(forms.Form):
    """Removes the calendar of the version that the page showed."""

    version = forms.IntegerField(widget=forms.HiddenInput)


class StageForm(forms.Form):
    """The date of the next stage of the play-off; before the final, also whether third place is played."""

    date = DayField(label=gettext_lazy("Data"), required=False)
    starts_at = TimeField(label=gettext_lazy("Ora d'inizio"), required=False)
    third_place = forms.BooleanField(
        label=gettext_lazy("Anche l'incontro per il terzo posto"), required=False
    )
    version = forms.IntegerField(widget=forms.HiddenInput)

    def __init__(self, *args: Any, has_third_place: bool, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        if not has_third_place:
            del self.fields["third_place"]
