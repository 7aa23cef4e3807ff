"""What the entry of an evening code does now, in the API."""

from rest_framework import serializers

from tournaments.models import Entry
from tournaments.presenters.evening_now import evening_now
from tournaments.results import evening_codes


class EveningNowSerializer(serializers.Serializer[dict[str, object]]):
    """What the entry of an evening code does now."""

    tournament = serializers.CharField(help_text="The tournament's code.")
    entry = serializers.IntegerField(help_text="The entry's number.")
    moment = serializers.ChoiceField(
        choices=("entered", "absent", "table", "bye", "idle", "waiting", "end"),
        help_text="`absent`: not checked in; `idle`: no table in this round; `waiting`: for the next one.",
    )
    turn = serializers.IntegerField(allow_null=True, help_text="The newest announced round.")
    table = serializers.IntegerField(allow_null=True, help_text="Its table, until the round is settled.")
    side = serializers.CharField(allow_null=True, help_text="The side on which it sits there.")
    place = serializers.IntegerField(allow_null=True, help_text="In the newest standings.")
    version = serializers.CharField(help_text="Changes with all of this.")


def now_data(entry: Entry) -> dict[str, object]:
    """What `entry`, with its tournament and club, does now."""
    now = evening_now(entry)
    return {
        "tournament": entry.tournament.code,
        "entry": entry.number,
        "moment": now.moment,
        "turn": now.turn,
        "table": now.match.table if now.match else None,
        "side": evening_codes.side_of(entry, now.match) if now.match else None,
        "place": now.row["place"] if now.row else None,
        "version": now.version,
    }
