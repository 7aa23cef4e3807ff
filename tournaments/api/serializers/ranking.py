"""How a tournament ranks, in words and as data."""

from drf_spectacular.utils import extend_schema_field
from rest_framework import serializers

from tournaments.api.serializers.tournaments import (
    CriterionSerializer,
    VictoryStepSerializer,
    told_criteria,
    told_steps,
)
from tournaments.models import Tournament
from tournaments.ranking import preset_of
from tournaments.standings import CRITERIA, PRESETS


class RankingSerializer(serializers.Serializer[Tournament]):
    """The ranking; `preset` is empty where the order is the club's own."""

    preset = serializers.SerializerMethodField()
    criteria = serializers.SerializerMethodField()
    match_scale = serializers.ChoiceField(choices=Tournament.MatchScale.choices)
    victory_thresholds = serializers.ListField(child=serializers.IntegerField())
    victory_table = serializers.SerializerMethodField()
    bye_policy = serializers.ChoiceField(choices=Tournament.ByePolicy.choices)
    version = serializers.IntegerField()
    presets = serializers.SerializerMethodField(help_text="The criteria of each preset.")
    known_criteria = serializers.SerializerMethodField(help_text="All there are to choose from.")

    def get_preset(self, tournament: Tournament) -> str:
        return preset_of(tournament.criteria)

    @extend_schema_field(CriterionSerializer(many=True))
    def get_criteria(self, tournament: Tournament) -> list[dict[str, str]]:
        return told_criteria(tournament.criteria, tournament.ranking)

    @extend_schema_field(VictoryStepSerializer(many=True))
    def get_victory_table(self, tournament: Tournament) -> list[dict[str, int | None]]:
        return told_steps(tournament.ranking)

    def get_presets(self, tournament: Tournament) -> dict[str, list[str]]:
        return {name: list(keys) for name, keys in PRESETS.items()}

    @extend_schema_field(CriterionSerializer(many=True))
    def get_known_criteria(self, tournament: Tournament) -> list[dict[str, str]]:
        return told_criteria(CRITERIA, tournament.ranking)
