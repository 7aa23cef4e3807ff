"""Giving and taking the roles of a club."""

from collections.abc import Collection

from django.db import transaction
from django.utils.translation import gettext as _

from club.errors import ClubError
from club.models import Club, Role, RoleKind, User


@transaction.atomic
def assign(club: Club, user: User, kinds: Collection[str]) -> None:
    """Makes `kinds` all that `user` holds in `club`; none of them sends an officer home.

    Refused when it would leave the club without an owner: nobody could give roles any more.
    """
    club = Club.objects.select_for_update().get(pk=club.pk)
    owners = Role.objects.filter(club=club, kind=RoleKind.OWNER)
    if RoleKind.OWNER not in kinds and not owners.exclude(user=user).exists():
        raise ClubError(
            "last-owner",
            _("%(name)s è l'unico titolare del circolo: prima dai l'incarico di titolare a un'altra persona.")
            % {"name": user},
        )
    Role.objects.filter(club=club, user=user).exclude(kind__in=kinds).delete()
    Role.objects.bulk_create(
        (Role(club=club, user=user, kind=kind) for kind in RoleKind.values if kind in kinds),
        ignore_conflicts=True,
    )


@transaction.atomic
def invite(club: Club, *, email: str, name: str, kinds: Collection[str]) -> tuple[User, bool]:
    """The account of `email` with `kinds` added to its roles in `club`, and whether it was just made.

    A new account has no password: its owner chooses one through the link sent to that address.
    """
    first_name, _space, last_name = name.strip().partition(" ")
    user = User.objects.filter(email__iexact=email).first()
    made = user is None
    if user is None:
        user = User.objects.create_user(email, first_name=first_name, last_name=last_name)
    held = Role.objects.filter(club=club, user=user).values_list("kind", flat=True)
    Role.objects.bulk_create(Role(club=club, user=user, kind=kind) for kind in set(kinds) - set(held))
    return user, made


def officers(club: Club) -> list[tuple[User, list[str]]]:
    """Who holds which roles, by name. One query."""
    held: dict[User, list[str]] = {}
    for role in (
        Role.objects.filter(club=club).select_related("user").order_by("user__last_name", "user__email")
    ):
        held.setdefault(role.user, []).append(role.kind)
    return list(held.items())
