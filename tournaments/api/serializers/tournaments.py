from collections.abc import Iterable

from django.utils.translation import gettext
from drf_spectacular.utils import extend_schema_field
from rest_framework import serializers

from scoring import GAMES
from tournaments.api.hours import HourField
from tournaments.models import Tournament
from tournaments.standings import CRITERIA, Rules


class CriterionSerializer(serializers.Serializer[str]):
    """One criterion of the ranking, in words."""

    key = serializers.CharField()
    name = serializers.CharField()
    abbreviation = serializers.CharField()
    explanation = serializers.CharField()


class VictoryStepSerializer(serializers.Serializer[object]):
    """A line of the table of punti vittoria: the margins, and the points of winner and loser."""

    margin_from = serializers.IntegerField()
    margin_to = serializers.IntegerField(allow_null=True)
    winner = serializers.IntegerField()
    loser = serializers.IntegerField()


def told_criteria(keys: Iterable[str], rules: Rules) -> list[dict[str, str]]:
    """The criteria in words."""
    return [
        {
            "key": key,
            "name": gettext(CRITERIA[key].name),
            "abbreviation": gettext(CRITERIA[key].abbreviation),
            "explanation": gettext(CRITERIA[key].explained(rules)),
        }
        for key in keys
    ]


def told_steps(rules: Rules) -> list[dict[str, int | None]]:
    """The table of punti vittoria, line by line."""
    names = ("margin_from", "margin_to", "winner", "loser")
    return [dict(zip(names, step, strict=True)) for step in rules.table.steps]


class ClubSerializer(serializers.Serializer[object]):
    name = serializers.CharField()
    slug = serializers.CharField()


class TournamentSerializer(serializers.ModelSerializer[Tournament]):
    """An evening and its rules; the `criteria` are in the order in which they decide."""

    club = ClubSerializer(read_only=True)
    starts_at = HourField(read_only=True, allow_null=True)
    game_name = serializers.SerializerMethodField()
    deals = serializers.SerializerMethodField(
        help_text="Smazzate in a match; null where a target or an agreement ends it."
    )
    entry_size = serializers.IntegerField(read_only=True, help_text="People of an entry.")
    format_name = serializers.CharField(source="get_format_display", read_only=True)
    criteria = serializers.SerializerMethodField()
    victory_table = serializers.SerializerMethodField(
        help_text="Null where the classifica does not count punti vittoria."
    )
    closed = serializers.SerializerMethodField()

    class Meta:
        model = Tournament
        fields = [
            "code",
            "name",
            "date",
            "starts_at",
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
            "groups",
            "is_double",
            "qualifiers",
            "third_place",
            "sections",
            "even_way",
            "first_turn",
            "circles_apart",
            "turns",
            "turn_minutes",
            "tables_available",
            "rematches",
            "house_rule",
            "bye_policy",
            "confirmation",
            "match_scale",
            "criteria",
            "victory_table",
            "closed",
            "closed_at",
            "called_off_at",
            "version",
        ]
        read_only_fields = ["code", "closed_at", "called_off_at", "version"]

    def get_game_name(self, tournament: Tournament) -> str:
        return GAMES[tournament.game].name

    def get_deals(self, tournament: Tournament) -> int | None:
        return tournament.play().deals

    def get_closed(self, tournament: Tournament) -> bool:
        return tournament.closed_at is not None

    @extend_schema_field(VictoryStepSerializer(many=True, allow_null=True))
    def get_victory_table(self, tournament: Tournament) -> list[dict[str, int | None]] | None:
        rules = tournament.ranking
        return told_steps(rules) if rules.counts_victory_points else None

    @extend_schema_field(CriterionSerializer(many=True))
    def get_criteria(self, tournament: Tournament) -> list[dict[str, str]]:
        return told_criteria(tournament.criteria, tournament.ranking)
