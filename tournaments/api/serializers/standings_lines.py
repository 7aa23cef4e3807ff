"""What stands behind a row of the classifica, and what a correction changed in it."""

from typing import Any

from rest_framework import serializers

from tournaments.standings.why import Story


class PerTurnSerializer(serializers.Serializer[dict[str, Any]]):
    """What one turn gave; a rest, a match lost a tavolino and a penalty have neither table nor opponents."""

    turn = serializers.IntegerField()
    table = serializers.IntegerField(allow_null=True)
    opponents = serializers.ListField(child=serializers.IntegerField())
    scored = serializers.IntegerField()
    conceded = serializers.IntegerField()
    match_points = serializers.IntegerField()
    rested = serializers.BooleanField()
    forfeited = serializers.BooleanField(default=False)
    penalty = serializers.BooleanField(default=False)
    assigned = serializers.BooleanField(default=False)
    victory_points = serializers.IntegerField(required=False, help_text="Where the ranking counts them.")
    cappotti = serializers.IntegerField(required=False, help_text="Where the ranking counts them.")
    unplayed = serializers.IntegerField(
        required=False, help_text="What not playing adds to the points conceded, where they count."
    )


class TieStepSerializer(serializers.Serializer[dict[str, Any]]):
    """Level with `level` before a criterion, and with `left` after it."""

    criterion = serializers.CharField()
    level = serializers.ListField(child=serializers.IntegerField())
    left = serializers.ListField(child=serializers.IntegerField())


def told_story(story: Story) -> dict[str, Any]:
    """The ties of a row and with whom it shares the place, as they go out."""
    ties = [
        {"criterion": step.criterion, "level": list(step.level), "left": list(step.left)}
        for step in story.steps
    ]
    return {"ties": ties, "shares_with": list(story.shares_with)}


class BriefSerializer(serializers.Serializer[dict[str, Any]]):
    place = serializers.IntegerField()
    match_points = serializers.IntegerField()
    victory_points = serializers.IntegerField()
    scored = serializers.IntegerField()
    conceded = serializers.IntegerField()
    difference = serializers.IntegerField()


class ShiftSerializer(serializers.Serializer[dict[str, Any]]):
    """A line of the classifica before and after."""

    number = serializers.IntegerField()
    before = BriefSerializer()
    after = BriefSerializer()


class SharedPlaceSerializer(serializers.Serializer[dict[str, Any]]):
    place = serializers.IntegerField()
    numbers = serializers.ListField(child=serializers.IntegerField())


class ChangesSerializer(serializers.Serializer[dict[str, Any]]):
    """What a new version of a turn's classifica says of the one before: of results version `since`."""

    since = serializers.IntegerField()
    shifts = ShiftSerializer(many=True)
    resolved = SharedPlaceSerializer(many=True)
    made = SharedPlaceSerializer(many=True)
    reason = serializers.CharField(
        required=False, help_text="Why the tournament ranks otherwise, if it does."
    )
