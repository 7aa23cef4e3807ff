"""Bodies of an evening's cash; amounts are cents, and every payment has a key."""

from rest_framework import serializers

from club.api.parsing import MOST, StrictBody, WholeNumber
from club.models import CashKind, Means
from tournaments.api.bodies.entries import MOST_CENTS

#: Kinds of lines written by hand; fees and dues have addresses of their own.
BY_HAND = (CashKind.OPENING, CashKind.OTHER_IN, CashKind.PRIZE, CashKind.OTHER_OUT)
KINDS = [(kind.value, kind.label) for kind in BY_HAND]
KEY = "Made by the device; a request sent again with this key counts once."


class CashLineBody(StrictBody):
    """A line written by hand: the float, a prize, other money in or out."""

    kind = serializers.ChoiceField(choices=KINDS)
    cents = WholeNumber(
        min_value=1, max_value=MOST_CENTS, help_text="Never negative: `kind` tells income from expenses."
    )
    means = serializers.ChoiceField(choices=Means.choices, default=Means.CASH)
    cause = serializers.CharField(max_length=200, required=False, allow_blank=True, default="")
    key = serializers.UUIDField(help_text=KEY)


class DuesBody(StrictBody):
    """The dues of a member for a year, always in full, with a receipt."""

    person = WholeNumber(min_value=1, max_value=MOST)
    year = WholeNumber(min_value=1, max_value=MOST, help_text="The id of the membership year.")
    means = serializers.ChoiceField(choices=Means.choices, default=Means.CASH)
    key = serializers.UUIDField(help_text=KEY)


class CountBody(StrictBody):
    """The count of the drawer; a `note` explains a difference from the book."""

    counted_cents = WholeNumber(min_value=0, max_value=MOST_CENTS)
    note = serializers.CharField(max_length=300, required=False, allow_blank=True, default="")
    key = serializers.UUIDField(help_text=KEY)


class CashQuery(StrictBody):
    letters = serializers.CharField(
        max_length=130, required=False, default="", help_text="The name of members whose dues are requested."
    )


class CancelQuery(StrictBody):
    """The query of a DELETE, which has no body."""

    reason = serializers.CharField(max_length=300)
    key = serializers.UUIDField(help_text=KEY)
