"""The register of a day as tables: who was a member then, and the whole book of who ever was."""

from collections.abc import Iterable
from dataclasses import dataclass, replace
from datetime import date
from typing import Any

from django.utils.formats import date_format
from django.utils.translation import gettext as _
from django.utils.translation import pgettext

from club.models import CategorySpell, Club, EndCause, MemberNumber, Membership, Particulars, Person
from club.register import roll
from club.tables.columns import Column, Kind, Table, Value
from club.tables.sources import Sheet

TOLD = ("born_on", "born_in", "born_province", "street", "postcode", "town", "province", "fiscal_code")
CONTACTS = ("email", "phone")
#: The columns that paper has as they are.
PAPER = ("fiscal_code", "category", "requested_on", "admitted_on", "resolution")


@dataclass(frozen=True)
class Entry:
    """A line of the register: a membership, whose, under which number, of which category on the day."""

    number: int | None
    person: Person
    membership: Membership
    category: str

    @property
    def particulars(self) -> Particulars:
        return getattr(self.person, "particulars", None) or Particulars()


def on_day(club: Club, day: date) -> Table:
    """The members at the end of `day`, by number; dates as they were that day, addresses of today."""
    entries = [entry for entry in _entries(club, day) if _was_member(entry.membership, day)]
    return _table(club, day, _("Libro soci al %(day)s"), entries, ends=False)


def on_paper(club: Club, day: date) -> Table:
    """The same members in fewer columns, as a page of a register has them: no way to reach them."""
    table = on_day(club, day)
    columns = [
        table.columns[0],
        Column("name", _("Cognome e nome"), Kind.TEXT, lambda entry: entry.person.full_name),
        Column("born", _("Nascita"), Kind.TEXT, lambda entry: _born(entry.particulars)),
        Column("home", _("Residenza"), Kind.TEXT, lambda entry: _home(entry.particulars)),
        *(column for column in table.columns if column.key in PAPER),
    ]
    return replace(table, columns=columns)


def _born(told: Particulars) -> str:
    day = date_format(told.born_on, "j/n/Y") if told.born_on else ""
    return ", ".join(part for part in (_place(told.born_in, told.born_province), day) if part)


def _home(told: Particulars) -> str:
    town = f"{told.postcode} {_place(told.town, told.province)}".strip()
    return ", ".join(part for part in (told.street, town) if part)


def _place(name: str, province: str) -> str:
    return f"{name} ({province})" if name and province else name


def whole(club: Club, day: date) -> Table:
    """Every membership admitted by the end of `day`, with its end if it had come: the book as a book."""
    return _table(club, day, _("Libro soci completo al %(day)s"), _entries(club, day), ends=True)


def _was_member(membership: Membership, day: date) -> bool:
    return membership.ended_on is None or membership.ended_on > day


def _entries(club: Club, day: date) -> list[Entry]:
    """By number, then by admission. Four queries."""
    found = Membership.objects.filter(club=club, admitted_on__lte=day).select_related("person__particulars")
    numbers = dict(
        MemberNumber.objects.filter(club=club, is_disused=False).values_list("person_id", "number")
    )
    names = dict(club.categories.values_list("pk", "name"))
    spells: dict[int, list[roll.Spell]] = {}
    for membership, spelt, since in CategorySpell.objects.filter(membership__club=club).values_list(
        "membership_id", "category_id", "since"
    ):
        spells.setdefault(membership, []).append(roll.Spell(spelt, since))
    entries = []
    for one in found:
        last_day = min(day, one.ended_on) if one.ended_on else day
        category = roll.category_on(last_day, spells.get(one.pk, ()))
        entries.append(Entry(numbers.get(one.person_id), one.person, one, names.get(category or 0, "")))
    return sorted(
        entries, key=lambda entry: (entry.number or 0, entry.membership.admitted_on, entry.person.pk)
    )


def _table(club: Club, day: date, title: str, entries: Iterable[Entry], *, ends: bool) -> Table:
    columns = [
        Column("number", _("N."), Kind.WHOLE, lambda entry: entry.number),
        Column("last_name", _("Cognome"), Kind.TEXT, lambda entry: entry.person.last_name),
        Column(
            "first_name", pgettext("di battesimo", "Nome"), Kind.TEXT, lambda entry: entry.person.first_name
        ),
        *(_told(name) for name in TOLD),
        Column("category", _("Categoria"), Kind.TEXT, lambda entry: entry.category),
        _dated("requested_on", _("Richiesta"), day),
        _dated("admitted_on", _("Ammissione"), day),
        Column("resolution", _("Delibera"), Kind.TEXT, lambda entry: entry.membership.resolution),
        *([_dated("ended_on", _("Fine"), day), _cause(day)] if ends else []),
        *(_told(name) for name in CONTACTS),
    ]
    called = title % {"day": date_format(day, "j/n/Y")}
    return Table(called, Sheet(club, club.name, day), columns, list(entries))


def _told(name: str) -> Column:
    field: Any = Particulars._meta.get_field(name)
    kind = Kind.DAY if name == "born_on" else Kind.TEXT

    def value(entry: Entry) -> Value:
        told: Value = getattr(entry.particulars, name)
        return told

    return Column(name, _capital(str(field.verbose_name)), kind, value)


def _capital(name: str) -> str:
    return name[:1].upper() + name[1:]


def _dated(name: str, title: str, day: date) -> Column:
    def value(entry: Entry) -> date | None:
        told: date | None = getattr(entry.membership, name)
        return told if told and told <= day else None

    return Column(name, title, Kind.DAY, value)


def _cause(day: date) -> Column:
    def value(entry: Entry) -> str:
        one = entry.membership
        return str(EndCause(one.end_cause).label) if one.ended_on and one.ended_on <= day else ""

    return Column("end_cause", _("Causa"), Kind.TEXT, value)
