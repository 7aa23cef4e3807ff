"""The head of a tournament's log, for other programs to keep."""

from typing import Any

from rest_framework import serializers

from club.history.head_signing import public_key
from club.history.heads import Head
from tournaments.api.serializers.standings import StandingsSerializer


class HeadSerializer(serializers.Serializer[Head]):
    """The last entry of a log. Kept elsewhere, it shows later whether the log was written again."""

    log = serializers.CharField(help_text='"tournament/" and the code.')
    number = serializers.IntegerField()
    hash = serializers.CharField()
    signature = serializers.CharField(
        help_text="Ed25519 over `log number hash`, with spaces between; empty without a key."
    )
    public_key = serializers.SerializerMethodField()

    def get_public_key(self, _head: Head) -> str:
        return public_key()


class StandingsWithHeadSerializer(StandingsSerializer):
    """The standings, with the head of the log as it is now."""

    log_head = HeadSerializer(read_only=True)

    def to_representation(self, given: Any) -> Any:
        shown = super().to_representation(given)
        return {**shown, "log_head": HeadSerializer(self.context["log_head"]).data}
