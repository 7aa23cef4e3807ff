"""Writing a receipt, and cancelling one: under the club's lock, so that numbers have no gap."""

from dataclasses import dataclass
from datetime import date
from uuid import UUID

from django.db import transaction
from django.db.models import Max
from django.utils.translation import gettext as _

from club import log
from club.errors import ClubError, ClubInputRefused
from club.locking import lock
from club.models import Club, Due, Means, Particulars, Person, Receipt, User
from club.receipts import stamp


@dataclass(frozen=True)
class Payment:
    """Money received: from whom, how much, for what, how, on which day; `due` when it is a member's dues."""

    person: Person
    cents: int
    cause: str
    means: Means
    paid_on: date
    due: Due | None = None


def issue(club: Club, paid: Payment, *, key: UUID, today: date, by: User) -> Receipt:
    """The receipt, with the next number of the year of `today`. The caller holds the club's lock.

    Association and payer are kept as they are today: what changes later changes no receipt.
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
        place=club.city,
        stamp=stamp.of(club, paid.cents, is_dues=paid.due is not None).value,
        key=key,
    )
    receipt.save(force_insert=True)
    log.write(
        club, by, "receipt.issued", subject=_subject(receipt), after={"receipt": receipt.label}, key=key
    )
    return receipt


@transaction.atomic
def cancel(club: Club, year: int, number: int, *, reason: str, key: UUID, today: date, by: User) -> Receipt:
    """The counter-entry with its own number; the dues it had paid are owed again.

    Sent again it answers the same counter-entry. Refused without a reason, and for what is cancelled already
    or is itself a counter-entry.
    """
    club = lock(club.pk)
    wrong = club.receipts.filter(year=year, number=number).select_related("cancels").first()
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
    Due.objects.filter(receipt=wrong).update(receipt=None)
    log.write(
        club, by, "receipt.cancelled", subject=_subject(wrong), after={"cancelled_by": counter.label}, key=key
    )
    return counter


KEPT = (
    "person", "due", "payer", "payer_fiscal_code", "association", "association_address",
    "association_fiscal_code", "cause", "means", "paid_on", "place", "stamp",
)  # fmt: skip


def _numbered(club: Club, today: date) -> dict[str, object]:
    """One more than the year's highest: under the club's lock, and with no receipt ever deleted, no gap."""
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
