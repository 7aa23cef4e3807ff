"""Changes of a due that is not paid in full: its amount or category, an exemption, a cancellation.

Each takes the club's lock and is logged with the amounts before and after. `shown` is the amount in cents
that the page showed: a due that has changed since is refused.
"""

from datetime import date

from django.db import transaction
from django.utils.translation import gettext as _

from club.dues.years import HIGHEST_CENTS, verify_open
from club.errors import ClubError, ClubInputRefused, ClubOutdated
from club.history import log
from club.history.log import lock
from club.models import Category, Due, Person, User
from club.money import euros
from club.receipts import verify_days

FIELDS = ["category", "cents", "full_cents", "exempted_on", "cancelled_on", "reason"]


@transaction.atomic
def change_amount(due_id: int, cents: int, *, reason: str, shown: int, by: User) -> Due:
    """Sets what this member owes for the year. Refused without a reason, and for less than is paid."""
    due = _locked(due_id, shown)
    if due.cents == cents and due.exempted_on is None:
        return due
    _verify_reason(reason)
    if not 0 <= cents <= HIGHEST_CENTS:
        raise ClubInputRefused("amount-unlikely", _("Una quota va da 0 a 10.000 euro: correggila."))
    _verify_not_below_paid(due, cents)
    return _changed(due, "due.changed", by, cents=cents, exempted_on=None, reason=reason)


@transaction.atomic
def change_category(due_id: int, category: Category, *, shown: int, by: User) -> Due:
    """Sets the category of the due, and with it the category's amount of that year.

    Refused while the year has no amount for the category, and for less than is already paid.
    """
    due = _locked(due_id, shown)
    amount = due.year.amounts.filter(category=category, category__club=due.year.club_id).first()
    if amount is None:
        raise ClubInputRefused(
            "no-amount",
            _("Per la categoria %(category)s manca la quota dell'anno %(year)s: scrivila fra le quote.")
            % {"category": category.name, "year": due.year.label},
        )
    if (due.category, due.cents) == (category, amount.cents):
        return due
    _verify_not_below_paid(due, amount.cents)
    return _changed(
        due, "due.category", by, category=category, cents=amount.cents, full_cents=None, exempted_on=None
    )


def due_of_other_category(person: Person, category: Category) -> Due | None:
    """The person's unpaid due of the newest open year, if it is of another category with another amount."""
    dues = Due.objects.filter(
        person=person, receipt=None, paid_before=False, cancelled_on=None, exempted_on=None
    )
    due = dues.filter(year__closed_on=None).select_related("year").order_by("-year__starts_on").first()
    if due is None or due.category_id == category.pk:
        return None
    amount = due.year.amounts.filter(category=category).first()
    return due if amount and amount.cents != due.cents else None


@transaction.atomic
def exempt(due_id: int, *, resolved_on: date, reason: str, today: date, shown: int, by: User) -> Due:
    """Exempts the member from what is still owed, by a resolution of the board; parts already paid stay.

    Refused without a reason, and for a resolution in the future or of more than ten years ago.
    """
    due = _locked(due_id, shown)
    if due.exempted_on == resolved_on and not due.owed_cents:
        return due
    _verify_reason(reason)
    verify_days(resolved_on, None, today)
    return _changed(due, "due.exempt", by, cents=due.paid_cents, exempted_on=resolved_on, reason=reason)


@transaction.atomic
def cancel(due_id: int, *, reason: str, today: date, shown: int, by: User) -> Due:
    """Cancels the due: nothing is owed for the year. Refused without a reason, and while a part is paid."""
    due = _locked(due_id, shown)
    if due.cancelled_on:
        return due
    _verify_reason(reason)
    if due.paid_cents:
        raise ClubError(
            "due-part-paid",
            _("Di questa quota sono già stati versati %(paid)s: prima annulla quelle ricevute.")
            % {"paid": euros(due.paid_cents)},
        )
    return _changed(due, "due.cancelled", by, cents=0, cancelled_on=today, exempted_on=None, reason=reason)


@transaction.atomic
def restore(due_id: int, *, by: User) -> Due:
    """Takes back every change of the amount: the member owes what they owed at first. Repeating changes
    nothing.
    """
    due = _locked(due_id, None)
    if due.full_cents is None:
        return due
    return _changed(
        due, "due.restored", by, cents=due.full_cents, full_cents=None, exempted_on=None, cancelled_on=None
    )


def _locked(due_id: int, shown: int | None) -> Due:
    """The due, with its club locked. Refused if it is paid in full, of a closed year, or not as shown."""
    club_id = Due.objects.values_list("year__club", flat=True).get(pk=due_id)
    club = lock(club_id)
    due = Due.objects.with_paid().select_related("year", "person", "category", "receipt").get(pk=due_id)
    due.year.club = club
    verify_open(due.year)
    if due.is_paid and not due.exempted_on:
        raise ClubError(
            "already-paid",
            _("La quota %(year)s di %(name)s è già pagata: annulla prima la ricevuta.")
            % {"year": due.year.label, "name": due.person.full_name},
        )
    if shown is not None and shown != due.cents:
        raise ClubOutdated(
            "due-changed",
            _("Nel frattempo la quota è diventata di %(cents)s: guarda e ripeti.")
            % {"cents": euros(due.cents)},
            current=due.cents,
        )
    return due


def _verify_reason(reason: str) -> None:
    if not reason.strip():
        raise ClubInputRefused("reason-missing", _("Scrivi perché la quota cambia."))


def _verify_not_below_paid(due: Due, cents: int) -> None:
    if cents < due.paid_cents:
        raise ClubError(
            "below-paid",
            _("Sono già stati versati %(paid)s: una quota minore si scrive dopo aver annullato le ricevute.")
            % {"paid": euros(due.paid_cents)},
        )


def _changed(due: Due, act: str, by: User, *, reason: str = "", **values: object) -> Due:
    """Saves and logs the change; the first one keeps the whole amount in `full_cents`."""
    reason = reason.strip()[:300]
    before = _logged(due)
    values = {"full_cents": due.cents if due.full_cents is None else due.full_cents} | values
    for name, value in {**values, "reason": reason}.items():
        setattr(due, name, value)
    if due.full_cents == due.cents:
        due.full_cents = None
    due.save(update_fields=FIELDS)
    due.find_receipt()
    subject = {"person": due.person_id, "year": due.year.label}
    log.write(due.year.club, by, act, subject=subject, before=before, after=_logged(due), reason=reason)
    return due


def _logged(due: Due) -> dict[str, object]:
    day = due.exempted_on.isoformat() if due.exempted_on else None
    return {"category": due.category.name, "cents": due.cents, "exempted_on": day}
