"""Membership years, dues, renewals and arrears. Amounts are in cents."""

from typing import Any

from rest_framework import serializers

from club.dues import years
from club.models import CategoryAmount, Due, MembershipYear


class AmountSerializer(serializers.ModelSerializer[CategoryAmount]):
    """The amount of a category in a year."""

    class Meta:
        model = CategoryAmount
        fields = ["category", "cents"]


class YearSerializer(serializers.ModelSerializer[MembershipYear]):
    """A membership year; `amounts_text` says what the amounts are, and guards their change."""

    amounts = AmountSerializer(many=True)
    amounts_text = serializers.SerializerMethodField()

    class Meta:
        model = MembershipYear
        fields = ["id", "label", "starts_on", "ends_on", "due_on", "closed_on", "amounts", "amounts_text"]

    def get_amounts_text(self, year: MembershipYear) -> str:
        return years.amounts_text({each.category_id: each.cents for each in year.amounts.all()})


class DueSerializer(serializers.ModelSerializer[Due]):
    """The due of one member for a year, and the amount paid of it."""

    name = serializers.CharField(source="person.register_name")
    year_label = serializers.CharField(source="year.label")
    category = serializers.CharField(source="category.name")
    number = serializers.SerializerMethodField(help_text="The member's number; null if it is not known here.")
    due_on = serializers.SerializerMethodField(help_text="The last day to pay.")
    paid_cents = serializers.IntegerField()
    owed_cents = serializers.IntegerField()
    state = serializers.ChoiceField(choices=Due.State.choices)
    receipt = serializers.SerializerMethodField(
        help_text="The label of the receipt that settled it, or empty."
    )

    class Meta:
        model = Due
        fields = [
            "year", "year_label", "person", "name", "number", "category", "cents", "full_cents", "paid_cents",
            "owed_cents", "state", "due_on", "receipt", "exempted_on", "cancelled_on", "reason",
            "paid_before_on", "paid_before_means", "paid_before_note",
        ]  # fmt: skip

    def get_number(self, due: Due) -> int | None:
        number: int | None = getattr(due, "member_number", None)
        return number

    def get_due_on(self, due: Due) -> str:
        return (due.due_on or due.year.due_on).isoformat()

    def get_receipt(self, due: Due) -> str:
        return due.receipt.label if due.receipt else ""


class AmountChangeSerializer(serializers.Serializer[Any]):
    """A category whose unpaid dues would get the new amount; `others` dues would keep theirs."""

    category = serializers.IntegerField(source="category.pk")
    cents = serializers.IntegerField()
    unpaid = serializers.IntegerField()
    others = serializers.IntegerField()


class AmountsPreviewSerializer(serializers.Serializer[Any]):
    """The effect of new amounts on dues that are written already, and its fingerprint."""

    changes = AmountChangeSerializer(many=True)
    shown = serializers.CharField()


class AmountsSetSerializer(serializers.Serializer[Any]):
    """The year with its new amounts, and how many dues changed."""

    year = YearSerializer()
    dues = serializers.IntegerField()


class RenewalSerializer(serializers.Serializer[Any]):
    """A member to be renewed; `cents` is null if the category or its amount is missing."""

    person = serializers.IntegerField(source="member.person.pk")
    name = serializers.CharField(source="member.person.full_name")
    number = serializers.IntegerField(source="member.number")
    category = serializers.CharField(source="member.category.name", default="")
    cents = serializers.IntegerField(allow_null=True)


class DoneRenewalSerializer(serializers.Serializer[Any]):
    """A renewal of all members; with `paid` dues it can no longer be undone."""

    key = serializers.UUIDField()
    at = serializers.DateTimeField()
    by = serializers.CharField()
    dues = serializers.IntegerField()
    paid = serializers.IntegerField()


class RenewalPlanSerializer(serializers.Serializer[Any]):
    """The members of the year without a due, and the renewals already made; `shown` is the fingerprint."""

    renewals = RenewalSerializer(many=True)
    cents = serializers.IntegerField()
    done = serializers.IntegerField(help_text="How many members have their due already.")
    shown = serializers.CharField(source="fingerprint")
    done_renewals = DoneRenewalSerializer(many=True)


class WrittenSerializer(serializers.Serializer[Any]):
    """How many rows were written, or taken back."""

    count = serializers.IntegerField()


class ArrearsSerializer(serializers.Serializer[Any]):
    """A member with overdue dues, the oldest year first."""

    person = serializers.IntegerField(source="person.pk")
    name = serializers.CharField(source="person.full_name")
    cents = serializers.IntegerField()
    dues = DueSerializer(many=True)


class ReminderTextSerializer(serializers.Serializer[Any]):
    """The text of reminders with its placeholders, and how the club is paid."""

    text = serializers.CharField()
    iban = serializers.CharField()
    payment_link = serializers.CharField()
    placeholders = serializers.ListField(child=serializers.CharField())
