"""How far an evening may be, and a page's words; shared by the tests of public pages."""

from django.test import Client

from tests.evening import JURY, a_round, fill, settle
from tests.pages import words
from tournaments.evenings import lifecycle
from tournaments.models import Tournament


def nothing(tournament: Tournament) -> None:
    pass


def draft(tournament: Tournament) -> None:
    a_round(tournament, until="draft")


def published(tournament: Tournament) -> None:
    a_round(tournament, until="published")


def playing(tournament: Tournament) -> None:
    fill(a_round(tournament).matches.select_related("round__tournament").earliest("table"))


def settled(tournament: Tournament) -> None:
    settle(tournament, a_round(tournament))


def closed(tournament: Tournament) -> None:
    settled(tournament)
    lifecycle.close(tournament.pk, by=JURY)


def text_of(client: Client, address: str) -> str:
    """The words of the page, tags and white space folded."""
    response = client.get(address)
    assert response.status_code == 200
    return words(response.content.decode())
