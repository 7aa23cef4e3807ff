"""Seasons written by programs, and what everybody reads of players across evenings."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any
from uuid import uuid4

import pytest
from rest_framework.test import APIClient

from club.models import Club, Person, RoleKind
from tests.evening import a_club, an_officer
from tests.once import once_a_module
from tests.tournaments.api.conftest import device_of
from tests.tournaments.seasons.evenings import an_evening, some_people
from tournaments.models import Tournament

pytestmark = pytest.mark.django_db


@dataclass(frozen=True)
class Scene:
    club: Club
    evening: Tournament
    people: list[Person]
    organiser: APIClient
    owner: APIClient
    treasurer: APIClient

    @property
    def at(self) -> str:
        return f"/api/v1/clubs/{self.club.slug}"


def a_scene() -> Scene:
    club = a_club()
    people = some_people(club)
    evening = an_evening(club, people)
    kinds = (RoleKind.ORGANISER, RoleKind.OWNER, RoleKind.TREASURER)
    devices = [device_of(an_officer(club, kind)) for kind in kinds]
    return Scene(club, evening, people, *devices)


made = once_a_module(a_scene)


@pytest.fixture
def scene(made: Callable[[], Scene], db: None) -> Scene:
    return made()


def sent(client: APIClient, method: str, where: str, body: object = None) -> Any:
    return getattr(client, method)(where, body, format="json")


SEASON = {"name": "Sociale", "from_day": "2026-09-01", "to_day": "2027-06-30", "all_evenings": True}


def test_a_season_is_made_changed_and_ended_by_a_final(scene: Scene) -> None:
    body = {**SEASON, "key": str(uuid4())}
    first, second = (sent(scene.organiser, "post", f"{scene.at}/seasons/", body) for _time in range(2))
    assert (first.status_code, first.json()) == (201, second.json())
    where = f"{scene.at}/seasons/{first.json()['id']}/"
    assert len(scene.organiser.get(where).json()["evenings"]) == 1
    wanted = {"qualifiers": 4, "evenings": {scene.evening.code: 2}, "version": first.json()["version"]}
    changed = sent(scene.organiser, "patch", where, wanted)
    assert changed.json()["qualifiers"] == 4
    assert scene.organiser.get(where).json()["evenings"][0]["weight"] == 2
    outdated = sent(scene.organiser, "patch", where, {**wanted, "qualifiers": 5})
    assert (outdated.status_code, outdated.json()["code"]) == (409, "season-changed")
    final = sent(scene.organiser, "post", f"{where}final/", {"name": "Finale", "date": "2027-06-30"})
    assert (final.status_code, final.json()["name"]) == (201, "Finale")
    twice = sent(scene.organiser, "post", f"{where}final/", {"name": "Finale", "date": "2027-06-30"})
    assert twice.json()["code"] == "final-made"


@pytest.mark.parametrize(
    ("fields", "status"),
    [
        ({"to_day": "2026-01-01"}, 422),
        ({"criteria": ["luck"]}, 422),
        ({"qualifiers": 1}, 400),
        ({"x": 1}, 400),
    ],
)
def test_impossible_rules_make_no_season(scene: Scene, fields: dict[str, object], status: int) -> None:
    refused = sent(scene.organiser, "post", f"{scene.at}/seasons/", {**SEASON, **fields})
    assert refused.status_code == status
    assert not scene.club.seasons.exists()


def test_only_the_owner_deletes_a_season_and_says_why(scene: Scene) -> None:
    made = sent(scene.organiser, "post", f"{scene.at}/seasons/", SEASON).json()
    where = f"{scene.at}/seasons/{made['id']}/"
    assert scene.organiser.delete(f"{where}?reason=doppia").status_code == 403
    assert scene.owner.delete(where).status_code == 400
    assert scene.owner.delete(f"{where}?reason=doppia").status_code == 204
    assert scene.organiser.get(where).status_code == 404


def test_entries_are_seeded_from_a_season(scene: Scene) -> None:
    season = sent(scene.organiser, "post", f"{scene.at}/seasons/", SEASON).json()
    next_one = an_evening(scene.club, scene.people, turns=0, first_turn="seed")
    where = f"/api/v1/tournaments/{next_one.code}/entries/seed-from-season/"
    seeded = sent(scene.organiser, "post", where, {"season": season["id"]}).json()
    assert sorted(entry["seed"] for entry in seeded) == [1, 2, 3, 4]


def test_the_rules_of_ratings_are_changed_by_their_version(scene: Scene) -> None:
    where = f"{scene.at}/ratings/rules/"
    rules = scene.organiser.get(where).json()
    wanted = {**rules, "provisional_matches": 12}
    assert sent(scene.organiser, "put", where, wanted).json()["provisional_matches"] == 12
    assert sent(scene.organiser, "put", where, wanted).status_code == 409


def test_an_objection_takes_a_player_out_of_the_ratings(scene: Scene) -> None:
    where = f"{scene.at}/players/{scene.people[0].pk}/rating-objection/"
    assert sent(scene.treasurer, "put", where, {"objects": True}).json() == {"objects": True}
    scene.people[0].refresh_from_db()
    assert scene.people[0].rating_refused_on is not None


def test_players_are_found_by_public_names_and_show_what_they_played(scene: Scene) -> None:
    found = APIClient().get(f"{scene.at}/players/?letters=socio1").json()
    assert [each["person"] for each in found] == [scene.people[0].pk]
    assert APIClient().get(f"{scene.at}/players/?letters=socio4").json() == [], "asked not to be named"
    player = APIClient().get(f"{scene.at}/players/{scene.people[0].pk}/").json()
    assert [each["tournament"]["code"] for each in player["years"][0]["evenings"]] == [scene.evening.code]
    assert sum(player["tally"][each] for each in ("won", "tied", "lost")) == 1
    page = APIClient().get(f"/circoli/{scene.club.slug}/giocatori/{scene.people[3].pk}/")
    hidden = APIClient().get(f"{scene.at}/players/{scene.people[3].pk}/")
    assert hidden.status_code == page.status_code
    assert scene.people[3].full_name not in hidden.content.decode()
    assert APIClient().get(f"{scene.at}/players/999999/").status_code == 404


def test_two_players_and_two_entries_meet_in_a_duel(scene: Scene) -> None:
    table = scene.organiser.get(f"/api/v1/tournaments/{scene.evening.code}/rounds/1/tables/1/").json()
    one, other = (table["sides"][side]["entries"][0] for side in "AB")
    entries = APIClient().get(f"/api/v1/tournaments/{scene.evening.code}/entries/{one}/against/{other}/")
    assert [each["table"] for each in entries.json()["meetings"]] == [1]
    people = [scene.people[2 * (number - 1)].pk for number in (one, other)]
    if scene.people[3].pk not in people:
        duel = APIClient().get(f"{scene.at}/players/{people[0]}/against/{people[1]}/").json()
        assert len(duel["meetings"]) == 1
        assert duel["tally"]["scored"] == entries.json()["tally"]["scored"]
    alone = f"{scene.at}/players/{people[0]}/against/{people[0]}/"
    assert APIClient().get(alone).status_code == 404
