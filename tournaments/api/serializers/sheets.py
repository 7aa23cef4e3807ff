"""What a foglio di gara is filled with before it is printed."""

from typing import Any

from django.urls import reverse
from drf_spectacular.utils import extend_schema_field
from rest_framework import serializers

from tournaments import codes
from tournaments.api.serializers.rounds import MatchSerializer
from tournaments.models import Match, Round


class SideKeysSerializer(serializers.Serializer[dict[str, str]]):
    code = serializers.CharField(help_text="For `Authorization: Table CODE`.")
    path = serializers.CharField(help_text="Where the QR code of the sheet leads.")
    short_code = serializers.CharField(help_text="Typed on the opponents' phone in order to confirm there.")


class TableKeysSerializer(serializers.DictField):
    """The keys of each side, by its letter."""

    child = SideKeysSerializer()


class SheetSerializer(MatchSerializer):
    """A table with what lets each side enter and confirm its results."""

    keys = serializers.SerializerMethodField()

    class Meta(MatchSerializer.Meta):
        fields = [*MatchSerializer.Meta.fields, "keys"]

    @extend_schema_field(TableKeysSerializer)
    def get_keys(self, match: Match) -> dict[str, dict[str, str]]:
        return {side: self._keys(match, side) for side in match.play.sides}

    def _keys(self, match: Match, side: str) -> dict[str, str]:
        code = codes.code_of(match, side)
        path = reverse("table_by_code", args=[code])
        return {"code": code, "path": path, "short_code": codes.short_code(match, side)}


def sheets(round_: Round) -> list[dict[str, Any]]:
    """Every table of a turn from `queries.with_tables`, names whole: the sheet lies on the players' table."""
    matches = list(round_.matches.all())
    for match in matches:
        match.round = round_
    return list(SheetSerializer(matches, many=True, context={"full_names": True}).data)
