"""Forms of entries, from the line that names the players to table and seed, and of the cash of an evening.

The line takes both players of a pair as typed in a hurry: "ros ma / bia an". A name may end with ``#12``, the
person's number in the club, which distinguishes two people of one name, or with ``(ospite)``, a new guest.
Names are separated by a slash, a comma, a semicolon or a dash between spaces; a dash without spaces separates
them only where nothing else does, because it may belong to a double surname.
"""

import re
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from typing import cast

from django import forms
from django.db.models import F, IntegerField, OuterRef, QuerySet, Subquery
from django.http import QueryDict
from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, pgettext_lazy

from club import person_names
from club.models import CashKind, Club, Means, Person
from club.register import people
from club.web.forms import EurosField
from tournaments.entries.guests import Guest
from tournaments.errors import InputRefused
from tournaments.models import EntryPlayer, Tournament
from tournaments.web.forms.reasons import RequiredReasonForm

SEPARATOR = re.compile(r"\s*[/,;]\s*|\s+[-–—]\s+")
DASH = re.compile(r"\s*[-–—]\s*")
# A word of at least this many letters is a whole name rather than the beginning of one.
WHOLE_NAME = 4
NUMBERED = re.compile(r"\s*#(\d{1,9})$")
MARKED_GUEST = re.compile(r"\s*\((?:ospite|guest)\)$", re.IGNORECASE)
# A phone shows this many; typing another letter is quicker than scrolling.
SHOWN = 8


@dataclass(frozen=True)
class TypedName:
    """A player's name as typed, with the person or the candidates that it fits; a guest has neither."""

    text: str
    person: Person | None = None
    candidates: tuple[Person, ...] = ()

    @property
    def last_name(self) -> str:
        """All words but the last, as in "De Luca Mario"; a single word is the surname."""
        return " ".join(self._words[:-1] or self._words)

    @property
    def first_name(self) -> str:
        return self._words[-1] if len(self._words) > 1 else ""

    @property
    def _words(self) -> list[str]:
        text = MARKED_GUEST.sub("", self.text)
        return (text.title() if text == text.lower() else text).split()


@dataclass(frozen=True)
class Option:
    """A name that completes the one being typed; `line` is the whole line, completed."""

    line: str
    name: str
    note: str = ""
    is_guest: bool = False


def names_on_line(line: str) -> list[str]:
    """Returns the names on the line in order, without empty ones."""
    parted = SEPARATOR.split(line)
    if len(parted) == 1 and len(dashed := DASH.split(line)) == 2:
        parted = dashed
    return [name.strip() for name in parted if name.strip()]


def being_written(line: str) -> tuple[str, str]:
    """Splits the line after the last separator: the complete names, and the one being typed."""
    ends = [match.end() for match in SEPARATOR.finditer(line)]
    at = ends[-1] if ends else 0
    return line[:at], line[at:]


def players_on_line(club: Club, line: str, size: int = 2) -> list[TypedName]:
    """Returns the players on the line. Raises InputRefused if they are not `size`. Two queries."""
    written = names_on_line(line)
    if len(written) != size:
        raise InputRefused("pair-size", _not_one_name(written) if size == 1 else _not_two_names(written))
    return [typed_name(club, text) for text in written]


def _not_one_name(written: list[str]) -> str:
    if not written:
        return _("Scrivi chi gioca, per esempio: ros ma.")
    return _("Qui ognuno gioca da solo: scrivi un nome per volta, senza barra.")


def _not_two_names(written: list[str]) -> str:
    if not written:
        return _("Scrivi i due giocatori della coppia, per esempio: ros ma / bia an.")
    if len(written) == 1:
        return _("Manca il compagno di %(name)s: scrivilo dopo una barra.") % {"name": written[0]}
    return _("Una coppia ha due giocatori, qui i nomi sono %(count)s: lascia una sola barra, fra i due.") % {
        "count": len(written)
    }


def typed_name(club: Club, text: str) -> TypedName:
    """Returns the text with its person: the only one of exactly that name, or the only one that it fits."""
    if MARKED_GUEST.search(text):
        return TypedName(text)
    if numbered := NUMBERED.search(text):
        numbered_person = Person.objects.filter(club=club, pk=int(numbered[1]), erased_number=None)
        return TypedName(text, numbered_person.first())
    candidates = list(people.find(club, text)[: SHOWN + 1])
    words = sorted(person_names.search_key(text).split())
    namesakes = [person for person in candidates if sorted(person.search_key.split()) == words]
    fitting = tuple(namesakes or candidates)
    is_sure = len(fitting) == 1 and (bool(namesakes) or not _may_be_another(text, fitting[0]))
    return TypedName(text, fitting[0] if is_sure else None, fitting[:SHOWN])


def _may_be_another(text: str, person: Person) -> bool:
    """Whether the text may be the full name of somebody else: "Rossi Mario", if the only candidate is Rossi
    Mariolina."""
    names, written = person.search_key.split(), person_names.plain(text).split()
    unfinished = [word for word in written if word not in names]
    return len(unfinished) < len(written) and any(len(word) >= WHOLE_NAME for word in unfinished)


def suggestions(tournament: Tournament, letters: str) -> QuerySet[Person]:
    """Returns the people that the letters fit, those without an entry first, with their `entry_number`."""
    players = EntryPlayer.objects.filter(tournament=tournament, person=OuterRef("pk"))
    entry_numbers = players.values("entry__number")
    candidates = people.find(tournament.club, letters).annotate(
        entry_number=Subquery(entry_numbers[:1], output_field=IntegerField())
    )
    return candidates.order_by(F("entry_number").asc(nulls_first=True), "last_name", "first_name", "id")


def options(kept: str, letters: str, people: Sequence[Person], size: int = 2) -> list[Option]:
    """Returns the people, then a guest of the name as typed; a slash follows the first player of a pair."""
    after = "" if kept or size == 1 else " / "
    lines = [
        _person_option(person, name, kept + name + after, size)
        for person, name in zip(people, distinct_names(people), strict=True)
    ]
    guest = TypedName(letters.strip())
    if (len(letters.split()) < 2 and lines) or not letters.strip():
        return lines
    name = f"{guest.last_name} {guest.first_name}".strip()
    label = _("ospite")
    return [*lines, Option(f"{kept}{name} ({label}){after}", name, is_guest=True)]


def distinct_names(people: Sequence[Person]) -> list[str]:
    """Returns each person's name, with the number in the club where two people have one name."""
    seen = Counter(person.full_name for person in people)
    return [
        f"{person.full_name} #{person.pk}" if seen[person.full_name] > 1 else person.full_name
        for person in people
    ]


def _person_option(person: Person, name: str, line: str, size: int) -> Option:
    number = getattr(person, "entry_number", None)
    sentence = _("già iscritto, numero %(number)s") if size == 1 else _("già nella coppia %(number)s")
    note = sentence % {"number": number} if number else ""
    return Option(line, name, note or (_("ospite") if person.is_guest else ""))


GUEST_CHOICE = "guest"


class PlayerForm(forms.Form):
    """The choice for one name: one of the candidates, or a guest with name and consent."""

    # The name that the choice is about: if the line has changed, an earlier choice does not count.
    about = forms.CharField(widget=forms.HiddenInput)
    choice = forms.ChoiceField(label=gettext_lazy("Chi è?"), widget=forms.RadioSelect)
    last_name = forms.CharField(label=gettext_lazy("Cognome"), max_length=60, required=False)
    first_name = forms.CharField(label=pgettext_lazy("di battesimo", "Nome"), max_length=60, required=False)
    consents = forms.BooleanField(
        label=gettext_lazy("Acconsente al nome nei risultati pubblici"), required=False
    )

    def __init__(self, written: TypedName, data: QueryDict, *, prefix: str) -> None:
        answered = data.get(f"{prefix}-about") == written.text
        super().__init__(data if answered else None, prefix=prefix, initial=_proposed_choice(written))
        self.written = written
        people = {str(person.pk): person for person in written.candidates}
        self._people = people
        choices = list(zip(people, distinct_names(written.candidates), strict=True))
        choice = cast(forms.ChoiceField, self.fields["choice"])
        choice.choices = [*choices, (GUEST_CHOICE, gettext_lazy("Nuovo ospite"))]

    def clean(self) -> dict[str, object]:
        cleaned = super().clean() or {}
        if cleaned.get("choice") == GUEST_CHOICE and not cleaned.get("last_name"):
            self.add_error("last_name", gettext_lazy("Scrivi il cognome dell'ospite."))
        return cleaned

    def chosen(self) -> Person | Guest:
        """Returns the person or guest chosen. The form must be valid."""
        given = self.cleaned_data
        if given["choice"] != GUEST_CHOICE:
            return self._people[given["choice"]]
        consent = timezone.localdate() if given["consents"] else None
        return Guest(given["last_name"], given["first_name"], consent)


class Pair:
    """The players of a line, with a form for each uncertain one. Raises the errors of `players_on_line`."""

    def __init__(self, club: Club, data: QueryDict, size: int = 2) -> None:
        self.written = players_on_line(club, data.get("line", ""), size)
        self.forms: dict[int, PlayerForm] = {
            at: PlayerForm(written, data, prefix=f"player{at}")
            for at, written in enumerate(self.written)
            if written.person is None
        }

    @property
    def is_sure(self) -> bool:
        return all(form.is_bound and form.is_valid() for form in self.forms.values())

    def players(self) -> Sequence[Person | Guest]:
        """Returns the players. Each must be certain."""
        return [written.person or self.forms[at].chosen() for at, written in enumerate(self.written)]


def _proposed_choice(written: TypedName) -> dict[str, object]:
    first = str(written.candidates[0].pk) if written.candidates else GUEST_CHOICE
    return {
        "about": written.text,
        "choice": first,
        "last_name": written.last_name,
        "first_name": written.first_name,
    }


class TableForm(forms.Form):
    """The table at which an entry stays; empty for none."""

    table = forms.IntegerField(label=gettext_lazy("Tavolo fisso"), min_value=1, max_value=999, required=False)


TEAMS = ("1", "2")


def team_in(data: QueryDict) -> int | None:
    """Returns the chosen team of a challenge; None without one."""
    chosen = data.get("team", "")
    return int(chosen) if chosen in TEAMS else None


class DescriptionForm(forms.Form):
    """Seed and home club of an entry, which the draw of round 1 may use."""

    seed = forms.IntegerField(
        label=gettext_lazy("Testa di serie"), min_value=1, max_value=999, required=False
    )
    circle = forms.CharField(label=gettext_lazy("Viene da un altro circolo"), max_length=60, required=False)


# Forms of an evening's cash.

#: Kinds of lines written by hand; fees and dues have their own buttons.
BY_HAND = (CashKind.OPENING, CashKind.OTHER_IN, CashKind.PRIZE, CashKind.OTHER_OUT)


def _means() -> forms.ChoiceField:
    return forms.ChoiceField(
        label=gettext_lazy("Come"), choices=Means.choices, initial=Means.CASH, required=False
    )


class KeyedForm(forms.Form):
    """The base of the cash forms: `key` makes sending a form idempotent."""

    key = forms.UUIDField(widget=forms.HiddenInput)

    def clean_means(self) -> Means:
        """Defaults to cash."""
        return Means(self.cleaned_data["means"] or Means.CASH)


class CancelForm(KeyedForm, RequiredReasonForm):
    """The reason for cancelling a line."""


class FeeForm(KeyedForm):
    """The fee that an entry pays."""

    cents = EurosField(label=gettext_lazy("Importo"))
    means = _means()
    reason = forms.CharField(label=gettext_lazy("Perché meno della quota"), max_length=300, required=False)


class DuesForm(KeyedForm):
    """How a member pays dues, always in full."""

    means = _means()


class LineForm(KeyedForm):
    """A line written by hand."""

    kind = forms.ChoiceField(label=gettext_lazy("Che cosa"), choices=[(kind, kind.label) for kind in BY_HAND])
    cents = EurosField(label=gettext_lazy("Importo"))
    cause = forms.CharField(
        label=gettext_lazy("Per che cosa"),
        max_length=200,
        required=False,
        widget=forms.TextInput(attrs={"class": "input"}),
        help_text=gettext_lazy("Senza nomi di persone, se si può: la riga resta per sempre."),
    )
    means = _means()

    def clean_kind(self) -> CashKind:
        return CashKind(self.cleaned_data["kind"])


class CountForm(KeyedForm):
    """The count of the drawer."""

    counted = EurosField(label=gettext_lazy("Contanti contati"))
    note = forms.CharField(
        label=gettext_lazy("Perché non torna"),
        max_length=300,
        required=False,
        widget=forms.TextInput(attrs={"class": "input"}),
        help_text=gettext_lazy("Solo se quello che hai contato è diverso da quello che dice la cassa."),
    )
