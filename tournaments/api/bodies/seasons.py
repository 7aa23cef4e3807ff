"""Bodies of seasons and of the ratings' settings."""

from rest_framework import serializers

from club.api.parsing import MOST, StrictBody, WholeNumber
from tournaments.core.seasons import CRITERIA
from tournaments.models import Season
from tournaments.seasons.season_service import WEIGHTS
from tournaments.web.forms.season import MOST_EVENINGS, MOST_PLACES, MOST_POINTS


class SeasonRulesBody(StrictBody):
    """The rules of a season; fields that are left out stay as they are, or as usual in a new one."""

    name = serializers.CharField(max_length=120, required=False)
    from_day = serializers.DateField(required=False)
    to_day = serializers.DateField(required=False)
    ranks = serializers.ChoiceField(choices=Season.Ranks.choices, required=False)
    counted_by = serializers.ChoiceField(choices=Season.CountedBy.choices, required=False)
    place_points = serializers.ListField(
        child=WholeNumber(min_value=0, max_value=MOST_POINTS),
        max_length=MOST_PLACES,
        required=False,
        help_text="The points of the first places, from the first.",
    )
    presence_points = WholeNumber(
        min_value=0, max_value=MOST_POINTS, required=False, help_text="The points of all other places."
    )
    best_of = WholeNumber(
        min_value=1,
        max_value=MOST_EVENINGS,
        required=False,
        allow_null=True,
        help_text="How many results count; null counts all.",
    )
    min_evenings = WholeNumber(min_value=1, max_value=MOST_EVENINGS, required=False)
    criteria = serializers.ListField(
        child=serializers.CharField(max_length=30),
        max_length=3,
        required=False,
        help_text=f"What decides between equals, in order: {', '.join(CRITERIA)}.",
    )
    among = serializers.ChoiceField(choices=Season.Among.choices, required=False)
    shares_evenings = serializers.BooleanField(
        required=False, help_text="Whether it takes evenings that count for another season too."
    )
    qualifiers = WholeNumber(min_value=2, max_value=200, required=False)


class SeasonBody(SeasonRulesBody):
    """A new season; with `all_evenings`, all evenings of its dates that count for no other season count."""

    name = serializers.CharField(max_length=120)
    from_day = serializers.DateField()
    to_day = serializers.DateField()
    all_evenings = serializers.BooleanField(default=False)
    key = serializers.UUIDField(
        required=False, help_text="Made by the device; repeating it returns the season that it made."
    )


class ChangedSeasonBody(SeasonRulesBody):
    """Fields that are left out stay as they are; `evenings` are all evenings that count from now on."""

    evenings = serializers.DictField(
        child=WholeNumber(min_value=WEIGHTS[0], max_value=WEIGHTS[-1]),
        required=False,
        help_text="How much each evening counts, by its code.",
    )
    version = WholeNumber(min_value=1, max_value=MOST, required=False)


class FinalBody(StrictBody):
    """The final of a season."""

    name = serializers.CharField(max_length=120)
    date = serializers.DateField()
    version = WholeNumber(min_value=1, max_value=MOST, required=False)


class RatingRulesBody(StrictBody):
    """How many matches make a rating definitive, and after how many days a player counts as inactive."""

    inactive_days = WholeNumber(min_value=1, max_value=3650)
    provisional_matches = WholeNumber(min_value=1, max_value=500)
    version = WholeNumber(min_value=0, max_value=MOST, help_text="The version that was read.")
