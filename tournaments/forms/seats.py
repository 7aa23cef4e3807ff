"""Who leaves a table: a player whom another replaces, or a pair that goes home."""

from typing import Any

from django import forms
from django.utils.translation import gettext_lazy as _

from club.models import Club, Person
from tournaments.forms.asked import RequiredReasonForm
from tournaments.registering import Guest


class WithdrawalForm(RequiredReasonForm):
    """Which pair goes home, and why."""

    side = forms.ChoiceField(label=_("Chi si ritira?"), widget=forms.RadioSelect)
    field_order = ("side", "reason")

    def __init__(self, data: Any, *, sides: dict[str, str]) -> None:
        super().__init__(data)
        self.fields["side"].choices = list(sides.items())  # type: ignore[attr-defined]


class SubstitutionForm(RequiredReasonForm):
    """Who leaves the place, and who takes it: one of the club's people, or a guest by name."""

    position = forms.ChoiceField(choices=[], label=_("Chi lascia il posto?"), widget=forms.RadioSelect)
    person = forms.ModelChoiceField(
        queryset=Person.objects.none(),
        required=False,
        label=_("Chi si siede, fra le persone del circolo"),
        empty_label=_("un ospite, scritto qui sotto"),
    )
    last_name = forms.CharField(max_length=60, required=False, label=_("Cognome dell'ospite"))
    first_name = forms.CharField(max_length=60, required=False, label=_("Nome dell'ospite"))
    field_order = ("position", "person", "last_name", "first_name", "reason")

    def __init__(self, data: Any, *, club: Club, seats: dict[str, str]) -> None:
        super().__init__(data)
        self.fields["position"].choices = list(seats.items())  # type: ignore[attr-defined]
        self.fields["person"].queryset = club.people.filter(erased_number=None)  # type: ignore[attr-defined]

    def clean(self) -> dict[str, Any]:
        given: dict[str, Any] = super().clean() or self.cleaned_data
        if not given.get("person") and not given.get("last_name") and "person" not in self.errors:
            self.add_error("person", _("Scegli chi si siede, o scrivi il cognome di un ospite."))
        if given.get("person") and given.get("last_name"):
            self.add_error("person", _("Scegli una persona del circolo o scrivi un ospite: non tutti e due."))
        return given

    def who(self) -> Person | Guest:
        """Who takes the place, of a form that is valid."""
        given = self.cleaned_data
        person: Person | None = given["person"]
        return person or Guest(given["last_name"], given["first_name"])
