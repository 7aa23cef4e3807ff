from rest_framework import serializers

from club.models import Club, DeviceToken, Person


class ClubDetailSerializer(serializers.ModelSerializer[Club]):
    class Meta:
        model = Club
        fields = ["name", "slug", "city"]


class PersonSerializer(serializers.ModelSerializer[Person]):
    """A person of the club with the whole name: for its officers only."""

    name = serializers.CharField(source="full_name", read_only=True)

    class Meta:
        model = Person
        fields = ["id", "name", "last_name", "first_name", "is_guest", "name_consent_on"]


class DeviceSerializer(serializers.ModelSerializer[DeviceToken]):
    """A device that acts for its owner; `id` is the beginning of its token, enough to tell it apart."""

    id = serializers.CharField(source="token_key", read_only=True)
    device = serializers.CharField(source="name", read_only=True)

    class Meta:
        model = DeviceToken
        fields = ["id", "device", "created"]


class NewDeviceSerializer(DeviceSerializer):
    """The only answer in which the whole token is ever read."""

    token = serializers.CharField(read_only=True)

    class Meta(DeviceSerializer.Meta):
        fields = [*DeviceSerializer.Meta.fields, "token"]


class OfficeSerializer(serializers.Serializer[dict[str, object]]):
    """What the asker is and may do in one club."""

    club = ClubDetailSerializer()
    roles = serializers.ListField(child=serializers.CharField())
    rights = serializers.ListField(child=serializers.CharField())


class MeSerializer(serializers.Serializer[dict[str, object]]):
    email = serializers.EmailField()
    name = serializers.CharField()
    clubs = OfficeSerializer(many=True)
