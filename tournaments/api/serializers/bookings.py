"""Online bookings, for the desk and for their authors."""

from typing import Any

from drf_spectacular.utils import extend_schema_field
from rest_framework import serializers

from tournaments.api.serializers.tournaments import HourField
from tournaments.models import CalendarRules
from tournaments.presenters.bookings import Line, Seeker

STATES = ["unconfirmed", "looking", "waiting", "placed"]


class BookedPlayerSerializer(serializers.Serializer[Any]):
    """A player as named in the booking, and the people of the club with that name."""

    name = serializers.CharField()
    people = serializers.SerializerMethodField()

    @extend_schema_field({"type": "array", "items": {"type": "integer"}})
    def get_people(self, player: Any) -> list[int]:
        return [person.pk for person in player.bearers]


class BookingSerializer(serializers.Serializer[Line]):
    """A booking at the desk; `line` orders the waiting list."""

    number = serializers.IntegerField(source="booking.number")
    state = serializers.SerializerMethodField()
    players = BookedPlayerSerializer(many=True)
    email = serializers.CharField(source="booking.email", allow_blank=True)
    phone = serializers.CharField(source="booking.phone", allow_blank=True)
    line = serializers.IntegerField(source="booking.line", allow_null=True)
    team = serializers.IntegerField(
        source="booking.team", allow_null=True, help_text="The team of a challenge, 1 or 2; else null."
    )
    asked_at = serializers.DateTimeField(source="booking.asked_at")
    confirmed_at = serializers.DateTimeField(source="booking.confirmed_at", allow_null=True)
    lapses_at = serializers.DateTimeField(source="booking.lapses_at")

    @extend_schema_field({"type": "string", "enum": STATES})
    def get_state(self, line: Line) -> str:
        booking = line.booking
        if not booking.confirmed_at:
            return "unconfirmed"
        if booking.looks_for_partner:
            return "looking"
        return "waiting" if booking.line else "placed"


class AcceptedSerializer(serializers.Serializer[Any]):
    """The numbers of the new entries, and a sentence for each booking that became none."""

    entries = serializers.ListField(child=serializers.IntegerField())
    left = serializers.ListField(child=serializers.CharField())


class BookingTermsSerializer(serializers.Serializer[Any]):
    """Whether an evening takes bookings, its places, and the notice that a booking must accept."""

    state = serializers.CharField(source="openness.state")
    places = serializers.IntegerField(source="openness.places", allow_null=True)
    taken = serializers.IntegerField(source="openness.taken")
    waiting = serializers.IntegerField(source="openness.waiting")
    closes_at = serializers.DateTimeField(source="openness.closes_at")
    has_partners = serializers.BooleanField()
    takes_phone_alone = serializers.BooleanField(source="rules.takes_phone_alone")
    teams = serializers.ListField(
        child=serializers.CharField(),
        help_text="The teams of a challenge, of which a booking chooses one; empty in other formats.",
    )
    notice = serializers.CharField()
    informed_by = serializers.CharField(help_text="The mark of the notice, to be sent with the booking.")
    looking = serializers.ListField(
        child=serializers.CharField(), help_text="The players who look for a partner and may be named."
    )


class AskedSerializer(serializers.Serializer[Any]):
    """`word` identifies the booking in `/bookings/{word}/`; empty if its author gets it by letter."""

    word = serializers.CharField(allow_blank=True)


class SeekerSerializer(serializers.Serializer[Seeker]):
    """Another player without a partner; `text` is what they wrote."""

    number = serializers.IntegerField(source="booking.number")
    name = serializers.SerializerMethodField(help_text="Empty for a player who is not named to others.")
    is_asked = serializers.BooleanField()
    has_asked = serializers.BooleanField()
    text = serializers.CharField(allow_blank=True)

    def get_name(self, seeker: Seeker) -> str:
        named = seeker.booking.is_named_to_others or seeker.has_asked
        return seeker.booking.name if named else ""


class OwnBookingSerializer(serializers.Serializer[Any]):
    """A booking as its author sees it."""

    tournament = serializers.CharField()
    number = serializers.IntegerField()
    names = serializers.CharField()
    state = serializers.CharField()
    team = serializers.IntegerField(allow_null=True, help_text="The team of a challenge, 1 or 2; else null.")
    position = serializers.IntegerField(help_text="The position on the waiting list, from 1; else 0.")
    may_change = serializers.BooleanField()
    evening_code = serializers.CharField(
        allow_blank=True, help_text="The evening code, once the booking is an entry."
    )
    others = SeekerSerializer(many=True)


class CalendarRulesSerializer(serializers.ModelSerializer[CalendarRules]):
    """The club's rules for online bookings."""

    reminder_at = HourField()

    class Meta:
        model = CalendarRules
        fields = ["phone", "takes_phone_alone", "reminder_at", "hold_hours", "retention_days", "notice"]
