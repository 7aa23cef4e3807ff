from rest_framework import serializers

from tournaments.models import LogEntry
from tournaments.wording import act_sentence


class LogEntrySerializer(serializers.ModelSerializer[LogEntry]):
    """One act: who, what in words, from what to what, and the hash that chains it to the one before."""

    sentence = serializers.SerializerMethodField()
    subject = serializers.DictField(read_only=True, help_text="The turn, table, deal or entry it is about.")

    class Meta:
        model = LogEntry
        fields = [
            "number",
            "at",
            "actor_name",
            "act",
            "sentence",
            "subject",
            "before",
            "after",
            "reason",
            "previous_hash",
            "hash",
        ]

    def get_sentence(self, entry: LogEntry) -> str:
        return act_sentence(entry.act, entry.subject, single=entry.tournament.entry_size == 1)
