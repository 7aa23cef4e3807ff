"""What a foglio di gara is filled with before it is printed."""

from typing import Any

from django.urls import reverse
from rest_framework import serializers

from tournaments import codes
from tournaments.api.serializers.rounds import MatchSerializer
from tournaments.models import Match, Round


class SheetSerializer(MatchSerializer):
    """A table with the code that lets its players enter results, and the path that its QR code leads to."""

    code = serializers.SerializerMethodField()
    path = serializers.SerializerMethodField()

    class Meta(MatchSerializer.Meta):
        fields = [*MatchSerializer.Meta.fields, "code", "path"]

    def get_code(self, match: Match) -> str:
        return codes.code_of(match)

    def get_path(self, match: Match) -> str:
        return reverse("table_by_code", args=[codes.code_of(match)])


def sheets(round_: Round) -> list[dict[str, Any]]:
    """Every table of a turn from `queries.with_tables`, names whole: the sheet lies on the players' table."""
    matches = list(round_.matches.all())
    for match in matches:
        match.round = round_
    return list(SheetSerializer(matches, many=True, context={"full_names": True}).data)
