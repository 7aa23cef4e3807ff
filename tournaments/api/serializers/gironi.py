"""The classifica of each girone by itself, as its rows carry it."""

from typing import Any

from rest_framework import serializers

from tournaments.api.serializers.standings_lines import TieStepSerializer, told_story
from tournaments.models import Snapshot, Tournament
from tournaments.qualifying import gironi_in
from tournaments.standings.earlier import as_one_criterion, is_of_one_criterion, rules_of
from tournaments.standings.storing import Stored, Storing
from tournaments.standings.why import stories_of


class InGroupSerializer(serializers.Serializer[dict[str, Any]]):
    """A line of a girone's classifica: the same figures, of the turns of the girone alone."""

    place = serializers.IntegerField(help_text="As the row's, but for those who share it: they are `tied`.")
    tied = serializers.BooleanField()
    match_points = serializers.IntegerField()
    difference = serializers.IntegerField()
    scored = serializers.IntegerField()
    conceded = serializers.IntegerField()
    played = serializers.IntegerField()
    won = serializers.IntegerField()
    drawn = serializers.IntegerField()
    lost = serializers.IntegerField()
    rested = serializers.IntegerField()
    victory_points = serializers.IntegerField(help_text="0 where the ranking does not count them.")
    leading = serializers.IntegerField(help_text="The value of the first criterion.")
    values = serializers.ListField(child=serializers.IntegerField())
    decided_by = serializers.CharField(allow_null=True)
    ties = TieStepSerializer(many=True)
    shares_with = serializers.ListField(child=serializers.IntegerField())


FIELDS = tuple(InGroupSerializer().fields)


def in_gironi(snapshot: Snapshot, tournament: Tournament, last_turn: int | None) -> dict[int, Stored]:
    """Of each number that is in a girone its line there. No query."""
    rules = rules_of(snapshot.rules, snapshot.criteria)
    found: dict[int, Stored] = {}
    for there in gironi_in(snapshot, tournament, last_turn).values():
        stored = Storing(rules).rows(there)
        if is_of_one_criterion(snapshot.rules, snapshot.criteria):
            as_one_criterion(stored, rules.criteria)
        found |= _told(stored, snapshot.criteria)
    return found


def _told(rows: list[Stored], criteria: list[str]) -> dict[int, Stored]:
    stories = stories_of(criteria, rows)
    whole = (
        {"victory_points": 0, **row, "leading": row["values"][0], **told_story(stories[row["number"]])}
        for row in rows
    )
    return {row["number"]: {name: row[name] for name in FIELDS} for row in whole}
