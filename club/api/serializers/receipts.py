"""Receipts, membership cards and the association. Amounts are in cents."""

from typing import Any

from rest_framework import serializers

from club.models import Club, Receipt
from club.receipts import STAMP_NOTES, Stamp
from club.receipts.association import FIELDS


class ReceiptSerializer(serializers.ModelSerializer[Receipt]):
    """A receipt as it was printed; a counter-entry has negative cents and names the receipt it cancels."""

    stamp = serializers.SerializerMethodField(help_text="The words about the stamp duty.")
    due_year = serializers.SerializerMethodField(help_text="The membership year of the dues, or empty.")
    cancels = serializers.SerializerMethodField(help_text="The label of the receipt it cancels, or empty.")
    cancelled_by = serializers.SerializerMethodField(
        help_text="The label of the counter-entry that cancels it, or empty."
    )

    class Meta:
        model = Receipt
        fields = [
            "label", "year", "number", "issued_on", "person", "kind", "due_year", "payer",
            "payer_fiscal_code", "payer_address", "cents", "cause", "means", "paid_on", "reference",
            "value_on", "place", "stamp", "note", "association", "association_address",
            "association_fiscal_code", "association_registration", "cancels", "cancelled_by", "reason",
        ]  # fmt: skip

    def get_stamp(self, receipt: Receipt) -> str:
        return str(STAMP_NOTES[Stamp(receipt.stamp)])

    def get_due_year(self, receipt: Receipt) -> str:
        return receipt.due.year.label if receipt.due else ""

    def get_cancels(self, receipt: Receipt) -> str:
        return receipt.cancels.label if receipt.cancels else ""

    def get_cancelled_by(self, receipt: Receipt) -> str:
        counter = getattr(receipt, "cancelled_by", None)
        return counter.label if counter else ""


class AssociationSerializer(serializers.ModelSerializer[Club]):
    """The association as receipts describe it."""

    class Meta:
        model = Club
        fields = ["name", *FIELDS]


class HolderSerializer(serializers.Serializer[Any]):
    """A person with or without a card of the year."""

    person = serializers.IntegerField(source="person.pk")
    name = serializers.CharField(source="person.full_name")
    number = serializers.IntegerField(allow_null=True, help_text="The member's number.")
    category = serializers.CharField(source="category.name", default="")
    card = serializers.IntegerField(source="card.pk", default=None, allow_null=True)
    card_number = serializers.CharField(source="card.number", default="")
    has_paid = serializers.BooleanField()
    is_printed = serializers.BooleanField()
