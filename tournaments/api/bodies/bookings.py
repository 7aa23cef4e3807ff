"""Bodies of online bookings, and of the club's rules for them."""

from rest_framework import serializers

from club.api.parsing import MOST, StrictBody, WholeNumber
from tournaments.api.serializers.tournaments import HourField
from tournaments.web.forms.booking import LONGEST


class BookingBody(StrictBody):
    """A booking; `informed_by` is the mark of the notice that was shown, from `terms/`."""

    last_name = serializers.CharField(max_length=60)
    first_name = serializers.CharField(max_length=60)
    partner_last_name = serializers.CharField(max_length=60, required=False, allow_blank=True)
    partner_first_name = serializers.CharField(max_length=60, required=False, allow_blank=True)
    team = WholeNumber(
        min_value=1,
        max_value=2,
        required=False,
        help_text="In a challenge, the team: 1 or 2, as in `terms/`.",
    )
    looks_for_partner = serializers.BooleanField(required=False)
    is_named_to_others = serializers.BooleanField(
        required=False, help_text="Whether others may read the name in the list of players without a partner."
    )
    email = serializers.CharField(max_length=254, required=False, allow_blank=True)
    phone = serializers.CharField(max_length=30, required=False, allow_blank=True)
    consents_to_name = serializers.BooleanField(
        required=False, help_text="Whether the player's name may be shown in public results."
    )
    accepts_notice = serializers.BooleanField(help_text="The player has read the notice and agrees to it.")
    informed_by = serializers.CharField(max_length=60)
    key = serializers.UUIDField(
        required=False,
        help_text="Made by the device; a request sent again with this key makes no second booking.",
    )


class PartnerBody(StrictBody):
    partner_last_name = serializers.CharField(max_length=60)
    partner_first_name = serializers.CharField(max_length=60)


class ProposalBody(StrictBody):
    text = serializers.CharField(max_length=LONGEST, required=False, allow_blank=True, default="")


class AcceptanceBody(StrictBody):
    present = serializers.BooleanField(default=False, help_text="Checks the entry in at once.")


class JoinBody(StrictBody):
    """The numbers of two bookings of players without a partner."""

    first = WholeNumber(min_value=1, max_value=MOST)
    second = WholeNumber(min_value=1, max_value=MOST)


class AddressBody(StrictBody):
    email = serializers.EmailField(max_length=254)


class RefusalQuery(StrictBody):
    """The query of a DELETE, which has no body; the reason goes into the letter."""

    reason = serializers.CharField(max_length=300, required=False, allow_blank=True, default="")


class CalendarRulesBody(StrictBody):
    """The club's rules for bookings; fields that are left out stay as they are."""

    phone = serializers.CharField(max_length=30, required=False, allow_blank=True)
    takes_phone_alone = serializers.BooleanField(required=False)
    reminder_at = HourField(required=False)
    hold_hours = WholeNumber(min_value=1, max_value=168, required=False)
    retention_days = WholeNumber(min_value=0, max_value=365, required=False)
    notice = serializers.CharField(max_length=3000, required=False, allow_blank=True)
