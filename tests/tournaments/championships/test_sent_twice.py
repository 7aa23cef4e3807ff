"""A page that was left open and is sent again has no second effect."""

from uuid import uuid4

import pytest
from django.test import Client
from django.urls import reverse

from club.errors import NotFound
from club.models import Club, RoleKind, User
from tests.evening import a_club, an_officer, signed_in
from tests.tournaments.championships.played import a_championship
from tournaments.championships import championship_service, teams
from tournaments.models import Championship, TeamPenalty

pytestmark = pytest.mark.django_db

KEY = uuid4()


def a_scene() -> tuple[Club, Championship, Client]:
    club = a_club()
    boss = an_officer(club, RoleKind.ORGANISER)
    return club, a_championship(club, boss, of=2), signed_in(boss)


def key_on(client: Client, page: str) -> str:
    return str(client.get(page).context["form"]["key"].value())


def test_a_penalty() -> None:
    club, championship, client = a_scene()
    page = reverse("penalise_team", args=[club.slug, championship.code, 1])
    sent = {"kind": "points", "amount": 3, "reason": "Ritardo", "key": key_on(client, page)}
    assert [client.post(page, sent).status_code for _time in range(2)] == [303, 303]
    assert TeamPenalty.objects.filter(team__championship=championship).count() == 1
    client.post(page, {**sent, "key": key_on(client, page)})
    assert TeamPenalty.objects.filter(team__championship=championship).count() == 2


def test_a_guest() -> None:
    club, championship, client = a_scene()
    page = reverse("add_team_player", args=[club.slug, championship.code, 1])
    sent = {"player": "Ospite Nuovissimo", "key": key_on(client, page)}
    assert [client.post(page, sent).status_code for _time in range(2)] == [303, 303]
    assert championship.teams.get(number=1).players.count() == 6
    assert club.people.filter(last_name="Ospite").count() == 1


def test_a_guest_on_two_lines_of_one_team() -> None:
    club, championship, client = a_scene()
    page = reverse("new_championship_team", args=[club.slug, championship.code])
    sent = {"name": "Nuova", "players": "Ospite Uno\nOspite Due\nospite  uno", "key": key_on(client, page)}
    answer = client.post(page, sent)
    assert answer.status_code == 422
    assert "due volte" in answer.content.decode()
    assert not club.people.filter(last_name__startswith="Ospite").exists()


def test_both_from_a_program() -> None:
    club, championship, client = a_scene()
    at = f"/api/v1/clubs/{club.slug}/championships/{championship.code}/teams/1"
    guest = {"player": {"last_name": "Ospite", "first_name": "Nuovissimo"}, "key": str(uuid4())}
    penalty = {"kind": "points", "amount": 3, "reason": "Ritardo", "key": str(uuid4())}
    for address, body in ((f"{at}/players/", guest), (f"{at}/penalties/", penalty)):
        answers = [client.post(address, body, content_type="application/json") for _time in range(2)]
        assert [answer.status_code for answer in answers] == [201, 201]
        assert answers[0].json() == answers[1].json()
    assert club.people.filter(last_name="Ospite").count() == 1
    assert TeamPenalty.objects.filter(team__championship=championship).count() == 1


def test_a_team_and_a_championship_that_are_gone_since() -> None:
    club, championship, client = a_scene()
    team = reverse("new_championship_team", args=[club.slug, championship.code])
    sent = {"name": "Nuova", "players": "", "key": key_on(client, team)}
    assert client.post(team, sent).status_code == 303
    teams.remove(championship.pk, 3, by=User.objects.get(), reason="Prova")
    assert client.post(team, sent).status_code == 404
    made = championship_service.create(club.pk, by=User.objects.get(), key=KEY, name="Prova")
    championship_service.delete(made.pk, by=User.objects.get(), reason="Prova")
    with pytest.raises(NotFound):
        championship_service.create(club.pk, by=User.objects.get(), key=KEY, name="Prova")
