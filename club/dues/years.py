"""Opening a membership year, setting its amounts by category, and closing it."""

from collections.abc import Mapping
from datetime import date, timedelta

from django.db import transaction
from django.utils.translation import gettext as _

from club.errors import ClubError, ClubInputRefused
from club.history import log
from club.history.log import lock
from club.models import CategoryAmount, Club, MembershipYear, User

HIGHEST_CENTS = 1_000_000
FIRST, LAST = 1900, 2200


@transaction.atomic
def open_year(club: Club, first: int, *, due_on: date, by: User) -> MembershipYear:
    """Opens the year that begins in `first`, with the amounts of the year before. A year that is already open
    is returned unchanged.

    It runs from January to December or from September to August, as the club has chosen.
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


@transaction.atomic
def set_amounts(year: MembershipYear, cents: Mapping[int, int | None], *, by: User) -> None:
    """Sets the amount of each category, by id; None for undecided. Dues already written stay."""
    club = lock(year.club_id)
    year = verify_open(MembershipYear.objects.get(pk=year.pk))
    categories = set(club.categories.values_list("pk", flat=True))
    if not set(cents) <= categories:
        raise ClubInputRefused("unknown-category", _("Questa categoria non è del circolo."))
    if any(each is not None and not 0 <= each <= HIGHEST_CENTS for each in cents.values()):
        raise ClubInputRefused("amount-unlikely", _("Una quota va da 0 a 10.000 euro: correggila."))
    before = {amount.category_id: amount.cents for amount in year.amounts.all()}
    for category, each in cents.items():
        if each is None:
            year.amounts.filter(category=category).delete()
        else:
            year.amounts.update_or_create(category_id=category, defaults={"cents": each})
    after = {amount.category_id: amount.cents for amount in year.amounts.all()}
    changed = {category for category in categories if before.get(category) != after.get(category)}
    if changed:
        names = list(club.categories.filter(pk__in=changed).values_list("name", flat=True))
        log.write(
            club, by, "year.amounts", subject={"year": year.label}, after={"category": ", ".join(names)}
        )


def usual_term(starts_on: date) -> date:
    """The usual last day to pay: the 28th of the third month."""
    return date(starts_on.year, starts_on.month + 2, 28)


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
