from typing import Any

from rest_framework import serializers

from tournaments.api.serializers import names
from tournaments.models import Entry


class EntrySerializer(serializers.ModelSerializer[Entry]):
    """A coppia with its number; needs `players__person` prefetched."""

    name = serializers.CharField(read_only=True)
    players = serializers.ListField(child=serializers.CharField(), read_only=True)
    present = serializers.BooleanField(read_only=True)
    withdrawn = serializers.BooleanField(read_only=True)

    class Meta:
        model = Entry
        fields = ["number", "name", "players", "present", "withdrawn", "fixed_table", "seed", "circle"]

    def to_representation(self, entry: Entry) -> dict[str, Any]:
        """The fields above, written out: every classifica asks for every entry."""
        players = [player.person for player in entry.players.all()]
        return {
            "number": entry.number,
            "name": names.pair(players, self.context, entry.number),
            "players": [names.shown(person, self.context, entry.number) for person in players],
            "present": entry.checked_in_at is not None,
            "withdrawn": entry.withdrawn_at is not None,
            # A wish of who cannot move: nobody else's business.
            "fixed_table": entry.fixed_table if self.context.get("full_names") else None,
            "seed": entry.seed,
            "circle": entry.circle,
        }
