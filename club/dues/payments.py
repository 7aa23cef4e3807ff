"""Takes a member's dues for a year, always in full, and makes the receipt."""

from datetime import date
from uuid import UUID

from django.db import transaction
from django.utils.translation import gettext as _

from club.days import short_day
from club.dues.members import member_on, register_day
from club.errors import ClubError, ClubInputRefused
from club.history import log
from club.history.log import lock
from club.models import Due, Means, MembershipYear, Person, Receipt, User
from club.receipts import Payment, issue

#: Printed on the receipt, always in Italian.
CAUSE = "Quota associativa anno {year}, categoria {category}"


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
) -> Receipt:
    """Takes the dues of the year and returns the receipt; idempotent by `key`.

    A member not renewed yet is renewed now, at the amount of the category. Refused: a year already paid,
    nothing to pay, a non-member, a future day.
    """
    club = lock(year.club_id)
    if sent := club.receipts.filter(key=key).select_related("due").first():
        return _same(sent, year, person)
    if person.club_id != club.pk:
        raise ClubError("unknown-person", _("Questa persona non è del circolo."))
    if paid_on > today:
        raise ClubInputRefused(
            "in-the-future",
            _("Il %(day)s deve ancora venire: correggi la data.") % {"day": short_day(paid_on)},
        )
    due = _owed(MembershipYear.objects.get(pk=year.pk), person, today)
    cause = CAUSE.format(year=year.label, category=due.category.name)
    paid = Payment(person, due.cents, cause, means, paid_on, due)
    receipt = issue(club, paid, key=key, today=today, by=by)
    due.receipt = receipt
    due.save(update_fields=["receipt"])
    return receipt


def _same(sent: Receipt, year: MembershipYear, person: Person) -> Receipt:
    """The receipt made under the key; refused if it was for another year or person."""
    if sent.due is None or (sent.due.year_id, sent.due.person_id) != (year.pk, person.pk) or sent.cents < 0:
        raise ClubInputRefused(
            "key-used", _("Questa pagina ha già fatto un'altra ricevuta: ricaricala e ripeti.")
        )
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
    return Due.objects.create(year=year, person=person, category=member.category, cents=amount.cents)


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
