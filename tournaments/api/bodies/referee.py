"""Bodies of calls to the referee and of the catalogue of rulings."""

from rest_framework import serializers

from club.api.parsing import MOST_SMALL, StrictBody, WholeNumber
from tournaments.models import Article, RulingEffect


class CallBody(StrictBody):
    reason = serializers.CharField(max_length=120, required=False, allow_blank=True, default="")
    key = serializers.UUIDField(required=False, help_text="Made by the device.")


class ArticleBody(StrictBody):
    """A new article; `points` are for points off, and for every second warning."""

    code = serializers.CharField(max_length=20)
    title = serializers.CharField(max_length=120)
    effect = serializers.ChoiceField(choices=RulingEffect.choices)
    points = WholeNumber(min_value=0, max_value=MOST_SMALL, default=0)
    late_step = WholeNumber(
        min_value=1,
        max_value=MOST_SMALL,
        required=False,
        allow_null=True,
        help_text="1 for the first lateness, 2 for the second; null if it is not about lateness.",
    )
    late_within = serializers.ChoiceField(choices=Article.Within.choices, required=False)


class RetiredBody(StrictBody):
    retired = serializers.BooleanField()
