from typing import Any

from rest_framework import serializers

from tournaments.api.bodies.strict import MOST_SMALL


class TurnQuery(serializers.Serializer[Any]):
    turn = serializers.IntegerField(min_value=1, max_value=MOST_SMALL, required=False)
