"""Letters to members in arrears: the club's own text, the preview, and the sending by e-mail or on paper."""

import re
from collections.abc import Collection, Iterable, Mapping
from dataclasses import dataclass
from datetime import date, timedelta
from decimal import Decimal
from functools import cached_property
from typing import Final
from uuid import UUID

from celery import Task, shared_task
from django.core.mail import EmailMessage
from django.db import transaction
from django.utils import timezone
from django.utils.translation import gettext as _
from segno import helpers

from club.days import of_age_on, short_day
from club.dues.members import Arrears, arrears
from club.email_addresses import canonical
from club.errors import ClubInputRefused
from club.history import log
from club.history.log import lock
from club.models import Club, Due, Guardian, MemberLetter, Particulars, Person, User
from club.money import italian
from club.outbox import Outbox, send_after_commit
from club.public_urls import drawing_of, qr_svg
from club.receipts import chosen, receipt_pdf
from club.receipts.wording import registration_line
from club.register import own_pages
from club.typesetting import pdf

#: A member gets at most one reminder in so many days, unless an officer asks for more.
PAUSE: Final = timedelta(days=7)
#: The words in braces that a text may have.
PLACEHOLDERS: Final = ("nome", "cognome", "numero", "quote", "importo", "come_pagare", "pagina", "circolo")
#: Always in Italian, like receipts; a club may write its own.
USUAL_TEXT: Final = """Gentile {nome} {cognome},

a oggi risultano da pagare:
{quote}

in tutto {importo}.

{come_pagare}

Se hai già pagato, scusaci per il disturbo e faccelo sapere.

{circolo}"""
#: The words beside the code of a letter on paper.
TRANSFER_CODE: Final = "Per pagare dal telefono: inquadra questo codice con l'app della banca."
PAGE_CODE: Final = "La tua pagina: inquadra questo codice con il telefono."
SUBJECT: Final = "{circolo}: quota associativa da pagare"


@dataclass(frozen=True)
class Draft:
    """A letter to be sent to a member in arrears."""

    owing: Arrears
    email: str
    text: str
    # The day of the last reminder, if it was sent less than `PAUSE` ago.
    reminded_on: date | None

    @property
    def person(self) -> Person:
        return self.owing.person


@dataclass(frozen=True)
class Drafts:
    """The letters to the members chosen, by name."""

    all: tuple[Draft, ...]

    @cached_property
    def reminded(self) -> list[Draft]:
        """The letters to members who got one less than `PAUSE` ago."""
        return [each for each in self.all if each.reminded_on]

    def to_send(self, *, again: bool) -> list[Draft]:
        """The letters to send; with `again`, also those to members who got one lately."""
        return [each for each in self.all if again or not each.reminded_on]


def drafts(club: Club, people: Collection[int] | None, *, today: date) -> Drafts:
    """The letters to these people, if in arrears, or to all members in arrears for None. Four queries."""
    owing = [each for each in arrears(club, today) if people is None or each.person.pk in people]
    keys = [each.person.pk for each in owing]
    emails = dict(Particulars.objects.filter(person__in=keys).values_list("person", "email"))
    since = timezone.now() - PAUSE
    recent = club.letters.filter(
        kind=MemberLetter.Kind.DUES, person__in=keys, written_at__gt=since, returned_on=None
    )
    last = {
        key: timezone.localdate(at)
        for key, at in recent.order_by("written_at").values_list("person", "written_at")
    }
    links = own_pages.urls(club, keys)
    return Drafts(
        tuple(
            Draft(
                each,
                emails.get(each.person.pk, ""),
                letter_text(club, each, links.get(each.person.pk, "")),
                last.get(each.person.pk),
            )
            for each in owing
        )
    )


def letter_text(club: Club, owing: Arrears, link: str) -> str:
    """The club's text, filled in for this member; `link` leads to the own page, if there is one."""
    words = {
        "nome": owing.person.first_name,
        "cognome": owing.person.last_name,
        "numero": str(owing.dues[0].member_number or ""),  # type: ignore[attr-defined]
        "quote": "\n".join(_line(due) for due in owing.dues),
        "importo": f"{italian(owing.cents)} €",
        "come_pagare": how_to_pay(club, owing),
        "pagina": link,
        "circolo": club.name,
    }
    return filled(club.reminder_text or USUAL_TEXT, words)


def _line(due: Due) -> str:
    owed = italian(due.cents - due.paid_cents)
    part = f", già versati {italian(due.paid_cents)} €" if due.paid_cents else ""
    term = short_day(due.due_on or due.year.due_on)
    return f"– quota {due.year.label}, {due.category.name}: {owed} €{part}; scadenza {term}"


def how_to_pay(club: Club, owing: Arrears) -> str:
    """The ways to pay that the club has: at its evenings, by transfer, on a page."""
    ways = ["Si può pagare al circolo, nelle serate"]
    if club.iban:
        ways.append(f"con un bonifico a {club.name}, IBAN {spaced(club.iban)}, causale «{cause_of(owing)}»")
    if club.payment_link:
        ways.append(f"in rete, su {club.payment_link}")
    return ", oppure ".join(ways) + "."


def cause_of(owing: Arrears) -> str:
    """The cause of a transfer, which tells the treasurer the member and the dues."""
    labels = " e ".join(due.year.label for due in owing.dues)
    return f"Quota {labels}, {owing.person.full_name}"


def filled(text: str, words: Mapping[str, str]) -> str:
    """The text with its placeholders replaced, each once: a name that looks like one stays."""
    return re.sub(r"\{(\w+)\}", lambda match: words.get(match[1], match[0]), text)


@transaction.atomic
def write_settings(club: Club, *, text: str, iban: str, payment_link: str, by: User) -> Club:
    """Saves the club's text and its ways to be paid; an empty text is the usual one again.

    Refused for an unknown placeholder and for an IBAN whose check digits are wrong.
    """
    club = lock(club.pk)
    text = text.replace("\r\n", "\n").strip()
    unknown = [word for word in re.findall(r"\{([^}\n]*)\}", text) if word not in PLACEHOLDERS]
    if unknown:
        raise ClubInputRefused(
            "unknown-placeholder",
            _("«{%(word)s}» non si può riempire: fra graffe vanno soltanto %(known)s.")
            % {"word": unknown[0], "known": ", ".join(f"{{{word}}}" for word in PLACEHOLDERS)},
        )
    iban = re.sub(r"\s", "", iban).upper()
    if iban and not is_iban(iban):
        raise ClubInputRefused("iban-wrong", _("Questo IBAN non torna: ricontrollalo, cifra per cifra."))
    values = {
        "reminder_text": "" if text == USUAL_TEXT else text,
        "iban": iban,
        "payment_link": payment_link.strip(),
    }
    changed = [name for name, value in values.items() if getattr(club, name) != value]
    for name in changed:
        setattr(club, name, values[name])
    if changed:
        club.save(update_fields=changed)
        log.write(club, by, "reminders.changed", after={"fields": changed})
    return club


def is_iban(written: str) -> bool:
    """Whether the check digits are right (ISO 13616: the remainder by 97 is 1)."""
    if not re.fullmatch(r"[A-Z]{2}\d{2}[A-Z0-9]{11,30}", written, re.ASCII):
        return False
    turned = written[4:] + written[:4]
    return int("".join(str(int(sign, 36)) for sign in turned)) % 97 == 1


def spaced(iban: str) -> str:
    """The IBAN as people read it, four signs at a time."""
    return " ".join(iban[at : at + 4] for at in range(0, len(iban), 4))


@transaction.atomic
def send(
    club: Club, people: Collection[int] | None, *, again: bool, today: date, key: UUID, by: User
) -> list[MemberLetter]:
    """Writes a letter to each of these members in arrears, or to all for None; returns the letters.

    Idempotent by `key`.

    Members with an address get theirs by e-mail, after the commit; the other letters are to be printed.
    Members who got one in the last week are left out, unless `again`.
    """
    club = lock(club.pk)
    written = list(club.letters.filter(key=key))
    if written:
        return written
    now, subject = timezone.now(), SUBJECT.format(circolo=club.name)[:200]
    letters = [
        MemberLetter(
            club=club,
            person=draft.person,
            kind=MemberLetter.Kind.DUES,
            email=draft.email,
            subject=subject,
            text=draft.text,
            cents=draft.owing.cents,
            by=by,
            by_name=str(by)[:150],
            key=key,
            written_at=now,
            due_at=now,
            sent_at=None if draft.email else now,
        )
        for draft in drafts(club, people, today=today).to_send(again=again)
    ]
    if not letters:
        raise ClubInputRefused("nobody", _("Non c'è nessuno a cui scrivere: scegli almeno un moroso."))
    letters = MemberLetter.objects.bulk_create(letters)
    by_email = [letter for letter in letters if letter.email]
    counts = {"by_email": len(by_email), "on_paper": len(letters) - len(by_email)}
    log.write(club, by, "reminders.sent", after=counts, key=key)
    for letter in by_email:
        send_after_commit(deliver, letter.pk)
    return letters


@transaction.atomic
def mark_returned(letter: MemberLetter, *, today: date, by: User) -> None:
    """Notes that the letter did not arrive: the member may be written to again. Repeating changes nothing."""
    club = lock(letter.club_id)
    if club.letters.filter(pk=letter.pk, returned_on=None).update(returned_on=today):
        log.write(club, by, "reminders.returned", subject={"person": letter.person_id})


def _message(letter: MemberLetter) -> EmailMessage:
    """The message, with the letter's receipts as PDF, one file each."""
    headers = {"Auto-Submitted": "auto-generated"}
    message = EmailMessage(letter.subject, letter.text, to=[canonical(letter.email)], headers=headers)
    for receipt in chosen(letter.club, letter.receipts) if letter.receipts else ():
        name = f"ricevuta-{receipt.year}-{receipt.number}.pdf"
        message.attach(name, receipt_pdf(receipt), "application/pdf")
    return message


def _refused(letter: MemberLetter) -> None:
    """Marks the letter as returned: the mail server does not know the address."""
    MemberLetter.objects.filter(pk=letter.pk).update(sent_at=timezone.now(), returned_on=timezone.localdate())


OUTBOX: Final = Outbox(MemberLetter, _message, ("club",), _refused)


@shared_task(name="club.dues.reminders.deliver", bind=True, max_retries=1)  # type: ignore[untyped-decorator]
def deliver(self: Task, letter_id: int) -> None:
    """Sends a letter."""
    OUTBOX.run(self, letter_id)


@shared_task(name="club.dues.reminders.send_waiting")  # type: ignore[untyped-decorator]
def send_waiting() -> None:
    """Sends the letters that are still waiting."""
    OUTBOX.send_waiting(deliver)


def letters_pdf(club: Club, letters: Collection[MemberLetter], title: str = "") -> bytes:
    """The letters to print, one a page, with a code that fills in the transfer if the club has an IBAN."""
    addresses = {
        row.person_id: row
        for row in Particulars.objects.filter(person__in=[each.person_id for each in letters])
    }
    guardians = {
        row.person_id: row.name for row in Guardian.objects.filter(person__in=_minors(addresses.values()))
    }
    links = own_pages.urls(
        club, [each.person_id for each in letters if each.kind == MemberLetter.Kind.OWN_PAGE]
    )
    return pdf(
        "letter",
        {
            "language": "it",
            "title": title or _("Quote da pagare"),
            "association": club.name,
            "association_lines": [
                line for line in (club.address, _tax_code(club), registration_line(club)) if line
            ],
            "letters": [
                {
                    "to": _address(
                        letter.person, addresses.get(letter.person_id), guardians.get(letter.person_id, "")
                    ),
                    "on": ", ".join(
                        filter(None, (club.city, short_day(timezone.localdate(letter.written_at))))
                    ),
                    "subject": letter.subject,
                    "text": letter.text,
                    "code": qr_svg(links[letter.person_id])
                    if letter.person_id in links
                    else _transfer_code(club, letter),
                }
                for letter in letters
            ],
            "code_words": PAGE_CODE if links else TRANSFER_CODE,
        },
    )


def _tax_code(club: Club) -> str:
    return f"C.F. {club.fiscal_code}" if club.fiscal_code else ""


def _minors(known: Iterable[Particulars]) -> list[int]:
    today = timezone.localdate()
    return [row.person_id for row in known if row.born_on and of_age_on(row.born_on) > today]


def _address(person: Person, known: Particulars | None, guardian: str) -> list[str]:
    """The lines of the address; a minor's letters go to the guardian."""
    name = f"{person.first_name} {person.last_name}".strip()
    to = [guardian, f"per {name}"] if guardian else [name]
    if known is None:
        return to
    town = " ".join(
        filter(None, (known.postcode, known.town, f"({known.province})" if known.province else ""))
    )
    return [line for line in (*to, known.street, town) if line]


def _transfer_code(club: Club, letter: MemberLetter) -> str:
    """The EPC code of a SEPA transfer as an SVG drawing; empty without an IBAN or an amount."""
    if not (club.iban and letter.cents):
        return ""
    code = helpers.make_epc_qr(
        name=club.name[:70],
        iban=club.iban,
        amount=Decimal(letter.cents) / 100,
        text=f"Quota associativa, {letter.person.full_name}"[:140],
    )
    return drawing_of(code)
