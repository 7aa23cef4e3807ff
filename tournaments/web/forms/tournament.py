"""Forms of a tournament's settings and of calling it off; the services of `evenings` store them."""

from collections.abc import Callable
from itertools import chain
from typing import Any

from django import forms
from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

import scoring
from club.days import day_in_words
from club.web.forms import EurosField
from tournaments.core.boards import can_be_duplicated
from tournaments.models import Tournament
from tournaments.models.round import SETTINGS
from tournaments.models.tournament import DEFAULT_GAME
from tournaments.pairing.formats import FORMAT_SETTINGS
from tournaments.web.forms.reasons import RequiredReasonForm

#: The CSS classes of the formats that use each field: the style sheet hides it for the others.
OF_FORMATS = {
    "groups": "of-girone of-groups-final",
    "is_double": "of-girone of-groups-final",
    "qualifiers": "of-groups-final",
    "third_place": "of-groups-final of-knockout",
    "sections": "of-mitchell",
    "even_way": "of-mitchell",
    "first_team": "of-challenge",
    "second_team": "of-challenge",
    "plays_until": "of-challenge",
}
#: The fields of a challenge that can be emptied: see `_is_kept`.
OF_CHALLENGES = ("first_team", "second_team", "plays_until")
USUAL_FIELDS = ("name", "game", "format", *OF_FORMATS)
BY_PHONE = gettext_lazy("Senza accesso, con una conferma per e-mail, dalla pagina del calendario.")
AS_USUAL = ("", gettext_lazy("come d'uso nel gioco"))


def games_that(fits: Callable[[scoring.Game], bool]) -> str:
    """Returns the keys of the games for which `fits` is true, separated by spaces."""
    return " ".join(game.key for game in scoring.GAMES.values() if fits(game))


def targets() -> list[Any]:
    """Returns all targets to which any game may be played."""
    choices = (game.targets for game in scoring.GAMES.values() if len(game.targets) > 1)
    return [AS_USUAL, *((each, str(each)) for each in sorted(set(chain.from_iterable(choices))))]


class GamesSelect(forms.Select):
    """Marks each option with the games that have it, so that the page offers only the chosen game's."""

    def __init__(self, has: Callable[[scoring.Game, str], bool]) -> None:
        super().__init__()
        self.has = has

    def create_option(self, name: str, value: Any, *args: Any, **kwargs: Any) -> dict[str, Any]:
        option = super().create_option(name, value, *args, **kwargs)
        if value != AS_USUAL[0]:
            option["attrs"]["data-games"] = games_that(lambda game: self.has(game, str(value)))
        return option


#: For each field that only some games use, the keys of these games.
OF_GAMES = {
    "house_rule": games_that(lambda game: bool(game.house_rules)),
    "target": games_that(lambda game: len(game.targets) > 1),
    "agreement": games_that(lambda game: bool(game.agreements)),
    "deals_a_turn": games_that(lambda game: game.deals == 1),
    "match_totals": games_that(lambda game: game.knows_match_totals),
    "is_duplicated": games_that(can_be_duplicated),
}


class TournamentForm(forms.ModelForm):  # type: ignore[type-arg]  # not subscriptable when run
    """The settings of a tournament. Never saved: its data go to `lifecycle.create` and `change`."""

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
        widget=GamesSelect(lambda game, value: value in map(str, game.targets)),
        coerce=int,
        empty_value=None,
        required=False,
    )

    agreement = forms.ChoiceField(
        label=gettext_lazy("Fine della partita, alla Mattazza"),
        choices=[AS_USUAL, *Tournament.Agreement.choices],
        required=False,
    )
    house_rule = forms.ChoiceField(
        label=gettext_lazy("Regola della grande, o delle buone"),
        choices=[AS_USUAL, *Tournament.HouseRule.choices],
        widget=GamesSelect(lambda game, value: value in game.house_rules),
        required=False,
    )
    deals_a_turn = forms.IntegerField(
        label=gettext_lazy("Smazzate a turno, al Terziglio"), min_value=1, max_value=30, required=False
    )

    groups = forms.IntegerField(
        label=gettext_lazy("Gironi"), initial=1, min_value=1, max_value=64, required=False
    )
    qualifiers = forms.IntegerField(
        label=gettext_lazy("Finalisti di ogni girone"), initial=2, min_value=1, max_value=64, required=False
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
    fee_cents = EurosField(
        label=gettext_lazy("Quota d'iscrizione"),
        required=False,
        help_text=gettext_lazy(
            "In euro, una per ogni iscrizione; vuoto se non si paga. Si incassa nella pagina «Cassa»."
        ),
    )

    time_over = forms.ChoiceField(
        label=gettext_lazy("Allo scadere del tempo"),
        choices=Tournament.TimeOver.choices,
        required=False,
        help_text=gettext_lazy("Che cosa vale quando l'arbitro dice «Tempo scaduto»."),
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
            "time_over",
            "match_totals",
            "is_duplicated",
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
            "confirmation": gettext_lazy("Gli avversari confermano ogni risultato"),
            "is_double": gettext_lazy("Andata e ritorno"),
            "third_place": gettext_lazy("Si gioca la finale per il terzo posto"),
            "circles_apart": gettext_lazy("Al primo turno non contro il proprio circolo"),
            "tables_by_standings": gettext_lazy("Prima contro seconda al tavolo 1"),
            "first_team": gettext_lazy("Prima squadra"),
            "second_team": gettext_lazy("Seconda squadra"),
            "plays_until": gettext_lazy("Si gioca fino alle"),
            "match_totals": gettext_lazy("Anche i soli totali della partita"),
            "is_duplicated": gettext_lazy("Le stesse carte a tutti i tavoli"),
            "takes_bookings": gettext_lazy("Ci si iscrive anche dal telefono"),
        }
        help_texts = {
            "first_team": gettext_lazy(
                "Un circolo, o chi vuole sfidarsi. Al primo turno siede N-S al tavolo 1."
            ),
            "plays_until": gettext_lazy(
                "Per una maratona: un turno dopo l'altro fino a quest'ora, anche dopo mezzanotte. "
                "Vuoto se la sfida ha un numero di turni."
            ),
            "circles_apart": gettext_lazy("Vale nel movimento danese e nello svizzero."),
            "tables_by_standings": gettext_lazy(
                "I tavoli seguono la classifica a ogni turno; se no, ognuno cambia tavolo finché si può. "
                "Vale nel movimento danese e nello svizzero."
            ),
            "match_totals": gettext_lazy(
                "Se un foglio arriva senza le smazzate, l'arbitro ne scrive solo i totali: valgono per la "
                "classifica, le statistiche sulle smazzate ne fanno a meno."
            ),
            "is_duplicated": gettext_lazy(
                "Le smazzate si compongono prima, con i fogli o con il telefono: la fortuna conta meno, e "
                "alla fine si confronta che cosa ne ha fatto ogni tavolo. Nel Mitchell i mazzetti girano, "
                "nelle altre formule ogni tavolo ha i suoi."
            ),
            "takes_bookings": BY_PHONE,
        }
        widgets = {
            "date": forms.DateInput(format="%Y-%m-%d", attrs={"type": "date"}),
            "starts_at": forms.TimeInput(format="%H:%M", attrs={"type": "time"}),
            "plays_until": forms.TimeInput(format="%H:%M", attrs={"type": "time"}),
        }

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        for name, formats in OF_FORMATS.items():
            self.fields[name].of_formats = formats  # type: ignore[attr-defined]
        if not self.instance.pk or not self.instance.counted_by:
            self.initial["house_rule"] = AS_USUAL[0]
        game = self["game"].value()
        for name, games in OF_GAMES.items():
            # A script shows and hides the field when another game is chosen.
            self.fields[name].of_games = games  # type: ignore[attr-defined]
            self.fields[name].is_foreign = game not in games.split()  # type: ignore[attr-defined]

    def clean(self) -> dict[str, object]:
        """Keeps the stored value of a setting that is left out or that the format does not use."""
        cleaned = super().clean() or {}
        for name in ("format", "time_over"):
            cleaned[name] = cleaned.get(name) or getattr(self.instance, name)
        known = SETTINGS.get(cleaned["format"], ())
        for name in FORMAT_SETTINGS:
            is_foreign = name in OF_FORMATS and name not in known and name not in OF_CHALLENGES
            if is_foreign or (cleaned.get(name) in (None, "") and self._is_kept(name)):
                cleaned[name] = getattr(self.instance, name)
        cleaned["house_rule"] = self._house_rule(cleaned)
        return cleaned

    def _is_kept(self, name: str) -> bool:
        """Whether an empty field keeps the stored value; the fields of a challenge do so only if not sent."""
        return name not in OF_CHALLENGES or self.add_prefix(name) not in self.data

    def _house_rule(self, cleaned: dict[str, object]) -> object:
        """Returns the chosen rule; the game's usual one if an empty choice was sent; else the stored one."""
        rules = scoring.GAMES[str(cleaned.get("game") or self.instance.game)].house_rules
        is_sent = self.add_prefix("house_rule") in self.data
        if chosen := cleaned.get("house_rule"):
            return chosen
        is_kept = not rules or (self.instance.pk and not is_sent and self.instance.house_rule in rules)
        return self.instance.house_rule if is_kept else rules[0]

    def clean_game(self) -> str:
        """Keeps the stored game where none is sent."""
        chosen: str = self.cleaned_data["game"]
        return chosen or self.instance.game

    def clean_fee_cents(self) -> int:
        """Keeps the stored fee where the field is not sent; an empty field means no fee."""
        if self.add_prefix("fee_cents") not in self.data:
            kept: int = self.instance.fee_cents
            return kept
        cents: int | None = self.cleaned_data["fee_cents"]
        return cents or 0

    def clean_booking_hours(self) -> int:
        """Keeps the stored hours where none are sent."""
        hours: int | None = self.cleaned_data["booking_hours"]
        return self.instance.booking_hours if hours is None else hours

    def clean_format(self) -> str:
        """Keeps the stored format where none is sent."""
        chosen: str = self.cleaned_data["format"]
        return chosen or self.instance.format

    def usual_fields(self) -> list[forms.BoundField]:
        """Returns the fields that every evening needs."""
        return [self[name] for name in USUAL_FIELDS]

    def other_fields(self) -> list[forms.BoundField]:
        """Returns the fields that usually keep their defaults."""
        return [self[name] for name in self.fields if name not in USUAL_FIELDS]


class SettingsForm(TournamentForm):
    """The settings of an existing tournament; `version` is the version that the officer saw."""

    version = forms.IntegerField(widget=forms.HiddenInput)

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.fields["version"].initial = self.instance.version


def proposal() -> dict[str, object]:
    """Returns the defaults of a new tournament, which takes place today."""
    today = timezone.localdate()
    return {"name": _("Torneo del %(day)s") % {"day": day_in_words(today)}, "date": today}


class CallingOffForm(RequiredReasonForm):
    """The reason, and `holds`: whether the page offered to hold an evening that was called off."""

    holds = forms.BooleanField(required=False, widget=forms.HiddenInput)
