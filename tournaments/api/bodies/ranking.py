from rest_framework import serializers

from tournaments.api.bodies.strict import MOST, StrictBody, WholeNumber
from tournaments.models import Tournament
from tournaments.standings import CRITERIA, PRESETS


class RankingBody(StrictBody):
    """How the classifica is to be made; what is left out stays as it is."""

    preset = serializers.ChoiceField(
        choices=list(PRESETS), required=False, help_text="Its criteria, instead of `criteria`."
    )
    criteria = serializers.ListField(
        child=serializers.ChoiceField(choices=list(CRITERIA)),
        min_length=1,
        required=False,
        help_text="In the order in which they decide.",
    )
    match_scale = serializers.ChoiceField(choices=Tournament.MatchScale.choices, required=False)
    victory_thresholds = serializers.ListField(
        child=WholeNumber(min_value=1, max_value=MOST), min_length=1, required=False
    )
    bye_policy = serializers.ChoiceField(choices=Tournament.ByePolicy.choices, required=False)
    version = WholeNumber(min_value=1, max_value=MOST, required=False)
    reason = serializers.CharField(
        max_length=300, required=False, allow_blank=True, help_text="Needed once a turn is settled."
    )
