from typing import Any

from django.utils.translation import gettext as _
from rest_framework import serializers

from tournaments.api.parsing import MOST, MOST_SMALL, StrictBody, WholeNumber
from tournaments.core.draws import Swap
from tournaments.core.draws.tables import KINDS


class DrawBody(StrictBody):
    """A seed draws the same tables again; without one, a new seed is used."""

    seed = WholeNumber(min_value=0, max_value=2**53 - 1, required=False)


class VersionBody(StrictBody):
    """The version of the round that the device saw; 409 if there is another one."""

    version = WholeNumber(min_value=0, max_value=MOST, required=False)


class SettleBody(VersionBody):
    """Unconfirmed results enter the standings only with `accept_unconfirmed`."""

    accept_unconfirmed = serializers.BooleanField(required=False)


class VersionQuery(serializers.Serializer[Any]):
    """The query of a DELETE, which has no body; announced tables are withdrawn only with a reason."""

    version = serializers.IntegerField(min_value=0, max_value=MOST, required=False)
    reason = serializers.CharField(max_length=300, required=False, allow_blank=True)


class SwapBody(StrictBody):
    """A change: two entries by number (at tables, sides of one table, or a bye), two tables, or a dealer.

    `second` is the other number; for `dealer`, `chair` is the seat that deals first at table `first`.
    """

    kind = serializers.ChoiceField(choices=KINDS)
    first = WholeNumber(min_value=1, max_value=MOST)
    second = WholeNumber(min_value=1, max_value=MOST, required=False)
    chair = serializers.CharField(max_length=1, required=False)

    def validate(self, given: dict[str, Any]) -> dict[str, Any]:
        needed = "chair" if given["kind"] == "dealer" else "second"
        if needed not in given:
            raise serializers.ValidationError({needed: [_("Manca: scrivi con chi o con che cosa.")]})
        swap = Swap(given["kind"], given["first"], given[needed])
        for name in ("kind", "first", "second", "chair"):
            given.pop(name, None)
        return {**given, "swap": swap}


class MoveBody(SwapBody, VersionBody):
    """A reason is needed if the change costs something or the tables are announced; idempotent by `key`."""

    reason = serializers.CharField(max_length=300, required=False, allow_blank=True)
    key = serializers.UUIDField(required=False)


class MendBody(VersionBody):
    key = serializers.UUIDField(required=False)


class TurnQuery(serializers.Serializer[Any]):
    turn = serializers.IntegerField(min_value=1, max_value=MOST_SMALL, required=False)
