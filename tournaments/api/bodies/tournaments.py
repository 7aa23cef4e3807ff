from django.utils.translation import gettext as _
from rest_framework import serializers

from scoring import GAMES
from tournaments.api.bodies.formats import FormatBody
from tournaments.api.bodies.strict import MOST, StrictBody, WholeNumber
from tournaments.api.hours import HourField
from tournaments.models import Tournament
from tournaments.standings import CRITERIA

PLAYABLE = [(game.key, game.name) for game in GAMES.values()]


class ChangedTournamentBody(FormatBody):
    """What is left out stays as it is; `version` is the one the device saw."""

    name = serializers.CharField(max_length=120, required=False)
    game = serializers.ChoiceField(choices=PLAYABLE, required=False)
    format = serializers.ChoiceField(choices=Tournament.Format.choices, required=False)
    date = serializers.DateField(required=False)
    starts_at = HourField(required=False, allow_null=True)
    venue = serializers.CharField(max_length=120, required=False, allow_blank=True)
    turns = WholeNumber(min_value=1, max_value=30, required=False)
    turn_minutes = WholeNumber(min_value=5, max_value=600, required=False)
    tables_available = WholeNumber(min_value=1, max_value=999, required=False, allow_null=True)
    rematches = serializers.ChoiceField(choices=Tournament.Rematches.choices, required=False)
    house_rule = serializers.ChoiceField(choices=Tournament.HouseRule.choices, required=False)
    target = WholeNumber(
        min_value=1, max_value=MOST, required=False, allow_null=True, help_text="Points that end a match."
    )
    agreement = serializers.ChoiceField(
        choices=Tournament.Agreement.choices, required=False, allow_blank=True, help_text="Of Mattazza."
    )
    deals_a_turn = WholeNumber(
        min_value=1,
        max_value=30,
        required=False,
        allow_null=True,
        help_text="Where every deal is a match by itself, as at Terziglio.",
    )
    bye_policy = serializers.ChoiceField(choices=Tournament.ByePolicy.choices, required=False)
    confirmation = serializers.BooleanField(required=False)
    version = WholeNumber(min_value=1, max_value=MOST, required=False)


class TournamentBody(FormatBody):
    """A new tournament; what is left out takes the Accademia's defaults."""

    name = serializers.CharField(max_length=120)
    date = serializers.DateField()
    starts_at = HourField(required=False, allow_null=True)
    venue = serializers.CharField(max_length=120, required=False, allow_blank=True)
    game = serializers.ChoiceField(choices=PLAYABLE, required=False)
    format = serializers.ChoiceField(choices=Tournament.Format.choices, required=False)
    turns = WholeNumber(min_value=1, max_value=30, required=False)
    turn_minutes = WholeNumber(min_value=5, max_value=600, required=False)
    tables_available = WholeNumber(min_value=1, max_value=999, required=False, allow_null=True)
    rematches = serializers.ChoiceField(choices=Tournament.Rematches.choices, required=False)
    house_rule = serializers.ChoiceField(choices=Tournament.HouseRule.choices, required=False)
    target = WholeNumber(
        min_value=1, max_value=MOST, required=False, allow_null=True, help_text="Points that end a match."
    )
    agreement = serializers.ChoiceField(
        choices=Tournament.Agreement.choices, required=False, allow_blank=True, help_text="Of Mattazza."
    )
    deals_a_turn = WholeNumber(
        min_value=1,
        max_value=30,
        required=False,
        allow_null=True,
        help_text="Where every deal is a match by itself, as at Terziglio.",
    )
    bye_policy = serializers.ChoiceField(choices=Tournament.ByePolicy.choices, required=False)
    confirmation = serializers.BooleanField(required=False)
    criteria = serializers.ListField(
        child=serializers.ChoiceField(choices=list(CRITERIA)),
        min_length=1,
        required=False,
        help_text="Criteria of the classifica, in the order in which they decide.",
    )
    match_scale = serializers.ChoiceField(choices=Tournament.MatchScale.choices, required=False)
    victory_thresholds = serializers.ListField(
        child=WholeNumber(min_value=1, max_value=MOST),
        min_length=1,
        required=False,
        help_text="Margins from which the table of punti vittoria gives one more, in order.",
    )

    def validate_criteria(self, criteria: list[str]) -> list[str]:
        if len(set(criteria)) < len(criteria):
            raise serializers.ValidationError(_("Un criterio compare due volte: toglilo."))
        return criteria


class ReopeningBody(StrictBody):
    reason = serializers.CharField(max_length=300)
