"""Forms of a match of a championship: date, line-up, report, forfeit; services store them."""

from collections.abc import Sequence
from typing import Any

from django import forms
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from club.web.forms import DayField, TimeField, choice_field
from tournaments.models import Fixture, Team
from tournaments.models.championship import LINE_UP_SIZE
from tournaments.web.forms.reasons import LONGEST_REASON, PublicReasonForm, RequiredReasonForm


class DateForm(RequiredReasonForm):
    """Another date for a match, with the reason."""

    date = DayField(label=gettext_lazy("Data"))
    starts_at = TimeField(label=gettext_lazy("Ora d'inizio"), required=False)
    venue = forms.CharField(label=gettext_lazy("Luogo"), max_length=120, required=False)
    version = forms.IntegerField(widget=forms.HiddenInput)

    field_order: tuple[str, ...] = ("date", "starts_at", "venue", "reason")

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


class MoveForm(DateForm):
    """Another date chosen by the organiser, who may also swap home and away."""

    swaps = forms.BooleanField(
        label=gettext_lazy("Inverti il campo"),
        required=False,
        help_text=gettext_lazy(
            "In casa va l'altra squadra; si inverte anche l'altro incontro fra le due, se non è ancora "
            "pronto."
        ),
    )
    field_order = ("date", "starts_at", "venue", "swaps", "reason")

    def move_fields(self) -> dict[str, Any]:
        return {**super().move_fields(), "swaps": self.cleaned_data["swaps"]}


class ProposalForm(DateForm):
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


class ForfeitForm(PublicReasonForm):
    """Which team loses a match by forfeit, and why."""

    lost_by = forms.ChoiceField(
        label=gettext_lazy("Chi perde a tavolino"), required=False, widget=forms.RadioSelect
    )
    version = forms.IntegerField(widget=forms.HiddenInput)

    field_order = ("lost_by", "reason")

    def __init__(self, data: Any = None, *, fixture: Fixture) -> None:
        super().__init__(data, initial={"lost_by": fixture.lost_by, "version": fixture.version})
        choice_field(self, "lost_by").choices = [
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
    results = forms.IntegerField(widget=forms.HiddenInput)
