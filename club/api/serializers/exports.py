"""Lists to download, and the archive of a handover."""

from typing import Any

from rest_framework import serializers

from club.models import Handover


class ListSerializer(serializers.Serializer[Any]):
    """A list to download, with one address for each format."""

    name = serializers.CharField()
    title = serializers.CharField(source="list.title")
    about = serializers.CharField(source="list.about")
    urls = serializers.ListField(child=serializers.CharField())


class HandoverSerializer(serializers.Serializer[Any]):
    """The archive of a club: running, ready or failed. It is deleted after an hour."""

    state = serializers.ChoiceField(choices=Handover.State.choices, source="handover.state")
    asked_at = serializers.DateTimeField(source="handover.asked_at")
    made_at = serializers.DateTimeField(source="handover.made_at", allow_null=True)
    trouble = serializers.CharField(source="handover.trouble", help_text="Why it failed, or empty.")
    is_mine = serializers.BooleanField(help_text="Only the officer who requested it may download it.")
    done = serializers.IntegerField(source="progress.done")
    total = serializers.IntegerField(source="progress.total", help_text="0 while it is unknown.")
    suggestion = serializers.CharField(help_text="A passphrase that nobody guesses.")
