"""Both players of a pair as a hurried hand writes them on one line: "ros ma / bia an".

A name may end with ``#12``, the person's number in the club, to tell two of the same name apart, or with
``(ospite)``, somebody new. Names are parted by a slash, a comma, a semicolon or a dash between spaces; a dash
without spaces parts them only where nothing else does, for it may belong to a double surname.
"""

import re
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass

from django.db.models import F, IntegerField, OuterRef, QuerySet, Subquery
from django.utils.translation import gettext as _

from club import people
from club.models import Club, Person
from tournaments.errors import InputRefused
from tournaments.models import EntryPlayer, Tournament

SEPARATOR = re.compile(r"\s*[/,;]\s*|\s+[-–—]\s+")
DASH = re.compile(r"\s*[-–—]\s*")
# Letters from which on a word is a name written out rather than a beginning.
WHOLE_NAME = 4
NUMBERED = re.compile(r"\s*#(\d{1,9})$")
GUEST = re.compile(r"\s*\((?:ospite|guest)\)$", re.IGNORECASE)
# More than a screen of a phone shows nobody reads: a letter more is quicker.
SHOWN = 8


@dataclass(frozen=True)
class Written:
    """One player as written: the person meant, or those it may be (nobody known: a guest)."""

    text: str
    person: Person | None = None
    candidates: tuple[Person, ...] = ()

    @property
    def last_name(self) -> str:
        """All but the last word, as in "De Luca Mario"; a lone word is the surname."""
        return " ".join(self._words[:-1] or self._words)

    @property
    def first_name(self) -> str:
        return self._words[-1] if len(self._words) > 1 else ""

    @property
    def _words(self) -> list[str]:
        text = GUEST.sub("", self.text)
        return (text.title() if text == text.lower() else text).split()


@dataclass(frozen=True)
class Option:
    """One way to finish the name being written; `line` is the whole line with it."""

    line: str
    name: str
    note: str = ""
    is_guest: bool = False


def names(line: str) -> list[str]:
    """The names on the line, in order, without the empty ones."""
    parted = SEPARATOR.split(line)
    if len(parted) == 1 and len(dashed := DASH.split(line)) == 2:
        parted = dashed
    return [name.strip() for name in parted if name.strip()]


def being_written(line: str) -> tuple[str, str]:
    """What is already written, separator included, and the letters of the name at the end of the line."""
    ends = [match.end() for match in SEPARATOR.finditer(line)]
    at = ends[-1] if ends else 0
    return line[:at], line[at:]


def read(club: Club, line: str, size: int = 2) -> list[Written]:
    """The players that the line means, so many. Raises InputRefused for another number. Two queries."""
    written = names(line)
    if len(written) != size:
        raise InputRefused("pair-size", _alone(written) if size == 1 else _in_two(written))
    return [meant(club, text) for text in written]


def _alone(written: list[str]) -> str:
    if not written:
        return _("Scrivi chi gioca, per esempio: ros ma.")
    return _("Qui ognuno gioca da solo: scrivi un nome per volta, senza barra.")


def _in_two(written: list[str]) -> str:
    if not written:
        return _("Scrivi i due giocatori della coppia, per esempio: ros ma / bia an.")
    if len(written) == 1:
        return _("Manca il compagno di %(name)s: scrivilo dopo una barra.") % {"name": written[0]}
    return _("Una coppia ha due giocatori, qui i nomi sono %(count)s: lascia una sola barra, fra i due.") % {
        "count": len(written)
    }


def meant(club: Club, text: str) -> Written:
    """The person of the club that the text means: the one with just that name, or the only one it fits."""
    if GUEST.search(text):
        return Written(text)
    if numbered := NUMBERED.search(text):
        known = Person.objects.filter(club=club, pk=int(numbered[1]), erased_number=None)
        return Written(text, known.first())
    found = list(people.find(club, text)[: SHOWN + 1])
    wanted = sorted(people.search_key(text).split())
    same = [person for person in found if sorted(person.search_key.split()) == wanted]
    fitting = tuple(same or found)
    is_sure = len(fitting) == 1 and (bool(same) or not _may_be_another(text, fitting[0]))
    return Written(text, fitting[0] if is_sure else None, fitting[:SHOWN])


def _may_be_another(text: str, person: Person) -> bool:
    """Whether "Rossi Mario" was written where only Rossi Mariolina is known: a name in full, yet not hers."""
    known, written = person.search_key.split(), people.plain(text).split()
    unfinished = [word for word in written if word not in known]
    return len(unfinished) < len(written) and any(len(word) >= WHOLE_NAME for word in unfinished)


def suggestions(tournament: Tournament, letters: str) -> QuerySet[Person]:
    """Whom the letters fit, those without a pair first; `entry_number` tells the pair of the others."""
    taken = EntryPlayer.objects.filter(tournament=tournament, person=OuterRef("pk")).values("entry__number")
    found = people.find(tournament.club, letters).annotate(
        entry_number=Subquery(taken[:1], output_field=IntegerField())
    )
    return found.order_by(F("entry_number").asc(nulls_first=True), "last_name", "first_name", "id")


def options(kept: str, letters: str, found: Sequence[Person], size: int = 2) -> list[Option]:
    """The people found, then a guest by the name as written; after the first of a coppia comes the bar."""
    after = "" if kept or size == 1 else " / "
    known = [
        _known(person, name, kept + name + after, size)
        for person, name in zip(found, told_apart(found), strict=True)
    ]
    guest = Written(letters.strip())
    if (len(letters.split()) < 2 and known) or not letters.strip():
        return known
    name = f"{guest.last_name} {guest.first_name}".strip()
    return [*known, Option(f"{kept}{name} ({_('ospite')}){after}", name, is_guest=True)]


def told_apart(people: Sequence[Person]) -> list[str]:
    """Each one's name, with the number in the club where two have the same."""
    seen = Counter(person.full_name for person in people)
    return [
        f"{person.full_name} #{person.pk}" if seen[person.full_name] > 1 else person.full_name
        for person in people
    ]


def _known(person: Person, name: str, line: str, size: int) -> Option:
    number = getattr(person, "entry_number", None)
    taken = _("già iscritto, numero %(number)s") if size == 1 else _("già nella coppia %(number)s")
    note = taken % {"number": number} if number else ""
    return Option(line, name, note or (_("ospite") if person.is_guest else ""))
