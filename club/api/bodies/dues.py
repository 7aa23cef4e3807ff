"""The bodies of years, dues, payments and reminders. Amounts are in cents."""

from rest_framework import serializers

from club.api.bodies.keys import KeyedBody, ReasonBody
from club.api.bodies.register import MOST_PEOPLE
from club.api.parsing import MOST, StrictBody, WholeNumber
from club.dues import years
from club.models import Means


class YearBody(StrictBody):
    """A membership year to open: the calendar year in which it begins, and the last day to pay."""

    first = WholeNumber(
        min_value=years.FIRST, max_value=years.LAST, help_text="The calendar year in which it begins."
    )
    due_on = serializers.DateField(required=False, help_text="Without it, the usual day of the third month.")


class AmountBody(StrictBody):
    """The amount of a category; null for one that is not decided."""

    category = WholeNumber(min_value=1, max_value=MOST)
    cents = WholeNumber(allow_null=True, min_value=0, max_value=MOST)


class AmountsBody(StrictBody):
    """The amounts of categories in a year.

    Unpaid dues that are written already stay, unless `shown` is the fingerprint of the changes that
    `…/amounts/preview/` returned for these amounts.
    """

    amounts = AmountBody(many=True)
    shown = serializers.CharField(
        max_length=64, required=False, help_text="The fingerprint of the preview: unpaid dues change too."
    )
    based_on = serializers.CharField(
        max_length=4000,
        required=False,
        help_text="`amounts_text` of the year as it was read: 409 if the amounts are others now.",
    )


class ShownBody(StrictBody):
    """The fingerprint of the preview: refused with 409 if the preview would be another now."""

    shown = serializers.CharField(max_length=64)


class PaymentBody(KeyedBody):
    """A payment of dues; without `cents`, all that is owed."""

    cents = WholeNumber(required=False, allow_null=True, min_value=0, max_value=MOST)
    means = serializers.ChoiceField(choices=Means.choices)
    paid_on = serializers.DateField(required=False, help_text="Without it, today.")
    reference = serializers.CharField(
        max_length=60, default="", allow_blank=True, help_text="The number of the transfer or of the slip."
    )
    value_on = serializers.DateField(
        required=False, allow_null=True, help_text="The day on which the bank booked the money."
    )
    may_exceed = serializers.BooleanField(default=False, help_text="Confirms more than is owed.")


class ShownCentsBody(StrictBody):
    """`shown` is the amount of the due as it was read: refused with 409 if it is another now."""

    shown = WholeNumber(min_value=0, max_value=MOST, help_text="The due's `cents` as they were read.")


class DueAmountBody(ShownCentsBody, ReasonBody):
    """Another amount for one member, and the reason."""

    cents = WholeNumber(min_value=0, max_value=MOST)


class ExemptionBody(ShownCentsBody, ReasonBody):
    """A resolution of the board by which the member owes nothing more."""

    resolved_on = serializers.DateField(required=False, help_text="Without it, today.")


class DueCategoryBody(ShownCentsBody):
    """Another category of the due, and with it the category's amount of that year."""

    category = WholeNumber(min_value=1, max_value=MOST)


class DueCancellationBody(ShownCentsBody, ReasonBody):
    """Why the due is cancelled."""


class ReminderTextBody(StrictBody):
    """The club's text of reminders, and the ways to pay; fields that are left out stay.

    An empty text is the usual one.
    """

    text = serializers.CharField(max_length=3000, required=False, allow_blank=True)
    iban = serializers.CharField(max_length=42, required=False, allow_blank=True)
    payment_link = serializers.URLField(required=False, allow_blank=True)


class RemindedBody(StrictBody):
    """The members in arrears to be written to; without `people`, all of them."""

    people = serializers.ListField(
        child=WholeNumber(min_value=1, max_value=MOST),
        required=False,
        allow_null=True,
        max_length=MOST_PEOPLE,
    )


class RemindersBody(RemindedBody, KeyedBody):
    """Reminders to be sent; with `again`, also to members who had one this week."""

    again = serializers.BooleanField(default=False)
