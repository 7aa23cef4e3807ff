"""What a referee's program sends: a ruling, its taking back, a substitution, a time-out."""

from typing import Any

from rest_framework import serializers

from tournaments.api.bodies.deals import SIDES
from tournaments.api.bodies.entries import PlayerBody
from tournaments.api.bodies.strict import MOST, MOST_SMALL, StrictBody, WholeNumber
from tournaments.api.serializers.rounds import POSITIONS
from tournaments.rulings import MOST_ASSIGNED
from tournaments.time_outs import MOST_IN_ALL, MOST_MINUTES


class AskedRulingBody(StrictBody):
    """A ruling by its article in the club's catalogue; on a smazzata or with points where its effect asks."""

    article = serializers.CharField(max_length=20, help_text="The code of the article in the catalogue.")
    side = serializers.ChoiceField(choices=SIDES)
    entry = WholeNumber(
        min_value=1,
        max_value=MOST_SMALL,
        required=False,
        help_text="Which of the two entries on the side, in an individual rotation; "
        "a warning, points off and an expulsion need it there.",
    )
    deal = WholeNumber(min_value=1, max_value=MOST, required=False)
    assigned = serializers.DictField(
        child=WholeNumber(min_value=-MOST_ASSIGNED, max_value=MOST_ASSIGNED),
        required=False,
        help_text="Every side's points, by its letter.",
    )


class RulingBody(AskedRulingBody):
    reason = serializers.CharField(max_length=300)


class ReasonQuery(serializers.Serializer[Any]):
    """What comes in the address of a DELETE, which has no body."""

    reason = serializers.CharField(max_length=300)


class SubstitutionBody(StrictBody):
    """Who leaves the seat, and who takes it: one of the club's people, or a new guest."""

    position = serializers.ChoiceField(choices=POSITIONS)
    player = PlayerBody()
    reason = serializers.CharField(max_length=300)


class TimeOutBody(StrictBody):
    """More time, on the extra minutes that the asker saw: sent twice is once."""

    minutes = WholeNumber(min_value=1, max_value=MOST_MINUTES)
    seen = WholeNumber(min_value=0, max_value=MOST_IN_ALL, help_text="The `extra_minutes` shown.")
