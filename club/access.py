"""Who may do what in a club: DESIGN's table of roles, in one place."""

from enum import Enum, auto

from django.contrib.auth.models import AnonymousUser

from club.models import Club, Role, RoleKind, User


class Right(Enum):
    """One column's line of the table: what an officer's role allows."""

    ENTER_RESULTS = auto()
    CORRECT_RESULTS = auto()
    RUN_EVENING = auto()
    KEEP_REGISTER = auto()
    GIVE_ROLES = auto()


RIGHTS: dict[str, frozenset[Right]] = {
    RoleKind.REFEREE: frozenset({Right.ENTER_RESULTS, Right.CORRECT_RESULTS}),
    RoleKind.ORGANISER: frozenset({Right.ENTER_RESULTS, Right.CORRECT_RESULTS, Right.RUN_EVENING}),
    RoleKind.SECRETARY: frozenset({Right.KEEP_REGISTER}),
    RoleKind.TREASURER: frozenset({Right.KEEP_REGISTER}),
    RoleKind.OWNER: frozenset({Right.KEEP_REGISTER, Right.GIVE_ROLES}),
}


def rights(user: User | AnonymousUser, club: Club) -> frozenset[Right]:
    """All that `user` may do in `club`; empty for strangers and officers of other clubs. One query."""
    if not user.is_authenticated:
        return frozenset()
    kinds = Role.objects.filter(user=user, club=club).values_list("kind", flat=True)
    return frozenset().union(*(RIGHTS[kind] for kind in kinds))
