"""The bodies of assemblies: the call, the rules of voting, the door, and the minutes."""

from datetime import datetime
from typing import Any

from rest_framework import serializers

from club.api.bodies.keys import KeyedBody, VersionBody
from club.api.parsing import MOST, StrictBody, WholeNumber
from club.models import Assembly, Quorum, VotingRules

LONGEST_MINUTES = 70_000
RULES = ("months", "minors", "must_have_paid", "proxies", "first_quorum", "second_quorum", "notice_days")
COLUMNS = ("title", "place", "agenda", "first_quorum", "second_quorum", "first_call_at", "second_call_at")


class AssemblyBody(KeyedBody):
    """An assembly; quorums that are left out are those of the statute."""

    title = serializers.CharField(max_length=120)
    place = serializers.CharField(max_length=160)
    agenda = serializers.CharField(max_length=4000, help_text="One item a line.")
    first_call_at = serializers.DateTimeField()
    second_call_at = serializers.DateTimeField(required=False, allow_null=True)
    first_quorum = serializers.ChoiceField(choices=Quorum.choices, required=False)
    second_quorum = serializers.ChoiceField(choices=Quorum.choices, required=False)


class AssemblyChangeBody(VersionBody):
    """The changed parts of an assembly."""

    title = serializers.CharField(max_length=120, required=False)
    place = serializers.CharField(max_length=160, required=False)
    agenda = serializers.CharField(max_length=4000, required=False, help_text="One item a line.")
    first_call_at = serializers.DateTimeField(required=False)
    second_call_at = serializers.DateTimeField(required=False, allow_null=True)
    first_quorum = serializers.ChoiceField(choices=Quorum.choices, required=False)
    second_quorum = serializers.ChoiceField(choices=Quorum.choices, required=False)


def columns_of(given: dict[str, Any], known: Assembly | VotingRules) -> dict[str, Any]:
    """The columns of an assembly: values of the body, and `known`'s for those left out."""
    values: dict[str, Any] = {name: getattr(known, name, None) for name in COLUMNS}
    values |= {name: value for name, value in given.items() if name in COLUMNS}
    values["agenda"] = values["agenda"].replace("\r\n", "\n").strip()
    return {name: _to_the_minute(value) for name, value in values.items()}


def _to_the_minute(value: Any) -> Any:
    return value.replace(second=0, microsecond=0) if isinstance(value, datetime) else value


class VotingRulesBody(StrictBody, serializers.ModelSerializer[VotingRules]):
    """The changed rules of the statute; `proxies` null is what the law says."""

    class Meta:
        model = VotingRules
        fields = list(RULES)


class ConvocationBody(KeyedBody):
    """The letters to be sent; with `again`, also to members who have one already."""

    again = serializers.BooleanField(default=False)


class DeliveryBody(StrictBody):
    """When and how the letters on paper left."""

    on = serializers.DateField(required=False, help_text="Without it, today.")
    how = serializers.CharField(max_length=80)


class AttendanceBody(StrictBody):
    """A member who attends, in person or represented by the member `holder`."""

    person = WholeNumber(min_value=1, max_value=MOST)
    holder = WholeNumber(min_value=1, max_value=MOST, required=False, allow_null=True)


class OpeningBody(StrictBody):
    """The call in which the assembly opens: 1 or 2."""

    call = serializers.ChoiceField(choices=Assembly.Call.choices)


class MinutesBody(VersionBody):
    """The text of the minutes, after the version that was read (0 for none)."""

    text = serializers.CharField(max_length=LONGEST_MINUTES)


class ApprovalBody(VersionBody):
    """The approval of the minutes: they are final from then on."""

    on = serializers.DateField(required=False, help_text="Without it, today.")
