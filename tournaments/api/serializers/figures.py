"""Points of a deal and of a table, side by side."""

from typing import Any

from rest_framework import serializers


class SidePointsSerializer(serializers.Serializer[dict[str, int]]):
    """Points of each side."""

    A = serializers.IntegerField()
    B = serializers.IntegerField()


class SideFiguresSerializer(serializers.Serializer[dict[str, Any]]):
    """One side's points; what was not written is null."""

    sequences = serializers.IntegerField(allow_null=True)
    cricche = serializers.IntegerField(allow_null=True)
    card_points = serializers.IntegerField(allow_null=True)
    last_trick = serializers.IntegerField()
    declarations = serializers.IntegerField()
    total = serializers.IntegerField()


class FiguresSerializer(serializers.Serializer[dict[str, Any]]):
    A = SideFiguresSerializer()
    B = SideFiguresSerializer()


class TableSideSerializer(serializers.Serializer[dict[str, Any]]):
    """Who sits on one side: the entries by number, and their names on one line."""

    entries = serializers.ListField(child=serializers.IntegerField())
    name = serializers.CharField()


class TableSidesSerializer(serializers.Serializer[dict[str, Any]]):
    A = TableSideSerializer()
    B = TableSideSerializer()
