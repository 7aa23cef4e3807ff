"""The bodies of receipts, of membership cards and of the association. Amounts are in cents."""

from typing import Any

from rest_framework import serializers

from club.api.bodies.keys import KeyedBody
from club.api.bodies.register import ManyBody
from club.api.parsing import MOST, StrictBody, WholeNumber
from club.models import Club, Means, Person, Receipt
from club.receipts import Payer, Payment
from club.receipts.association import FIELDS
from club.receipts.paper import MOST_CHOSEN


class ReceiptBody(KeyedBody):
    """A payment that is not for dues, by a person of the club or by somebody outside the register."""

    person = WholeNumber(
        min_value=1,
        max_value=MOST,
        required=False,
        allow_null=True,
        help_text="The id of the payer, who is in the register.",
    )
    payer = serializers.CharField(
        max_length=130, default="", allow_blank=True, help_text="The name of a payer who is not."
    )
    payer_fiscal_code = serializers.CharField(max_length=20, default="", allow_blank=True)
    payer_address = serializers.CharField(max_length=200, default="", allow_blank=True)
    kind = serializers.ChoiceField(choices=Receipt.Kind.choices[1:])
    words = serializers.CharField(
        max_length=150, default="", allow_blank=True, help_text="They follow the words of the kind."
    )
    cents = WholeNumber(min_value=0, max_value=MOST)
    means = serializers.ChoiceField(choices=Means.choices)
    paid_on = serializers.DateField(required=False, help_text="Without it, today.")
    reference = serializers.CharField(max_length=60, default="", allow_blank=True)
    value_on = serializers.DateField(required=False, allow_null=True)
    cash_book = WholeNumber(
        min_value=1,
        max_value=MOST,
        required=False,
        allow_null=True,
        help_text="The id of an evening's cash book, into which the money goes.",
    )


def payment_of(given: dict[str, Any], person: Person | None) -> Payment:
    """The payment that the body describes."""
    payer = Payer(given["payer"], given["payer_fiscal_code"], given["payer_address"])
    return Payment(
        person=person,
        payer=None if person else payer,
        kind=Receipt.Kind(given["kind"]),
        cents=given["cents"],
        cause=given["words"],
        means=Means(given["means"]),
        paid_on=given["paid_on"],
        reference=given["reference"],
        value_on=given.get("value_on"),
    )


class LabelsQuery(StrictBody):
    """The receipts of an act on many, by their labels."""

    receipts = serializers.ListField(
        child=serializers.CharField(max_length=20),
        min_length=1,
        max_length=MOST_CHOSEN,
        help_text="Their labels, as 12/2026.",
    )


class ReceiptLettersBody(LabelsQuery, KeyedBody):
    """The receipts to be sent by e-mail."""


class AssociationBody(StrictBody, serializers.ModelSerializer[Club]):
    """The association as receipts describe it; what is left out stays."""

    class Meta:
        model = Club
        fields = list(FIELDS)
        extra_kwargs = {"year_start": {"min_value": 1, "max_value": 12}}


class PrintedCardsBody(ManyBody):
    """The people whose cards are to be printed."""


class VoidBody(StrictBody):
    """Why a card is void."""

    reason = serializers.CharField(max_length=200)
