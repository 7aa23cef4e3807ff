"""The lists that a club can download, with their formats, and the sheet that members sign at an assembly."""

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from datetime import date
from typing import Any, Final

from django.utils.functional import Promise
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, pgettext

from club.days import day_in_words
from club.dues.members import Member, arrears, members_on
from club.errors import ClubInputRefused
from club.exports import members, money
from club.models import Club, MembershipYear, Person
from club.tables import ClubSource, Column, Kind, Table
from club.tables.files import FORMATS, table_file
from club.typesetting import pdf


@dataclass(frozen=True)
class Assembly:
    """The head of the sheet; `proxies` is the most that the statute lets one member hold."""

    day: date
    title: str = ""
    place: str = ""
    proxies: int = 1
    without_arrears: bool = False


def voters(club: Club, assembly: Assembly) -> list[Member]:
    """The members of the day whose category votes, by name; without those in arrears if so requested."""
    owing = {each.person.pk for each in arrears(club, assembly.day)} if assembly.without_arrears else set()
    members = [
        member
        for member in members_on(club, assembly.day)
        if member.category is not None and member.category.votes and member.person.pk not in owing
    ]
    return sorted(members, key=lambda member: (member.person.search_key, member.number))


def assembly_sheet(club: Club, assembly: Assembly) -> Table:
    """The sheet as a table: the voters, then columns to fill in with a pen."""
    proxies = [
        Column(f"proxy_{at}", _("Delega di (%(at)s)") % {"at": at}, Kind.BLANK, lambda _member: "")
        for at in range(1, assembly.proxies + 1)
    ]
    columns = [
        Column("number", _("N."), Kind.WHOLE, lambda member: member.number),
        Column("last_name", _("Cognome"), Kind.TEXT, lambda member: member.person.last_name),
        Column(
            "first_name", pgettext("di battesimo", "Nome"), Kind.TEXT, lambda member: member.person.first_name
        ),
        Column("category", _("Categoria"), Kind.TEXT, lambda member: str(member.category or "")),
        Column("signature", _("Firma"), Kind.BLANK, lambda _member: ""),
        *proxies,
    ]
    members = voters(club, assembly)
    return Table(
        _title(assembly), ClubSource(club, club.name, assembly.day), columns, members, _about(club, assembly)
    )


def _title(assembly: Assembly) -> str:
    return assembly.title or _("Assemblea dei soci")


def _about(club: Club, assembly: Assembly) -> str:
    call = (
        _("soci con diritto di voto, in regola con le quote")
        if assembly.without_arrears
        else _("soci con diritto di voto")
    )
    return ", ".join(part for part in (assembly.place or club.city, call) if part)


def assembly_pdf(sheet: Table) -> bytes:
    """The sheet on paper: rows high enough to sign in, a count at the end, the titles on every page."""
    source = sheet.source
    members: Iterable[Member] = sheet.rows
    rows = [
        {
            "number": str(member.number),
            "name": member.person.full_name,
            "category": str(member.category or ""),
        }
        for member in members
    ]
    blanks = [column.title for column in sheet.columns if column.kind == Kind.BLANK]
    return pdf(
        "assembly",
        {
            "club": source.club.name,
            "title": sheet.title,
            "day": day_in_words(source.date),
            "about": sheet.about,
            "heads": [_("N."), _("Socio"), *blanks],
            "rows": rows,
            "count": _("Hanno diritto di voto: %(count)s") % {"count": len(rows)},
            "present": _("Presenti di persona"),
            "by_proxy": _("Presenti per delega"),
            "in_all": _("In tutto"),
            "signed": [_("Il presidente"), _("Il segretario")],
        },
    )


@dataclass(frozen=True)
class ListParameters:
    """The parameters of the lists: a day, a membership year, a calendar year, an assembly."""

    day: date
    year: MembershipYear | None
    receipts_of: int
    assembly: Assembly


@dataclass(frozen=True)
class ListSpec:
    """A list to download; `people` returns the person of a row, `scope` names the parameter that the list
    needs.
    """

    title: str | Promise
    about: str | Promise
    scope: str
    endings: tuple[str, ...]
    gather: Callable[[Club, ListParameters], Table]
    people: Callable[[Any], Person] | None = None
    #: A shorter table for paper.
    paper: Callable[[Club, ListParameters], Table] | None = None

    def table(self, club: Club, asked: ListParameters, ending: str) -> Table:
        """The list as a table for files with that ending."""
        return (self.paper if self.paper and ending == "pdf" else self.gather)(club, asked)


def _year(asked: ListParameters) -> MembershipYear:
    if asked.year is None:
        raise ClubInputRefused("no-year", _("Prima apri un anno sociale, in «Quote»."))
    return asked.year


LISTS: Final[Mapping[str, ListSpec]] = {
    "soci": ListSpec(
        gettext_lazy("Libro soci a un giorno"),
        gettext_lazy("Chi era socio quel giorno, con tutti i dati del libro."),
        "day", ("xlsx", "csv", "pdf"), lambda club, asked: members.members_on_day(club, asked.day),
        lambda entry: entry.person, lambda club, asked: members.members_for_paper(club, asked.day),
    ),
    "libro": ListSpec(
        gettext_lazy("Libro soci completo"),
        gettext_lazy("Ogni iscrizione fino a quel giorno, anche di chi è uscito."),
        "day", ("xlsx", "csv"), lambda club, asked: members.all_memberships(club, asked.day),
        lambda entry: entry.person,
    ),
    "morosi": ListSpec(
        gettext_lazy("Morosi"), gettext_lazy("Chi doveva ancora pagare quel giorno, con i recapiti."),
        "day", ("xlsx", "csv", "pdf"), lambda club, asked: money.in_arrears(club, asked.day),
        lambda each: each.person,
    ),
    "anno": ListSpec(
        gettext_lazy("Elenco dell'anno"), gettext_lazy("Chi è stato socio nell'anno, con quota e ricevuta."),
        "year", ("xlsx", "csv", "pdf"), lambda club, asked: money.dues_of_year(club, _year(asked), asked.day),
        lambda row: row.one.person,
    ),
    "numeri": ListSpec(
        gettext_lazy("Numeri per il RUNTS"),
        gettext_lazy("Quanti soci, quanti entrati e usciti e perché: nessun nome."),
        "year", ("xlsx", "csv", "pdf"), lambda club, asked: members.counts(club, _year(asked), asked.day),
    ),
    "ricevute": ListSpec(
        gettext_lazy("Ricevute"), gettext_lazy("Tutte quelle dell'anno solare, annullamenti compresi."),
        "receipts", ("xlsx", "csv", "pdf"),
        lambda club, asked: money.receipts(club, asked.receipts_of, asked.day),
        lambda receipt: receipt.person,
    ),
    "assemblea": ListSpec(
        gettext_lazy("Foglio firme dell'assemblea"),
        gettext_lazy("Chi vota, con lo spazio per firme e deleghe."),
        "assembly", ("pdf", "xlsx"), lambda club, asked: assembly_sheet(club, asked.assembly),
        lambda member: member.person,
    ),
}  # fmt: skip


def as_file(name: str, table: Table, ending: str) -> bytes:
    """The list as a file; the sheet of an assembly has a page of its own."""
    if name == "assemblea" and ending == "pdf":
        return assembly_pdf(table)
    return table_file(table, ending, FORMATS)


def people_shown(name: str, table: Table) -> list[Person]:
    """The people whose private data the list shows, each once."""
    person_of = LISTS[name].people
    if person_of is None:
        return []
    rows: Iterable[Any] = table.rows
    return list({person.pk: person for person in map(person_of, rows)}.values())
