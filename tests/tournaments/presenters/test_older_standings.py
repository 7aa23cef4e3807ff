"""Standings stored by the first versions are shown: their rounds say nothing of forfeits, penalties and
assigned scores, and no rules, digest or changes stand beside them."""

import pytest
from django.test import Client

from club.models import Club
from tests.evening import a_round, a_tournament, settle
from tournaments.models import Snapshot, Tournament
from tournaments.standings import builds

pytestmark = pytest.mark.django_db


@pytest.fixture
def older(club: Club) -> Tournament:
    """An evening of one round with its standings as version 0.1 of the 21st of November 2026 stored them."""
    tournament = a_tournament(club)
    settle(tournament, a_round(tournament))
    builds.build(tournament.pk)
    snapshot = Snapshot.objects.get(tournament=tournament)
    for row in snapshot.rows:
        for line in row["per_turn"]:
            del line["forfeited"], line["penalty"], line["assigned"]
    snapshot.rules, snapshot.digest, snapshot.changes = None, "", None
    snapshot.save()
    return tournament


@pytest.mark.parametrize(
    "page",
    [
        *["t/{code}/", "t/{code}/coppie/1/", "t/{code}/coppie/1/contro/2/", "t/{code}/classifica.pdf"],
        *["api/v1/tournaments/{code}/standings/"],
    ],
)
def test_every_page_of_it_opens(client: Client, older: Tournament, page: str):
    assert client.get("/" + page.format(code=older.code)).status_code == 200
