"""The seasons and the ratings of a club."""

from typing import Any

from rest_framework import serializers

from tournaments.models import RatingPoint, Season
from tournaments.players.rating_pages import RatingHistory
from tournaments.seasons import CountedEvening
from tournaments.seasons.season_service import CHANGEABLE
from tournaments.seasons.season_standings import CountedResult, SeasonPage, SeasonRow


class SeasonSerializer(serializers.ModelSerializer[Season]):
    """A season's rules; `best_of` null counts every evening."""

    class Meta:
        model = Season
        fields = ["id", *(name for name in CHANGEABLE if name != "shares_evenings"), "version"]
        read_only_fields = fields

    place_points = serializers.ListField(child=serializers.IntegerField(), read_only=True)
    criteria = serializers.ListField(child=serializers.CharField(), read_only=True)


class CountedEveningSerializer(serializers.Serializer[CountedEvening]):
    """An evening of the season; one that is not final may still change."""

    code = serializers.CharField(source="tournament.code")
    name = serializers.CharField(source="tournament.name")
    date = serializers.DateField(source="tournament.date")
    weight = serializers.IntegerField()
    is_played = serializers.BooleanField()
    is_final = serializers.BooleanField()


class SeasonResultSerializer(serializers.Serializer[CountedResult]):
    """The result of an evening; `dropped` if it is not among the best that count."""

    code = serializers.CharField(source="evening.tournament.code")
    number = serializers.IntegerField(help_text="The entry's number in that evening.")
    place = serializers.IntegerField(source="kept.place")
    points = serializers.IntegerField(source="kept.points", help_text="Multiplied by the evening's weight.")
    counted = serializers.BooleanField(source="kept.counted")
    dropped = serializers.BooleanField(source="kept.dropped")
    in_prizes = serializers.BooleanField(source="kept.in_prizes")
    withdrawn = serializers.BooleanField(source="kept.withdrawn")


class SeasonRowSerializer(serializers.Serializer[SeasonRow]):
    """A line of the standings; `place` is null after too few evenings."""

    place = serializers.IntegerField(source="row.place", allow_null=True)
    tied = serializers.BooleanField(source="row.tied")
    name = serializers.CharField()
    points = serializers.IntegerField(source="row.points")
    values = serializers.ListField(source="row.values", child=serializers.IntegerField())
    decided_by = serializers.CharField(source="row.decided_by", allow_null=True)
    qualifies = serializers.BooleanField()
    evenings = SeasonResultSerializer(many=True)


class SeasonStandingsSerializer(serializers.Serializer[SeasonPage]):
    """The season's standings, with the results behind each place."""

    season = SeasonSerializer()
    final = serializers.CharField(source="season.final.code", default=None, allow_null=True)
    is_provisional = serializers.BooleanField(source="known.is_provisional")
    evenings = CountedEveningSerializer(source="known.evenings", many=True)
    rows = SeasonRowSerializer(many=True)


class RatingSerializer(serializers.Serializer[Any]):
    """A player's rating; `person` is null if the name is not public."""

    person = serializers.IntegerField(source="person.pk", default=None, allow_null=True)
    name = serializers.CharField()
    place = serializers.IntegerField(allow_null=True, help_text="Null while provisional or inactive.")
    rating = serializers.IntegerField(source="point.rating")
    deviation = serializers.IntegerField(source="point.deviation")
    matches = serializers.IntegerField(source="point.matches")
    last_played = serializers.DateField(source="point.tournament.date")
    provisional = serializers.BooleanField()
    inactive = serializers.BooleanField()


class RatingPointSerializer(serializers.Serializer[RatingPoint]):
    """A player's rating after an evening."""

    code = serializers.CharField(source="tournament.code")
    date = serializers.DateField(source="tournament.date")
    rating = serializers.IntegerField()
    deviation = serializers.IntegerField()
    change = serializers.IntegerField()
    matches = serializers.IntegerField()


class RatingHistorySerializer(serializers.Serializer[RatingHistory]):
    """The evenings of one player, the newest first."""

    name = serializers.CharField()
    provisional = serializers.BooleanField()
    inactive = serializers.BooleanField()
    points = RatingPointSerializer(many=True)
