from typing import Any

from django.utils.translation import gettext as _
from rest_framework import serializers

from tournaments.api.bodies.rounds import VersionBody
from tournaments.api.bodies.strict import MOST, StrictBody, WholeNumber
from tournaments.draws import Swap
from tournaments.draws.layouts import KINDS


class SwapBody(StrictBody):
    """What changes: two entries by number (tables, sides of one, or the riposo), two tables, or a dealer.

    `second` is the other number; for `dealer`, `chair` is who deals first at table `first`.
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
    """A reason where the change costs something or the tables are announced; the key serves once."""

    reason = serializers.CharField(max_length=300, required=False, allow_blank=True)
    key = serializers.UUIDField(required=False)


class MendBody(VersionBody):
    key = serializers.UUIDField(required=False)
