"""A club, its people, the sender's account and devices."""

from rest_framework import serializers

from club.models import Club, DeviceToken, Person, Scope


class ClubDetailSerializer(serializers.ModelSerializer[Club]):
    class Meta:
        model = Club
        fields = ["name", "slug", "city"]


class PersonSerializer(serializers.ModelSerializer[Person]):
    """A person of the club with the full name, for officers only."""

    name = serializers.CharField(source="full_name", read_only=True)

    class Meta:
        model = Person
        fields = ["id", "name", "last_name", "first_name", "is_guest", "name_consent_on"]


class DeviceSerializer(serializers.ModelSerializer[DeviceToken]):
    """A device that acts for its owner; `id` is the beginning of its token.

    `used_at` is right within five minutes; `renews` says whether each use makes the token last longer.
    """

    id = serializers.CharField(source="token_key", read_only=True)
    device = serializers.CharField(source="name", read_only=True)
    scopes = serializers.ListField(child=serializers.ChoiceField(choices=Scope.choices), read_only=True)
    club = serializers.CharField(source="club.slug", default=None, read_only=True, allow_null=True)

    class Meta:
        model = DeviceToken
        fields = ["id", "device", "scopes", "club", "created", "expiry", "renews", "used_at"]


class NewDeviceSerializer(DeviceSerializer):
    """A new device; the only answer that contains the whole token."""

    token = serializers.CharField(read_only=True)

    class Meta(DeviceSerializer.Meta):
        fields = [*DeviceSerializer.Meta.fields, "token"]


class LinkedDeviceSerializer(NewDeviceSerializer):
    """A device that a link of the desk connected, and the path of the page that it shows."""

    opens = serializers.CharField(read_only=True)

    class Meta(NewDeviceSerializer.Meta):
        fields = [*NewDeviceSerializer.Meta.fields, "opens"]


class OfficeSerializer(serializers.Serializer[dict[str, object]]):
    """The sender's roles and rights in one club."""

    club = ClubDetailSerializer()
    roles = serializers.ListField(child=serializers.CharField())
    rights = serializers.ListField(child=serializers.CharField())


class MeSerializer(serializers.Serializer[dict[str, object]]):
    email = serializers.EmailField()
    name = serializers.CharField()
    clubs = OfficeSerializer(many=True)
