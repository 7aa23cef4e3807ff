"""Keys, versions and days, which many bodies and queries have."""

from uuid import uuid4

from rest_framework import serializers

from club.api.parsing import MOST, StrictBody, WholeNumber


class KeyedBody(StrictBody):
    """A body with a key made by the device: the act with the same key is done once."""

    key = serializers.UUIDField(
        default=uuid4, help_text="A UUID made by the device: sending it again does nothing more."
    )


class VersionBody(StrictBody):
    """A body with the version that was read: refused with 409 if somebody has changed it since."""

    version = WholeNumber(min_value=0, max_value=MOST, help_text="The version that was read.")


class ReasonBody(StrictBody):
    """Why it is done; the club's log keeps it."""

    reason = serializers.CharField(max_length=300)


class ReasonAndKeyBody(ReasonBody, KeyedBody):
    """Why it is done, and the key of the act."""


class ReasonAndVersionBody(ReasonBody, VersionBody):
    """Why it is done, and the version that was read."""


class DayQuery(StrictBody):
    """A day, today if it is missing."""

    day = serializers.DateField(required=False, help_text="The day, as 2026-11-21; without it, today.")


class AllQuery(StrictBody):
    """Whether all letters are meant, also those that went by e-mail or have left already."""

    all = serializers.BooleanField(default=False)
