"""The register as tables: the members of a day, all memberships ever, and the counts of a year."""

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from datetime import date
from typing import Any, Final

from django.utils.text import capfirst
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, pgettext

from club.days import of_age_on, short_day
from club.dues.members import Member, member_numbers, members_on
from club.models import (
    CategorySpell,
    Club,
    EndCause,
    KeptName,
    Membership,
    MembershipYear,
    Particulars,
    Person,
)
from club.register import lists
from club.register.lists import State
from club.selection import Row
from club.tables import ClubSource, Column, Kind, Table, Value, field

REGISTERED = ("born_on", "born_in", "born_province", "street", "postcode", "town", "province", "fiscal_code")
CONTACTS = ("email", "phone")
#: The particulars that the register still shows of an erased member.
KEPT = ("born_on", "born_in", "born_province", "fiscal_code")
#: The columns that paper shares with the other formats.
PAPER = ("fiscal_code", "category", "requested_on", "admitted_on", "resolution", "ended_on", "end_cause")


@dataclass(frozen=True)
class Entry:
    """A membership with its person, number, and category on the day."""

    number: int | None
    person: Person
    membership: Membership
    category: str

    @property
    def name(self) -> Person | KeptName:
        """The person; for an erased one, the name that the register still shows."""
        return getattr(self.person, "kept_name", None) or self.person

    @property
    def particulars(self) -> Particulars:
        kept = getattr(self.person, "kept_name", None)
        if kept:
            return Particulars(**{name: getattr(kept, name) for name in KEPT})
        return getattr(self.person, "particulars", None) or Particulars()


def members_on_day(club: Club, day: date) -> Table:
    """The members at the end of `day`, by number, with their dates as of that day and present addresses."""
    entries = [entry for entry in _entries(club, day) if _was_member(entry.membership, day)]
    return _table(club, day, _("Libro soci al %(day)s"), entries, ends=False)


def members_for_paper(club: Club, day: date) -> Table:
    """The members of the day in fewer columns, as a page of a register shows them: without contacts."""
    return _for_paper(members_on_day(club, day))


def book_for_paper(club: Club, day: date) -> Table:
    """Every membership admitted by the end of `day`, with its end, in the columns of a register's page."""
    return _for_paper(all_memberships(club, day))


def _for_paper(table: Table) -> Table:
    columns = [
        table.columns[0],
        Column("name", _("Cognome e nome"), Kind.TEXT, lambda entry: entry.name.full_name),
        Column("born", _("Nascita"), Kind.TEXT, lambda entry: _born(entry.particulars)),
        Column("home", _("Residenza"), Kind.TEXT, lambda entry: _home(entry.particulars)),
        *(column for column in table.columns if column.key in PAPER),
    ]
    return replace(table, columns=columns)


def _born(details: Particulars) -> str:
    place = _place(details.born_in, details.born_province)
    return ", ".join(part for part in (place, short_day(details.born_on)) if part)


def _home(details: Particulars) -> str:
    town = f"{details.postcode} {_place(details.town, details.province)}".strip()
    return ", ".join(part for part in (details.street, town) if part)


def _place(name: str, province: str) -> str:
    return f"{name} ({province})" if name and province else name


def people_listed(club: Club, rows: Sequence[Row], day: date, *, is_paper: bool) -> Table:
    """The people of a list of the register, in its order; paper has fewer columns."""
    columns = [
        Column("number", _("N."), Kind.WHOLE, lambda row: row.number),
        Column("last_name", _("Cognome"), Kind.TEXT, lambda row: row.person.last_name),
        Column("first_name", pgettext("di battesimo", "Nome"), Kind.TEXT, lambda row: row.person.first_name),
        Column("category", _("Categoria"), Kind.TEXT, lambda row: row.category),
        Column("state", _("Stato"), Kind.TEXT, lambda row: str(STATE_WORDS[row.standing.state])),
        Column("since", _("Dal"), Kind.DAY, lambda row: row.standing.since),
        Column("card", _("Tessera"), Kind.TEXT, lambda row: row.card),
        *(_particulars_column(name) for name in (() if is_paper else REGISTERED)),
        *(_particulars_column(name) for name in CONTACTS),
    ]
    title = _("Elenco del libro soci al %(day)s") % {"day": short_day(day)}
    return Table(title, ClubSource(club, club.name, day), columns, rows)


STATE_WORDS: Final = {
    State.MEMBER: gettext_lazy("socio"),
    State.ASKED: gettext_lazy("richiesta"),
    State.LEFT: gettext_lazy("uscito"),
    State.OUTSIDE: gettext_lazy("non socio"),
}


def all_memberships(club: Club, day: date) -> Table:
    """Every membership admitted by the end of `day`, with its end if it had ended by then."""
    return _table(club, day, _("Libro soci completo al %(day)s"), _entries(club, day), ends=True)


def _was_member(membership: Membership, day: date) -> bool:
    return membership.ended_on is None or membership.ended_on > day


def _entries(club: Club, day: date) -> list[Entry]:
    """The memberships admitted by `day`, by number, then by admission. Four queries."""
    memberships = Membership.objects.filter(club=club, admitted_on__lte=day).select_related(
        "person__particulars", "person__kept_name"
    )
    numbers = member_numbers(club)
    names = dict(club.categories.values_list("pk", "name"))
    spells: dict[int, list[lists.Spell]] = {}
    for membership, spelt, since in CategorySpell.objects.filter(membership__club=club).values_list(
        "membership_id", "category_id", "since"
    ):
        spells.setdefault(membership, []).append(lists.Spell(spelt, since))
    entries = []
    for one in memberships:
        last_day = min(day, one.ended_on) if one.ended_on else day
        category = lists.category_on(last_day, spells.get(one.pk, ()))
        entries.append(Entry(numbers.get(one.person_id), one.person, one, names.get(category or 0, "")))
    return sorted(
        entries, key=lambda entry: (entry.number or 0, entry.membership.admitted_on, entry.person.pk)
    )


def _table(club: Club, day: date, title: str, entries: Iterable[Entry], *, ends: bool) -> Table:
    columns = [
        Column("number", _("N."), Kind.WHOLE, lambda entry: entry.number),
        Column("last_name", _("Cognome"), Kind.TEXT, lambda entry: entry.name.last_name),
        Column(
            "first_name", pgettext("di battesimo", "Nome"), Kind.TEXT, lambda entry: entry.name.first_name
        ),
        *(_particulars_column(name) for name in REGISTERED),
        Column("category", _("Categoria"), Kind.TEXT, lambda entry: entry.category),
        _date_column("requested_on", _("Richiesta"), day),
        _date_column("admitted_on", _("Ammissione"), day),
        Column("resolution", _("Delibera"), Kind.TEXT, lambda entry: entry.membership.resolution),
        *([_date_column("ended_on", _("Fine"), day), _cause_column(day)] if ends else []),
        *(_particulars_column(name) for name in CONTACTS),
    ]
    return Table(title % {"day": short_day(day)}, ClubSource(club, club.name, day), columns, list(entries))


def _particulars_column(name: str) -> Column:
    field: Any = Particulars._meta.get_field(name)
    kind = Kind.DAY if name == "born_on" else Kind.TEXT

    def value(row: Entry | Row) -> Value:
        known = row.particulars if isinstance(row, Entry) else getattr(row.person, "particulars", None)
        known = known or Particulars()
        content: Value = getattr(known, name)
        return content

    return Column(name, capfirst(str(field.verbose_name)), kind, value)


def _date_column(name: str, title: str, day: date) -> Column:
    def value(entry: Entry) -> date | None:
        on: date | None = getattr(entry.membership, name)
        return on if on and on <= day else None

    return Column(name, title, Kind.DAY, value)


def _cause_column(day: date) -> Column:
    def value(entry: Entry) -> str:
        one = entry.membership
        return str(EndCause(one.end_cause).label) if one.ended_on and one.ended_on <= day else ""

    return Column("end_cause", _("Causa"), Kind.TEXT, value)


def counts(club: Club, year: MembershipYear, day: date) -> Table:
    """The counts of a year: members at its start and at its end (or on `day`, if earlier), admissions, ends.

    Only the register is counted. The club's accountant knows which counts an official form needs, and whether
    the club must send that form.
    """
    last = min(year.ends_on, day)
    members = members_on(club, last)
    rows = [
        *_movements(club, year, last),
        (_("Soci al %(day)s") % {"day": short_day(last)}, len(members)),
        *_kinds(members),
        *_ages(members, last),
        (
            _("Tessere valide al %(day)s") % {"day": short_day(last)},
            lists.cards_in_force(club, last).count(),
        ),
    ]
    columns = [field("figure", _("Dato")), field("count", _("Numero"), Kind.WHOLE)]
    title = _("Numeri dell'anno %(year)s") % {"year": year.label}
    about = _("Quali servono al RUNTS lo dice il commercialista o la modulistica dell'anno.")
    figures = [{"figure": figure, "count": count} for figure, count in rows]
    return Table(title, ClubSource(club, club.name, last), columns, figures, about)


Figures = list[tuple[str, int]]


def _movements(club: Club, year: MembershipYear, last: date) -> Figures:
    within = Membership.objects.filter(club=club)
    came = within.filter(admitted_on__gte=year.starts_on, admitted_on__lte=last).count()
    left = Counter(
        within.filter(
            admitted_on__isnull=False, ended_on__gte=year.starts_on, ended_on__lte=last
        ).values_list("end_cause", flat=True)
    )
    before = within.filter(admitted_on__lt=year.starts_on).exclude(ended_on__lt=year.starts_on).count()
    causes = [
        (_("  usciti: %(cause)s") % {"cause": cause.label}, left.get(cause.value, 0)) for cause in EndCause
    ]
    return [
        (_("Soci all'inizio del %(day)s") % {"day": short_day(year.starts_on)}, before),
        (_("Ammessi dal %(day)s") % {"day": short_day(year.starts_on)}, came),
        (_("Usciti dal %(day)s") % {"day": short_day(year.starts_on)}, sum(left.values())),
        *causes,
    ]


def _kinds(members: list[Member]) -> Figures:
    by_category = Counter(
        str(member.category) if member.category else _("senza categoria") for member in members
    )
    voting = sum(bool(member.category and member.category.votes) for member in members)
    return [
        (_("  con diritto di voto"), voting),
        *(
            (_("  categoria: %(category)s") % {"category": category}, count)
            for category, count in sorted(by_category.items())
        ),
    ]


def _ages(members: list[Member], last: date) -> Figures:
    people = [member.person.pk for member in members]
    births = dict(Particulars.objects.filter(person__in=people).values_list("person", "born_on"))
    born = [births.get(person) for person in people]
    minors = sum(1 for each in born if each and of_age_on(each) > last)
    return [
        (_("  minorenni"), minors),
        (_("  senza data di nascita"), sum(each is None for each in born)),
    ]
