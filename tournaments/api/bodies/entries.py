"""Bodies of acts on entries: many at once, a pasted list, a guest's name, fees, cards."""

from rest_framework import serializers

from club.api.parsing import MOST, MOST_SMALL, StrictBody, WholeNumber
from club.models import Means
from tournaments.api.bodies.tournaments import EntryBody
from tournaments.entries.pasted import LONGEST_LINE, MOST_LINES

MOST_ENTRIES = 300
MOST_CENTS = 10_000_000


class NewEntryBody(EntryBody):
    """One of many new entries."""

    key = None  # type: ignore[assignment]  # the whole list has one


class EntriesBody(StrictBody):
    """New entries, in the order of their numbers: all are made, or none."""

    entries = serializers.ListField(child=NewEntryBody(), min_length=1, max_length=MOST_ENTRIES)
    key = serializers.UUIDField(
        required=False, help_text="Made by the device; a list sent again with this key makes nothing."
    )


class ListBody(StrictBody):
    """A list as pasted from a chat, a letter or a sheet: a line for each entry."""

    text = serializers.CharField(max_length=LONGEST_LINE * MOST_LINES, trim_whitespace=False)


class SeasonChoiceBody(StrictBody):
    season = WholeNumber(min_value=1, max_value=MOST)


class FeeBody(StrictBody):
    """A payment of an entry's fee. With a `reason` nothing more is due, and `cents` may be 0."""

    cents = WholeNumber(min_value=0, max_value=MOST_CENTS)
    means = serializers.ChoiceField(choices=Means.choices, default=Means.CASH)
    reason = serializers.CharField(max_length=300, required=False, allow_blank=True, default="")
    key = serializers.UUIDField(
        help_text="Made by the device; a request sent again with this key counts once."
    )


class GuestNameBody(StrictBody):
    last_name = serializers.CharField(max_length=60)
    first_name = serializers.CharField(max_length=60, allow_blank=True)


class NameConsentBody(StrictBody):
    is_given = serializers.BooleanField(
        help_text="Whether the player consents to the full name in public results."
    )


class CardBody(StrictBody):
    """The content of a membership card: the address in its QR code, or its number."""

    code = serializers.CharField(max_length=200)


class WithdrawalBody(StrictBody):
    entry = WholeNumber(min_value=1, max_value=MOST_SMALL)
    reason = serializers.CharField(max_length=300)
