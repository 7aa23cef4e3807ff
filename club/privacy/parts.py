"""What the club itself knows of a person; `OTHERWISE` says of the rest why it is in no part."""

from collections.abc import Iterable
from typing import Any, Final

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from club import former, wording
from club.models import (
    Card,
    CashMovement,
    ClubLogEntry,
    Consent,
    Due,
    Guardian,
    ImportRow,
    MemberNumber,
    Membership,
    Particulars,
    Person,
    Receipt,
)
from club.money import told as euros
from club.privacy.telling import Part, Told, of


def log_lines(person: Person) -> Iterable[wording.Line]:
    """What the club's log tells of the person, the oldest first."""
    theirs = former.mentions(person.club, Person, person.pk, "person", "other", "gone")
    lines: Iterable[ClubLogEntry] = person.club.log.filter(theirs).order_by("number")
    return wording.told(lines)


def _changes(line: Any) -> str:
    return "; ".join(f"{one.name}: {one.before or '–'} → {one.after or '–'}" for one in line.changes)


def _spells(membership: Any) -> list[str]:
    said = _("%(category)s dal %(day)s")
    return [
        said
        % {"category": spell.category, "day": f"{spell.since.day}/{spell.since.month}/{spell.since.year}"}
        for spell in membership.spells.all()
    ]


def _cents(row: Any) -> str:
    return f"€ {euros(row.cents)}"


PARTICULARS: Final = tuple(
    field.name for field in Particulars._meta.fields if field.name not in ("person", "version")
)
MONEY: Final = Told("amount", gettext_lazy("importo"), _cents)

PARTS: Final = (
    Part(
        "person", gettext_lazy("Nome"), (), lambda person: [person],
        of(Person, "last_name", "first_name", "is_guest", "name_consent_on"),
    ),
    Part(
        "particulars", gettext_lazy("Dati del libro"), ("club.Particulars.person",),
        lambda person: Particulars.objects.filter(person=person), of(Particulars, *PARTICULARS),
    ),
    Part(
        "guardian", gettext_lazy("Chi ne ha la responsabilità"), ("club.Guardian.person",),
        lambda person: Guardian.objects.filter(person=person),
        of(Guardian, "name", "relation", "email", "phone"),
    ),
    Part(
        "consents", gettext_lazy("Consensi"), ("club.Consent.person",),
        lambda person: person.consents.select_related("notice"),
        of(Consent, "about", "is_given", "on", "how", "notice", "guardian", "at", "by_name"),
    ),
    Part(
        "numbers", gettext_lazy("Numeri del libro soci"), ("club.MemberNumber.person",),
        lambda person: person.numbers.all(),
        (*of(MemberNumber, "number"), Told("in_use", gettext_lazy("in uso"), lambda row: not row.is_disused)),
    ),
    Part(
        "memberships", gettext_lazy("Iscrizioni al libro soci"),
        ("club.Membership.person", "club.CategorySpell.membership"),
        lambda person: person.memberships.prefetch_related("spells__category"),
        (
            *of(Membership, "requested_on", "admitted_on", "resolution", "ended_on", "end_cause"),
            Told("categories", gettext_lazy("categorie"), _spells),
        ),
    ),
    Part(
        "cards", gettext_lazy("Tessere"), ("club.Card.person",), lambda person: person.cards.all(),
        of(Card, "number", "valid_from", "valid_until", "printed_on", "revoked_on", "revoked_because"),
    ),
    Part(
        "dues", gettext_lazy("Quote"), ("club.Due.person",),
        lambda person: person.dues.select_related("year", "category", "receipt").order_by("year__starts_on"),
        (
            *of(Due, "year", "category"), MONEY,
            *of(Due, "receipt", "paid_before", "paid_before_on", "paid_before_means", "paid_before_note"),
        ),
    ),
    Part(
        "receipts", gettext_lazy("Ricevute"), ("club.Receipt.person",),
        lambda person: person.receipts.order_by("year", "number"),
        (
            Told("label", gettext_lazy("numero"), lambda row: row.label),
            *of(Receipt, "issued_on", "payer"),
            Told("payer_fiscal_code", gettext_lazy("codice fiscale"), lambda row: row.payer_fiscal_code),
            MONEY,
            *of(Receipt, "cause", "means", "paid_on", "place", "reason"),
        ),
    ),
    Part(
        "cash", gettext_lazy("Movimenti di cassa"), ("club.CashMovement.person",),
        lambda person: person.cash_movements.order_by("at", "pk"),
        (*of(CashMovement, "at", "kind"), MONEY, *of(CashMovement, "means", "cause", "reason", "by_name")),
    ),
    Part(
        "imports", gettext_lazy("Fogli importati"), ("club.ImportRow.person",),
        lambda person: person.import_rows.select_related("of"),
        (
            Told("file", gettext_lazy("file"), lambda row: row.of.file_name),
            Told("at", gettext_lazy("scritto il"), lambda row: row.of.written_at),
            Told("line", gettext_lazy("riga"), lambda row: row.number),
            *of(ImportRow, "action"),
            Told("cells", gettext_lazy("celle non ancora importate"), lambda row: list(row.cells)),
        ),
    ),
    Part(
        "looks", gettext_lazy("Chi ha guardato questi dati"), ("club.Look.person",),
        lambda person: person.looks.order_by("at", "pk"),
        (
            Told("at", gettext_lazy("quando"), lambda row: row.at),
            Told("officer", gettext_lazy("chi"), lambda row: row.officer_name),
            Told("page", gettext_lazy("che cosa"), lambda row: row.get_page_display()),
        ),
    ),
    Part(
        "log", gettext_lazy("Che cosa è stato scritto nel registro del circolo"), (), log_lines,
        (
            Told("at", gettext_lazy("quando"), lambda line: line.entry.at),
            Told("who", gettext_lazy("chi"), lambda line: line.actor),
            Told("what", gettext_lazy("che cosa"), lambda line: line.sentence),
            Told("changes", gettext_lazy("da, a"), _changes),
            Told("reason", gettext_lazy("motivo"), lambda line: line.entry.reason),
        ),
    ),
)  # fmt: skip

#: Fields that point to a person, and are told in no part, with the reason.
OTHERWISE: Final = {
    "club.ToldApart.first": "says only that a namesake is somebody else: it is as much about that other one",
    "club.ToldApart.second": "as the first of the two",
}
