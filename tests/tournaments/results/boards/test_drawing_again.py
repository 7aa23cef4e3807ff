"""A duplicated round that is drawn again has the same boards, and the page says so."""

import pytest
from django.test import Client
from django.urls import reverse

from club.models import Club, RoleKind
from tests.evening import JURY, a_club, a_round, a_tournament, an_officer, signed_in
from tournaments.models import Tournament
from tournaments.results.boards import sets_of
from tournaments.rounds import rounds

pytestmark = pytest.mark.django_db
SAID = "Le smazzate restano le stesse"


def asked(club: Club, tournament: Tournament, name: str) -> str:
    client: Client = signed_in(an_officer(club, RoleKind.ORGANISER))
    return client.get(reverse(name, args=[tournament.code, 1])).content.decode()


@pytest.mark.parametrize(
    ("name", "until"), [("redraw", "draft"), ("discard", "draft"), ("discard", "published")]
)
def test_the_question_says_that_the_boards_stay(name: str, until: str) -> None:
    club = a_club()
    tournament = a_tournament(club, is_duplicated=True)
    a_round(tournament, until=until)
    assert SAID in asked(club, tournament, name)


def test_of_an_ordinary_round_it_says_nothing() -> None:
    club = a_club()
    tournament = a_tournament(club)
    a_round(tournament, until="draft")
    assert SAID not in asked(club, tournament, "redraw")


def test_they_do_stay() -> None:
    tournament = a_tournament(a_club(), is_duplicated=True)
    a_round(tournament, until="draft")
    before, seed = [each.boards for each in sets_of(tournament)], tournament.boards_seed
    rounds.redraw(tournament.pk, 1, by=JURY)
    tournament.refresh_from_db()
    assert ([each.boards for each in sets_of(tournament)], tournament.boards_seed) == (before, seed)
