"""Giving and taking the roles of a club."""

from collections.abc import Collection

from django.db import transaction
from django.utils.translation import gettext as _

from club import log
from club.errors import ClubError, ClubOutdated
from club.locking import lock
from club.models import Club, Role, RoleKind, User


@transaction.atomic
def assign(
    club: Club, user: User, kinds: Collection[str], *, by: User, was: Collection[str] | None = None
) -> None:
    """Makes `kinds` all that `user` holds in `club`; none of them sends an officer home.

    `was` is what the page showed: refused when another owner changed it meanwhile. Refused too when `by` is
    no owner any more, or when the club would be left without one: nobody could give roles then.
    """
    club = lock(club.pk)
    verify_owner(club, by)
    held = held_by(club, user)
    if was is not None and set(was) != set(held):
        raise ClubOutdated(
            "roles-changed",
            _("Un altro titolare ha cambiato gli incarichi di %(name)s: guarda quelli di adesso.")
            % {"name": user},
        )
    _replace(club, user, held, kinds, by=by, act="roles.changed")


@transaction.atomic
def leave(club: Club, user: User) -> None:
    """Gives back all the roles of `user`, by his own will; the only owner stays."""
    club = lock(club.pk)
    _replace(club, user, held_by(club, user), (), by=user, act="roles.left")


def add(club: Club, user: User, kinds: Collection[str]) -> None:
    """Adds `kinds` to the roles of `user`, who takes them on. The caller holds the club's lock."""
    held = held_by(club, user)
    _replace(club, user, held, {*held, *kinds}, by=user, act="roles.accepted")


def held_by(club: Club, user: User) -> list[str]:
    """The roles of `user` in `club`, in the order of RoleKind. One query."""
    held = set(Role.objects.filter(club=club, user=user).values_list("kind", flat=True))
    return [kind for kind in RoleKind.values if kind in held]


def verify_owner(club: Club, by: User) -> None:
    """Refuses who was an owner when the page was opened and is not now. The caller holds the club's lock."""
    if not Role.objects.filter(club=club, user=by, kind=RoleKind.OWNER).exists():
        raise ClubError(
            "not-owner",
            _("Nel frattempo un altro titolare ti ha tolto l'incarico: ora gli incarichi li dà lui."),
        )


def officers(club: Club) -> list[tuple[User, list[str]]]:
    """Who holds which roles, by name. One query."""
    held: dict[User, list[str]] = {}
    for role in (
        Role.objects.filter(club=club).select_related("user").order_by("user__last_name", "user__email")
    ):
        held.setdefault(role.user, []).append(role.kind)
    return list(held.items())


def _replace(
    club: Club, user: User, held: Collection[str], kinds: Collection[str], *, by: User, act: str
) -> None:
    wanted = [kind for kind in RoleKind.values if kind in kinds]
    if wanted == list(held):
        return
    if RoleKind.OWNER in held and RoleKind.OWNER not in wanted:
        _verify_not_the_last(club, user)
    Role.objects.filter(club=club, user=user).exclude(kind__in=wanted).delete()
    Role.objects.bulk_create(Role(club=club, user=user, kind=kind) for kind in wanted if kind not in held)
    log.write(club, by, act, subject={"user": user.pk}, before={"roles": list(held)}, after={"roles": wanted})


def _verify_not_the_last(club: Club, user: User) -> None:
    if not Role.objects.filter(club=club, kind=RoleKind.OWNER).exclude(user=user).exists():
        raise ClubError(
            "last-owner",
            _("%(name)s è l'unico titolare del circolo: prima dai l'incarico di titolare a un'altra persona.")
            % {"name": user},
        )
