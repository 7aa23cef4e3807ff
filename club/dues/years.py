"""Opening a membership year, setting its amounts by category, and closing it."""

import hashlib
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import date, timedelta

from django.db import transaction
from django.utils.translation import gettext as _

from club.errors import ClubError, ClubInputRefused, ClubOutdated
from club.history import log
from club.history.log import lock
from club.models import Category, CategoryAmount, Club, Due, MembershipYear, User

HIGHEST_CENTS = 1_000_000
FIRST, LAST = 1900, 2200


@transaction.atomic
def open_year(club: Club, first: int, *, due_on: date, by: User) -> MembershipYear:
    """Opens the year that begins in `first`, with the amounts of the year before. A year that is already open
    is returned unchanged.

    It begins in the month that the club has chosen.
    """
    club = lock(club.pk)
    if not FIRST <= first <= LAST:
        raise ClubInputRefused("year-unlikely", _("Scrivi l'anno in quattro cifre, per esempio 2026."))
    starts_on = date(first, club.year_start, 1)
    ends_on = date(first + 1, club.year_start, 1) - timedelta(days=1)
    existing = club.years.filter(starts_on=starts_on).first()
    if existing:
        return verify_open(existing)
    _verify_no_overlap(club, starts_on, ends_on)
    if not starts_on - timedelta(days=366) <= due_on <= ends_on:
        raise ClubInputRefused(
            "due-outside", _("La scadenza delle quote va al più tardi all'ultimo giorno dell'anno sociale.")
        )
    before = club.years.filter(ends_on__lt=starts_on).first()
    year = MembershipYear.objects.create(club=club, starts_on=starts_on, ends_on=ends_on, due_on=due_on)
    if before:
        CategoryAmount.objects.bulk_create(
            CategoryAmount(year=year, category_id=amount.category_id, cents=amount.cents)
            for amount in before.amounts.all()
        )
    log.write(
        club,
        by,
        "year.opened",
        subject={"year": year.label},
        after={"year": year.label, "due_on": due_on.isoformat()},
    )
    return year


@transaction.atomic
def close_year(year: MembershipYear, *, today: date, by: User) -> MembershipYear:
    """Closes the year: no more renewals, but arrears may still be paid. Repeating it changes nothing."""
    club = lock(year.club_id)
    year = MembershipYear.objects.get(pk=year.pk)
    if year.is_open:
        year.closed_on = today
        year.save(update_fields=["closed_on"])
        log.write(club, by, "year.closed", subject={"year": year.label})
    return year


@transaction.atomic
def reopen_year(year: MembershipYear, *, by: User) -> MembershipYear:
    """Reopens a year that was closed too early. Repeating it changes nothing."""
    club = lock(year.club_id)
    year = MembershipYear.objects.get(pk=year.pk)
    if not year.is_open:
        year.closed_on = None
        year.save(update_fields=["closed_on"])
        log.write(club, by, "year.reopened", subject={"year": year.label})
    return year


@dataclass(frozen=True)
class AmountChange:
    """A new amount of a category, and the dues that were written with another one."""

    category: Category
    cents: int
    unpaid: int
    # Dues that are paid in part, or were changed for one member, keep their amount.
    others: int


def amount_changes(year: MembershipYear, cents: Mapping[int, int | None]) -> list[AmountChange]:
    """The categories with unpaid dues that these amounts, by the category's id, would change. Two queries."""
    unpaid: Counter[int] = Counter()
    others: Counter[int] = Counter()
    for due in _payable(year):
        if cents.get(due.category_id) not in {None, due.cents}:
            (unpaid if _follows_its_category(due) else others)[due.category_id] += 1
    return [
        AmountChange(category, cents[category.pk] or 0, unpaid[category.pk], others[category.pk])
        for category in Category.objects.filter(pk__in=unpaid)
    ]


def _payable(year: MembershipYear) -> Iterable[Due]:
    """The dues that are not paid in full, with what was paid."""
    return year.dues.filter(receipt=None, paid_before=False, cancelled_on=None).with_paid()


def _follows_its_category(due: Due) -> bool:
    return not due.paid_cents and due.full_cents is None


def fingerprint(changes: Sequence[AmountChange]) -> str:
    """A digest that changes with the previewed changes."""
    content = [(each.category.pk, each.cents, each.unpaid) for each in changes]
    return hashlib.sha256(repr(content).encode()).hexdigest()[:32]


def amounts_text(cents: Mapping[int, int]) -> str:
    """The amounts by category's id as a text that a page sends back."""
    return " ".join(("amounts", *(f"{category}:{each}" for category, each in sorted(cents.items()))))


@transaction.atomic
def set_amounts(
    year: MembershipYear,
    cents: Mapping[int, int | None],
    *,
    by: User,
    shown: str | None = None,
    based_on: str | None = None,
) -> int:
    """Sets the amount of each category, by id, None for undecided, and returns how many dues it changed.

    Dues already written stay, unless `shown` is given, the `fingerprint` of the previewed `amount_changes`.
    Then all unpaid dues get the new amount, or none. Refused if they changed since the preview, and
    ClubOutdated if the amounts are no longer `based_on`, the `amounts_text` that the page showed.
    """
    club = lock(year.club_id)
    year = verify_open(MembershipYear.objects.get(pk=year.pk))
    categories = set(club.categories.values_list("pk", flat=True))
    if not set(cents) <= categories:
        raise ClubInputRefused("unknown-category", _("Questa categoria non è del circolo."))
    if any(each is not None and not 0 <= each <= HIGHEST_CENTS for each in cents.values()):
        raise ClubInputRefused("amount-unlikely", _("Una quota va da 0 a 10.000 euro: correggila."))
    before = {amount.category_id: amount.cents for amount in year.amounts.all()}
    if based_on is not None and based_on != amounts_text(before):
        raise ClubOutdated(
            "amounts-outdated",
            _("Qualcuno ha cambiato le quote dell'anno nel frattempo: guarda come sono ora e riprova."),
        )
    rewritten = 0 if shown is None else _rewrite_dues(year, cents, shown)
    for category, each in cents.items():
        if each is None:
            year.amounts.filter(category=category).delete()
        else:
            year.amounts.update_or_create(category_id=category, defaults={"cents": each})
    after = {amount.category_id: amount.cents for amount in year.amounts.all()}
    changed = {category for category in categories if before.get(category) != after.get(category)}
    if changed or rewritten:
        names = list(club.categories.filter(pk__in=changed).values_list("name", flat=True))
        values: dict[str, object] = {"category": ", ".join(names)}
        if rewritten:
            values["dues"] = rewritten
        log.write(club, by, "year.amounts", subject={"year": year.label}, after=values)
    return rewritten


def _rewrite_dues(year: MembershipYear, cents: Mapping[int, int | None], shown: str) -> int:
    """Gives the unpaid dues the new amounts of their categories, and returns their number."""
    changes = amount_changes(year, cents)
    if fingerprint(changes) != shown:
        raise ClubOutdated(
            "dues-changed",
            _("Nel frattempo le quote da pagare sono cambiate: guarda l'anteprima com'è ora e conferma."),
        )
    categories = {each.category.pk for each in changes}
    dues = [due for due in _payable(year) if due.category_id in categories and _follows_its_category(due)]
    for due in dues:
        due.cents = cents[due.category_id] or 0
    Due.objects.bulk_update(dues, ["cents"], batch_size=500)
    return sum(each.unpaid for each in changes)


def usual_term(starts_on: date) -> date:
    """The usual last day to pay: the 28th of the third month."""
    years, month = divmod(starts_on.month + 1, 12)
    return date(starts_on.year + years, month + 1, 28)


def verify_open(year: MembershipYear) -> MembershipYear:
    """The year; refused if it is closed."""
    if not year.is_open:
        raise ClubError(
            "year-closed", _("L'anno %(year)s è chiuso: riaprilo per cambiarlo.") % {"year": year.label}
        )
    return year


def _verify_no_overlap(club: Club, starts_on: date, ends_on: date) -> None:
    clash = club.years.filter(starts_on__lte=ends_on, ends_on__gte=starts_on).first()
    if clash:
        raise ClubError(
            "years-overlap",
            _("Quei mesi sono già dell'anno %(year)s: apri l'anno che viene dopo.") % {"year": clash.label},
        )
