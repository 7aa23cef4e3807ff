"""The club's own rules of the calendar, changed by who runs its evenings."""

from typing import Any

from django.db import transaction

from club import log
from club.locking import lock
from club.models import Club, User
from tournaments.bookings.terms import rules_of
from tournaments.models import CalendarRules

FIELDS = ("phone", "reminder_at", "hold_hours", "retention_days", "notice")


@transaction.atomic
def change(club: Club, *, by: User, **fields: Any) -> CalendarRules:
    """The rules with `fields` changed; the club's log says which, the notice by its name alone."""
    club = lock(club.pk)
    rules = rules_of(club)
    changed = [name for name in FIELDS if name in fields and getattr(rules, name) != fields[name]]
    for name in changed:
        setattr(rules, name, fields[name])
    if changed:
        rules.save()
        log.write(club, by, "calendar.changed", after={"fields": changed})
    return rules
