from django.utils.translation import gettext
from drf_spectacular.utils import extend_schema_field
from rest_framework import serializers

from scoring import GAMES
from tournaments.models import Tournament
from tournaments.standings import CRITERIA


class CriterionSerializer(serializers.Serializer[str]):
    """One criterion of the ranking, in words."""

    key = serializers.CharField()
    name = serializers.CharField()
    abbreviation = serializers.CharField()
    explanation = serializers.CharField()


class ClubSerializer(serializers.Serializer[object]):
    name = serializers.CharField()
    slug = serializers.CharField()


class TournamentSerializer(serializers.ModelSerializer[Tournament]):
    """An evening and its rules; the `criteria` are in the order in which they decide."""

    club = ClubSerializer(read_only=True)
    game_name = serializers.SerializerMethodField()
    deals = serializers.SerializerMethodField(
        help_text="Smazzate in a match; null where a target or an agreement ends it."
    )
    entry_size = serializers.IntegerField(read_only=True, help_text="People of an entry.")
    format_name = serializers.CharField(source="get_format_display", read_only=True)
    criteria = serializers.SerializerMethodField()
    closed = serializers.SerializerMethodField()

    class Meta:
        model = Tournament
        fields = [
            "code",
            "name",
            "date",
            "venue",
            "club",
            "game",
            "game_name",
            "deals",
            "entry_size",
            "target",
            "agreement",
            "deals_a_turn",
            "format",
            "format_name",
            "turns",
            "turn_minutes",
            "rematches",
            "house_rule",
            "bye_policy",
            "confirmation",
            "criteria",
            "closed",
            "closed_at",
            "version",
        ]
        read_only_fields = ["code", "closed_at", "version"]

    def get_game_name(self, tournament: Tournament) -> str:
        return GAMES[tournament.game].name

    def get_deals(self, tournament: Tournament) -> int | None:
        return tournament.play().deals

    def get_closed(self, tournament: Tournament) -> bool:
        return tournament.closed_at is not None

    @extend_schema_field(CriterionSerializer(many=True))
    def get_criteria(self, tournament: Tournament) -> list[dict[str, str]]:
        return [
            {
                "key": key,
                "name": gettext(CRITERIA[key].name),
                "abbreviation": gettext(CRITERIA[key].abbreviation),
                "explanation": gettext(CRITERIA[key].explanation),
            }
            for key in tournament.criteria
        ]
