"""Letters to members: reminders, links, convocations and receipts."""

from typing import Any

from rest_framework import serializers

from club.models import MemberLetter


class LetterSerializer(serializers.ModelSerializer[MemberLetter]):
    """A letter as it was written; without `email` it is to be printed."""

    name = serializers.CharField(source="person.register_name")
    written_by = serializers.CharField(source="by_name")

    class Meta:
        model = MemberLetter
        fields = [
            "id", "key", "kind", "person", "name", "email", "subject", "text", "cents", "receipts",
            "written_by", "written_at", "sent_at", "returned_on", "delivered_on", "delivered_how",
        ]  # fmt: skip


class LetterDraftSerializer(serializers.Serializer[Any]):
    """A letter that would be sent to a member in arrears."""

    person = serializers.IntegerField(source="person.pk")
    name = serializers.CharField(source="person.full_name")
    email = serializers.CharField(help_text="Empty for a letter to be printed.")
    cents = serializers.IntegerField(source="owing.cents")
    text = serializers.CharField()
    reminded_on = serializers.DateField(
        allow_null=True, help_text="The day of a reminder less than a week old; the member gets no other."
    )


class EnvelopeSerializer(serializers.Serializer[Any]):
    """The receipts that a person would get by e-mail."""

    person = serializers.IntegerField(source="person.pk")
    name = serializers.CharField(source="person.full_name")
    email = serializers.CharField()
    receipts = serializers.SerializerMethodField(help_text="Their labels.")
    sent_before = serializers.ListField(child=serializers.CharField(), help_text="Labels sent already.")

    def get_receipts(self, envelope: Any) -> list[str]:
        return [receipt.label for receipt in envelope.receipts]


class EnvelopesSerializer(serializers.Serializer[Any]):
    """The people to whom receipts would go, and the labels of those to be printed."""

    by_email = EnvelopeSerializer(many=True)
    without_address = serializers.SerializerMethodField()

    def get_without_address(self, envelopes: Any) -> list[str]:
        return [receipt.label for receipt in envelopes.without_address]
