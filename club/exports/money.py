"""Dues and receipts as tables: the dues of a year, the arrears, and the receipts."""

from dataclasses import dataclass, replace
from datetime import date
from typing import Any

from django.utils.translation import gettext as _
from django.utils.translation import pgettext

from club.days import short_day
from club.dues.members import Arrears, arrears, member_numbers
from club.models import Club, Due, Membership, MembershipYear, Receipt
from club.money import euros
from club.receipts import STAMP_NOTES, Stamp
from club.tables import ClubSource, Column, Kind, Table


@dataclass(frozen=True)
class MemberOfYear:
    """A membership of the year, with its due and the member's number."""

    membership: Membership
    due: Due | None
    number: int | None


def dues_of_year(club: Club, year: MembershipYear, day: date) -> Table:
    """Everybody who was a member in the year, with due and receipt, by number. Three queries."""
    memberships = Membership.objects.filter(club=club, admitted_on__lte=year.ends_on).exclude(
        ended_on__lte=year.starts_on
    )
    dues = {due.person_id: due for due in year.dues.select_related("category", "receipt")}
    numbers = member_numbers(club)
    rows = [
        MemberOfYear(membership, dues.get(membership.person_id), numbers.get(membership.person_id))
        for membership in memberships.select_related("person").order_by(
            "person__last_name", "person__first_name", "pk"
        )
    ]
    rows.sort(key=lambda row: row.number or 0)
    columns = [
        Column("number", _("N."), Kind.WHOLE, lambda row: row.number),
        Column("last_name", _("Cognome"), Kind.TEXT, lambda row: row.membership.person.last_name),
        Column(
            "first_name",
            pgettext("di battesimo", "Nome"),
            Kind.TEXT,
            lambda row: row.membership.person.first_name,
        ),
        Column("admitted_on", _("Ammissione"), Kind.DAY, lambda row: row.membership.admitted_on),
        Column("ended_on", _("Fine"), Kind.DAY, lambda row: _until(row.membership.ended_on, year.ends_on)),
        Column("category", _("Categoria"), Kind.TEXT, lambda row: str(row.due.category) if row.due else ""),
        Column("due", _("Quota"), Kind.EUROS, lambda row: row.due.cents if row.due else None),
        Column("paid_on", _("Pagata il"), Kind.DAY, lambda row: _paid_on(row.due)),
        Column("receipt", _("Ricevuta"), Kind.TEXT, lambda row: _receipt(row.due)),
        Column("state", _("Stato"), Kind.TEXT, _state),
    ]
    return Table(
        _("Soci dell'anno %(year)s") % {"year": year.label}, ClubSource(club, club.name, day), columns, rows
    )


def _until(day: date | None, last: date) -> date | None:
    return day if day and day <= last else None


def _paid_on(due: Due | None) -> date | None:
    if due is None:
        return None
    return due.receipt.paid_on if due.receipt else due.paid_before_on


def _receipt(due: Due | None) -> str:
    """Our receipt's number, or the note of a receipt from before this register."""
    if due is None:
        return ""
    return due.receipt.label if due.receipt else due.paid_before_note


def _state(row: MemberOfYear) -> str:
    due = row.due
    if due is None:
        return _("non rinnovato")
    if due.paid_before:
        return _("pagata prima di questo registro")
    if due.receipt_id:
        return _("pagata")
    return _("niente da pagare") if due.is_settled else _("da pagare")


def in_arrears(club: Club, day: date) -> Table:
    """The members with overdue dues at the end of `day`, with their contacts. Three queries."""
    owing = arrears(club, day)
    numbers = member_numbers(club)
    contacts = {
        pk: (email, phone)
        for pk, email, phone in club.people.filter(pk__in=[each.person.pk for each in owing]).values_list(
            "pk", "particulars__email", "particulars__phone"
        )
    }

    def contact(at: int) -> Any:
        return lambda each: contacts[each.person.pk][at] or ""

    columns = [
        Column("number", _("N."), Kind.WHOLE, lambda each: numbers.get(each.person.pk)),
        Column("last_name", _("Cognome"), Kind.TEXT, lambda each: each.person.last_name),
        Column(
            "first_name", pgettext("di battesimo", "Nome"), Kind.TEXT, lambda each: each.person.first_name
        ),
        Column("years", _("Anni"), Kind.TEXT, _years),
        Column("owed", _("Deve"), Kind.EUROS, lambda each: each.cents),
        Column("email", _("E-mail"), Kind.TEXT, contact(0)),
        Column("phone", _("Telefono"), Kind.TEXT, contact(1)),
    ]
    title = _("Morosi al %(day)s") % {"day": short_day(day)}
    about = _("in tutto %(euros)s") % {"euros": euros(sum(each.cents for each in owing))}
    return Table(title, ClubSource(club, club.name, day), columns, owing, about)


def _years(each: Arrears) -> str:
    return ", ".join(due.year.label for due in each.dues)


#: The columns of receipts that paper has no room for.
NOT_ON_PAPER = ("kind", "address", "reference", "value_on", "note")


def receipts_for_paper(club: Club, year: int, day: date) -> Table:
    """The receipts of a calendar year in fewer columns."""
    table = receipts(club, year, day)
    return replace(table, columns=[each for each in table.columns if each.key not in NOT_ON_PAPER])


def receipts(club: Club, year: int, day: date) -> Table:
    """The receipts of a calendar year by number; counter-entries are negative. One query."""
    rows = list(
        Receipt.objects.filter(club=club, year=year)
        .select_related("person", "cancels", "cancelled_by")
        .order_by("number")
    )
    columns = [
        Column("number", _("N."), Kind.WHOLE, lambda one: one.number),
        Column("issued_on", _("Data"), Kind.DAY, lambda one: one.issued_on),
        Column("payer", _("Ricevuto da"), Kind.TEXT, lambda one: one.payer),
        Column("fiscal_code", _("Codice fiscale"), Kind.TEXT, lambda one: one.payer_fiscal_code),
        Column("cause", _("Causale"), Kind.TEXT, lambda one: one.cause),
        Column("amount", _("Importo"), Kind.EUROS, lambda one: one.cents),
        Column("means", _("Modo"), Kind.TEXT, lambda one: one.get_means_display()),
        Column("paid_on", _("Pagata il"), Kind.DAY, lambda one: one.paid_on),
        Column("stamp", _("Bollo"), Kind.TEXT, lambda one: STAMP_NOTES[Stamp(one.stamp)]),
        Column("cancels", _("Annulla la"), Kind.TEXT, lambda one: one.cancels.label if one.cancels else ""),
        Column("cancelled_by", _("Annullata dalla"), Kind.TEXT, _cancelled_by),
        Column("reason", _("Motivo"), Kind.TEXT, lambda one: one.reason),
        Column("kind", _("Voce"), Kind.TEXT, lambda one: one.get_kind_display()),
        Column("address", _("Indirizzo"), Kind.TEXT, lambda one: one.payer_address),
        Column("reference", _("Riferimento"), Kind.TEXT, lambda one: one.reference),
        Column("value_on", _("Valuta"), Kind.DAY, lambda one: one.value_on),
        Column("note", _("Erogazione liberale"), Kind.TEXT, lambda one: one.note),
    ]
    about = _("in tutto %(euros)s") % {"euros": euros(sum(one.cents for one in rows))}
    title = _("Ricevute del %(year)s") % {"year": year}
    return Table(title, ClubSource(club, club.name, day), columns, rows, about)


def _cancelled_by(one: Receipt) -> str:
    counter: Receipt | None = getattr(one, "cancelled_by", None)
    return counter.label if counter else ""
