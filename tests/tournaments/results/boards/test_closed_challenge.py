"""A challenge with the same deals at every table: while a round's boards are closed, its score waits."""

import pytest
from django.test import Client

from club.models import Club
from tests.evening import a_challenge, a_round, a_tournament, settle
from tests.pages import flat
from tournaments.models import Tournament
from tournaments.standings import builds

pytestmark = pytest.mark.django_db

WAITS = "Le smazzate del turno {} sono coperte: il confronto si vede quando il turno è concluso."


def a_duplicated_challenge(club: Club) -> Tournament:
    return a_challenge(club, 2, 2, turns=2, is_duplicated=True)


def page(client: Client, tournament: Tournament, path: str) -> str:
    return flat(client.get(f"/t/{tournament.code}/{path}").content.decode())


@pytest.mark.parametrize("path", ["", "proiettore/"])
def test_before_the_first_boards_open_no_score_is_told(client: Client, club: Club, path: str) -> None:
    tournament = a_duplicated_challenge(club)
    a_round(tournament)
    text = page(client, tournament, path)
    assert WAITS.format(1) in text
    assert "Le due squadre sono pari" not in text
    assert "con i tavoli finiti" not in text
    assert "team-figure" not in text
    assert "tavoli: 0 vinti" not in text


@pytest.mark.parametrize("path", ["", "proiettore/"])
def test_later_the_score_is_that_of_the_settled_rounds_and_says_so(
    client: Client, club: Club, path: str
) -> None:
    tournament = a_duplicated_challenge(club)
    settle(tournament, a_round(tournament))
    builds.build(tournament.pk)
    a_round(tournament, seed=2)
    text = page(client, tournament, path)
    assert WAITS.format(2) in text
    assert "team-figure" in text
    assert "con i tavoli finiti" not in text


def test_an_ordinary_challenge_waits_for_nothing(client: Client, club: Club) -> None:
    tournament = a_challenge(club, 2, 2, turns=2)
    a_round(tournament)
    text = page(client, tournament, "proiettore/")
    assert "con i tavoli finiti del turno 1" in text
    assert "sono coperte" not in text


@pytest.mark.parametrize("format_", ["danish", "mitchell"])
def test_the_interim_standings_say_that_boards_are_closed_not_that_nobody_plays(
    client: Client, club: Club, format_: str
) -> None:
    tournament = a_tournament(club, pairs=8, format=format_, turns=2, is_duplicated=True)
    a_round(tournament)
    text = page(client, tournament, "provvisoria/")
    assert "Le smazzate sono ancora coperte" in text
    assert "Non si sta giocando nessun turno" not in text


@pytest.mark.parametrize(("pairs", "best"), [(1, False), (2, True)])
def test_one_table_is_not_the_best_of_one(client: Client, club: Club, pairs: int, best: bool) -> None:
    tournament = a_challenge(club, pairs, pairs, turns=1, is_duplicated=True)
    settle(tournament, a_round(tournament))
    text = page(client, tournament, "smazzate/")
    assert "Meglio in N-S" in text
    assert ("Cognome001" in text) is best
