"""Receipts sent by e-mail: one letter a person, with the receipts as PDF, kept on the member's page."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from typing import Final
from uuid import UUID

from django.db import transaction
from django.utils import timezone
from django.utils.translation import gettext as _

from club import receipts as paper
from club.dues.reminders import deliver
from club.errors import ClubInputRefused
from club.history import log
from club.history.log import lock
from club.models import Club, MemberLetter, Particulars, Person, Receipt, User
from club.money import italian
from club.outbox import send_after_commit

#: Always in Italian, like receipts.
TEXT: Final = """Gentile {nome},

{quali}:
{ricevute}

{circolo}"""
SUBJECT: Final = "{circolo}: ricevuta {numeri}"


@dataclass
class Envelope:
    """The receipts of a person, and the address to which they go."""

    person: Person
    email: str
    receipts: list[Receipt] = field(default_factory=list)
    # The labels of receipts that an earlier letter already had.
    sent_before: list[str] = field(default_factory=list)


@dataclass(frozen=True)
class Envelopes:
    """The chosen receipts: those of people with an e-mail address by name, and those to be printed."""

    by_email: list[Envelope]
    without_address: list[Receipt]

    @property
    def sent_before(self) -> list[str]:
        return [label for each in self.by_email for label in each.sent_before]


def envelopes(club: Club, receipts: Sequence[Receipt]) -> Envelopes:
    """The receipts by the person to whom they go. Two queries."""
    keys = {receipt.person_id for receipt in receipts} - {None}
    known = Particulars.objects.filter(person__in=keys).exclude(email="")
    emails = dict(known.values_list("person", "email"))
    by_person: dict[int, Envelope] = {}
    without: list[Receipt] = []
    for receipt in receipts:
        person, email = receipt.person, emails.get(receipt.person_id or 0)
        if person is None or not email:
            without.append(receipt)
        else:
            by_person.setdefault(person.pk, Envelope(person, email)).receipts.append(receipt)
    letters = club.letters.filter(kind=MemberLetter.Kind.RECEIPTS, person__in=by_person, returned_on=None)
    for person_id, labels in letters.order_by("pk").values_list("person", "receipts"):
        envelope = by_person[person_id]
        chosen = {receipt.label for receipt in envelope.receipts} - set(envelope.sent_before)
        envelope.sent_before += [label for label in labels if label in chosen]
    by_name = sorted(by_person.values(), key=lambda each: (each.person.search_key, each.person.pk))
    return Envelopes(by_name, without)


@transaction.atomic
def send(club: Club, labels: Iterable[str], *, key: UUID, by: User) -> list[MemberLetter]:
    """Writes each person with an address a letter with their receipts among these; returns the letters.

    Idempotent by `key`. They go out after the commit. Refused if nobody has an address.
    """
    club = lock(club.pk)
    if written := list(club.letters.filter(key=key)):
        return written
    to_send = envelopes(club, paper.chosen(club, labels)).by_email
    if not to_send:
        raise ClubInputRefused(
            "nobody", _("Nessuna di queste ricevute è di una persona con un indirizzo e-mail.")
        )
    letters = MemberLetter.objects.bulk_create(_letter(club, each, key, by) for each in to_send)
    sent = sum(len(each.receipts) for each in to_send)
    log.write(club, by, "receipts.sent", after={"by_email": len(letters), "receipts": sent}, key=key)
    for letter in letters:
        send_after_commit(deliver, letter.pk)
    return letters


def _letter(club: Club, envelope: Envelope, key: UUID, by: User) -> MemberLetter:
    receipts, now = envelope.receipts, timezone.now()
    words = {
        "nome": f"{envelope.person.first_name} {envelope.person.last_name}".strip(),
        "quali": "in allegato c'è la ricevuta" if len(receipts) == 1 else "in allegato ci sono le ricevute",
        "ricevute": "\n".join(f"– n. {one.label}: {one.cause}, {italian(one.cents)} €" for one in receipts),
        "circolo": club.name,
    }
    subject = SUBJECT.format(circolo=club.name, numeri=", ".join(one.label for one in receipts))
    return MemberLetter(
        club=club,
        person=envelope.person,
        kind=MemberLetter.Kind.RECEIPTS,
        email=envelope.email,
        subject=subject[:200],
        text=TEXT.format(**words),
        cents=max(0, sum(one.cents for one in receipts)),
        receipts=[one.label for one in receipts],
        by=by,
        by_name=str(by)[:150],
        key=key,
        written_at=now,
        due_at=now,
    )
