from typing import Any

from django.utils.translation import gettext as _
from rest_framework import serializers

from tournaments.api.bodies.strict import MOST, MOST_SMALL, StrictBody, WholeNumber


class PlayerBody(StrictBody):
    """Either `person`, the id of one whom the club knows, or the two names of a new guest."""

    person = WholeNumber(min_value=1, max_value=MOST, required=False)
    last_name = serializers.CharField(max_length=60, required=False)
    first_name = serializers.CharField(max_length=60, required=False)
    name_consent_on = serializers.DateField(required=False, allow_null=True)

    def validate(self, given: dict[str, Any]) -> dict[str, Any]:
        named = {"last_name", "first_name"} <= given.keys()
        if ("person" in given) == named or ("person" in given and len(given) > 1):
            raise serializers.ValidationError(
                _("Indica una persona del circolo, oppure cognome e nome di un ospite.")
            )
        return given


class EntryBody(StrictBody):
    """A new entry; `present` checks it in at once."""

    players = serializers.ListField(
        child=PlayerBody(), min_length=1, max_length=2, help_text="As many as the tournament's `entry_size`."
    )
    present = serializers.BooleanField(default=False)
    fixed_table = WholeNumber(min_value=1, max_value=MOST_SMALL, required=False, allow_null=True)
    circle = serializers.CharField(
        max_length=60,
        required=False,
        allow_blank=True,
        help_text="Where a pair of another circolo comes from.",
    )
    key = serializers.UUIDField(
        required=False, help_text="Made by the device: the same key again answers the entry that it made."
    )


class ChangedEntryBody(StrictBody):
    """What is left out stays as it is."""

    present = serializers.BooleanField(required=False)
    withdrawn = serializers.BooleanField(required=False)
    fixed_table = WholeNumber(min_value=1, max_value=MOST_SMALL, required=False, allow_null=True)
    circle = serializers.CharField(max_length=60, required=False, allow_blank=True)
    seed = WholeNumber(
        min_value=1, max_value=MOST_SMALL, required=False, allow_null=True, help_text="1 is the strongest."
    )
    reason = serializers.CharField(
        max_length=300, required=False, allow_blank=True, default="", help_text="Of the withdrawal."
    )
