"""The money of a year as tables for an accountant: each movement, the sums, the evenings, the reconciliation
with receipts, dues and cash books."""

from collections.abc import Iterable
from dataclasses import dataclass
from datetime import date

from django.utils.translation import gettext as _

from club.models import Club, Person
from club.tables import ClubSource, Column, Kind, Table, attribute
from tournaments.entries.accounts import Accounts, Line, Movement


def accounts_tables(club: Club, accounts: Accounts, today: date) -> list[Table]:
    """The tables in the order of their sheets; the first one has a row for each movement."""
    source = ClubSource(club, club.name, today)
    return [
        _movements(source, accounts),
        Table(_("Somme"), source, _sums_columns(), list(_sums(accounts))),
        Table(_("Serate"), source, _evening_columns(), accounts.evenings),
        Table(_("Riscontri"), source, _agreement_columns(), list(_agreements(accounts))),
    ]


def people_shown(accounts: Accounts) -> list[Person]:
    """Returns the people named in the movements, each once."""
    return list({each.person.pk: each.person for each in accounts.movements if each.person}.values())


def _movements(source: ClubSource, accounts: Accounts) -> Table:
    columns = [
        attribute("on", _("Data"), Kind.DAY),
        attribute("value_on", _("Valuta"), Kind.DAY),
        attribute("receipt", _("Ricevuta")),
        attribute("who", _("Chi")),
        Column("source", _("Voce"), Kind.TEXT, lambda each: each.source.label),
        attribute("cause", _("Causale")),
        Column("means", _("Modo"), Kind.TEXT, lambda each: str(each.means.label)),
        attribute("reference", _("Riferimento")),
        Column("evening", _("Serata"), Kind.TEXT, lambda each: each.evening.name if each.evening else ""),
        Column(
            "evening_on", _("Data della serata"), Kind.DAY, lambda each: each.evening and each.evening.date
        ),
        attribute("cents", _("Importo"), Kind.EUROS),
        attribute("cancelled_by", _("Annullato da")),
        attribute("cancels", _("Annulla")),
    ]
    title = _("Movimenti %(year)s") % {"year": accounts.period.label}
    rows: list[Movement] = accounts.movements
    return Table(title, source, columns, rows)


@dataclass(frozen=True)
class Grouped:
    """A line of sums, with the name of its group of lines."""

    group: str
    line: Line


def _sums(accounts: Accounts) -> Iterable[Grouped]:
    for group, lines in (
        (_("Per voce"), accounts.by_source),
        (_("Per modo"), accounts.by_means),
        (_("Per mese"), accounts.by_month),
        ("", [accounts.total]),
    ):
        for line in lines:
            yield Grouped(group, line)


def _sums_columns() -> list[Column]:
    return [
        attribute("group", _("Come")),
        attribute("line.label", _("Che cosa")),
        attribute("line.came_in", _("Entrate"), Kind.EUROS),
        attribute("line.went_out", _("Uscite"), Kind.EUROS),
        attribute("line.balance", _("Saldo"), Kind.EUROS),
    ]


def _evening_columns() -> list[Column]:
    return [
        attribute("tournament.date", _("Data"), Kind.DAY),
        attribute("tournament.name", _("Serata")),
        _sum_of("fee", _("Iscrizioni")),
        _sum_of("dues", _("Quote associative")),
        _sum_of("in", _("Altre entrate")),
        _sum_of("prize", _("Premi")),
        _sum_of("out", _("Altre uscite")),
        attribute("sums.difference", _("Differenza di cassa"), Kind.EUROS),
        attribute("sums.result", _("Resta"), Kind.EUROS),
    ]


def _sum_of(kind: str, title: str) -> Column:
    return Column(kind, title, Kind.EUROS, lambda each: each.sums.by_kind[kind])


@dataclass(frozen=True)
class Step:
    """A line of a reconciliation: the sum of another list, a difference, or the sum of these accounts."""

    label: str
    words: str
    cents: int


def _agreements(accounts: Accounts) -> Iterable[Step]:
    for each in accounts.agreements:
        yield Step(each.label, _("nel suo elenco"), each.there)
        for words, cents in each.steps:
            yield Step(each.label, words, cents)
        yield Step(each.label, _("in questi conti"), each.here)


def _agreement_columns() -> list[Column]:
    return [
        attribute("label", _("Che cosa")),
        attribute("words", _("Dove")),
        attribute("cents", _("Importo"), Kind.EUROS),
    ]
