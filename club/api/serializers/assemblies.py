"""Assemblies: the call, the voters, the attendances, the letters, and the minutes."""

from typing import Any

from rest_framework import serializers

from club.api.bodies.assemblies import RULES
from club.models import Assembly, MinutesVersion, VotingRules


class VotingRulesSerializer(serializers.ModelSerializer[VotingRules]):
    """The statute's rules of votes, proxies and quorums."""

    class Meta:
        model = VotingRules
        fields = list(RULES)


class AssemblySerializer(serializers.ModelSerializer[Assembly]):
    """An assembly: its call, and how far it got. `version` guards its changes."""

    is_closed = serializers.BooleanField(help_text="Whether the minutes are approved.")

    class Meta:
        model = Assembly
        fields = [
            "id", "title", "place", "agenda", "first_call_at", "second_call_at", "first_quorum",
            "second_quorum", "opened_call", "opened_at", "approved_on", "is_closed", "version",
        ]  # fmt: skip


class DoorCountSerializer(serializers.Serializer[Any]):
    """The voters who are there or represented, and how many each call needs."""

    entitled = serializers.IntegerField()
    in_person = serializers.IntegerField()
    by_proxy = serializers.IntegerField()
    there = serializers.IntegerField()
    needed_first = serializers.IntegerField()
    needed_second = serializers.IntegerField()
    is_enough_first = serializers.BooleanField()
    is_enough_second = serializers.BooleanField()


class VoterSerializer(serializers.Serializer[Any]):
    """A member who may vote: there, represented by `holder`, or neither."""

    person = serializers.IntegerField(source="member.person.pk")
    name = serializers.CharField(source="member.person.full_name")
    number = serializers.IntegerField(source="member.number")
    guardian = serializers.CharField(help_text="The adult with the vote of a minor, or empty.")
    state = serializers.SerializerMethodField(help_text="absent, there or represented.")
    holder = serializers.SerializerMethodField(help_text="The id of the member who holds the proxy.")
    at = serializers.SerializerMethodField(help_text="When it was noted.")

    def get_state(self, voter: Any) -> str:
        noted = self._noted(voter)
        return "absent" if noted is None else "represented" if noted.holder_id else "there"

    def get_holder(self, voter: Any) -> int | None:
        noted = self._noted(voter)
        holder: int | None = noted.holder_id if noted else None
        return holder

    def get_at(self, voter: Any) -> str | None:
        noted = self._noted(voter)
        return noted.at.isoformat() if noted else None

    def _noted(self, voter: Any) -> Any:
        return self.context["attendances"].get(voter.member.person.pk)


class NonVoterSerializer(serializers.Serializer[Any]):
    """A member who may not vote, and why."""

    person = serializers.IntegerField(source="member.person.pk")
    name = serializers.CharField(source="member.person.full_name")
    number = serializers.IntegerField(source="member.number")
    why = serializers.CharField()


class DoorSerializer(serializers.Serializer[Any]):
    """The voters by name with their attendance, the members who may not vote, and the figures."""

    count = DoorCountSerializer()
    most_proxies = serializers.IntegerField(source="roll.most_proxies")
    voters = serializers.SerializerMethodField()
    others = NonVoterSerializer(source="roll.others", many=True)

    def get_voters(self, here: Any) -> list[dict[str, Any]]:
        context = {"attendances": here.attendances}
        voters = VoterSerializer(list(here.roll.voters.values()), many=True, context=context)
        return list(voters.data)


class ConvocationDraftSerializer(serializers.Serializer[Any]):
    """A member who would get a letter, and where it goes; without `email` it is to be printed."""

    person = serializers.IntegerField(source="member.person.pk")
    name = serializers.CharField(source="member.person.full_name")
    email = serializers.CharField()


class LetterCountsSerializer(serializers.Serializer[Any]):
    """The letters of an assembly, and what is missing."""

    people = serializers.IntegerField()
    by_email = serializers.IntegerField()
    unsent = serializers.IntegerField()
    on_paper = serializers.IntegerField()
    undelivered = serializers.IntegerField()
    returned = serializers.IntegerField()


class ConvocationSerializer(serializers.Serializer[Any]):
    """The state of a convocation: members without a letter, an example, and the figures."""

    waiting = ConvocationDraftSerializer(many=True)
    example = serializers.CharField(help_text="The text of one letter, or empty if nobody waits.")
    counts = LetterCountsSerializer()
    days_left = serializers.IntegerField()


class MinutesVersionSerializer(serializers.ModelSerializer[MinutesVersion]):
    """A text of the minutes, as it was saved."""

    written_by = serializers.CharField(source="by_name")

    class Meta:
        model = MinutesVersion
        fields = ["number", "text", "at", "written_by"]


class MinutesSerializer(serializers.Serializer[Any]):
    """The minutes: the newest text, or a draft with `version` 0."""

    text = serializers.CharField()
    version = serializers.IntegerField()
    approved_on = serializers.DateField(allow_null=True)
    versions = serializers.ListField(child=serializers.IntegerField(), help_text="The newest first.")
