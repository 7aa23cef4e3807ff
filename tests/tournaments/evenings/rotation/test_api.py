"""A program runs an individual rotation: players entered one by one, sides of two entries, rulings on one."""

from typing import Any

import pytest

from club.models import Club
from tests.evening import a_club, four_people
from tests.tournaments.api.conftest import device_of
from tests.tournaments.evenings.rotation.evening import a_rotation, playing, sides_of, tables
from tournaments.models import Article, Ruling, Tournament
from tournaments.results import catalogue

GUEST = {"last_name": "Zanasi", "first_name": "Olga"}


@pytest.fixture
def club(db: None) -> Club:
    club = a_club()
    catalogue.adopt_base_catalogue(club)
    return club


@pytest.fixture
def device(club: Club) -> Any:
    return device_of(four_people(club).organiser)


def at(tournament: Tournament, rest: str = "") -> str:
    return f"/api/v1/tournaments/{tournament.code}/{rest}"


def test_a_rotation_is_made_and_its_players_are_entered_one_by_one(club: Club, device: Any) -> None:
    body = {"name": "Tutti con tutti", "date": "2026-11-21", "format": "rotation"}
    made = device.post(f"/api/v1/clubs/{club.slug}/tournaments/", body, format="json")
    assert made.status_code == 201, made.json()
    told = made.json()
    assert (told["format"], told["format_name"], told["entry_size"]) == (
        "rotation",
        "rotazione individuale",
        1,
    )
    where = f"/api/v1/tournaments/{told['code']}/entries/"
    entered = device.post(where, {"players": [GUEST]}, format="json")
    assert (entered.status_code, entered.json()["name"]) == (201, "Zanasi Olga")
    refused = device.post(where, {"players": [GUEST, {**GUEST, "first_name": "Ugo"}]}, format="json")
    assert (refused.status_code, refused.json()["code"]) == (422, "pair-size")
    assert refused.json()["detail"] == "Qui ognuno gioca da solo: scrivi un nome."
    missing = device.get(f"{where}7/")
    assert missing.json()["detail"] == "In questo torneo non c'è il giocatore 7."


def test_a_game_of_single_players_takes_one_player_an_entry_too(club: Club, device: Any) -> None:
    body = {"name": "Da soli", "date": "2026-11-21", "game": "mattazza"}
    code = device.post(f"/api/v1/clubs/{club.slug}/tournaments/", body, format="json").json()["code"]
    entered = device.post(f"/api/v1/tournaments/{code}/entries/", {"players": [GUEST]}, format="json")
    assert entered.status_code == 201


def test_a_side_has_two_entries_and_each_seat_its_own(club: Club, device: Any) -> None:
    tournament = a_rotation(club, 8)
    round_ = playing(tournament)
    told = device.get(at(tournament, "rounds/1/")).json()
    for match, table in zip(tables(round_), told["tables"], strict=True):
        sides = sides_of(match)
        assert {side: each["entries"] for side, each in table["sides"].items()} == sides
        assert [seat["position"] for seat in table["seats"]] == ["N", "E", "S", "W"]
        assert {seat["entry"] for seat in table["seats"]} == {*sides["A"], *sides["B"]}
        assert table["reason"] == "compagni e avversari nuovi per tutti"


def test_a_ruling_names_the_player_where_it_is_on_one(club: Club, device: Any) -> None:
    tournament = a_rotation(club, 8)
    match = tables(playing(tournament))[0]
    code = Article.objects.filter(effect="points-off", late_step=None)[0].code
    where = at(tournament, f"rounds/1/tables/{match.table}/rulings/")
    asked = {"article": code, "side": "B", "reason": "Ha disturbato"}
    refused = device.post(where, asked, format="json")
    assert (refused.status_code, refused.json()["code"]) == (422, "player-missing")
    number = sides_of(match)["B"][1]
    seen = device.post(f"{where}preview/", {"article": code, "side": "B", "entry": number}, format="json")
    assert seen.status_code == 200
    given = device.post(where, {**asked, "entry": number}, format="json")
    assert (given.status_code, given.json()["entry"]) == (201, number)
    elsewhere = device.post(where, {**asked, "entry": sides_of(match)["A"][0]}, format="json")
    assert (elsewhere.status_code, elsewhere.json()["code"]) == (422, "entry-elsewhere")
    assert Ruling.objects.count() == 1
