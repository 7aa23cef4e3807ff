"""A tournament, its ranking and its entries in the API, with the fields that `presenters` show."""

from typing import Any

from drf_spectacular.utils import extend_schema_field
from rest_framework import serializers

from tournaments.models import Entry, Tournament
from tournaments.presenters import as_data, shown_fields
from tournaments.presenters.tournaments import (
    ShownEntry,
    ShownTournament,
    shown_entry,
    shown_ranking,
    shown_tournament,
)


@extend_schema_field({"type": "string", "pattern": "^([01][0-9]|2[0-3]):[0-5][0-9]$", "example": "21:00"})
class HourField(serializers.TimeField):
    """`HH:MM` in the club's time zone; the schema's format `time` would need a zone. Seconds are ignored."""

    def __init__(self, **kwargs: Any) -> None:
        super().__init__(format="%H:%M", input_formats=["%H:%M", "%H:%M:%S"], **kwargs)


class CriterionSerializer(serializers.Serializer[str]):
    """One criterion of the ranking, in words."""

    key = serializers.CharField()
    name = serializers.CharField()
    abbreviation = serializers.CharField()
    explanation = serializers.CharField()


class VictoryStepSerializer(serializers.Serializer[object]):
    """A line of the table of victory points: the margins, and the points of winner and loser."""

    margin_from = serializers.IntegerField()
    margin_to = serializers.IntegerField(allow_null=True)
    winner = serializers.IntegerField()
    loser = serializers.IntegerField()


class ClubSerializer(serializers.Serializer[object]):
    name = serializers.CharField()
    slug = serializers.CharField()


class TournamentSerializer(serializers.ModelSerializer[Tournament]):
    """An evening and its rules; the `criteria` are in the order in which they decide."""

    club = ClubSerializer(read_only=True)
    starts_at = HourField(read_only=True, allow_null=True)
    game_name = serializers.CharField(read_only=True)
    deals = serializers.IntegerField(
        read_only=True,
        allow_null=True,
        help_text="Deals in a match; null where a target or an agreement ends it.",
    )
    entry_size = serializers.IntegerField(read_only=True, help_text="People of an entry.")
    format_name = serializers.CharField(source="get_format_display", read_only=True)
    criteria = CriterionSerializer(many=True, read_only=True)
    victory_table = VictoryStepSerializer(
        many=True,
        allow_null=True,
        read_only=True,
        help_text="Null where the standings do not count victory points.",
    )
    closed = serializers.BooleanField(read_only=True)

    class Meta:
        model = Tournament
        fields = shown_fields(ShownTournament)
        read_only_fields = ["code", "closed_at", "called_off_at", "version"]

    def to_representation(self, tournament: Tournament) -> Any:
        return as_data(shown_tournament(tournament))


class RankingSerializer(serializers.Serializer[Tournament]):
    """The ranking; `preset` is empty for an order of the club's own."""

    preset = serializers.CharField(read_only=True)
    criteria = CriterionSerializer(many=True, read_only=True)
    match_scale = serializers.ChoiceField(choices=Tournament.MatchScale.choices)
    victory_thresholds = serializers.ListField(child=serializers.IntegerField())
    victory_table = VictoryStepSerializer(many=True, read_only=True)
    bye_policy = serializers.ChoiceField(choices=Tournament.ByePolicy.choices)
    leavers_last = serializers.BooleanField(
        help_text="Whether entries that withdrew or were expelled come below all who finished."
    )
    version = serializers.IntegerField()
    presets = serializers.DictField(
        child=serializers.ListField(child=serializers.CharField()),
        read_only=True,
        help_text="The criteria of each preset.",
    )
    known_criteria = CriterionSerializer(many=True, read_only=True, help_text="All criteria to choose from.")

    def to_representation(self, tournament: Tournament) -> Any:
        return as_data(shown_ranking(tournament))


class EntrySerializer(serializers.ModelSerializer[Entry]):
    """An entry with its number; needs `players__person` prefetched."""

    name = serializers.CharField(read_only=True)
    players = serializers.ListField(child=serializers.CharField(), read_only=True)
    present = serializers.BooleanField(read_only=True)
    withdrawn = serializers.BooleanField(read_only=True)

    class Meta:
        model = Entry
        fields = shown_fields(ShownEntry)

    def to_representation(self, entry: Entry) -> Any:
        return as_data(shown_entry(entry, self.context))
