"""The devices that hold an officer's token."""

from typing import Any

from club.models import DeviceToken, User


def forget(user: User, **_sent: Any) -> None:
    """Takes back every device's token: who changes a password may have lost a phone."""
    DeviceToken.objects.filter(user=user).delete()
