"""Second factors: which accounts have one, dropping them, and whether a club requires one of its officers."""

from collections.abc import Iterable
from typing import Any

from allauth.mfa.models import Authenticator
from django.db import transaction
from django.http import HttpRequest
from django.utils.translation import gettext as _

from club.accounts import roles, sessions
from club.errors import ClubError
from club.history import log
from club.history.log import lock
from club.models import Club, DeviceToken, User

#: Recovery codes replace one of these; alone they are not a second factor.
SECOND_FACTORS = (Authenticator.Type.TOTP, Authenticator.Type.WEBAUTHN)


def has_second_factor(user: User) -> bool:
    """Whether the account requires more than a password. One query."""
    return bool(users_with_second_factor([user]))


def users_with_second_factor(users: Iterable[User]) -> set[int]:
    """The ids of those `users` whose account requires more than a password. One query."""
    mine = Authenticator.objects.filter(user__in=[user.pk for user in users], type__in=SECOND_FACTORS)
    return set(mine.values_list("user_id", flat=True))


def close_other_access(request: HttpRequest, user: User, authenticator: Authenticator, **_sent: Any) -> None:
    """Ends sessions and deletes device tokens when the first second factor is added.

    They were opened with the password alone.
    """
    if authenticator.type not in SECOND_FACTORS:
        return
    if Authenticator.objects.filter(user=user, type__in=SECOND_FACTORS).count() == 1:
        sessions.end_sessions(user, besides=request.session.session_key)
        DeviceToken.objects.filter(user=user).delete()


def drop_second_factor(user: User) -> int:
    """Deletes every second factor and the recovery codes of the account; returns how many.

    No page does this: an owner of one club must not open an account that works for another.
    """
    dropped: int = Authenticator.objects.filter(user=user).delete()[0]
    sessions.end_sessions(user)
    return dropped


@transaction.atomic
def require_second_factor(club: Club, *, required: bool, by: User) -> None:
    """Requires a second factor of the officers, or stops requiring it; an owner without one is refused."""
    club = lock(club.pk)
    roles.verify_owner(club, by)
    if club.requires_second_factor == required:
        return
    if required and not has_second_factor(by):
        raise ClubError(
            "no-second-factor-yourself",
            _("Prima aggiungi un secondo fattore al tuo accesso, poi chiedilo agli altri."),
        )
    Club.objects.filter(pk=club.pk).update(requires_second_factor=required)
    log.write(
        club,
        by,
        "second-factor.required" if required else "second-factor.free",
        before={"requires_second_factor": not required},
        after={"requires_second_factor": required},
    )
