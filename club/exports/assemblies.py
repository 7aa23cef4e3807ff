"""The papers of an assembly: the sheet that the voters sign, and the proof that all were called."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from datetime import date, datetime

from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import pgettext

from club.assemblies import voting
from club.assemblies.voting import Voter
from club.days import day_in_words, short_day
from club.dues.members import member_numbers
from club.models import Assembly, Club, MemberLetter, Particulars, VotingRules
from club.tables import ClubSource, Column, Kind, Table
from club.typesetting import pdf


@dataclass(frozen=True)
class Sheet:
    """The head of the sheet of signatures. Without `rules`, those of the club hold.

    `proxies` is the most proxies that one member may hold, None for the number in the rules.
    """

    day: date
    title: str = ""
    place: str = ""
    proxies: int | None = None
    without_arrears: bool = False
    rules: VotingRules | None = None


def sheet_of(assembly: Assembly) -> Sheet:
    """The sheet of an assembly that was written."""
    return Sheet(assembly.day, assembly.title, assembly.place, rules=assembly.rules)


def assembly_sheet(club: Club, sheet: Sheet) -> Table:
    """The sheet as a table: the voters by name, then columns to fill in with a pen."""
    rules = sheet.rules or voting.rules_of(club)
    rules.must_have_paid = rules.must_have_paid or sheet.without_arrears
    roll = voting.roll(club, sheet.day, rules)
    most = roll.most_proxies if sheet.proxies is None else sheet.proxies
    proxies = [
        Column(f"proxy_{at}", _("Delega di (%(at)s)") % {"at": at}, Kind.BLANK, lambda _voter: "")
        for at in range(1, most + 1)
    ]
    columns = [
        Column("number", _("N."), Kind.WHOLE, lambda voter: voter.member.number),
        Column("last_name", _("Cognome"), Kind.TEXT, lambda voter: voter.member.person.last_name),
        Column(
            "first_name",
            pgettext("di battesimo", "Nome"),
            Kind.TEXT,
            lambda voter: voter.member.person.first_name,
        ),
        Column("category", _("Categoria"), Kind.TEXT, _category),
        Column("signature", _("Firma"), Kind.BLANK, lambda _voter: ""),
        *proxies,
    ]
    title = sheet.title or _("Assemblea dei soci")
    source = ClubSource(club, club.name, sheet.day)
    about = _about(club, sheet, is_settled=rules.must_have_paid)
    return Table(title, source, columns, list(roll.voters.values()), about)


def _category(voter: Voter) -> str:
    """The category, and the guardian who votes for a minor."""
    category = str(voter.member.category or "")
    if not voter.guardian:
        return category
    return _("%(category)s, vota %(guardian)s") % {"category": category, "guardian": voter.guardian}


def _about(club: Club, sheet: Sheet, *, is_settled: bool) -> str:
    call = (
        _("soci con diritto di voto, in regola con le quote") if is_settled else _("soci con diritto di voto")
    )
    return ", ".join(part for part in (sheet.place or club.city, call) if part)


def assembly_pdf(table: Table) -> bytes:
    """The sheet on paper: rows high enough to sign in, a count at the end, the titles on every page."""
    source = table.source
    voters: Iterable[Voter] = table.rows
    rows = [
        {
            "number": str(voter.member.number),
            "name": voter.member.person.full_name,
            "category": _category(voter),
        }
        for voter in voters
    ]
    blanks = [column.title for column in table.columns if column.kind == Kind.BLANK]
    return pdf(
        "assembly",
        {
            "club": source.club.name,
            "title": table.title,
            "day": day_in_words(source.date),
            "about": table.about,
            "heads": [_("N."), _("Socio"), *blanks],
            "rows": rows,
            "count": _("Hanno diritto di voto: %(count)s") % {"count": len(rows)},
            "present": _("Presenti di persona"),
            "by_proxy": _("Presenti per delega"),
            "in_all": _("In tutto"),
            "signed": [_("Il presidente"), _("Il segretario")],
        },
    )


def proof_of_sending(assembly: Assembly) -> Table:
    """Every letter that called a member: its address, when it left, and whether it came back."""
    club = assembly.club
    numbers = member_numbers(club)
    letters = list(
        assembly.letters.select_related("person__kept_name").order_by(
            "person__search_key", "person", "written_at", "pk"
        )
    )
    homes = {
        row.person_id: _home(row)
        for row in Particulars.objects.filter(person__letters__assembly=assembly).distinct()
    }
    columns = [
        Column("number", _("N."), Kind.WHOLE, lambda letter: numbers.get(letter.person_id)),
        Column("name", _("Socio"), Kind.TEXT, lambda letter: letter.person.register_name),
        Column("how", _("Come"), Kind.TEXT, _how),
        Column("to", _("A quale indirizzo"), Kind.TEXT, lambda letter: _to(letter, homes)),
        Column("left", _("Partita"), Kind.TEXT, _left),
        Column("returned", _("Tornata indietro"), Kind.DAY, lambda letter: letter.returned_on),
        Column("by", _("Da chi"), Kind.TEXT, lambda letter: letter.by_name),
    ]
    title = _("Convocazioni: %(title)s") % {"title": assembly.title}
    about = _("Convocati: %(count)s") % {"count": len({letter.person_id for letter in letters})}
    return Table(title, ClubSource(club, club.name, assembly.day), columns, letters, about)


def _home(row: Particulars) -> str:
    town = " ".join(filter(None, (row.postcode, row.town)))
    return ", ".join(filter(None, (row.street, town)))


def _how(letter: MemberLetter) -> str:
    if letter.email:
        return _("e-mail")
    return _("su carta, %(how)s") % {"how": letter.delivered_how} if letter.delivered_how else _("su carta")


def _to(letter: MemberLetter, homes: Mapping[int, str]) -> str:
    return letter.email or homes.get(letter.person_id, "")


def _left(letter: MemberLetter) -> str:
    if letter.email:
        return _moment(letter.sent_at) if letter.sent_at else _("non ancora")
    return short_day(letter.delivered_on) if letter.delivered_on else _("da consegnare")


def _moment(at: datetime) -> str:
    here = timezone.localtime(at)
    return f"{short_day(here)} {here:%H:%M}"
