"""Championships by programs: run by an officer's token, by captains' codes, and nothing seen early."""

from typing import Any
from uuid import uuid4

import pytest
from django.test import Client
from rest_framework.test import APIClient

from club.models import Club, DeviceToken, Scope
from tests.evening import FourPeople
from tests.tournaments.api.conftest import device_of
from tests.tournaments.championships.played import a_championship, before_close, drawn, play, players_of
from tournaments.championships import captain_codes, line_ups
from tournaments.exports.formats import FORMATS
from tournaments.models import Championship, Fixture, Team

pytestmark = pytest.mark.usefixtures("commits")


def sent(client: APIClient, method: str, where: str, body: object = None) -> Any:
    answer = getattr(client, method)(where, body, format="json")
    assert answer.status_code < 300, answer.content
    return answer.json() if answer.content else None


def at_of(championship: Championship) -> str:
    return f"/api/v1/clubs/{championship.club.slug}/championships/{championship.code}"


def of_captain(team: Team) -> str:
    return f"/api/v1/captains/{captain_codes.code_of(team)}"


def test_a_program_runs_a_championship_from_the_first_team_to_the_report(
    club: Club, four: FourPeople
) -> None:
    organiser, referee = device_of(four.organiser), device_of(four.referee)
    of_club = f"/api/v1/clubs/{club.slug}/championships/"
    body = {"name": "Coppa", "turns": 2, "confirmation": False, "key": str(uuid4())}
    made = [sent(organiser, "post", of_club, body) for _time in range(2)]
    assert made[0]["code"] == made[1]["code"]
    championship = club.championships.get()
    at = at_of(championship)
    for name in ("Mazzini", "Garibaldi"):
        players = [{"last_name": name, "first_name": first} for first in ("Anna", "Bruno", "Carla", "Dino")]
        entered = {"name": name, "players": players, "club_name": f"Circolo {name}"}
        sent(organiser, "post", f"{at}/teams/", entered)
    sent(organiser, "post", f"{at}/teams/1/players/", {"player": {"last_name": "Verdi", "first_name": "Ugo"}})
    assert len(sent(organiser, "get", f"{at}/teams/1/")["players"]) == 5
    page = sent(organiser, "post", f"{at}/draw/", {"dates": ["2030-10-04"], "starts_at": "21:00"})
    [match] = page["rounds"][0]["matches"]
    fixture = championship.fixtures.select_related("home", "away").get(pk=match["id"])
    one = f"{at}/fixtures/{fixture.pk}/"
    assert sent(organiser, "patch", one, {"on": "2030-10-05", "reason": "Sala chiusa"})["match"]["date"] == (
        "2030-10-05"
    )

    code = sent(organiser, "get", f"{at}/teams/{fixture.home.number}/captain-code/")["code"]
    captain = APIClient()
    own = sent(captain, "get", f"/api/v1/captains/{code}/")
    four_of = [each["person"] for each in own["players"]][:4]
    given = sent(
        captain, "put", f"/api/v1/captains/{code}/fixtures/{fixture.pk}/line-up/", {"players": four_of}
    )
    assert [len(each["pairs"]) for each in given["line_ups"]] == [2, 0]
    away = [each.pk for each in players_of(fixture.away)[:4]]
    prepared = sent(organiser, "post", f"{one}line-ups/", {"team": fixture.away.number, "players": away})
    assert prepared["match"]["tournament"]
    fixture.refresh_from_db()
    play(fixture)
    for team in (fixture.home, fixture.away):
        shown = sent(captain, "get", f"{of_captain(team)}/")["matches"][0]
        where = f"{of_captain(team)}/fixtures/{fixture.pk}/confirmation/"
        sent(captain, "put", where, {"results": shown["results_version"]})
    read = shown["results_version"]
    stale = referee.post(f"{one}approve/", {"results": read - 1}, format="json")
    assert (stale.status_code, stale.json()["code"]) == (409, "results-changed")
    assert sent(referee, "post", f"{one}approve/", {"results": read})["match"]["report"] == "approved"
    whole = sent(captain, "get", f"{at}/")
    assert whole["winner"]["name"] in ("Mazzini", "Garibaldi")
    assert len(whole["players"]) == 8


@pytest.mark.parametrize("scope", [Scope.READ, Scope.PRINT])
def test_a_token_that_only_reads_has_no_captain_s_code(club: Club, four: FourPeople, scope: Scope) -> None:
    championship = a_championship(club, four.organiser, of=2)
    _device, token = DeviceToken.objects.create(four.organiser, scopes=[scope])
    reader = APIClient(headers={"Authorization": f"Token {token}"})
    assert reader.get(f"{at_of(championship)}/").status_code == 200
    refused = reader.get(f"{at_of(championship)}/teams/1/captain-code/")
    assert (refused.status_code, refused.json()["code"]) == (403, "scope-missing")


def test_a_proposed_date_is_answered_and_a_report_contested(club: Club, four: FourPeople) -> None:
    championship = a_championship(club, four.organiser, of=2)
    [fixture] = drawn(championship, four.organiser)
    captain = APIClient()
    where = f"/fixtures/{fixture.pk}/date/"
    sent(captain, "post", of_captain(fixture.home) + where, {"on": "2031-01-10", "venue": "Altrove"})
    assert len(sent(captain, "get", f"{of_captain(fixture.away)}/")["proposals"]) == 1
    answered = sent(captain, "put", of_captain(fixture.away) + where, {"accepts": True})
    assert answered["match"]["date"] == "2031-01-10"
    fixture.refresh_from_db()
    play(fixture)
    contested = {"reason": "Il tavolo 1 è scritto al contrario"}
    told = sent(captain, "put", f"{of_captain(fixture.away)}/fixtures/{fixture.pk}/contest/", contested)
    assert told["match"]["report"] == "contested"


def test_no_operation_and_no_file_shows_a_line_up_early(club: Club, four: FourPeople) -> None:
    championship = a_championship(club, four.organiser, of=2)
    [fixture] = drawn(championship, four.organiser)
    people = players_of(fixture.home)[3::-1]
    line_ups.give(fixture.pk, fixture.home, [each.pk for each in people], now=before_close(fixture))
    secrets = [f"{one.full_name} – {other.full_name}" for one, other in (people[:2], people[2:])]
    at = at_of(Championship.objects.get(pk=championship.pk))
    where = [
        f"{at}/", f"{at}/teams/{fixture.home.number}/", f"{at}/fixtures/{fixture.pk}/",
        f"{of_captain(fixture.away)}/",
        *(f"{at}/files/{name}.{ending}" for name in ("standings", "calendar", "players", "pairs")
          for ending in FORMATS if ending in ("csv", "json")),
    ]  # fmt: skip
    for client in (APIClient(), *(device_of(who) for who in (four.organiser, four.referee, four.stranger))):
        for address in where:
            answer = client.get(address)
            assert answer.status_code == 200
            text = answer.content.decode()
            assert not any(secret in text for secret in secrets), address
    assert secrets[0] in APIClient().get(f"{of_captain(fixture.home)}/").content.decode()
    report = four.client("organiser").get(f"{at}/fixtures/{fixture.pk}/report.pdf")
    assert report.content.startswith(b"%PDF")


def test_a_code_that_opens_nothing_is_not_found(club: Club, four: FourPeople) -> None:
    championship = a_championship(club, four.organiser, of=4)
    fixtures = drawn(championship, four.organiser)
    other = next(each for each in fixtures if not each.side_of(fixtures[0].home_id))
    assert APIClient().get("/api/v1/captains/1.0.nothing/").status_code == 404
    address = f"{of_captain(fixtures[0].home)}/fixtures/{other.pk}/line-up/"
    players = [each.pk for each in players_of(fixtures[0].home)[:4]]
    assert APIClient().put(address, {"players": players}, format="json").status_code == 404
    assert not Fixture.objects.get(pk=other.pk).line_ups.exists()
    assert Client().get(f"/squadra/{captain_codes.code_of(other.home)}x/").status_code == 403
