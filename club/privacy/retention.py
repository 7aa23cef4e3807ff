"""The retention period of each kind of data, and the monthly deletion of older data."""

from collections.abc import Callable
from dataclasses import dataclass
from datetime import date
from typing import Final

from celery import shared_task
from django.db import transaction
from django.db.models import Q
from django.utils import timezone
from django.utils.functional import Promise
from django.utils.translation import gettext as _

from club.accounts import sessions
from club.errors import ClubInputRefused
from club.history import log
from club.locking import lock
from club.models import Club, User

LONGEST: Final = 600


@dataclass(frozen=True)
class Rule:
    """A kind of data: the reason to delete it, the usual number of months to keep it, the least by law.

    `due` counts the rows older than a day; `forget` deletes them, all or none, and returns how many.
    """

    kind: str
    title: str | Promise
    reason: str | Promise
    months: int
    due: Callable[[Club, date], int]
    forget: Callable[[Club, date], int]
    least: int = 1


RULES: Final[dict[str, Rule]] = {}


def register(rule: Rule) -> None:
    """Registers a rule, at the start of the app that owns the data."""
    RULES[rule.kind] = rule


@dataclass(frozen=True)
class Due:
    """The rows that a rule would delete."""

    rule: Rule
    months: int
    before: date
    count: int


def periods(club: Club) -> list[tuple[Rule, int]]:
    """Every rule with the months that the club chose, or else the usual ones. One query."""
    chosen = dict(club.retention.values_list("kind", "months")) if club.pk else {}
    return [(rule, chosen.get(kind, rule.months)) for kind, rule in RULES.items()]


def preview(club: Club, on: date) -> list[Due]:
    """The rows that a run on `on` would delete; nothing is changed."""
    return [
        Due(rule, months, before, rule.due(club, before))
        for rule, months in periods(club)
        for before in [months_before(on, months)]
    ]


def months_before(day: date, months: int) -> date:
    """The day so many `months` earlier; in a shorter month, its last day."""
    first = day.year * 12 + day.month - 1 - months
    year, month = divmod(first, 12)
    for last in range(day.day, 27, -1):
        try:
            return date(year, month + 1, last)
        except ValueError:
            continue
    return date(year, month + 1, min(day.day, 28))


def next_round(today: date) -> date:
    """The first day of the next month."""
    return date(today.year + today.month // 12, today.month % 12 + 1, 1)


def apply(club: Club, today: date) -> dict[str, int] | None:
    """Deletes data older than its period; returns the counts by kind, or None if this month's run was made
    already.

    The first month deletes nothing, so that the club can look at the preview and choose its periods. Each
    kind is deleted whole or not at all; an interrupted run is repeated. The log has counts, but no names.
    """
    this_month = Q(forgot_on__year=today.year, forgot_on__month=today.month)
    claimed = Club.objects.filter(pk=club.pk).exclude(this_month).update(forgot_on=today)
    if not claimed:
        return None
    if club.forgot_on is None:
        return {}
    gone: dict[str, int] = {}
    is_done = False
    try:
        for rule, months in periods(club):
            if count := rule.forget(club, months_before(today, months)):
                gone[rule.kind] = count
        is_done = True
    finally:
        if not is_done:
            Club.objects.filter(pk=club.pk).update(forgot_on=club.forgot_on)
    if gone:
        with transaction.atomic():
            log.write(lock(club.pk), None, "retention.applied", after=gone)
    return gone


def apply_all(today: date) -> dict[str, dict[str, int]]:
    """Makes this month's run for every club that has not had it yet; returns the counts by the club's slug.
    One query if no club is left.
    """
    this_month = Q(forgot_on__year=today.year, forgot_on__month=today.month)
    deleted = {}
    for club in Club.objects.exclude(this_month).order_by("pk"):
        gone = apply(club, today)
        if gone is not None:
            deleted[club.slug] = gone
    return deleted


@transaction.atomic
def choose(club: Club, months: dict[str, int], *, by: User) -> None:
    """Saves the club's own periods; usual ones and unchanged ones are not stored."""
    club = lock(club.pk)
    current = {rule.kind: now for rule, now in periods(club)}
    for kind, chosen in months.items():
        rule = RULES[kind]
        if not rule.least <= chosen <= LONGEST:
            raise ClubInputRefused(
                "months",
                _("«%(what)s»: scrivi da %(least)s a %(most)s mesi.")
                % {"what": rule.title, "least": rule.least, "most": LONGEST},
                kind=kind,
            )
    changed = {kind: chosen for kind, chosen in months.items() if current[kind] != chosen}
    for kind, chosen in changed.items():
        club.retention.update_or_create(kind=kind, defaults={"months": chosen})
    if changed:
        before = {kind: current[kind] for kind in changed}
        log.write(club, by, "retention.chosen", before=before, after=changed)


@shared_task(name="club.privacy.tasks.apply_retention")
def apply_retention() -> None:
    """Deletes expired sessions every day, and once a month the data whose retention period is over.

    Runs daily by Celery beat, so that no first of the month is missed. Without beat, the start of the program
    does it, and the page of retention does the monthly part.
    """
    sessions.forget_expired()
    apply_all(timezone.localdate())
