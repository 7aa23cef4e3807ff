"""Bodies of the referee's acts: calls, rulings and their catalogue, substitutions, the clock."""

from rest_framework import serializers

from club.api.parsing import MOST, MOST_SMALL, StrictBody, WholeNumber
from tournaments.api.bodies.tables import SIDES
from tournaments.api.bodies.tournaments import PlayerBody
from tournaments.models import Article, RulingEffect
from tournaments.presenters.tables import POSITIONS
from tournaments.results.rulings import MOST_ASSIGNED
from tournaments.rounds.time_outs import MOST_IN_ALL, MOST_MINUTES


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


class AskedRulingBody(StrictBody):
    """A ruling by its article in the club's catalogue; with deal or points where its effect needs them."""

    article = serializers.CharField(max_length=20, help_text="The code of the article in the catalogue.")
    side = serializers.ChoiceField(choices=SIDES)
    entry = WholeNumber(
        min_value=1,
        max_value=MOST_SMALL,
        required=False,
        help_text="In an individual rotation, one of the two entries on the side; needed for a warning, "
        "points off and an expulsion.",
    )
    deal = WholeNumber(min_value=1, max_value=MOST, required=False)
    assigned = serializers.DictField(
        child=WholeNumber(min_value=-MOST_ASSIGNED, max_value=MOST_ASSIGNED),
        required=False,
        help_text="Every side's points, by its letter.",
    )


class RulingBody(AskedRulingBody):
    reason = serializers.CharField(max_length=300)


class SubstitutionBody(StrictBody):
    """The seat that a player leaves, and the substitute: one of the club's people, or a new guest."""

    position = serializers.ChoiceField(choices=POSITIONS)
    player = PlayerBody()
    reason = serializers.CharField(max_length=300)


class TimeOverBody(StrictBody):
    """The last deal that counts, if the clock ends the match; null lets play continue."""

    last_deal = WholeNumber(min_value=1, max_value=MOST_SMALL, allow_null=True)
    seen = WholeNumber(
        min_value=1,
        max_value=MOST_SMALL,
        allow_null=True,
        help_text="The `last_deal` that was read; 409 if it has changed since.",
    )


class TimeOutBody(StrictBody):
    """More minutes for a round, added to the extra minutes that the sender saw. Idempotent by `seen`."""

    minutes = WholeNumber(min_value=1, max_value=MOST_MINUTES)
    seen = WholeNumber(min_value=0, max_value=MOST_IN_ALL, help_text="The `extra_minutes` that were read.")
