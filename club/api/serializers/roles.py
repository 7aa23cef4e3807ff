"""Officers with their roles, invitations, and the history of both."""

from typing import Any

from rest_framework import serializers

from club.history.log_wording import changes_text
from club.models import Invitation, RoleKind


class OfficerSerializer(serializers.Serializer[Any]):
    """An officer with all roles in the club."""

    id = serializers.IntegerField(source="officer.pk")
    name = serializers.CharField(source="officer.get_full_name")
    email = serializers.EmailField(source="officer.email")
    roles = serializers.ListField(child=serializers.ChoiceField(choices=RoleKind.choices))
    has_second_factor = serializers.BooleanField()


class OfficersSerializer(serializers.Serializer[Any]):
    """The officers by name, and whether the club requires a second factor of them."""

    requires_second_factor = serializers.BooleanField()
    officers = OfficerSerializer(many=True)


class InvitationSerializer(serializers.ModelSerializer[Invitation]):
    """Roles offered to the owner of an e-mail address, until accepted, withdrawn or expired."""

    kinds = serializers.ListField(child=serializers.ChoiceField(choices=RoleKind.choices))
    has_expired = serializers.BooleanField()

    class Meta:
        model = Invitation
        fields = ["id", "name", "email", "kinds", "sent_at", "expires_at", "has_expired"]


class SentInvitationSerializer(InvitationSerializer):
    """An invitation just written; `is_sent` is false if the letter has not left: send it again."""

    is_sent = serializers.BooleanField()

    class Meta(InvitationSerializer.Meta):
        fields = [*InvitationSerializer.Meta.fields, "is_sent"]


class LineSerializer(serializers.Serializer[Any]):
    """An act in the club's log; it names changed fields, never private values."""

    at = serializers.DateTimeField(source="entry.at")
    actor = serializers.CharField()
    act = serializers.CharField(source="entry.act", help_text="The stable name of the act, for programs.")
    sentence = serializers.CharField()
    changes = serializers.SerializerMethodField(help_text="The changes on one line, or empty.")
    reason = serializers.CharField(source="entry.reason")

    def get_changes(self, line: Any) -> str:
        return changes_text(line.changes)


class RoleLineSerializer(LineSerializer):
    """An act on roles."""

    whose = serializers.CharField(help_text="The other person that it is about, or empty.")
