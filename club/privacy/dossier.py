"""The dossier of a person, as JSON and PDF (right of access, art. 15 GDPR), and access to one's own.

`OTHERWISE` justifies each field that is in no part.
"""

import io
import json
import time
import zipfile
from collections.abc import Iterable
from datetime import datetime
from typing import Any, Final
from zoneinfo import ZoneInfo

from django.conf import settings
from django.contrib.sessions.backends.base import SessionBase
from django.core import signing
from django.db import transaction
from django.db.models import Q
from django.utils.text import capfirst
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from club.days import short_day
from club.email_addresses import canonical, with_address
from club.errors import ClubError
from club.history import log, log_wording
from club.history.log import lock
from club.models import (
    Attendance,
    Card,
    CashMovement,
    Club,
    ClubLogEntry,
    Consent,
    DataRequest,
    Due,
    Guardian,
    ImportRow,
    Look,
    MemberLetter,
    MemberNumber,
    Membership,
    OwnPage,
    Particulars,
    Person,
    PersonNote,
    Receipt,
    User,
)
from club.money import amount
from club.person_names import name_key
from club.privacy import access_log, personal_data
from club.privacy.personal_data import DataField, Part, fields
from club.typesetting import pdf

KINDS: Final = {"json": "application/json", "pdf": "application/pdf", "zip": "application/zip"}


def parts() -> tuple[Part, ...]:
    """The parts of a dossier, the club's own first, then those of the other apps."""
    return (*PARTS, *(part for each in personal_data.contributions() for part in each.parts))


@transaction.atomic
def download_dossier(person: Person, ending: str, *, now: datetime, by: User) -> bytes:
    """The dossier as a file. Logs the download, and records it in the access log, which the file contains."""
    club = lock(person.club_id)
    access_log.record(club, by, [person], Look.Page.DOSSIER)
    log.write(club, by, "dossier.taken", subject={"person": person.pk}, after={"format": ending})
    return dossier_file(person, ending, now=now)


def dossier_file(person: Person, ending: str, *, now: datetime) -> bytes:
    """The dossier as a file."""
    if ending == "json":
        return as_json(person, now)
    if ending == "pdf":
        return as_pdf(person, now)
    buffer = io.BytesIO()
    with zipfile.ZipFile(buffer, "w", zipfile.ZIP_DEFLATED) as archive:
        archive.writestr(_("dati.json"), as_json(person, now))
        archive.writestr(_("dati.pdf"), as_pdf(person, now))
    return buffer.getvalue()


def as_json(person: Person, now: datetime) -> bytes:
    """Every part by its key, its rows as objects; unknown values are included, empty."""
    shown: dict[str, object] = {}
    for part in parts():
        rows = [
            {one.key: personal_data.json_value(one.value(row)) for one in part.fields}
            for row in part.rows(person)
        ]
        shown[part.key] = {"title": str(part.title), "rows": rows}
    dossier = {
        "club": person.club.name,
        "person": person.full_name,
        "made_at": now.isoformat(timespec="seconds"),
        "parts": shown,
    }
    return json.dumps(dossier, ensure_ascii=False, indent=1, default=str).encode()


def as_pdf(person: Person, now: datetime) -> bytes:
    """The dossier on paper: known values only, and empty parts as such."""
    club = person.club
    shown = []
    for part in parts():
        rows = [
            [
                (capfirst(str(one.label)), text)
                for one in part.fields
                if (text := personal_data.paper_text(one.value(row)))
            ]
            for row in part.rows(person)
        ]
        shown.append({"title": str(part.title), "rows": rows, "is_long": len(rows) > 1})
    here = now.astimezone(ZoneInfo(settings.TIME_ZONE))
    return pdf(
        "dossier",
        {
            "title": person.full_name,
            "about": _("Tutto quello che %(club)s sa di questa persona") % {"club": club.name},
            "club": club.name,
            "made": personal_data.paper_text(here),
            "empty": _("Niente."),
            "parts": shown,
        },
    )


def log_lines(person: Person) -> Iterable[log_wording.Line]:
    """The entries about the person in the club's log, the oldest first."""
    about_person = log.mentions(person.club, Person, person.pk, "person", "other", "gone")
    lines: Iterable[ClubLogEntry] = person.club.log.filter(about_person).order_by("number")
    return log_wording.log_lines(lines)


def _spells(membership: Any) -> list[str]:
    line = _("%(category)s dal %(day)s")
    return [
        line % {"category": spell.category, "day": short_day(spell.since)}
        for spell in membership.spells.all()
    ]


def _attendances(person: Person) -> Iterable[Attendance]:
    """The assemblies in which the person took part, was represented, or represented somebody."""
    rows = Attendance.objects.filter(Q(person=person) | Q(holder=person))
    return rows.select_related("assembly").order_by("at", "pk")


def _took_part(attendance: Attendance) -> str:
    """How the person took part, without the other person of a proxy: a dossier names nobody else."""
    return _("per delega") if attendance.holder_id else _("di persona")


def _cents(row: Any) -> str:
    return f"€ {amount(row.cents)}"


PARTICULARS: Final = tuple(
    field.name for field in Particulars._meta.fields if field.name not in ("person", "version")
)
MONEY: Final = DataField("amount", gettext_lazy("importo"), _cents)

PARTS: Final = (
    Part(
        "person", gettext_lazy("Nome"), (), lambda person: [person],
        fields(Person, "last_name", "first_name", "is_guest", "name_consent_on", "rating_refused_on"),
    ),
    Part(
        "particulars", gettext_lazy("Dati del libro"), ("club.Particulars.person",),
        lambda person: Particulars.objects.filter(person=person), fields(Particulars, *PARTICULARS),
    ),
    Part(
        "notes", gettext_lazy("Note del circolo"), ("club.PersonNote.person",),
        lambda person: person.dated_notes.order_by("on", "pk"),
        fields(PersonNote, "on", "text", "at", "by_name"),
    ),
    Part(
        "own_page", gettext_lazy("Pagina personale"), ("club.OwnPage.person",),
        lambda person: OwnPage.objects.filter(person=person), fields(OwnPage, "made_on", "by_name"),
    ),
    Part(
        "data_requests", gettext_lazy("Richieste di correzione"), ("club.DataRequest.person",),
        lambda person: person.data_requests.order_by("asked_at", "pk"),
        fields(DataRequest, "asked_at", "text", "answer", "answered_at", "answered_by_name"),
    ),
    Part(
        "guardian", gettext_lazy("Chi ne ha la responsabilità"), ("club.Guardian.person",),
        lambda person: Guardian.objects.filter(person=person),
        fields(Guardian, "name", "relation", "email", "phone"),
    ),
    Part(
        "consents", gettext_lazy("Consensi"), ("club.Consent.person",),
        lambda person: person.consents.select_related("notice"),
        fields(Consent, "about", "is_given", "on", "how", "notice", "guardian", "at", "by_name"),
    ),
    Part(
        "numbers", gettext_lazy("Numeri del libro soci"), ("club.MemberNumber.person",),
        lambda person: person.numbers.all(),
        (
            *fields(MemberNumber, "number"),
            DataField("in_use", gettext_lazy("in uso"), lambda row: not row.is_disused),
        ),
    ),
    Part(
        "memberships", gettext_lazy("Iscrizioni al libro soci"),
        ("club.Membership.person", "club.CategorySpell.membership"),
        lambda person: person.memberships.prefetch_related("spells__category"),
        (
            *fields(Membership, "requested_on", "signed_by", "admitted_on", "resolution"),
            *fields(Membership, "ended_on", "end_cause"),
            DataField("categories", gettext_lazy("categorie"), _spells),
        ),
    ),
    Part(
        "cards", gettext_lazy("Tessere"), ("club.Card.person",), lambda person: person.cards.all(),
        fields(Card, "number", "valid_from", "valid_until", "printed_on", "revoked_on", "revoked_because"),
    ),
    Part(
        "dues", gettext_lazy("Quote"), ("club.Due.person",),
        lambda person: person.dues.select_related("year", "category", "receipt").order_by("year__starts_on"),
        (
            *fields(Due, "year", "category"), MONEY,
            *fields(Due, "full_cents", "exempted_on", "cancelled_on", "reason", "due_on", "receipt"),
            *fields(Due, "paid_before", "paid_before_on", "paid_before_means", "paid_before_note"),
        ),
    ),
    Part(
        "receipts", gettext_lazy("Ricevute"), ("club.Receipt.person",),
        lambda person: person.receipts.order_by("year", "number"),
        (
            DataField("label", gettext_lazy("numero"), lambda row: row.label),
            *fields(Receipt, "issued_on", "kind", "payer"),
            DataField("payer_fiscal_code", gettext_lazy("codice fiscale"), lambda row: row.payer_fiscal_code),
            DataField("payer_address", gettext_lazy("indirizzo"), lambda row: row.payer_address),
            MONEY,
            *fields(Receipt, "cause", "means", "paid_on", "reference", "value_on", "place", "reason"),
        ),
    ),
    Part(
        "letters", gettext_lazy("Lettere"), ("club.MemberLetter.person",),
        lambda person: person.letters.order_by("written_at", "pk"),
        (
            *fields(MemberLetter, "kind"),
            DataField("at", gettext_lazy("quando"), lambda row: row.written_at),
            *fields(MemberLetter, "email", "subject", "text", "receipts"), MONEY,
            *fields(MemberLetter, "returned_on", "by_name"),
        ),
    ),
    Part(
        "assemblies", gettext_lazy("Assemblee"), ("club.Attendance.person", "club.Attendance.holder"),
        _attendances,
        (
            DataField("assembly", gettext_lazy("assemblea"), lambda row: row.assembly.title),
            DataField("on", gettext_lazy("giorno"), lambda row: row.assembly.day),
            DataField("how", gettext_lazy("come"), _took_part),
            *fields(Attendance, "through", "by_name"),
        ),
    ),
    Part(
        "cash", gettext_lazy("Movimenti di cassa"), ("club.CashMovement.person",),
        lambda person: person.cash_movements.order_by("at", "pk"),
        (
            *fields(CashMovement, "at", "kind"), MONEY,
            *fields(CashMovement, "means", "cause", "reason", "by_name"),
        ),
    ),
    Part(
        "imports", gettext_lazy("Fogli importati"), ("club.ImportRow.person",),
        lambda person: person.import_rows.select_related("of"),
        (
            DataField("file", gettext_lazy("file"), lambda row: row.of.file_name),
            DataField("at", gettext_lazy("scritto il"), lambda row: row.of.written_at),
            DataField("line", gettext_lazy("riga"), lambda row: row.number),
            *fields(ImportRow, "action"),
            DataField("cells", gettext_lazy("celle non ancora importate"), lambda row: list(row.cells)),
        ),
    ),
    Part(
        "looks", gettext_lazy("Chi ha guardato questi dati"), ("club.Look.person",),
        lambda person: person.looks.order_by("at", "pk"),
        (
            DataField("at", gettext_lazy("quando"), lambda row: row.at),
            DataField("officer", gettext_lazy("chi"), lambda row: row.officer_name),
            DataField("page", gettext_lazy("che cosa"), lambda row: row.get_page_display()),
        ),
    ),
    Part(
        "log", gettext_lazy("Che cosa è stato scritto nel registro del circolo"), (), log_lines,
        (
            DataField("at", gettext_lazy("quando"), lambda line: line.entry.at),
            DataField("who", gettext_lazy("chi"), lambda line: line.actor),
            DataField("what", gettext_lazy("che cosa"), lambda line: line.sentence),
            DataField(
                "changes", gettext_lazy("da, a"), lambda line: log_wording.changes_text(line.changes)
            ),
            DataField("reason", gettext_lazy("motivo"), lambda line: line.entry.reason),
        ),
    ),
)  # fmt: skip

#: Fields that point to a person and are in no part, each with the reason.
OTHERWISE: Final = {
    "club.ToldApart.first": "says only that a namesake is somebody else: it is as much about that other one",
    "club.ToldApart.second": "as the first of the two",
    "club.KeptName.person": "belongs to the papers of an erased person, who has no dossier",
}


# The dossiers that an account may take as its own: of the person with its name and address in each club.
#
# An account's name and address come from its owner or from a club's invitation: they find the person, but
# prove nothing. A letter to that mailbox has a link, which opens the dossiers for an hour in the session that
# follows it.

SALT: Final = "club.privacy.own_dossiers"  # kept from the module where links were first signed
#: The link in the letter is valid for a day; what it opens stays open for an hour.
LINK_SECONDS: Final = 24 * 3600
OPEN_SECONDS: Final = 3600
OPENED: Final = "own-dossiers"


def link_token(user: User) -> str:
    """The signed token of the letter's link, for the account and its mailbox."""
    return signing.dumps([user.pk, canonical(user.email)], salt=SALT, compress=True)


def open_with(token: str, user: User, session: SessionBase) -> None:
    """Opens the dossiers in this session.

    Raises ClubError for a token that is old, altered or another account's, and for a former mailbox.
    """
    try:
        user_id, mailbox = signing.loads(token, salt=SALT, max_age=LINK_SECONDS)
    except (signing.BadSignature, ValueError):
        user_id, mailbox = 0, ""
    if (user_id, mailbox) != (user.pk, canonical(user.email)):
        raise ClubError(
            "no-such-link",
            _("Questo collegamento non vale più, o è di un altro accesso: chiedine uno nuovo."),
        )
    session[OPENED] = [mailbox, int(time.time())]


def are_open(user: User, session: SessionBase) -> bool:
    """Whether this session has shown, within the last hour, that it reads the account's mailbox."""
    mailbox, at = session.get(OPENED, ["", 0])
    return bool(mailbox == canonical(user.email) and time.time() - at < OPEN_SECONDS)


def own_people(user: User) -> list[Person]:
    """The person that `user` is in each club: the only one there with that address, if the names agree too.

    A family may share an address, and an officer may have mistyped it.
    """
    rows = with_address(Person.objects.select_related("club"), user.email, field="particulars__email")
    by_club: dict[Club, list[Person]] = {}
    for person in rows.order_by("club__name", "pk"):
        by_club.setdefault(person.club, []).append(person)
    mine = name_key(user.get_full_name())
    return [
        people[0]
        for people in by_club.values()
        if len(people) == 1 and mine and name_key(people[0].full_name) == mine
    ]
