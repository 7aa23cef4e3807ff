"""The rights that each role gives in a club, and those that a token's scopes leave: the only tables."""

from collections.abc import Collection
from dataclasses import dataclass
from enum import Enum, auto

from django.contrib.auth.models import AnonymousUser
from django.core.exceptions import PermissionDenied
from django.utils.translation import gettext as _

from club.accounts import second_factor_policy
from club.models import Club, DeviceToken, Role, RoleKind, Scope, User


class Right(Enum):
    """Something that a role allows its holder to do."""

    ENTER_RESULTS = auto()
    CORRECT_RESULTS = auto()
    RUN_EVENING = auto()
    KEEP_REGISTER = auto()
    KEEP_ACCOUNTS = auto()
    GIVE_ROLES = auto()


RIGHTS: dict[str, frozenset[Right]] = {
    RoleKind.REFEREE: frozenset({Right.ENTER_RESULTS, Right.CORRECT_RESULTS}),
    RoleKind.ORGANISER: frozenset({Right.ENTER_RESULTS, Right.CORRECT_RESULTS, Right.RUN_EVENING}),
    RoleKind.SECRETARY: frozenset({Right.KEEP_REGISTER, Right.KEEP_ACCOUNTS}),
    RoleKind.TREASURER: frozenset({Right.KEEP_REGISTER, Right.KEEP_ACCOUNTS}),
    RoleKind.OWNER: frozenset({Right.KEEP_REGISTER, Right.KEEP_ACCOUNTS, Right.GIVE_ROLES}),
}

#: The rights that a scope leaves to the owner of a token. A scope without rights changes nothing: `READERS`
#: lists those that may read.
SCOPES: dict[str, frozenset[Right]] = {
    Scope.ALL: frozenset(Right),
    Scope.READ: frozenset(),
    Scope.PRINT: frozenset(),
    Scope.RESULTS: frozenset({Right.ENTER_RESULTS, Right.CORRECT_RESULTS}),
    Scope.EVENING: frozenset({Right.RUN_EVENING}),
    Scope.REGISTER: frozenset({Right.KEEP_REGISTER}),
    Scope.MONEY: frozenset({Right.KEEP_ACCOUNTS}),
}
#: The rights that a token which only reads has in views that show results.
READING = SCOPES[Scope.RESULTS]
#: The scopes that read views without codes, and those that print the score sheets with their codes.
READERS: frozenset[str] = frozenset({Scope.READ, Scope.PRINT})
PRINTERS: frozenset[str] = frozenset({Scope.PRINT})


class SecondFactorMissing(PermissionDenied):
    """The user holds roles in the club, but lacks the second factor that the club requires."""

    code = "second-factor-missing"

    def __init__(self, club: Club) -> None:
        super().__init__(
            _("%(club)s chiede un secondo fattore a chi lavora per il circolo: aggiungilo al tuo accesso.")
            % {"club": club}
        )
        self.club = club


@dataclass(frozen=True)
class Holders:
    """A role that opens a page, and the names of the officers who hold it."""

    role: str
    names: list[str]


class RoleMissing(PermissionDenied):
    """The user works for the club in another role; `holders` are the roles that open the page.

    Only the club's own staff learns the roles: everybody else gets a plain `PermissionDenied`.
    """

    def __init__(self, club: Club, needed: Collection[Right], *, may_give_roles: bool) -> None:
        super().__init__(_other_roles_sentence())
        self.club = club
        self.may_give_roles = may_give_roles
        names = _officers(club, [*needed, Right.GIVE_ROLES])
        self.holders = _holders(names, needed)
        self.givers = [name for each in _holders(names, [Right.GIVE_ROLES]) for name in each.names]


def holders(club: Club, needed: Collection[Right]) -> list[Holders]:
    """The roles that give one of these rights, each with the names of its officers. One query."""
    return _holders(_officers(club, needed), needed)


def _officers(club: Club, needed: Collection[Right]) -> dict[RoleKind, list[str]]:
    """The names of the officers in each role that gives one of these rights. One query."""
    names: dict[RoleKind, list[str]] = {kind: [] for kind in RoleKind if RIGHTS[kind] & set(needed)}
    for role in Role.objects.filter(club=club, kind__in=names).select_related("user").order_by("pk"):
        names[RoleKind(role.kind)].append(str(role.user))
    return names


def _holders(names: dict[RoleKind, list[str]], needed: Collection[Right]) -> list[Holders]:
    """Those of the roles that give one of these rights."""
    giving = [kind for kind in names if RIGHTS[kind] & set(needed)]
    return [Holders(str(kind.label), names[kind]) for kind in giving]


def rights(user: User | AnonymousUser, club: Club) -> frozenset[Right]:
    """All that `user` may do in `club`; empty for strangers and for officers of other clubs.

    Also empty for an officer without the second factor that the club requires. One query, two where it is
    required.
    """
    own_rights = _held(user, club)
    return frozenset() if own_rights and _lacks_factor(user, club) else own_rights


def narrowed(
    held: frozenset[Right], device: DeviceToken, club: Club, *, readers: frozenset[str] = frozenset()
) -> frozenset[Right]:
    """The rights that a token leaves to its owner in `club`, by its scopes and its club. No query.

    A token with one of the scopes `readers` may read, even if its scopes change nothing.
    """
    if device.club_id not in (None, club.pk):
        return frozenset()
    allowed = frozenset().union(*(SCOPES.get(scope, frozenset()) for scope in device.scopes))
    if readers & set(device.scopes):
        allowed |= READING
    return held & allowed


def missing_factor(user: User | AnonymousUser, club: Club) -> SecondFactorMissing | None:
    """The refusal for an officer who lacks only the second factor; None for everybody else. No query where
    the club requires none."""
    return SecondFactorMissing(club) if _lacks_factor(user, club) and _held(user, club) else None


def refusal(user: User | AnonymousUser, club: Club, needed: Collection[Right]) -> PermissionDenied:
    """The refusal for a visitor who may not open a page of `club`.

    It names the missing second factor, or the missing role, which only the club's staff learns.
    """
    held = _held(user, club)
    if not held:
        return PermissionDenied(_other_roles_sentence())
    if _lacks_factor(user, club):
        return SecondFactorMissing(club)
    return RoleMissing(club, needed, may_give_roles=Right.GIVE_ROLES in held)


def _other_roles_sentence() -> str:
    return _("Questa pagina è per altri incarichi del circolo.")


def _held(user: User | AnonymousUser, club: Club) -> frozenset[Right]:
    if not user.is_authenticated:
        return frozenset()
    kinds = Role.objects.filter(user=user, club=club).values_list("kind", flat=True)
    return frozenset().union(*(RIGHTS[kind] for kind in kinds))


def _lacks_factor(user: User | AnonymousUser, club: Club) -> bool:
    return (
        club.requires_second_factor
        and user.is_authenticated
        and not second_factor_policy.has_second_factor(user)
    )
