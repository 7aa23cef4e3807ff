"""The club's log as far as it tells of roles, with the names of those it is about."""

from dataclasses import dataclass

from django.db.models import Q

from club import former, wording
from club.models import Club, ClubLogEntry, User

SHOWN = 50
ACTS = Q(act__startswith="roles.") | Q(act__startswith="second-factor.")


@dataclass(frozen=True)
class RoleLine(wording.Line):
    """An act on roles: whose, when it is not the actor's own."""

    whose: str = ""


def history(club: Club) -> list[RoleLine]:
    """What was done with the roles of `club`, the newest first. Two queries."""
    entries = list(club.log.filter(ACTS).order_by("-number")[:SHOWN])
    now = former.keys_now(club, User)
    about = {
        entry.pk: now(entry.number, entry.subject["user"]) for entry in entries if "user" in entry.subject
    }
    people = User.objects.in_bulk(set(about.values()))
    lines = zip(entries, wording.told(entries), strict=True)
    return [_told(entry, line, people.get(about.get(entry.pk, 0))) for entry, line in lines]


def _told(entry: ClubLogEntry, line: wording.Line, user: User | None) -> RoleLine:
    whose = str(user) if user and user.pk != entry.actor_id else ""
    return RoleLine(entry, line.actor, line.sentence, line.changes, whose)
