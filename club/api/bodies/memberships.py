"""The bodies of memberships: requests, the board's answers, ends and corrections."""

from rest_framework import serializers

from club.api.bodies.keys import VersionBody
from club.api.parsing import MOST, StrictBody, WholeNumber
from club.models import EndCause

MOST_REQUESTS = 500


class RequestBody(StrictBody):
    """A person's request to become a member."""

    person = WholeNumber(min_value=1, max_value=MOST, help_text="The id of the person.")
    on = serializers.DateField(required=False, help_text="The day of the request; without it, today.")


class ChosenRequestsBody(StrictBody):
    """Requests that the board answers together, and the day of its resolution."""

    requests = serializers.ListField(
        child=WholeNumber(min_value=1, max_value=MOST),
        min_length=1,
        max_length=MOST_REQUESTS,
        help_text="The ids of the memberships asked for; numbers are given in this order.",
    )
    on = serializers.DateField(required=False, help_text="The day of the resolution; without it, today.")


class AdmissionBody(ChosenRequestsBody):
    """The admission of these people."""

    category = WholeNumber(min_value=1, max_value=MOST, help_text="The id of the category.")
    resolution = serializers.CharField(max_length=80, default="", allow_blank=True)


class RefusalBody(ChosenRequestsBody):
    """The refusal of these requests, with the board's reason."""

    reason = serializers.CharField(max_length=300, default="", allow_blank=True)


class EndBody(VersionBody):
    """The end of a membership."""

    on = serializers.DateField(required=False, help_text="The day of the end; without it, today.")
    cause = serializers.ChoiceField(choices=EndCause.choices)


class CategoryChangeBody(VersionBody):
    """Another category from a day on."""

    category = WholeNumber(min_value=1, max_value=MOST, help_text="The id of the category.")
    since = serializers.DateField(required=False, help_text="Without it, today.")


class AmendmentBody(VersionBody):
    """The corrected dates and resolution; what is left out stays. It neither admits nor ends."""

    requested_on = serializers.DateField(required=False)
    admitted_on = serializers.DateField(required=False)
    resolution = serializers.CharField(max_length=80, required=False, allow_blank=True)
    ended_on = serializers.DateField(required=False)
    end_cause = serializers.ChoiceField(choices=EndCause.choices, required=False)
    reason = serializers.CharField(max_length=300)
