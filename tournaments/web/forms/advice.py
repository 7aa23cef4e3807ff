"""The form of the advice: the organiser's plan before the evening, which is not stored."""

from collections.abc import Mapping
from datetime import datetime, timedelta

from django import forms
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from tournaments import queries
from tournaments.evenings.advice import PlannedEvening
from tournaments.evenings.simulations import SKILLS, Question
from tournaments.models import Tournament
from tournaments.pairing.formats import MOST_TURNS

USUAL_BREAK, USUAL_START = 15, "21:00"
SKILL_WORDS = {
    "little": _("poco: un quarto del caso"),
    "some": _("abbastanza: la metà del caso"),
    "much": _("molto: quanto il caso"),
}


class AdviceForm(forms.Form):
    """Always bound: a field left out takes its value from `defaults`."""

    entries = forms.IntegerField(label=_("Coppie"), min_value=0, max_value=999)
    turns = forms.IntegerField(label=_("Turni"), min_value=1, max_value=MOST_TURNS)
    turn_minutes = forms.IntegerField(label=_("Minuti a turno"), min_value=5, max_value=600)
    break_minutes = forms.IntegerField(label=_("Minuti fra i turni"), min_value=0, max_value=240)
    tables = forms.IntegerField(label=_("Tavoli disponibili"), min_value=1, max_value=999, required=False)
    starts_at = forms.TimeField(
        label=_("Si comincia alle"), widget=forms.TimeInput(format="%H:%M", attrs={"type": "time"})
    )
    skill = forms.ChoiceField(
        label=_("Quanto conta la bravura"), choices=[(key, SKILL_WORDS[key]) for key in SKILLS]
    )

    def __init__(self, tournament: Tournament, written: Mapping[str, str], now: datetime) -> None:
        self.tournament = tournament
        usual = defaults(tournament, now)
        super().__init__({**usual, **{name: written[name] for name in usual if name in written}})
        if tournament.is_individual:
            self.fields["entries"].label = _("Giocatori")

    @property
    def planned(self) -> PlannedEvening:
        """The planned evening. The form must be valid."""
        given = dict(self.cleaned_data)
        start = datetime.combine(self.tournament.date, given.pop("starts_at"))
        given.pop("skill")
        return PlannedEvening(starts_at=timezone.make_aware(start), **given)

    @property
    def question(self) -> Question:
        given = self.cleaned_data
        return Question.from_tournament(self.tournament, given["entries"], given["turns"], given["skill"])


def defaults(tournament: Tournament, now: datetime) -> dict[str, object]:
    """Returns the values of fields left out.

    `entries` counts the entries present, or all while nobody is present. The `turns` of a challenge played
    until an hour are those that fit. `starts_at` is the evening's hour; on its day, a few minutes from now if
    that hour is past or not set.
    """
    present = queries.in_play(tournament).count()
    entered = present or tournament.entries.filter(withdrawn_at__isnull=True).count()
    return {
        "entries": entered,
        "turns": tournament.planned_turns or _turns_that_fit(tournament),
        "turn_minutes": tournament.turn_minutes,
        "break_minutes": USUAL_BREAK,
        "tables": tournament.tables_available or "",
        "starts_at": _start(tournament, now),
        "skill": "some",
    }


def _start(tournament: Tournament, now: datetime) -> str:
    """Returns the hour at which the evening can begin."""
    local, written = timezone.localtime(now), tournament.starts_at
    if tournament.date == local.date() and (written is None or written < local.time()):
        return f"{next_five_minutes(local):%H:%M}"
    return f"{written:%H:%M}" if written else USUAL_START


def _turns_that_fit(tournament: Tournament) -> int:
    """Returns how many rounds fit, with the usual break, until the hour at which a challenge ends."""
    minutes = tournament.turn_minutes + USUAL_BREAK
    return max(1, min(MOST_TURNS, (tournament.play_minutes + USUAL_BREAK) // minutes))


def next_five_minutes(now: datetime) -> datetime:
    """Returns the next multiple of five minutes that is at least five minutes away."""
    return now + timedelta(minutes=10 - now.minute % 5)
