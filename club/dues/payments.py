"""Takes a member's dues for a year, whole or in instalments, and makes a receipt for each payment."""

from datetime import date
from uuid import UUID

from django.db import transaction
from django.utils.translation import gettext as _

from club.days import short_day
from club.dues.members import member_on, own_term, register_day
from club.dues.years import HIGHEST_CENTS
from club.errors import ClubError, ClubInputRefused
from club.history import log
from club.history.log import lock
from club.models import Due, Means, MembershipYear, Person, Receipt, User
from club.money import euros
from club.receipts import Payment, issue, key_used_refusal, verify_days

#: Printed on the receipt, always in Italian.
CAUSE = "Quota associativa anno {year}, categoria {category}"
PART_CAUSE = "Versamento sulla quota associativa anno {year}, categoria {category}"


@transaction.atomic
def pay(
    year: MembershipYear,
    person: Person,
    *,
    means: Means,
    paid_on: date,
    key: UUID,
    today: date,
    by: User,
    cents: int | None = None,
    may_exceed: bool = False,
    reference: str = "",
    value_on: date | None = None,
) -> Receipt:
    """Takes `cents` of the dues, or all that is owed, and returns the receipt; idempotent by `key`.

    A member not renewed yet is renewed now, at the amount of the category. Refused for a year
    already paid, nothing to pay, a non-member, a future day, and more than is owed unless it `may_exceed`.
    """
    club = lock(year.club_id)
    if sent := club.receipts.filter(key=key).select_related("due").first():
        return _verify_same(sent, year, person, cents, means, paid_on)
    if person.club_id != club.pk:
        raise ClubError("unknown-person", _("Questa persona non è del circolo."))
    verify_days(paid_on, value_on, today)
    due = _owed(MembershipYear.objects.get(pk=year.pk), person, today)
    owed = due.owed_cents
    amount = owed if cents is None else cents
    _verify_amount(amount, owed, may_exceed=may_exceed)
    cause = (CAUSE if amount == due.cents else PART_CAUSE).format(year=year.label, category=due.category.name)
    paid = Payment(person, amount, cause, means, paid_on, due, reference.strip()[:60], value_on)
    receipt = issue(club, paid, key=key, today=today, by=by)
    if amount >= owed:
        due.receipt = receipt
        due.save(update_fields=["receipt"])
    return receipt


def _verify_amount(amount: int, owed: int, *, may_exceed: bool) -> None:
    if not 1 <= amount <= HIGHEST_CENTS:
        raise ClubInputRefused("amount-unlikely", _("Scrivi un importo da 0,01 a 10.000 euro."))
    if amount > owed and not may_exceed:
        raise ClubInputRefused(
            "more-than-owed",
            _("Restano da pagare %(owed)s: correggi l'importo, o conferma che ha pagato di più.")
            % {"owed": euros(owed)},
        )


def _verify_same(
    sent: Receipt, year: MembershipYear, person: Person, cents: int | None, means: Means, paid_on: date
) -> Receipt:
    """The receipt made under the key. Refused if it was for another payment (the page was gone back to)."""
    is_for_due = sent.due is not None and (sent.due.year_id, sent.due.person_id) == (year.pk, person.pk)
    payment = (sent.cents if cents is None else cents, means, paid_on)
    if not is_for_due or sent.cents < 0 or (sent.cents, sent.means, sent.paid_on) != payment:
        raise key_used_refusal(sent)
    return sent


def _owed(year: MembershipYear, person: Person, today: date) -> Due:
    """The unpaid dues; created now for a member who has none."""
    due = (
        Due.objects.filter(year=year, person=person)
        .select_related("category", "receipt", "person", "year")
        .first()
    )
    due = due or _renewed(year, person, today)
    if due.paid_before:
        raise ClubError("already-paid", _paid_before(due))
    if due.receipt:
        raise ClubError(
            "already-paid",
            _("%(name)s ha già pagato la quota %(year)s il %(day)s: ricevuta %(number)s.")
            % {
                "name": person.full_name,
                "year": year.label,
                "day": short_day(due.receipt.paid_on),
                "number": due.receipt.label,
            },
        )
    if due.cancelled_on:
        raise ClubError(
            "due-cancelled",
            _("La quota %(year)s di %(name)s è annullata: ripristinala, poi incassala.")
            % {"name": person.full_name, "year": year.label},
        )
    if due.cents == 0:
        raise ClubError(
            "nothing-to-pay",
            _("%(name)s non deve nulla per l'anno %(year)s.")
            % {"name": person.full_name, "year": year.label},
        )
    return due


def _paid_before(due: Due) -> str:
    return _(
        "La quota %(year)s di %(name)s risulta pagata prima di questo registro: se non è vero, scrivilo in "
        "questa pagina e poi incassala."
    ) % {"name": due.person.full_name, "year": due.year.label}


@transaction.atomic
def renew_one(year: MembershipYear, person: Person, *, today: date, by: User) -> Due:
    """Writes what this member owes for the year; repeated, it changes nothing. Refused as in `pay`."""
    club = lock(year.club_id)
    if due := Due.objects.filter(year=year, person=person).first():
        return due
    due = _renewed(MembershipYear.objects.select_related("club").get(pk=year.pk), person, today)
    subject = {"person": person.pk, "year": year.label}
    after = {"category": due.category.name, "cents": due.cents}
    log.write(club, by, "due.written", subject=subject, after=after)
    return due


def _renewed(year: MembershipYear, person: Person, today: date) -> Due:
    member = member_on(year.club, person, register_day(year, today))
    words = {"name": person.full_name, "year": year.label}
    if not year.is_open:
        raise ClubError(
            "year-closed",
            _("%(name)s non risulta rinnovato per l'anno %(year)s, che è chiuso: riaprilo e riprova.")
            % words,
        )
    if member is None:
        raise ClubError(
            "not-a-member",
            _("%(name)s non è fra i soci dell'anno %(year)s: prima serve l'ammissione.") % words,
        )
    amount = year.amounts.filter(category=member.category).first() if member.category else None
    if member.category is None or amount is None:
        raise ClubError(
            "no-amount",
            _("Per la categoria di %(name)s manca la quota dell'anno %(year)s: scrivila fra le quote.")
            % words,
        )
    return Due.objects.create(
        year=year,
        person=person,
        category=member.category,
        cents=amount.cents,
        due_on=own_term(year, member),
    )


#: The fields of a due that was not paid before this register.
NOT_PAID = {"paid_before": False, "paid_before_on": None, "paid_before_means": "", "paid_before_note": ""}


@transaction.atomic
def mark_as_unpaid(year: MembershipYear, person: Person, *, reason: str, by: User) -> None:
    """Marks the due as not paid after all; repeating it changes nothing. Refused without a reason."""
    club = lock(year.club_id)
    due = Due.objects.filter(year=year, person=person, paid_before=True)
    if not due.exists():
        return
    if not reason.strip():
        raise ClubInputRefused("reason-missing", _("Scrivi come sai che non ha pagato."))
    due.update(**NOT_PAID)
    log.write(
        club,
        by,
        "due.not-paid",
        subject={"person": person.pk},
        after={"year": year.label},
        reason=reason.strip()[:300],
    )
