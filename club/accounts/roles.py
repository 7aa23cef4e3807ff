"""Giving and taking the roles of a club."""

from collections.abc import Collection
from dataclasses import dataclass

from django.db import transaction
from django.db.models import Q
from django.utils.translation import gettext as _

from club.errors import ClubError, ClubOutdated
from club.history import log, log_wording
from club.locking import lock
from club.models import Club, ClubLogEntry, Role, RoleKind, User


@transaction.atomic
def assign(
    club: Club, user: User, kinds: Collection[str], *, by: User, was: Collection[str] | None = None
) -> None:
    """Makes `kinds` the roles of `user` in `club`; an empty set dismisses an officer.

    `was` are the roles that the page showed: refused if another owner changed them meanwhile. Also refused if
    `by` is no longer an owner, or if the club would be left without an owner.
    """
    club = lock(club.pk)
    verify_owner(club, by)
    current = held_by(club, user)
    if was is not None and set(was) != set(current):
        raise ClubOutdated(
            "roles-changed",
            _("Un altro titolare ha cambiato gli incarichi di %(name)s: guarda quelli di adesso.")
            % {"name": user},
        )
    _replace(club, user, current, kinds, by=by, act="roles.changed")


@transaction.atomic
def leave(club: Club, user: User) -> None:
    """Removes all roles of `user`, at their own wish; refused for the only owner."""
    club = lock(club.pk)
    _replace(club, user, held_by(club, user), (), by=user, act="roles.left")


def add(club: Club, user: User, kinds: Collection[str]) -> None:
    """Adds `kinds` to the roles of `user`, who accepts them. The caller holds the club's lock."""
    current = held_by(club, user)
    _replace(club, user, current, {*current, *kinds}, by=user, act="roles.accepted")


def held_by(club: Club, user: User) -> list[str]:
    """The roles of `user` in `club`, in the order of RoleKind. One query."""
    kinds = set(Role.objects.filter(club=club, user=user).values_list("kind", flat=True))
    return [kind for kind in RoleKind.values if kind in kinds]


def verify_owner(club: Club, by: User) -> None:
    """Refuses an officer who was an owner when the page was opened and no longer is. The caller holds the
    lock.
    """
    if not Role.objects.filter(club=club, user=by, kind=RoleKind.OWNER).exists():
        raise ClubError(
            "not-owner",
            _("Nel frattempo un altro titolare ti ha tolto l'incarico: ora gli incarichi li dà lui."),
        )


def officers(club: Club) -> list[tuple[User, list[str]]]:
    """The officers with their roles, by name. One query."""
    kinds_of: dict[User, list[str]] = {}
    for role in (
        Role.objects.filter(club=club).select_related("user").order_by("user__last_name", "user__email")
    ):
        kinds_of.setdefault(role.user, []).append(role.kind)
    return list(kinds_of.items())


def _replace(
    club: Club, user: User, before: Collection[str], kinds: Collection[str], *, by: User, act: str
) -> None:
    after = [kind for kind in RoleKind.values if kind in kinds]
    if after == list(before):
        return
    if RoleKind.OWNER in before and RoleKind.OWNER not in after:
        _verify_not_the_last(club, user)
    Role.objects.filter(club=club, user=user).exclude(kind__in=after).delete()
    Role.objects.bulk_create(Role(club=club, user=user, kind=kind) for kind in after if kind not in before)
    log.write(
        club, by, act, subject={"user": user.pk}, before={"roles": list(before)}, after={"roles": after}
    )


def _verify_not_the_last(club: Club, user: User) -> None:
    if not Role.objects.filter(club=club, kind=RoleKind.OWNER).exclude(user=user).exists():
        raise ClubError(
            "last-owner",
            _("%(name)s è l'unico titolare del circolo: prima dai l'incarico di titolare a un'altra persona.")
            % {"name": user},
        )


SHOWN = 50
ROLE_ACTS = Q(act__startswith="roles.") | Q(act__startswith="second-factor.")


@dataclass(frozen=True)
class RoleLine(log_wording.Line):
    """An act on roles, with the name of the other person it concerns."""

    whose: str = ""


def role_history(club: Club) -> list[RoleLine]:
    """The acts on the roles of `club`, the newest first. Two queries."""
    entries = list(club.log.filter(ROLE_ACTS).order_by("-number")[:SHOWN])
    now = log.current_key_lookup(club, User)
    about = {
        entry.pk: now(entry.number, entry.subject["user"]) for entry in entries if "user" in entry.subject
    }
    people = User.objects.in_bulk(set(about.values()))
    lines = zip(entries, log_wording.log_lines(entries), strict=True)
    return [_role_line(entry, line, people.get(about.get(entry.pk, 0))) for entry, line in lines]


def _role_line(entry: ClubLogEntry, line: log_wording.Line, user: User | None) -> RoleLine:
    whose = str(user) if user and user.pk != entry.actor_id else ""
    return RoleLine(entry, line.actor, line.sentence, line.changes, whose)
