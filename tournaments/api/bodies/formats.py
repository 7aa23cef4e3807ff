"""How an evening is drawn, as a new tournament and a changed one may say it."""

from rest_framework import serializers

from tournaments.api.bodies.strict import StrictBody, WholeNumber
from tournaments.models import Tournament

MOST_GROUPS = 64


class FormatBody(StrictBody):
    """The format and its settings; those which the format does not know change nothing."""

    format = serializers.ChoiceField(choices=Tournament.Format.choices, required=False)
    groups = WholeNumber(min_value=1, max_value=MOST_GROUPS, required=False, help_text="Gironi.")
    is_double = serializers.BooleanField(required=False, help_text="Whether gironi are played twice.")
    qualifiers = WholeNumber(
        min_value=1,
        max_value=MOST_GROUPS,
        required=False,
        help_text="How many of each girone come to the final.",
    )
    third_place = serializers.BooleanField(required=False, help_text="Whether the third place is played for.")
    sections = WholeNumber(min_value=1, max_value=MOST_GROUPS, required=False, help_text="Of a Mitchell.")
    even_way = serializers.ChoiceField(
        choices=Tournament.EvenWay.choices,
        required=False,
        help_text="Of a Mitchell with an even number of tables.",
    )
    first_turn = serializers.ChoiceField(choices=Tournament.FirstTurn.choices, required=False)
    circles_apart = serializers.BooleanField(
        required=False, help_text="Whether pairs of one circolo do not meet in turn 1, where that can be."
    )
