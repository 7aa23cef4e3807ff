from rest_framework import serializers

from tournaments.api.serializers import names
from tournaments.models import Entry


class EntrySerializer(serializers.ModelSerializer[Entry]):
    """A coppia with its number; needs `players__person` prefetched."""

    name = serializers.SerializerMethodField()
    players = serializers.SerializerMethodField()
    present = serializers.SerializerMethodField()
    withdrawn = serializers.SerializerMethodField()

    class Meta:
        model = Entry
        fields = ["number", "name", "players", "present", "withdrawn", "fixed_table"]

    def get_name(self, entry: Entry) -> str:
        return names.pair((player.person for player in entry.players.all()), self.context)

    def get_players(self, entry: Entry) -> list[str]:
        return [names.shown(player.person, self.context) for player in entry.players.all()]

    def get_present(self, entry: Entry) -> bool:
        return entry.checked_in_at is not None

    def get_withdrawn(self, entry: Entry) -> bool:
        return entry.withdrawn_at is not None
