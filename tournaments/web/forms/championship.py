"""Forms of championships: settings, teams, calendar, line-ups, dates, reports; the verbs store them."""

from collections.abc import Sequence
from datetime import date, timedelta
from typing import Any

from django import forms
from django.core.exceptions import ValidationError
from django.utils import timezone
from django.utils.dateparse import parse_date
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

import scoring
from club.models import Club, Person
from tournaments.championships.championship_service import MOST_GROUPS, MOST_HOURS, MOST_QUALIFIERS
from tournaments.championships.reports import MOST_PENALTY
from tournaments.championships.teams import MOST_PLAYERS
from tournaments.core.standings import PRESETS, THRESHOLDS
from tournaments.entries.guests import Guest
from tournaments.models import Championship, Fixture, Team, TeamPenalty
from tournaments.models.championship import LINE_UP_SIZE
from tournaments.models.tournament import DEFAULT_GAME, Tournament
from tournaments.web.forms.entries import typed_name
from tournaments.web.forms.ranking import ThresholdsField
from tournaments.web.forms.reasons import LONGEST_REASON
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


def _day(label: Any, *, required: bool = True) -> forms.DateField:
    widget = forms.DateInput(format="%Y-%m-%d", attrs={"type": "date"})
    return forms.DateField(label=label, required=required, widget=widget)


def _time(label: Any) -> forms.TimeField:
    widget = forms.TimeInput(format="%H:%M", attrs={"type": "time"})
    return forms.TimeField(label=label, required=False, widget=widget)


class ChampionshipForm(forms.ModelForm):  # type: ignore[type-arg]  # not subscriptable when run
    """The settings of a championship. Never saved: `championship_fields` are for `create` and `change`."""

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
        for name in ("house_rule", "target", "match_totals"):
            self.fields[name].of_games = OF_GAMES[name]  # type: ignore[attr-defined]
        if self.instance.pk:
            chosen = [key for key, keys in PRESETS.items() if list(keys) == list(self.instance.criteria)]
            if not chosen:  # an order of its own, chosen by the API
                self.fields["order"].choices = [  # type: ignore[attr-defined]
                    ("", gettext_lazy("com'è adesso")), *ORDERS.items()
                ]  # fmt: skip
                self.fields["order"].required = False
            self.initial["order"] = chosen[0] if chosen else ""

    def _post_clean(self) -> None:
        """Does nothing: the verbs refuse impossible values, and the instance stays as stored."""

    def championship_fields(self) -> dict[str, Any]:
        """Returns the fields as the verbs take them."""
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


class PlayersField(forms.CharField):
    """Players one a line, as the people they mean: members and known guests by name, others as new guests."""

    widget = forms.Textarea

    def __init__(self, club: Club, **kwargs: Any) -> None:
        super().__init__(**kwargs)
        self.club = club

    def to_python(self, value: Any) -> Any:
        lines = [line.strip() for line in (super().to_python(value) or "").splitlines() if line.strip()]
        if len(lines) > MOST_PLAYERS:
            raise ValidationError(_("Una squadra ha al massimo 30 giocatori: togli qualche riga."))
        return [self._player(line) for line in lines]

    def _player(self, line: str) -> Person | Guest:
        written = typed_name(self.club, line)
        if written.person:
            return written.person
        if written.candidates:
            known = ", ".join(f"{person.full_name} #{person.pk}" for person in written.candidates)
            raise ValidationError(
                _("«%(line)s» può essere: %(known)s. Scrivi il nome con il suo numero, o aggiungi (ospite).")
                % {"line": line, "known": known}
            )
        return Guest(written.last_name, written.first_name)


class TeamForm(forms.Form):
    """The data of a team. `team_fields` are for `teams.add` and `change`."""

    name = forms.CharField(label=gettext_lazy("Nome della squadra"), max_length=80)
    club_name = forms.CharField(
        label=gettext_lazy("Circolo"),
        max_length=120,
        required=False,
        help_text=gettext_lazy(
            "Se è di questa installazione, il nome per intero: la squadra porta alla sua pagina."
        ),
    )
    room = forms.CharField(
        label=gettext_lazy("Sala di casa"),
        max_length=120,
        required=False,
        help_text=gettext_lazy("Squadre con la stessa sala non giocano in casa lo stesso giorno."),
    )
    group = forms.IntegerField(
        label=gettext_lazy("Girone"), min_value=1, max_value=MOST_GROUPS, required=False
    )

    def __init__(self, *args: Any, championship: Championship, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        if championship.groups == 1:
            del self.fields["group"]

    def team_fields(self) -> dict[str, Any]:
        given = {name: self.cleaned_data[name] for name in ("name", "club_name", "room")}
        clubs = Club.objects.filter(sample=None).values_list("name", "slug")
        slugs = {name.casefold(): slug for name, slug in clubs}
        given["club_slug"] = slugs.get(given["club_name"].casefold(), "")
        if self.cleaned_data.get("group"):
            given["group"] = self.cleaned_data["group"]
        return given


class NewTeamForm(TeamForm):
    """A new team with its players; the first one is the captain."""

    consents = forms.BooleanField(
        label=gettext_lazy("I nuovi ospiti acconsentono al nome nei risultati pubblici"), required=False
    )
    key = forms.UUIDField(widget=forms.HiddenInput, required=False)

    def __init__(self, *args: Any, championship: Championship, **kwargs: Any) -> None:
        super().__init__(*args, championship=championship, **kwargs)
        self.fields["players"] = PlayersField(
            championship.club,
            label=gettext_lazy("Giocatori"),
            widget=forms.Textarea(attrs={"rows": 6}),
            required=False,
            help_text=gettext_lazy(
                "Uno per riga, cognome e nome: il primo è il capitano, dal quinto le riserve."
            ),
        )
        self.order_fields(["name", "club_name", "room", "group", "players", "consents"])

    def players(self) -> Sequence[Person | Guest]:
        return with_consent(self.cleaned_data["players"], consents=self.cleaned_data["consents"])


class TeamSettingsForm(TeamForm):
    captain = forms.TypedChoiceField(
        label=gettext_lazy("Capitano"), coerce=int, empty_value=None, required=False
    )

    def __init__(self, data: Any = None, *, championship: Championship, team: Team) -> None:
        initial = {name: getattr(team, name) for name in ("name", "club_name", "room", "group")}
        super().__init__(data, championship=championship, initial={**initial, "captain": team.captain_id})
        self.people = {place.person_id: place.person for place in team.players.select_related("person")}
        self.fields["captain"].choices = [  # type: ignore[attr-defined]
            ("", gettext_lazy("nessuno")),
            *((pk, person.full_name) for pk, person in self.people.items()),
        ]

    def team_fields(self) -> dict[str, Any]:
        captain = self.cleaned_data["captain"]
        return {**super().team_fields(), "captain": self.people.get(captain)}


class NewPlayerForm(forms.Form):
    """A player more for a team."""

    consents = forms.BooleanField(
        label=gettext_lazy("Se è un nuovo ospite: acconsente al nome nei risultati pubblici"), required=False
    )
    key = forms.UUIDField(widget=forms.HiddenInput, required=False)

    def __init__(self, *args: Any, club: Club, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.fields["player"] = PlayersField(
            club, label=gettext_lazy("Giocatore"), widget=forms.TextInput, max_length=120
        )
        self.order_fields(["player", "consents"])

    def player(self) -> Person | Guest:
        return with_consent(self.cleaned_data["player"], consents=self.cleaned_data["consents"])[0]


def with_consent(players: Sequence[Person | Guest], *, consents: bool) -> list[Person | Guest]:
    """Returns the players, the guests with today's consent if they gave it."""
    today = timezone.localdate() if consents else None
    return [
        Guest(each.last_name, each.first_name, today) if isinstance(each, Guest) else each for each in players
    ]


class CalendarForm(forms.Form):
    """The dates of the rounds: from a first day, one every so many days, or one by one."""

    first = _day(gettext_lazy("Prima giornata"), required=False)
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
    starts_at = _time(gettext_lazy("Ora d'inizio"))
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
        """Returns the dates of so many rounds; none if nothing was written."""
        given = self.cleaned_data
        first: date | None = given["first"]
        if given["dates"] or first is None:
            return list(given["dates"])
        return [first + timedelta(days=(given["every"] or 7) * at) for at in range(rounds)]


class MoveForm(forms.Form):
    """Another date for a match, with the reason."""

    date = _day(gettext_lazy("Data"))
    starts_at = _time(gettext_lazy("Ora d'inizio"))
    venue = forms.CharField(label=gettext_lazy("Luogo"), max_length=120, required=False)
    reason = forms.CharField(
        label=gettext_lazy("Motivo"),
        max_length=LONGEST_REASON,
        error_messages={"required": gettext_lazy("Scrivi il motivo: resta nel registro.")},
    )
    version = forms.IntegerField(widget=forms.HiddenInput)

    @staticmethod
    def initial_of(fixture: Fixture) -> dict[str, Any]:
        return {
            "date": fixture.date,
            "starts_at": fixture.starts_at,
            "venue": fixture.venue,
            "version": fixture.version,
        }

    def move_fields(self) -> dict[str, Any]:
        given = self.cleaned_data
        return {
            "on": given["date"],
            "starts_at": given["starts_at"],
            "venue": given["venue"],
            "reason": given["reason"],
            "version": given["version"],
        }


class ProposalForm(MoveForm):
    reason = forms.CharField(label=gettext_lazy("Perché"), max_length=LONGEST_REASON, required=False)


class LineUpForm(forms.Form):
    """The four players of a line-up: two pairs."""

    def __init__(self, *args: Any, team: Team, chosen: Sequence[int] = (), **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        players = [
            (place.person_id, place.person.full_name) for place in team.players.select_related("person")
        ]
        labels = (
            _("Prima coppia, primo giocatore"), _("Prima coppia, secondo giocatore"),
            _("Seconda coppia, primo giocatore"), _("Seconda coppia, secondo giocatore"),
        )  # fmt: skip
        for at in range(LINE_UP_SIZE):
            self.fields[f"player{at + 1}"] = forms.TypedChoiceField(
                label=labels[at],
                choices=[("", _("Scegli…")), *players],
                coerce=int,
                initial=chosen[at] if at < len(chosen) else "",
            )

    def people(self) -> list[int]:
        return [self.cleaned_data[f"player{at + 1}"] for at in range(LINE_UP_SIZE)]


class ForfeitForm(forms.Form):
    """Which team loses a match by forfeit, and why."""

    lost_by = forms.ChoiceField(
        label=gettext_lazy("Chi perde a tavolino"), required=False, widget=forms.RadioSelect
    )
    reason = forms.CharField(
        label=gettext_lazy("Motivo"),
        max_length=LONGEST_REASON,
        error_messages={"required": gettext_lazy("Scrivi il motivo: resta nel registro.")},
    )
    version = forms.IntegerField(widget=forms.HiddenInput)

    def __init__(self, data: Any = None, *, fixture: Fixture) -> None:
        super().__init__(data, initial={"lost_by": fixture.lost_by, "version": fixture.version})
        self.fields["lost_by"].choices = [  # type: ignore[attr-defined]
            ("H", fixture.home.name),
            ("A", fixture.away.name),
            ("HA", gettext_lazy("tutte e due")),
            ("", gettext_lazy("nessuna: vale il risultato del campo")),
        ]


class ApprovalForm(forms.Form):
    """The referee's approval of a match report."""

    note = forms.CharField(
        label=gettext_lazy("Nota dell'arbitro"),
        max_length=LONGEST_REASON,
        required=False,
        help_text=gettext_lazy("Serve se un capitano ha contestato: dice come hai deciso."),
    )
    version = forms.IntegerField(widget=forms.HiddenInput)


class PenaltyForm(forms.Form):
    """Points taken from a team."""

    kind = forms.ChoiceField(label=gettext_lazy("Che cosa si toglie"), choices=TeamPenalty.Kind.choices)
    amount = forms.IntegerField(
        label=gettext_lazy("Quanti punti"), min_value=1, max_value=MOST_PENALTY, initial=1
    )
    reason = forms.CharField(
        label=gettext_lazy("Motivo"),
        max_length=LONGEST_REASON,
        error_messages={"required": gettext_lazy("Scrivi il motivo: resta nel registro.")},
    )
    key = forms.UUIDField(widget=forms.HiddenInput, required=False)


class StageForm(forms.Form):
    """The date of the next stage of the play-off."""

    date = _day(gettext_lazy("Data"), required=False)
    starts_at = _time(gettext_lazy("Ora d'inizio"))
    version = forms.IntegerField(widget=forms.HiddenInput)
