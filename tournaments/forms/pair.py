"""Who the two names of a line are, where the line alone does not say: one known, or a guest."""

from collections.abc import Sequence

from django import forms
from django.http import QueryDict
from django.utils import timezone
from django.utils.translation import gettext_lazy as _
from django.utils.translation import pgettext_lazy

from club.models import Club, Person
from tournaments.forms.pair_line import Written, read, told_apart
from tournaments.registering import Guest

GUEST = "guest"


class PlayerForm(forms.Form):
    """The choice for one name: who of those it may mean, or a guest with name and consent."""

    # The name asked about: an answer to another name, changed meanwhile on the line, is no answer.
    about = forms.CharField(widget=forms.HiddenInput)
    choice = forms.ChoiceField(label=_("Chi è?"), widget=forms.RadioSelect)
    last_name = forms.CharField(label=_("Cognome"), max_length=60, required=False)
    first_name = forms.CharField(label=pgettext_lazy("di battesimo", "Nome"), max_length=60, required=False)
    consents = forms.BooleanField(label=_("Acconsente al nome nei risultati pubblici"), required=False)

    def __init__(self, written: Written, data: QueryDict, *, prefix: str) -> None:
        answered = data.get(f"{prefix}-about") == written.text
        super().__init__(data if answered else None, prefix=prefix, initial=_proposed(written))
        self.written = written
        people = {str(person.pk): person for person in written.candidates}
        self._people = people
        choices = list(zip(people, told_apart(written.candidates), strict=True))
        self.fields["choice"].choices = [*choices, (GUEST, _("Nuovo ospite"))]  # type: ignore[attr-defined]

    def clean(self) -> dict[str, object]:
        cleaned = super().clean() or {}
        if cleaned.get("choice") == GUEST and not cleaned.get("last_name"):
            self.add_error("last_name", _("Scrivi il cognome dell'ospite."))
        return cleaned

    def chosen(self) -> Person | Guest:
        """Who was chosen; the form is valid."""
        given = self.cleaned_data
        if given["choice"] != GUEST:
            return self._people[given["choice"]]
        consent = timezone.localdate() if given["consents"] else None
        return Guest(given["last_name"], given["first_name"], consent)


class Pair:
    """The line read: who is sure, and a form for each one who is not. Raises InputRefused like `read`."""

    def __init__(self, club: Club, data: QueryDict, size: int = 2) -> None:
        self.written = read(club, data.get("line", ""), size)
        self.forms: dict[int, PlayerForm] = {
            at: PlayerForm(written, data, prefix=f"player{at}")
            for at, written in enumerate(self.written)
            if written.person is None
        }

    @property
    def is_sure(self) -> bool:
        return all(form.is_bound and form.is_valid() for form in self.forms.values())

    def players(self) -> Sequence[Person | Guest]:
        """The players, once each is sure."""
        return [written.person or self.forms[at].chosen() for at, written in enumerate(self.written)]


def _proposed(written: Written) -> dict[str, object]:
    first = str(written.candidates[0].pk) if written.candidates else GUEST
    return {
        "about": written.text,
        "choice": first,
        "last_name": written.last_name,
        "first_name": written.first_name,
    }
