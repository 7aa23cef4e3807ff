"""A challenge by the API: its teams, the team of each entry, the running score."""

from typing import Any

from tests.evening import JURY, TEAMS, fill, settle
from tests.tournaments.api.conftest import Evening
from tournaments.models import Round, Tournament
from tournaments.rounds import rounds
from tournaments.standings import builds

GUESTS = [{"last_name": "Zanasi", "first_name": "Olga"}, {"last_name": "Rosi", "first_name": "Ada"}]


def a_challenge(evening: Evening, pairs: int = 4) -> tuple[str, Tournament]:
    """The address of a challenge whose pairs belong to the first team, then to the second, in turn."""
    body = {"name": "Sfida", "date": "2026-12-19", "turns": 2, **TEAMS}
    made = evening.organiser.post(f"{evening.club_at}/tournaments/", body, format="json").json()
    at = f"/api/v1/tournaments/{made['code']}"
    wanted = [
        {
            "players": [{**each, "last_name": f"{each['last_name']}{number}"} for each in GUESTS],
            "present": True,
            "team": 1 + number % 2,
        }
        for number in range(pairs)
    ]
    assert (
        evening.organiser.post(f"{at}/entries/bulk/", {"entries": wanted}, format="json").status_code == 201
    )
    return at, Tournament.objects.get(code=made["code"])


def test_the_teams_and_the_team_of_each_entry_are_read_and_changed(evening: Evening) -> None:
    at, tournament = a_challenge(evening)
    shown = evening.anybody.get(f"{at}/").json()
    assert (shown["format"], shown["first_team"], shown["second_team"]) == ("challenge", "Rossi", "Verdi")
    assert [each["team"] for each in evening.organiser.get(f"{at}/entries/").json()] == [1, 2, 1, 2]
    changed = evening.organiser.patch(f"{at}/entries/1/", {"team": 2}, format="json")
    assert changed.json()["team"] == 2
    renamed = evening.organiser.patch(
        f"{at}/", {"second_team": "Budrio", "version": tournament.version}, format="json"
    )
    assert renamed.json()["second_team"] == "Budrio"


def test_a_team_that_there_is_not_is_refused(evening: Evening) -> None:
    at, _tournament = a_challenge(evening)
    assert evening.organiser.patch(f"{at}/entries/1/", {"team": 3}, format="json").status_code == 400
    refused = evening.organiser.patch(f"{evening.at}/entries/1/", {"team": 1}, format="json")
    assert (refused.status_code, refused.json()["code"]) == (422, "no-teams")
    unnamed = {"name": "Sfida", "date": "2026-12-19", "format": "challenge"}
    answer = evening.organiser.post(f"{evening.club_at}/tournaments/", unnamed, format="json")
    assert (answer.status_code, answer.json()["code"]) == (422, "teams-without-name")


def test_results_have_the_running_score_and_standings_the_settled_one(evening: Evening) -> None:
    at, tournament = a_challenge(evening)
    assert evening.anybody.get(f"{at}/results/").json()["challenge"] is None
    assert evening.organiser.post(f"{at}/rounds/", {}, format="json").status_code == 201
    for act in (rounds.publish, rounds.play):
        act(tournament.pk, 1, by=JURY)
    round_ = tournament.rounds.get()
    fill(round_.matches.select_related("round__tournament").get(table=1))
    running = evening.anybody.get(f"{at}/results/").json()
    assert _tables(running["challenge"]) == [1, 1]
    assert running["standings"] is None
    fill(round_.matches.select_related("round__tournament").get(table=2))
    rounds.settle(tournament.pk, 1, by=JURY, accept_unconfirmed=True)
    builds.build(tournament.pk)
    settled = evening.anybody.get(f"{at}/standings/").json()["challenge"]
    assert _tables(settled) == [2, 2]
    assert [team["name"] for team in settled["teams"]] == ["Rossi", "Verdi"]
    assert {entry["number"] for entry in settled["teams"][0]["entries"]} == {1, 3}
    assert "challenge" in {file["name"] for file in evening.anybody.get(f"{at}/files/").json()}
    file = evening.anybody.get(f"{at}/files/challenge.json").json()
    assert file["rows"][-1]["first_points"] == settled["teams"][0]["points"]


def test_more_rounds_are_added_while_it_is_played(evening: Evening) -> None:
    at, tournament = a_challenge(evening)
    evening.organiser.post(f"{at}/rounds/", {}, format="json")
    rounds.publish(tournament.pk, 1, by=JURY)
    tournament.refresh_from_db()
    answer = evening.organiser.patch(f"{at}/", {"turns": 5, "version": tournament.version}, format="json")
    assert answer.json()["turns"] == 5


def test_other_formats_have_no_score(evening: Evening) -> None:
    settle(evening.tournament, evening.round)
    builds.build(evening.tournament.pk)
    assert evening.anybody.get(f"{evening.at}/results/").json()["challenge"] is None
    assert evening.anybody.get(f"{evening.at}/standings/").json()["challenge"] is None
    assert "challenge" not in {file["name"] for file in evening.anybody.get(f"{evening.at}/files/").json()}
    assert evening.anybody.get(f"{evening.at}/files/challenge.csv").status_code == 404


def _tables(challenge: dict[str, Any]) -> list[int]:
    return [team["won"] + team["drawn"] + team["lost"] for team in challenge["teams"]]


def test_a_challenge_until_an_hour_has_no_number_of_rounds(evening: Evening) -> None:
    at, tournament = a_challenge(evening)
    version = tournament.version
    refused = evening.organiser.patch(f"{at}/", {"plays_until": "03:00", "version": version}, format="json")
    assert (refused.status_code, refused.json()["code"]) == (422, "until-without-start")
    hours = {"starts_at": "21:00", "plays_until": "03:00", "version": version}
    changed = evening.organiser.patch(f"{at}/", hours, format="json").json()
    assert (changed["turns"], changed["plays_until"]) == (None, "03:00")
    assert changed["play_ends_at"] == "2026-12-20T03:00:00+01:00"
    settle(tournament, rounds_played(evening, at, tournament))
    builds.build(tournament.pk)
    assert evening.anybody.get(f"{at}/standings/").json()["turns"] is None
    tournament.refresh_from_db()
    back = {"plays_until": None, "turns": 4, "version": tournament.version}
    assert evening.organiser.patch(f"{at}/", back, format="json").json()["turns"] == 4
    assert evening.anybody.get(f"{at}/standings/").json()["turns"] == 4


def rounds_played(evening: Evening, at: str, tournament: Tournament) -> Round:
    """The next round, being played."""
    made = evening.organiser.post(f"{at}/rounds/", {}, format="json").json()
    rounds.publish(tournament.pk, made["number"], by=JURY)
    return rounds.play(tournament.pk, made["number"], by=JURY)
