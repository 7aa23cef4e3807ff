"""The sheet that members sign at an assembly, with room for proxies."""

from collections.abc import Iterable
from dataclasses import dataclass
from datetime import date

from django.utils.translation import gettext as _
from django.utils.translation import pgettext

from club.days import day_in_words
from club.dues.members import Member, arrears, members_on
from club.models import Club
from club.tables import ClubSource, Column, Kind, Table
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


def table(club: Club, assembly: Assembly) -> Table:
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


def as_pdf(sheet: Table) -> bytes:
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
