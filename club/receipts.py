"""Numbered receipts: issuing, cancelling and printing them, their stamp duty, and the association's data.

A receipt is never edited (the database refuses, migration 0007); a wrong one is cancelled by a counter-entry.
Numbers are given under the club's lock, so that they have no gaps.
"""

import re
from dataclasses import dataclass
from datetime import date
from enum import Enum
from typing import Any
from uuid import UUID

from django.db import transaction
from django.db.models import Max, Q, QuerySet
from django.utils.translation import gettext as _

from club import person_names
from club.errors import ClubError, ClubInputRefused
from club.history import log
from club.history.log import lock
from club.models import Club, Due, Means, Particulars, Person, Receipt, User
from club.money import in_words, italian
from club.register import fiscal_code
from club.typesetting import pdf


@dataclass(frozen=True)
class Payment:
    """A payment received; `due` is set if it is for a member's dues."""

    person: Person
    cents: int
    cause: str
    means: Means
    paid_on: date
    due: Due | None = None
    reference: str = ""
    value_on: date | None = None


def issue(club: Club, paid: Payment, *, key: UUID, today: date, by: User) -> Receipt:
    """Issues a receipt with the next number of the year of `today`. The caller holds the club's lock.

    Association and payer are copied into the receipt, which later changes do not touch.
    """
    particulars = Particulars.objects.filter(person=paid.person).only("fiscal_code").first()
    receipt = Receipt(
        **_numbered(club, today),
        person=paid.person,
        due=paid.due,
        payer=paid.person.full_name,
        payer_fiscal_code=particulars.fiscal_code if particulars else "",
        association=club.name,
        association_address=club.address,
        association_fiscal_code=club.fiscal_code,
        cents=paid.cents,
        cause=paid.cause,
        means=paid.means,
        paid_on=paid.paid_on,
        reference=paid.reference,
        value_on=paid.value_on,
        place=club.city,
        stamp=stamp_for(club, paid.cents, is_dues=paid.due is not None).value,
        key=key,
    )
    receipt.save(force_insert=True)
    log.write(
        club, by, "receipt.issued", subject=_subject(receipt), after={"receipt": receipt.label}, key=key
    )
    return receipt


@transaction.atomic
def cancel(club: Club, year: int, number: int, *, reason: str, key: UUID, today: date, by: User) -> Receipt:
    """Cancels a receipt by a counter-entry, which is returned; its dues are owed again. Idempotent by `key`.

    Refused without a reason, for a cancelled receipt, and for a counter-entry.
    """
    club = lock(club.pk)
    wrong = club.receipts.filter(year=year, number=number).select_related("cancels", "due").first()
    if wrong is None:
        raise ClubError("unknown-receipt", _("Questa ricevuta non c'è: controlla il numero."))
    done = club.receipts.filter(key=key).first()
    if done and done.cancels_id == wrong.pk:
        return done
    _verify_may_cancel(wrong, reason)
    counter = Receipt(
        **_numbered(club, today),
        **{name: getattr(wrong, name) for name in KEPT},
        cents=-wrong.cents,
        cancels=wrong,
        reason=reason.strip()[:300],
        key=key,
    )
    counter.save(force_insert=True)
    if wrong.due:
        wrong.due.find_receipt()
    log.write(
        club, by, "receipt.cancelled", subject=_subject(wrong), after={"cancelled_by": counter.label}, key=key
    )
    return counter


KEPT = (
    "person", "due", "payer", "payer_fiscal_code", "association", "association_address",
    "association_fiscal_code", "cause", "means", "paid_on", "reference", "value_on",
    "place", "stamp",
)  # fmt: skip


def _numbered(club: Club, today: date) -> dict[str, object]:
    """The fields with the next number of the year. The lock keeps numbers without gaps; no receipt is
    deleted.
    """
    highest = club.receipts.filter(year=today.year).aggregate(highest=Max("number"))["highest"] or 0
    return {"club": club, "year": today.year, "number": highest + 1, "issued_on": today}


def _verify_may_cancel(wrong: Receipt, reason: str) -> None:
    if wrong.cancels is not None:
        raise ClubError(
            "counter-entry",
            _("La %(number)s annulla la %(wrong)s e non si annulla a sua volta: incassa di nuovo.")
            % {"number": wrong.label, "wrong": wrong.cancels.label},
        )
    counter = Receipt.objects.filter(cancels=wrong).first()
    if counter:
        raise ClubError(
            "already-cancelled",
            _("La ricevuta %(number)s è già annullata dalla %(counter)s.")
            % {"number": wrong.label, "counter": counter.label},
        )
    if not reason.strip():
        raise ClubInputRefused("reason-missing", _("Scrivi perché annulli la ricevuta."))


def _subject(receipt: Receipt) -> dict[str, object]:
    return {"person": receipt.person_id, "receipt": receipt.label}


#: A receipt of more than this needs a stamp, at the time of writing; ask the accountant before relying on it.
LIMIT_CENTS = 7747


class Stamp(Enum):
    """The note about the stamp; the value is stored on the receipt."""

    NONE = "none"
    DUES_EXEMPT = "dues-exempt"
    ETS_EXEMPT = "ets-exempt"
    SPORT_EXEMPT = "sport-exempt"
    DUE = "due"


#: Always in Italian, like the receipt.
STAMP_NOTES = {
    Stamp.NONE: "",
    Stamp.DUES_EXEMPT: "Quota associativa, esente da imposta di bollo.",
    Stamp.ETS_EXEMPT: "Ente del Terzo settore, esente da imposta di bollo.",
    Stamp.SPORT_EXEMPT: "Associazione sportiva, esente da imposta di bollo.",
    Stamp.DUE: "Imposta di bollo di 2,00 € assolta sull'originale: applicare la marca.",
}


def stamp_for(club: Club, cents: int, *, is_dues: bool) -> Stamp:
    """The stamp note for a receipt of `cents`; `is_dues` is false for any other payment.

    The owner sets `Club.stamp_duty` on the advice of the club's accountant, who also knows whether limit and
    amount still apply. FIELD asks for the note and names no law, so neither does a receipt.
    """
    if cents <= LIMIT_CENTS:
        return Stamp.NONE
    exempt = {
        Club.StampDuty.ETS: Stamp.ETS_EXEMPT,
        Club.StampDuty.SPORT: Stamp.SPORT_EXEMPT,
        Club.StampDuty.DUES: Stamp.DUES_EXEMPT if is_dues else Stamp.DUE,
    }
    return exempt.get(Club.StampDuty(club.stamp_duty), Stamp.DUE)


def receipts_matching(receipts: QuerySet[Receipt], letters: str) -> QuerySet[Receipt]:
    """The receipts with that number ("12", "12/2026"), or whose payer's name contains each word; all of them
    for no words.

    The name is the person's current one: an erased person's receipts are found only by number.
    """
    words = person_names.plain(letters).split()
    if match := re.fullmatch(r"(\d{1,9})(?:/(\d{4}))?", letters.strip(), re.ASCII):
        return receipts.filter(number=int(match[1]), **({"year": int(match[2])} if match[2] else {}))
    named = Q()
    for word in words:
        named &= Q(person__search_key__startswith=word) | Q(person__search_key__contains=f" {word}")
    return receipts.filter(named)


MEANS = {
    Means.CASH: "in contanti",
    Means.TRANSFER: "con bonifico",
    Means.CARD: "con carta",
    Means.OTHER: "in altro modo",
}
DAY = "%d/%m/%Y"


def receipt_pdf(receipt: Receipt) -> bytes:
    """The PDF; a cancelled receipt names its counter-entry, a counter-entry its receipt and the reason."""
    counter = Receipt.objects.filter(cancels=receipt).first()
    return pdf(
        "receipt",
        {
            "language": "it",
            "title": "Annullamento di ricevuta" if receipt.cancels else "Ricevuta",
            "number": receipt.label,
            "association": receipt.association,
            "association_lines": _association(receipt),
            "payer": receipt.payer,
            "payer_fiscal_code": receipt.payer_fiscal_code,
            "amount": italian(receipt.cents),
            "words": f"{'meno ' if receipt.cents < 0 else ''}{in_words(receipt.cents)}",
            "cause": receipt.cause,
            "paid": _how_paid(receipt),
            "where": ", ".join(part for part in (receipt.place, receipt.issued_on.strftime(DAY)) if part),
            "stamp": STAMP_NOTES[Stamp(receipt.stamp)],
            "has_stamp": Stamp(receipt.stamp) is Stamp.DUE and not receipt.cancels,
            "cancels": receipt.cancels.label if receipt.cancels else "",
            "reason": receipt.reason,
            "cancelled_by": counter.label if counter else "",
        },
    )


def _how_paid(receipt: Receipt) -> str:
    how = f"{MEANS[Means(receipt.means)]} il {receipt.paid_on.strftime(DAY)}"
    return f"{how}, rif. {receipt.reference}" if receipt.reference else how


def _association(receipt: Receipt) -> list[str]:
    code = receipt.association_fiscal_code
    return [line for line in (receipt.association_address, f"C.F. {code}" if code else "") if line]


FIELDS = ("address", "city", "fiscal_code", "stamp_duty", "year_start", "days_to_pay")


@transaction.atomic
def describe(club: Club, *, by: User, **values: Any) -> Club:
    """Saves address, codice fiscale, stamp duty and start of the year; existing receipts do not change.

    Refused for a codice fiscale whose check digit is wrong.
    """
    club = lock(club.pk)
    values["fiscal_code"] = fiscal_code.tidy_code(values["fiscal_code"])
    if values["fiscal_code"] and not is_code_of_association(values["fiscal_code"]):
        raise ClubInputRefused(
            "fiscal-code-wrong",
            _("Questo codice fiscale non torna: quello di un'associazione ha undici cifre. Ricontrollalo."),
        )
    changed = [name for name in FIELDS if getattr(club, name) != values[name]]
    if changed:
        for name in changed:
            setattr(club, name, values[name])
        club.save(update_fields=changed)
        log.write(club, by, "association.changed", after={"fields": changed})
    return club


def is_code_of_association(code: str) -> bool:
    """Whether the last of the eleven digits is the right check digit (D.M. 23/12/1976, as for the VAT)."""
    if not re.fullmatch(r"[0-9]{11}", code):
        return False
    digits = [int(digit) for digit in code]
    doubled = [2 * digit - 9 if digit > 4 else 2 * digit for digit in digits[1::2]]
    return (sum(digits[0::2]) + sum(doubled)) % 10 == 0
