"""The papers of an erased person that the law requires to keep, and the day until which it does.

The register shows a former member's name for the club's own years (art. 15 CTS, art. 17.3.b GDPR); money is
kept for ten years (art. 2220 c.c.); minutes stay as they are.
"""

from dataclasses import dataclass
from datetime import date
from typing import Final

from django.db.models import Max, Q, QuerySet
from django.utils import timezone
from django.utils.translation import gettext_lazy

from club.days import months_before
from club.models import (
    Attendance,
    CashMovement,
    Due,
    KeptName,
    MemberLetter,
    Membership,
    MinutesVersion,
    Particulars,
    Person,
    Receipt,
    RetentionPeriod,
)
from club.privacy.redaction import NameRedactor

#: Years after the year of the last entry (art. 2220 c.c.).
PAPERS_YEARS: Final = 10
#: Months after the end of a membership for which the register shows the name, unless the club chose others.
REGISTER_MONTHS: Final = 120
#: Months for which letters are kept, unless the club chose others.
LETTER_MONTHS: Final = 60
PAPERS: Final = {
    "book": gettext_lazy("nel libro soci: nome, nascita e codice fiscale (art. 15 CTS, art. 17.3.b GDPR)"),
    "memberships": gettext_lazy("numero e date nel libro soci: anche dopo, senza nome"),
    "receipts": gettext_lazy("ricevute, con il nome di chi ha pagato: dieci anni, art. 2220 c.c."),
    "dues": gettext_lazy("quote a cui le ricevute si riferiscono: dieci anni, senza nome"),
    "assemblies": gettext_lazy("presenze e deleghe in assemblea: con il nome finché è nel libro soci"),
    "letters": gettext_lazy("convocazioni alle assemblee, senza testo: provano che ci sono state"),
    "minutes": gettext_lazy("verbali di assemblea che dicono il nome (art. 15 CTS)"),
    "cash": gettext_lazy("righe di cassa che dicono il nome a parole: dieci anni, art. 2220 c.c."),
}


@dataclass(frozen=True)
class Kept:
    """The number of rows that stay after an erasure, by kind, and the last day of kinds with an end."""

    rows: dict[str, int]
    until: dict[str, date]

    @property
    def last_day(self) -> date | None:
        return max(self.until.values(), default=None)


def papers_of(person: Person, today: date) -> Kept:
    """The rows that must stay, by kind, each with the last day on which the law requires them."""
    receipts = Receipt.objects.filter(person=person)
    movements = _lines_with_name(person)
    book = register_name_until(person)
    rows = {
        "book": int(book is not None and book >= today),
        "memberships": Membership.objects.filter(person=person).exclude(admitted_on=None).count(),
        "receipts": receipts.count(),
        "dues": Due.objects.filter(person=person, receipts__isnull=False).distinct().count(),
        "assemblies": Attendance.objects.filter(Q(person=person) | Q(holder=person)).count(),
        "letters": convocations(person).count(),
        "minutes": len(_minutes_with_name(person)),
        "cash": len(movements),
    }
    of_year = list(receipts.order_by("-year").values_list("year", flat=True)[:1])
    of_cash = [one.at.year for one in movements]
    years = {"receipts": of_year, "dues": of_year, "cash": of_cash}
    until = {
        kind: date(max(of_kind) + PAPERS_YEARS, 12, 31)
        for kind, of_kind in years.items()
        if of_kind and rows[kind]
    }
    if rows["letters"]:
        last = max(timezone.localdate(one.written_at) for one in convocations(person))
        until["letters"] = months_before(last, -_months(person, "letters", LETTER_MONTHS))
    if book and rows["book"]:
        until["book"] = book
    return Kept({kind: count for kind, count in rows.items() if count}, until)


def convocations(person: Person) -> QuerySet[MemberLetter]:
    """The letters that called the person to assemblies and have left."""
    letters = MemberLetter.objects.filter(person=person, kind=MemberLetter.Kind.ASSEMBLY)
    return letters.exclude(sent_at=None)


def _months(person: Person, kind: str, usual: int) -> int:
    """The months for which the person's club keeps that kind of data."""
    chosen = RetentionPeriod.objects.filter(club=person.club_id, kind=kind).first()
    return chosen.months if chosen else usual


def register_name_until(person: Person) -> date | None:
    """The last day on which the register shows the name of a former member; None for others."""
    last = Membership.objects.filter(person=person, admitted_on__isnull=False).aggregate(last=Max("ended_on"))
    if last["last"] is None:
        return None
    return months_before(last["last"], -_months(person, "members", REGISTER_MONTHS))


def _minutes_with_name(person: Person) -> list[MinutesVersion]:
    """The saved minutes that contain the name, which are a book of the association and stay as they are."""
    words = NameRedactor(person, "")
    saved = MinutesVersion.objects.filter(assembly__club=person.club_id)
    return [one for one in saved if words.cleaned(one.text) != one.text]


def _lines_with_name(person: Person) -> list[CashMovement]:
    """The lines of the cash books that contain the name in words, which nobody may edit."""
    words = NameRedactor(person, "")
    lines = CashMovement.objects.filter(book__club=person.club_id).exclude(cause="", reason="")
    return [one for one in lines if any(words.cleaned(text) != text for text in (one.cause, one.reason))]


def keep_name(person: Person, papers: Person, until: date) -> None:
    """Keeps for the register what it must show of a former member, with the row of the papers."""
    known = Particulars.objects.filter(person=person).first() or Particulars()
    names = ("born_on", "born_in", "born_province", "fiscal_code")
    KeptName.objects.create(
        person=papers,
        last_name=person.last_name,
        first_name=person.first_name,
        until=until,
        **{name: getattr(known, name) for name in names},
    )
