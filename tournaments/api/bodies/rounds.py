from typing import Any

from rest_framework import serializers

from tournaments.api.bodies.strict import MOST, StrictBody, WholeNumber


class DrawBody(StrictBody):
    """A seed draws the same tables again; without one, lots are drawn."""

    seed = WholeNumber(min_value=0, max_value=2**53 - 1, required=False)


class VersionBody(StrictBody):
    """The version of the turn that the device saw: another draft in its place is a 409."""

    version = WholeNumber(min_value=0, max_value=MOST, required=False)


class SettleBody(VersionBody):
    """What the other side has not confirmed enters the classifica only where this says so."""

    accept_unconfirmed = serializers.BooleanField(required=False)


class VersionQuery(serializers.Serializer[Any]):
    """The same in the address of a DELETE, which has no body; announced tables go only with a reason."""

    version = serializers.IntegerField(min_value=0, max_value=MOST, required=False)
    reason = serializers.CharField(max_length=300, required=False, allow_blank=True)
