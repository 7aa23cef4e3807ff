"""What a change by hand costs, for programs."""

from typing import Any

from drf_spectacular.utils import extend_schema_field
from rest_framework import serializers

from tournaments.draws import LaidTable
from tournaments.moving import Weighing, wording


class LaidTableSerializer(serializers.Serializer[LaidTable]):
    """Entries by number, side by side in the order of play."""

    number = serializers.IntegerField()
    sides = serializers.ListField(child=serializers.ListField(child=serializers.IntegerField()))
    first_dealer = serializers.CharField()


class WeighingSerializer(serializers.Serializer[Weighing]):
    """The tables that would change, and all that speaks for and against it."""

    version = serializers.IntegerField(source="round.version", help_text="Of the turn that was weighed.")
    before = LaidTableSerializer(many=True)
    after = LaidTableSerializer(many=True)
    rests_before = serializers.ListField(child=serializers.IntegerField())
    rests_after = serializers.ListField(child=serializers.IntegerField())
    cost = serializers.SerializerMethodField(help_text="Figures; what is left out is nothing.")
    costs = serializers.SerializerMethodField(help_text="What it costs, a sentence each.")
    gains = serializers.SerializerMethodField(help_text="What gets better, a sentence each.")
    summary = serializers.SerializerMethodField(help_text="All of it in one sentence.")
    needs_reason = serializers.BooleanField()

    @extend_schema_field(serializers.DictField())
    def get_cost(self, weighing: Weighing) -> dict[str, Any]:
        return weighing.cost.as_json()

    def get_costs(self, weighing: Weighing) -> list[str]:
        return wording.costs(weighing.cost, weighing.round.tournament.play())

    def get_gains(self, weighing: Weighing) -> list[str]:
        return wording.gains(weighing.cost)

    def get_summary(self, weighing: Weighing) -> str:
        return wording.summary(weighing.cost, weighing.round.tournament.play())


class MoveSerializer(serializers.Serializer[dict[str, Any]]):
    """A change kept: `swap` is its kind and what it changed, `mended` alone for a draft put right."""

    swap = serializers.ListField()
    reason = serializers.CharField(allow_blank=True)
    cost = serializers.DictField()
