"""The permission classes of the API, by the rights in `club.access`."""

from typing import Any, ClassVar

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy
from rest_framework.exceptions import PermissionDenied
from rest_framework.permissions import SAFE_METHODS, BasePermission, IsAuthenticated
from rest_framework.request import Request
from rest_framework.views import APIView

from club import access
from club.access import Right
from club.api.base import ClubView
from club.models import DeviceToken, Scope


def refused(request: Request, view: ClubView) -> bool:
    """Returns False, for a plain refusal.

    Raises PermissionDenied with a code of its own if only the second factor or the token's scope is missing.
    """
    lacking = access.missing_factor(request.user, view.club)
    if lacking is not None:
        raise PermissionDenied(str(lacking), code=lacking.code)
    if isinstance(request.auth, DeviceToken) and access.rights(request.user, view.club) != view.rights:
        raise scope_missing()
    return False


def scope_missing() -> PermissionDenied:
    """The refusal for a token whose owner may do the act, but whose scopes may not."""
    sentence = _("Il gettone di questo dispositivo non arriva fin qui: chi lo tiene ne faccia un altro.")
    return PermissionDenied(sentence, code="scope-missing")


class Holds(BasePermission):
    """Admits users with one of the `needed` rights in the club, and all readers if `reading_is_free`."""

    needed: ClassVar[frozenset[Right]] = frozenset()
    reading_is_free: ClassVar[bool] = False
    message: Any = gettext_lazy("Questa operazione è per altri incarichi del circolo.")

    def has_permission(self, request: Request, view: ClubView) -> bool:  # type: ignore[override]
        if self.reading_is_free and request.method in SAFE_METHODS:
            return True
        return bool(self.needed & view.rights) or refused(request, view)


class WorksForClub(Holds):
    """Admits everybody who has a role in the club."""

    needed = frozenset(Right)


class GivesRoles(Holds):
    """Admits the owners of the club."""

    needed = frozenset({Right.GIVE_ROLES})


class KnowsPeople(Holds):
    """Admits officers who keep the register, or who make entries at the desk."""

    needed = frozenset({Right.RUN_EVENING, Right.KEEP_REGISTER})


class KeepsRegister(Holds):
    """Admits officers who keep the register of people and memberships."""

    needed = frozenset({Right.KEEP_REGISTER})


class KeepsAccounts(Holds):
    """Admits officers who keep dues, receipts and cash; tokens have a scope of its own for this."""

    needed = frozenset({Right.KEEP_ACCOUNTS})


class KeepsRegisterAndAccounts(Holds):
    """Admits officers to views that show people of the register together with their money."""

    needed = frozenset({Right.KEEP_REGISTER, Right.KEEP_ACCOUNTS})

    def has_permission(self, request: Request, view: ClubView) -> bool:  # type: ignore[override]
        return self.needed <= view.rights or refused(request, view)


class HoldsWholeAccount(IsAuthenticated):
    """Admits sessions and tokens that are not narrowed, because a narrowed one must not reach others."""

    message: Any = gettext_lazy(
        "Il gettone di questo dispositivo non arriva fin qui: chi lo tiene ne faccia un altro."
    )

    def has_permission(self, request: Request, view: APIView) -> bool:
        device = request.auth
        if isinstance(device, DeviceToken) and (Scope.ALL not in device.scopes or device.club_id):
            raise scope_missing()
        return super().has_permission(request, view)


class LeavesRoles(WorksForClub):
    """Admits officers to their own roles, by a session or a token that is not narrowed."""

    def has_permission(self, request: Request, view: ClubView) -> bool:  # type: ignore[override]
        return super().has_permission(request, view) and HoldsWholeAccount().has_permission(request, view)


class ChangesRoles(GivesRoles):
    """Admits owners to all roles, by a session or a token that is not narrowed."""

    def has_permission(self, request: Request, view: ClubView) -> bool:  # type: ignore[override]
        return super().has_permission(request, view) and HoldsWholeAccount().has_permission(request, view)
