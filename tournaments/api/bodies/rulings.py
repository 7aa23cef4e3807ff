"""What a referee's program sends: a ruling, its taking back, a substitution, a time-out."""

from typing import Any

from rest_framework import serializers

from tournaments.api.bodies.entries import PlayerBody
from tournaments.api.bodies.strict import MOST, StrictBody, WholeNumber
from tournaments.rulings import MOST_ASSIGNED
from tournaments.time_outs import MOST_IN_ALL, MOST_MINUTES


class AssignedBody(StrictBody):
    """Both sides' points of an assigned score."""

    A = WholeNumber(min_value=0, max_value=MOST_ASSIGNED)
    B = WholeNumber(min_value=0, max_value=MOST_ASSIGNED)


class AskedRulingBody(StrictBody):
    """A ruling by its article in the club's catalogue; on a smazzata or with points where its effect asks."""

    article = serializers.CharField(max_length=20, help_text="The code of the article in the catalogue.")
    side = serializers.ChoiceField(choices=("A", "B"))
    deal = WholeNumber(min_value=1, max_value=MOST, required=False)
    assigned = AssignedBody(required=False)


class RulingBody(AskedRulingBody):
    reason = serializers.CharField(max_length=300)


class ReasonQuery(serializers.Serializer[Any]):
    """What comes in the address of a DELETE, which has no body."""

    reason = serializers.CharField(max_length=300)


class SubstitutionBody(StrictBody):
    """Who leaves the seat, and who takes it: one of the club's people, or a new guest."""

    position = serializers.ChoiceField(choices=("N", "E", "S", "W"))
    player = PlayerBody()
    reason = serializers.CharField(max_length=300)


class TimeOutBody(StrictBody):
    """More time, on the extra minutes that the asker saw: sent twice is once."""

    minutes = WholeNumber(min_value=1, max_value=MOST_MINUTES)
    seen = WholeNumber(min_value=0, max_value=MOST_IN_ALL, help_text="The `extra_minutes` shown.")
