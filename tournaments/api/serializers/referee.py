"""Rulings, substitutions and the log for officers, and previews of changes."""

from typing import Any

from drf_spectacular.utils import extend_schema_field
from rest_framework import serializers

from tournaments import actors
from tournaments.api.serializers.tables import SidePointsSerializer
from tournaments.models import LogEntry, Ruling, Substitution
from tournaments.results.correction_preview import Change
from tournaments.text.log_wording import act_sentence


class RulingSerializer(serializers.ModelSerializer[Ruling]):
    """A ruling given at a table, in force unless `revoked_at`."""

    article = serializers.CharField(source="article.code", read_only=True)
    effect_name = serializers.CharField(source="get_effect_display", read_only=True)
    deal = serializers.IntegerField(source="deal_number", allow_null=True, read_only=True)
    entry = serializers.IntegerField(source="entry.number", read_only=True)
    assigned = SidePointsSerializer(read_only=True, allow_null=True)
    by = serializers.SerializerMethodField()

    class Meta:
        model = Ruling
        fields = [
            "id", "article", "title", "effect", "effect_name", "turn", "deal", "side", "entry", "points",
            "assigned", "reason", "at", "by", "revoked_at",
        ]  # fmt: skip

    def get_by(self, ruling: Ruling) -> str:
        return actors.actor_name(ruling.by_name)


class SubstitutionSerializer(serializers.ModelSerializer[Substitution]):
    """A substitution, with its first and last round."""

    entry = serializers.IntegerField(source="entry.number", read_only=True)
    replaced = serializers.CharField(source="replaced.full_name", read_only=True)
    substitute = serializers.CharField(source="substitute.full_name", read_only=True)

    class Meta:
        model = Substitution
        fields = [
            "id",
            "entry",
            "replaced",
            "substitute",
            "from_turn",
            "until_turn",
            "reason",
            "at",
            "undone_at",
        ]


class ForeseenShiftSerializer(serializers.Serializer[Any]):
    """A changed line of the standings: `before` and `after` of each figure."""

    number = serializers.IntegerField()
    name = serializers.CharField()
    place = serializers.ListField(child=serializers.IntegerField(), min_length=2, max_length=2)
    match_points = serializers.ListField(child=serializers.IntegerField(), min_length=2, max_length=2)
    difference = serializers.ListField(child=serializers.IntegerField(), min_length=2, max_length=2)


class TieSerializer(serializers.Serializer[Any]):
    place = serializers.IntegerField()
    numbers = serializers.ListField(child=serializers.IntegerField())


class ChangeSerializer(serializers.Serializer[Change]):
    """The changes that a correction or a ruling would make; nothing is stored."""

    deal = serializers.IntegerField(allow_null=True)
    before = SidePointsSerializer(allow_null=True)
    after = SidePointsSerializer(allow_null=True)
    counts = serializers.BooleanField(
        help_text="Whether the round is settled, so that the points count at once."
    )
    turn = serializers.IntegerField(allow_null=True, help_text="The last settled round.")
    shifts = serializers.SerializerMethodField()
    ties_resolved = TieSerializer(source="standings.resolved", many=True)
    ties_made = TieSerializer(source="standings.made", many=True)
    announced = serializers.ListField(
        child=serializers.IntegerField(),
        help_text="Later rounds whose tables are announced and will not change.",
    )
    draft = serializers.IntegerField(allow_null=True, help_text="The round whose draft must be made again.")

    @extend_schema_field(ForeseenShiftSerializer(many=True))
    def get_shifts(self, change: Change) -> list[dict[str, object]]:
        return [
            {
                "number": shift.number,
                "name": change.names.get(shift.number, ""),
                "place": [shift.before.place, shift.after.place],
                "match_points": [shift.before.match_points, shift.after.match_points],
                "difference": [shift.before.difference, shift.after.difference],
            }
            for shift in change.standings.shifts
        ]


class LogEntrySerializer(serializers.ModelSerializer[LogEntry]):
    """An entry of the log: actor, sentence, data before and after, and hash."""

    sentence = serializers.SerializerMethodField()
    subject = serializers.DictField(read_only=True, help_text="The round, table, deal or entry concerned.")

    class Meta:
        model = LogEntry
        fields = [
            "number",
            "at",
            "actor_name",
            "act",
            "sentence",
            "subject",
            "before",
            "after",
            "reason",
            "previous_hash",
            "hash",
        ]

    def get_sentence(self, entry: LogEntry) -> str:
        return act_sentence(entry.act, entry.subject, single=entry.tournament.is_individual)
