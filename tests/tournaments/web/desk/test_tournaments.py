"""The club's evenings: making one, changing it, closing and reopening it."""

from datetime import date

import pytest
from django.test import Client
from django.utils import timezone
from pytest_django import DjangoAssertNumQueries

from club.models import Club, RoleKind
from tests.evening import FourPeople, a_club, a_round, a_tournament, four_people, settle
from tournaments.models import Tournament


@pytest.fixture
def club(db: None) -> Club:
    """Before its first evening: this is where it is made."""
    return a_club()


@pytest.fixture
def officers(club: Club) -> FourPeople:
    return four_people(club)


@pytest.fixture
def tournament(club: Club) -> Tournament:
    return a_tournament(club, pairs=4)


def _settings(tournament: Tournament, **changed: object) -> dict[str, object]:
    return {
        "name": tournament.name,
        "date": "2026-11-21",
        "venue": "",
        "turns": 4,
        "turn_minutes": 30,
        "rematches": "avoided",
        "house_rule": "accademia",
        "confirmation": "on",
        "version": tournament.version,
        **changed,
    }


def test_only_the_name_is_asked_and_it_is_already_there(organiser: Client, club: Club) -> None:
    page = organiser.get("/circoli/circolo-mazzini/tornei/nuovo/")
    form = page.context["form"]
    assert form["name"].value().startswith("Torneo del ")
    shown = {name: form[name].value() for name in form.fields}
    answer = organiser.post(
        "/circoli/circolo-mazzini/tornei/nuovo/", {k: v for k, v in shown.items() if v is not None}
    )
    tournament = Tournament.objects.get(club=club)
    assert answer["Location"] == f"/t/{tournament.code}/iscrizioni/"
    assert (
        tournament.game,
        tournament.format,
        tournament.turns,
        tournament.turn_minutes,
        tournament.date,
    ) == (
        "quattro-scartate",
        "danish",
        4,
        30,
        timezone.localdate(),
    )


def test_a_tournament_without_a_name_is_not_made(organiser: Client) -> None:
    answer = organiser.post("/circoli/circolo-mazzini/tornei/nuovo/", {"name": "", "date": "2026-11-21"})
    assert answer.status_code == 422
    assert not Tournament.objects.exists()


def test_settings_are_changed_and_logged(organiser: Client, tournament: Tournament) -> None:
    answer = organiser.post(
        f"/t/{tournament.code}/impostazioni/", _settings(tournament, turns=5, venue="Sala grande")
    )
    assert answer.status_code == 303
    tournament.refresh_from_db()
    assert (tournament.turns, tournament.venue) == (5, "Sala grande")
    assert tournament.log.latest("number").after == {"venue": "Sala grande", "turns": "5"}


@pytest.mark.parametrize(
    ("changed", "status"),
    [
        ({"turns": 0}, 422),
        ({"turns": 31}, 422),
        ({"turn_minutes": 1}, 422),
        ({"name": ""}, 422),
        ({"house_rule": "una mia"}, 422),
        ({"version": 0}, 409),
        ({"house_rule": "laghi-luna-16"}, 409),
        ({"turns": 1}, 409),
    ],
    ids=str,
)
def test_settings_that_cannot_be_change_nothing(
    organiser: Client, tournament: Tournament, changed: dict[str, object], status: int
) -> None:
    settle(tournament, a_round(tournament))
    a_round(tournament, seed=2)
    answer = organiser.post(
        f"/t/{tournament.code}/impostazioni/", _settings(tournament, venue="x", **changed)
    )
    assert answer.status_code == status
    tournament.refresh_from_db()
    assert (tournament.turns, tournament.venue, tournament.house_rule) == (4, "", "accademia")


def test_two_browsers_do_not_undo_each_other_unseen(organiser: Client, tournament: Tournament) -> None:
    mine, other = _settings(tournament, venue="Sala grande"), _settings(tournament, turns=5)
    assert organiser.post(f"/t/{tournament.code}/impostazioni/", other).status_code == 303
    late = organiser.post(f"/t/{tournament.code}/impostazioni/", mine)
    assert late.status_code == 409
    assert "cambiato da un" in late.content.decode()
    tournament.refresh_from_db()
    assert (tournament.turns, tournament.venue) == (5, "")


def test_a_tournament_is_closed_and_reopened_with_a_reason(organiser: Client, tournament: Tournament) -> None:
    settle(tournament, a_round(tournament))
    assert "Concludere il torneo?" in organiser.get(f"/t/{tournament.code}/concludi/").content.decode()
    assert organiser.post(f"/t/{tournament.code}/concludi/").status_code == 303
    assert organiser.post(f"/t/{tournament.code}/concludi/").status_code == 409
    assert organiser.post(f"/t/{tournament.code}/riapri/", {"reason": "  "}).status_code == 422
    assert organiser.post(f"/t/{tournament.code}/riapri/", {"reason": "somma sbagliata"}).status_code == 303
    assert tournament.log.latest("number").reason == "somma sbagliata"


def test_an_open_round_keeps_the_tournament_open(organiser: Client, tournament: Tournament) -> None:
    a_round(tournament)
    asked = " ".join(organiser.get(f"/t/{tournament.code}/concludi/").content.decode().split())
    assert "C&#x27;è un turno ancora aperto" in asked
    assert "Non hanno pagato la quota" not in asked
    assert "La classifica diventa finale" not in asked
    assert "Torna al turno" in asked
    answer = organiser.post(f"/t/{tournament.code}/concludi/")
    assert answer.status_code == 409
    tournament.refresh_from_db()
    assert tournament.closed_at is None


def test_the_desk_leads_straight_to_that_of_the_only_club(organiser: Client) -> None:
    assert organiser.get("/banco/")["Location"] == "/circoli/circolo-mazzini/banco/"


def test_who_works_for_two_clubs_chooses(client: Client, officers: FourPeople, club: Club) -> None:
    club.roles.create(user=officers.stranger, kind=RoleKind.REFEREE)
    client.force_login(officers.stranger)
    page = client.get("/banco/").content.decode()
    assert "Circolo Mazzini" in page
    assert "Circolo di un altro" in page


def test_who_has_no_role_is_told_who_gives_one(client: Client, officers: FourPeople) -> None:
    client.force_login(officers.player)
    assert "Ancora nessun incarico" in client.get("/banco/").content.decode()


def test_an_empty_club_says_what_to_do(organiser: Client) -> None:
    page = organiser.get("/circoli/circolo-mazzini/tornei/").content.decode()
    assert "Il primo torneo" in page


@pytest.mark.parametrize("evenings", [1, 20])
def test_the_list_takes_the_same_queries_at_any_length(
    organiser: Client, club: Club, evenings: int, django_assert_num_queries: DjangoAssertNumQueries
) -> None:
    for day in range(evenings):
        Tournament.objects.create(club=club, name=f"Torneo {day}", date=date(2026, 11, day + 1))
    with django_assert_num_queries(5):
        organiser.get("/circoli/circolo-mazzini/tornei/")
