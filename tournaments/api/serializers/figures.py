"""Points of a deal and of a table, side by side: A and B where two pairs play, else as many as there are."""

from typing import Any

from rest_framework import serializers


class SidePointsSerializer(serializers.DictField):
    """Points of each side, by its letter."""

    child = serializers.IntegerField()


class SideFiguresSerializer(serializers.DictField):
    """One side's points by the game's figures, with their `total`; what was not written is null."""

    child = serializers.IntegerField(allow_null=True)


class FiguresSerializer(serializers.DictField):
    """The figures of each side, by its letter."""

    child = SideFiguresSerializer()


class TableSideSerializer(serializers.Serializer[dict[str, Any]]):
    """Who sits on one side: the entries by number, and their names on one line."""

    entries = serializers.ListField(child=serializers.IntegerField())
    name = serializers.CharField()
    heading = serializers.CharField(help_text="N-S, E-O, or the chair of who plays alone.")
    points = serializers.IntegerField(help_text="So far.")


class TableSidesSerializer(serializers.DictField):
    """Who sits on each side, by its letter."""

    child = TableSideSerializer()
