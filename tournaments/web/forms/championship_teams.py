"""Forms of the teams of a championship: players, consents, penalties; services store them."""

from collections.abc import Sequence
from typing import Any

from django import forms
from django.core.exceptions import ValidationError
from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from club.models import Club, Person
from club.person_names import name_key
from club.web.forms import choice_field
from tournaments.championships.championship_service import MOST_GROUPS
from tournaments.championships.reports import MOST_PENALTY
from tournaments.championships.teams import MOST_PLAYERS
from tournaments.entries.guests import Guest
from tournaments.models import Championship, Team, TeamPenalty
from tournaments.web.forms.entries import typed_name
from tournaments.web.forms.reasons import PublicReasonForm


class PlayersField(forms.CharField):
    """Players, one a line; names of members and known guests become these people, others new guests."""

    widget = forms.Textarea

    def __init__(self, club: Club, **kwargs: Any) -> None:
        super().__init__(**kwargs)
        self.club = club

    def to_python(self, value: Any) -> Any:
        lines = [line.strip() for line in (super().to_python(value) or "").splitlines() if line.strip()]
        if len(lines) > MOST_PLAYERS:
            raise ValidationError(_("Una squadra ha al massimo 30 giocatori: togli qualche riga."))
        seen = set[str]()
        for line in lines:
            if name_key(line) in seen:
                raise ValidationError(_("«%(line)s» è scritto due volte: togli una riga.") % {"line": line})
            seen.add(name_key(line))
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
    """The data of a team. `team_fields` go to `teams.add` and `change`."""

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
        choice_field(self, "captain").choices = [
            ("", gettext_lazy("nessuno")),
            *((pk, person.full_name) for pk, person in self.people.items()),
        ]

    def team_fields(self) -> dict[str, Any]:
        captain = self.cleaned_data["captain"]
        return {**super().team_fields(), "captain": self.people.get(captain)}


class NewPlayerForm(forms.Form):
    """One more player for a team."""

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
    """Returns the players; with `consents`, guests get a consent of today."""
    today = timezone.localdate() if consents else None
    return [
        Guest(each.last_name, each.first_name, today) if isinstance(each, Guest) else each for each in players
    ]


class WithdrawalForm(PublicReasonForm):
    """The reason of a withdrawal, and what becomes of the team's results."""

    annuls = forms.TypedChoiceField(
        label=gettext_lazy("I risultati della squadra"),
        choices=[
            ("no", gettext_lazy("tieni i risultati, gli altri incontri sono a tavolino")),
            ("yes", gettext_lazy("annulla i risultati: i suoi incontri non contano per nessuno")),
        ],
        coerce=lambda chosen: chosen == "yes",
        widget=forms.RadioSelect,
        help_text=gettext_lazy(
            "Di solito si annullano se si ritira nella prima metà dei suoi incontri. Nelle classifiche dei "
            "giocatori e delle coppie quello che si è giocato conta comunque."
        ),
    )
    field_order = ("annuls", "reason")

    def __init__(self, data: Any = None, *, annuls: bool, has_choice: bool) -> None:
        super().__init__(data, initial={"annuls": "yes" if annuls else "no"})
        if not has_choice:  # without a calendar the team is removed, and no page shows the reason
            del self.fields["annuls"]
            self.fields["reason"].help_text = ""
        else:
            self.fields["reason"].help_text = gettext_lazy(
                "Lo leggono tutti, sulle pagine degli incontri che non si giocano."
            )


class PenaltyForm(PublicReasonForm):
    """Points taken from a team."""

    kind = forms.ChoiceField(label=gettext_lazy("Che cosa si toglie"), choices=TeamPenalty.Kind.choices)
    amount = forms.IntegerField(
        label=gettext_lazy("Quanti punti"), min_value=1, max_value=MOST_PENALTY, initial=1
    )
    key = forms.UUIDField(widget=forms.HiddenInput, required=False)

    field_order = ("kind", "amount", "reason")
