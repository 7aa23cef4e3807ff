"""An evening's cash: its lines, counts, fees and dues; amounts are cents."""

from typing import Any

from rest_framework import serializers

from club.cash_book import Balance, UnpaidDues
from club.models import CashCount, CashKind, CashMovement, Means
from tournaments.entries.cash import Fee


class CashLineSerializer(serializers.ModelSerializer[CashMovement]):
    """A line of the cash book; `cents` are negative for expenses. A line is never changed."""

    kind = serializers.ChoiceField(choices=CashKind.choices)
    means = serializers.ChoiceField(choices=Means.choices)
    person = serializers.CharField(source="person.full_name", default=None, allow_null=True)
    receipt = serializers.CharField(source="receipt.label", default=None, allow_null=True)
    entry = serializers.SerializerMethodField(help_text="The number of the entry whose fee it is.")
    cancels = serializers.IntegerField(source="cancels.number", default=None, allow_null=True)
    cancelled_by = serializers.SerializerMethodField(help_text="The line that cancels this one.")
    by = serializers.CharField(source="by_name")

    class Meta:
        model = CashMovement
        fields = [
            "number", "kind", "cents", "means", "cause", "person", "receipt", "entry", "reason", "at", "by",
            "cancels", "cancelled_by",
        ]  # fmt: skip

    def get_entry(self, line: CashMovement) -> int | None:
        fee = getattr(line, "fee", None)
        return fee.entry.number if fee else None

    def get_cancelled_by(self, line: CashMovement) -> int | None:
        counter = getattr(line, "cancelled_by", None)
        return counter.number if counter else None


class BalanceSerializer(serializers.Serializer[Balance]):
    """The sums of the lines, by means."""

    cash = serializers.IntegerField()
    transfer = serializers.IntegerField()
    card = serializers.IntegerField()
    other = serializers.IntegerField()
    total = serializers.IntegerField()


class CashCountSerializer(serializers.ModelSerializer[CashCount]):
    """A count of the drawer, and its difference from the book."""

    difference_cents = serializers.IntegerField()
    by = serializers.CharField(source="by_name")

    class Meta:
        model = CashCount
        fields = ["number", "expected_cents", "counted_cents", "difference_cents", "note", "at", "by"]


class FeeSerializer(serializers.Serializer[Fee]):
    """The amount that an entry has paid towards its fee, and the rest."""

    entry = serializers.IntegerField(source="entry.number")
    amount = serializers.IntegerField()
    paid = serializers.IntegerField()
    left = serializers.IntegerField()
    is_reduced = serializers.BooleanField()


class UnpaidDuesSerializer(serializers.Serializer[UnpaidDues]):
    """The dues that a member may pay now for a year."""

    person = serializers.IntegerField(source="person.pk")
    name = serializers.CharField(source="person.full_name")
    year = serializers.IntegerField(source="year.pk")
    year_label = serializers.CharField(source="year.label")
    cents = serializers.IntegerField()


class CashSerializer(serializers.Serializer[Any]):
    """The cash of an evening: the newest line first. `dues` are for officers who keep the register."""

    is_open = serializers.BooleanField()
    balance = BalanceSerializer()
    lines = CashLineSerializer(many=True)
    counts = CashCountSerializer(many=True)
    fees = FeeSerializer(many=True)
    dues = UnpaidDuesSerializer(many=True)


class EveningSumsSerializer(serializers.Serializer[Any]):
    """The money of one or all evenings: cents by kind, negative for expenses."""

    by_kind = serializers.DictField(child=serializers.IntegerField())
    difference = serializers.IntegerField()
    came_in = serializers.IntegerField()
    went_out = serializers.IntegerField()
    result = serializers.IntegerField()


class EveningOfYearSerializer(serializers.Serializer[Any]):
    code = serializers.CharField(source="tournament.code")
    name = serializers.CharField(source="tournament.name")
    date = serializers.DateField(source="tournament.date")
    sums = EveningSumsSerializer()


class CashYearSerializer(serializers.Serializer[Any]):
    """The evenings of a year that have a cash book, the newest first."""

    year = serializers.IntegerField()
    evenings = EveningOfYearSerializer(many=True)
    sums = EveningSumsSerializer()
    receipts = serializers.IntegerField(help_text="Dues paid in the year.")
    receipts_here = serializers.IntegerField(help_text="Those of them that were paid at an evening.")


class YearWithCashSerializer(serializers.Serializer[Any]):
    year = serializers.IntegerField()


class SumLineSerializer(serializers.Serializer[Any]):
    label = serializers.CharField()  # type: ignore[assignment]  # a field of that name
    came_in = serializers.IntegerField()
    went_out = serializers.IntegerField()
    balance = serializers.IntegerField()


class AccountsPeriodSerializer(serializers.Serializer[Any]):
    """A calendar year, or a membership year; `key` names it in an address."""

    key = serializers.CharField()
    label = serializers.CharField()  # type: ignore[assignment]  # a field of that name
    first = serializers.DateField()
    last = serializers.DateField()


class AccountsSerializer(serializers.Serializer[Any]):
    """The sums of a period; its movements are in the workbook."""

    period = AccountsPeriodSerializer()
    total = SumLineSerializer()
    by_source = SumLineSerializer(many=True)
    by_means = SumLineSerializer(many=True)
    by_month = SumLineSerializer(many=True)
