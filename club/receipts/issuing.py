"""Issues receipts for any payment, each with the next number, and cancels them.

A receipt is never edited (the database refuses, migration 0007); a wrong one is cancelled by a counter-entry.
Numbers are given under the club's lock, so that they have no gaps.
"""

from dataclasses import dataclass, replace
from datetime import date, timedelta
from uuid import UUID

from django.db import transaction
from django.db.models import Max
from django.utils.translation import gettext as _

from club.days import short_day
from club.errors import ClubError, ClubInputRefused
from club.history import log
from club.history.log import lock
from club.models import Club, Due, Means, Particulars, Person, Receipt, User
from club.receipts.wording import is_code_of_association, legal_note, registration_line, stamp_for
from club.register import fiscal_code

#: A hundred thousand euros: a larger figure is a typing error.
HIGHEST_CENTS = 10_000_000


@dataclass(frozen=True)
class Payer:
    """The payer as a receipt names them; a person outside the register is written by hand."""

    name: str
    fiscal_code: str = ""
    address: str = ""


@dataclass(frozen=True)
class Payment:
    """A payment received; `due` is set if it is for a member's dues.

    Without a person, `payer` says who paid.
    """

    person: Person | None
    cents: int
    cause: str
    means: Means
    paid_on: date
    due: Due | None = None
    reference: str = ""
    value_on: date | None = None
    kind: Receipt.Kind = Receipt.Kind.DUES
    payer: Payer | None = None


def issue(club: Club, paid: Payment, *, key: UUID, today: date, by: User) -> Receipt:
    """Issues a receipt with the next number of the year of `today`. The caller holds the club's lock.

    Association and payer are copied into the receipt, which later changes do not touch.
    """
    payer = paid.payer or _payer_of(paid)
    receipt = Receipt(
        **_numbered(club, today),
        person=paid.person,
        due=paid.due,
        kind=paid.kind,
        payer=payer.name[:130],
        payer_fiscal_code=payer.fiscal_code,
        payer_address=payer.address[:200],
        association=club.name,
        association_address=club.address,
        association_fiscal_code=club.fiscal_code,
        association_registration=registration_line(club),
        cents=paid.cents,
        cause=paid.cause,
        means=paid.means,
        paid_on=paid.paid_on,
        reference=paid.reference,
        value_on=paid.value_on,
        place=club.city,
        stamp=stamp_for(club, paid.cents, is_dues=paid.kind in OF_MEMBERS).value,
        note=legal_note(club, paid.kind, paid.means),
        key=key,
    )
    receipt.save(force_insert=True)
    log.write(
        club, by, "receipt.issued", subject=_subject(receipt), after={"receipt": receipt.label}, key=key
    )
    return receipt


#: The payments of members as such, which have the same stamp duty.
OF_MEMBERS = (Receipt.Kind.DUES, Receipt.Kind.ENTRY)


def _payer_of(paid: Payment) -> Payer:
    """The payer from the register; the address only if the payment is not for dues."""
    if paid.person is None:
        raise ClubInputRefused("payer-missing", _("Scrivi chi ha pagato."))
    known = Particulars.objects.filter(person=paid.person).first()
    if known is None:
        return Payer(paid.person.full_name)
    town = " ".join(
        filter(None, (known.postcode, known.town, f"({known.province})" if known.province else ""))
    )
    address = "" if paid.due else ", ".join(filter(None, (known.street, town)))
    return Payer(paid.person.full_name, known.fiscal_code, address)


#: The cause of a receipt of that kind, always in Italian, before the words that the officer adds.
CAUSES = {
    Receipt.Kind.ENTRY: "Quota d'ingresso",
    Receipt.Kind.DONATION: "Erogazione liberale",
    Receipt.Kind.COURSE: "Corso",
    Receipt.Kind.OTHER: "",
}


@transaction.atomic
def write(club: Club, paid: Payment, *, key: UUID, today: date, by: User) -> Receipt:
    """Writes a receipt for a payment that is not for dues; `cause` adds words to the kind's own.

    Idempotent by `key`. Refused without a payer, for a wrong codice fiscale, an impossible amount or a future
    day, and without words for a course or for something else.
    """
    club = lock(club.pk)
    paid = _tidied(paid)
    if sent := club.receipts.filter(key=key).first():
        if not _is_of(sent, paid):
            raise key_used_refusal(sent)
        return sent
    _verify(club, paid, today)
    return issue(club, paid, key=key, today=today, by=by)


def key_used_refusal(sent: Receipt) -> ClubInputRefused:
    """The refusal of a key that the page has already used for another receipt."""
    sentence = _(
        "Questa pagina ha già fatto la ricevuta %(number)s: guardala, e se questo è un altro versamento "
        "conferma di nuovo."
    )
    return ClubInputRefused("key-used", sentence % {"number": sent.label})


def _is_of(sent: Receipt, paid: Payment) -> bool:
    """Whether the receipt is of this payment, and not of another one written on the same page."""
    payer = paid.payer.name[:130] if paid.payer else sent.payer
    return (sent.kind, sent.person, sent.payer, sent.cents, sent.cause, sent.means, sent.paid_on) == (
        paid.kind, paid.person, payer, paid.cents, paid.cause, paid.means, paid.paid_on,
    )  # fmt: skip


def _tidied(paid: Payment) -> Payment:
    payer = paid.payer and Payer(
        " ".join(paid.payer.name.split()),
        fiscal_code.tidy_code(paid.payer.fiscal_code),
        " ".join(paid.payer.address.split()),
    )
    cause = ": ".join(filter(None, (CAUSES[paid.kind], " ".join(paid.cause.split()))))
    return replace(paid, payer=payer, cause=cause[:200], reference=paid.reference.strip()[:60])


def _verify(club: Club, paid: Payment, today: date) -> None:
    if paid.person and paid.person.club_id != club.pk:
        raise ClubError("unknown-person", _("Questa persona non è del circolo."))
    if paid.payer and not paid.payer.name:
        raise ClubInputRefused("payer-missing", _("Scrivi chi ha pagato."))
    if paid.payer and paid.payer.fiscal_code and not _is_code(paid.payer.fiscal_code, today):
        raise ClubInputRefused("fiscal-code-wrong", _("Questo codice fiscale non torna: ricontrollalo."))
    if not 1 <= paid.cents <= HIGHEST_CENTS:
        raise ClubInputRefused("amount-unlikely", _("Scrivi un importo da 0,01 a 100.000 euro."))
    if paid.cause in ("", CAUSES[Receipt.Kind.COURSE]):
        raise ClubInputRefused("cause-missing", _("Scrivi per che cosa: va sulla ricevuta."))
    verify_days(paid.paid_on, paid.value_on, today)


#: The oldest day of a payment: an older one is a typing error, as is a value date more than a year from it.
LONGEST_AGO = timedelta(days=3653)
BETWEEN_DAYS = timedelta(days=366)


def verify_days(paid_on: date, value_on: date | None, today: date) -> None:
    """Refuses a payment in the future or more than ten years ago, and a value date far from it."""
    if paid_on > today:
        raise ClubInputRefused(
            "in-the-future",
            _("Il %(day)s deve ancora venire: correggi la data.") % {"day": short_day(paid_on)},
        )
    if today - paid_on > LONGEST_AGO:
        raise ClubInputRefused(
            "long-ago",
            _("Il %(day)s è di più di dieci anni fa: guarda l'anno.") % {"day": short_day(paid_on)},
        )
    if value_on and abs(value_on - paid_on) > BETWEEN_DAYS:
        raise ClubInputRefused(
            "value-far",
            _("La valuta del %(day)s è lontana dal pagamento più di un anno: guarda l'anno.")
            % {"day": short_day(value_on)},
        )


def _is_code(code: str, today: date) -> bool:
    """Whether it is the codice fiscale of a person, or that of an association or a firm."""
    return is_code_of_association(code) or fiscal_code.read_code(code, today) is not None


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
    "person", "due", "kind", "payer", "payer_fiscal_code", "payer_address", "association",
    "association_address", "association_fiscal_code", "association_registration", "cause", "means", "paid_on",
    "reference", "value_on", "place", "stamp", "note",
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
