"""The lists that a club can download, with their formats."""

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from datetime import date
from typing import Any, Final

from django.db import transaction
from django.utils.functional import Promise
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from club.errors import ClubInputRefused
from club.exports import members, money
from club.exports.assemblies import Sheet, assembly_pdf, assembly_sheet
from club.history import log
from club.history.log import lock
from club.models import Club, Look, MembershipYear, Person, User
from club.privacy import access_log
from club.tables import Table
from club.tables.files import FORMATS, table_file


@dataclass(frozen=True)
class ListParameters:
    """The parameters of the lists: a day, a membership year, a calendar year, an assembly."""

    day: date
    year: MembershipYear | None
    receipts_of: int
    assembly: Sheet


@dataclass(frozen=True)
class ListSpec:
    """A list to download. `people` returns the person of a row; `scope` names the parameter that it needs."""

    title: str | Promise
    about: str | Promise
    scope: str
    endings: tuple[str, ...]
    gather: Callable[[Club, ListParameters], Table]
    people: Callable[[Any], Person | None] | None = None
    #: A shorter table for paper.
    paper: Callable[[Club, ListParameters], Table] | None = None

    def table(self, club: Club, given: ListParameters, ending: str) -> Table:
        """The list as a table for files with that ending."""
        return (self.paper if self.paper and ending == "pdf" else self.gather)(club, given)


def _year(given: ListParameters) -> MembershipYear:
    if given.year is None:
        raise ClubInputRefused("no-year", _("Prima apri un anno sociale, in «Quote»."))
    return given.year


LISTS: Final[Mapping[str, ListSpec]] = {
    "soci": ListSpec(
        gettext_lazy("Libro soci a un giorno"),
        gettext_lazy("Chi era socio quel giorno, con tutti i dati del libro."),
        "day", ("xlsx", "csv", "pdf"), lambda club, given: members.members_on_day(club, given.day),
        lambda entry: entry.person, lambda club, given: members.members_for_paper(club, given.day),
    ),
    "libro": ListSpec(
        gettext_lazy("Libro soci completo"),
        gettext_lazy("Ogni iscrizione fino a quel giorno, anche di chi è uscito."),
        "day", ("pdf", "xlsx", "csv"), lambda club, given: members.all_memberships(club, given.day),
        lambda entry: entry.person, lambda club, given: members.book_for_paper(club, given.day),
    ),
    "morosi": ListSpec(
        gettext_lazy("Morosi"), gettext_lazy("Chi doveva ancora pagare quel giorno, con i recapiti."),
        "day", ("xlsx", "csv", "pdf"), lambda club, given: money.in_arrears(club, given.day),
        lambda each: each.person,
    ),
    "anno": ListSpec(
        gettext_lazy("Elenco dell'anno"), gettext_lazy("Chi è stato socio nell'anno, con quota e ricevuta."),
        "year", ("xlsx", "csv", "pdf"), lambda club, given: money.dues_of_year(club, _year(given), given.day),
        lambda row: row.membership.person,
    ),
    "numeri": ListSpec(
        gettext_lazy("Numeri per il RUNTS"),
        gettext_lazy("Quanti soci, quanti entrati e usciti e perché: nessun nome."),
        "year", ("xlsx", "csv", "pdf"), lambda club, given: members.counts(club, _year(given), given.day),
    ),
    "ricevute": ListSpec(
        gettext_lazy("Ricevute"), gettext_lazy("Tutte quelle dell'anno solare, annullamenti compresi."),
        "receipts", ("xlsx", "csv", "pdf"),
        lambda club, given: money.receipts(club, given.receipts_of, given.day),
        lambda receipt: receipt.person,
        lambda club, given: money.receipts_for_paper(club, given.receipts_of, given.day),
    ),
    "assemblea": ListSpec(
        gettext_lazy("Foglio firme dell'assemblea"),
        gettext_lazy("Chi vota quel giorno secondo lo statuto, con lo spazio per firme e deleghe."),
        "assembly", ("pdf", "xlsx"), lambda club, given: assembly_sheet(club, given.assembly),
        lambda voter: voter.member.person,
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
    return list({person.pk: person for person in map(person_of, rows) if person}.values())


@transaction.atomic
def record_download(club: Club, table: Table, ending: str, shown: Iterable[Person], *, by: User) -> None:
    """Logs the download of a list, and records it for each person with private data in it."""
    locked = lock(club.pk)
    access_log.record(locked, by, shown, Look.Page.EXPORT)
    after = {"list": table.title, "format": ending, "rows": len(list(table.rows))}
    log.write(locked, by, "list.taken", after=after)
