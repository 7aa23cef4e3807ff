"""What an account shows besides its password: an app's codes, or a passkey."""

from collections.abc import Iterable
from typing import Any

from allauth.mfa.models import Authenticator
from django.http import HttpRequest

from club.accounts import sessions
from club.models import DeviceToken, User

#: Recovery codes stand in for one of these; alone they are none.
KINDS = (Authenticator.Type.TOTP, Authenticator.Type.WEBAUTHN)


def has_second(user: User) -> bool:
    """Whether the account is opened by more than a password. One query."""
    return bool(holders([user]))


def holders(users: Iterable[User]) -> set[int]:
    """The ids of those, among `users`, whose account is opened by more than a password. One query."""
    mine = Authenticator.objects.filter(user__in=[user.pk for user in users], type__in=KINDS)
    return set(mine.values_list("user_id", flat=True))


def first_added(request: HttpRequest, user: User, authenticator: Authenticator, **_sent: Any) -> None:
    """With the first second factor, what the password alone had opened is closed: sessions and devices."""
    if authenticator.type not in KINDS:
        return
    if Authenticator.objects.filter(user=user, type__in=KINDS).count() == 1:
        sessions.end(user, besides=request.session.session_key)
        DeviceToken.objects.filter(user=user).delete()


def drop(user: User) -> int:
    """Takes every second factor and the recovery codes from the account; answers how many there were.

    Nothing of it is on a page: an owner of one club must not open an account that works for another.
    """
    dropped: int = Authenticator.objects.filter(user=user).delete()[0]
    sessions.end(user)
    return dropped
