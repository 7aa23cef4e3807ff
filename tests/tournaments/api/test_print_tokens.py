"""A print station's token: it reads, and gets the score sheets with the codes of the tables; nothing else."""

import pytest
from rest_framework.test import APIClient

from club.accounts import tokens
from club.models import Club, DeviceToken, Person, Scope, User
from tests.evening import a_club
from tests.tournaments.api.conftest import Evening
from tests.tournaments.api.test_deals import by_cards, sent

#: The scopes by which the sheets of a round may be had.
PRINTING = {Scope.ALL, Scope.RESULTS, Scope.PRINT}


def device_of(user: User, *scopes: str, club: Club | None = None) -> APIClient:
    _device, token = DeviceToken.objects.create(user, scopes=list(scopes), club=club)
    return APIClient(headers={"Authorization": f"Token {token}"})


def sheets(client: APIClient, evening: Evening) -> set[int]:
    """The statuses of the sheets on paper and as data."""
    at = f"{evening.at}/rounds/1"
    return {client.get(f"{at}/papers/sheets.pdf").status_code, client.get(f"{at}/sheets/").status_code}


@pytest.mark.parametrize("scope", Scope.values)
def test_each_scope_has_the_sheets_or_not(evening: Evening, scope: str) -> None:
    device = device_of(evening.people.organiser, scope)
    assert sheets(device, evening) == ({200} if scope in PRINTING else {403})
    listed = {file["name"] for file in device.get(f"{evening.at}/files/").json()}
    assert ("sheets" in listed) is (scope in PRINTING)


def test_only_who_may_enter_results_prints_by_token(evening: Evening) -> None:
    people = evening.people
    assert sheets(device_of(people.organiser, Scope.PRINT), evening) == {200}
    assert sheets(device_of(people.referee, Scope.PRINT), evening) == {200}
    assert sheets(device_of(people.stranger, Scope.PRINT), evening) == {403}
    assert sheets(evening.anybody, evening) == {401}


def test_the_sheets_have_codes_and_names_and_reading_never_shows_a_code(evening: Evening) -> None:
    shown = device_of(evening.people.organiser, Scope.PRINT).get(f"{evening.at}/rounds/1/sheets/").json()
    codes = [key["code"] for table in shown for key in table["keys"].values()]
    assert codes
    assert all(codes)
    reader = device_of(evening.people.organiser, Scope.READ)
    for at in ("results/", "rounds/1/", "rounds/1/tables/1/", "files/", "entries/", "board/", "log/"):
        told = reader.get(f"{evening.at}/{at}")
        assert told.status_code == 200, at
        assert not any(code in told.content.decode() for code in codes), at


def test_a_print_station_reads_and_changes_nothing(evening: Evening) -> None:
    Person.objects.update(name_consent_on=None)
    station = device_of(evening.people.organiser, Scope.PRINT)
    reader = device_of(evening.people.organiser, Scope.READ)
    for at in ("entries/", "results/", "rounds/1/", "log/"):
        assert station.get(f"{evening.at}/{at}").json() == reader.get(f"{evening.at}/{at}").json(), at
    assert sent(station, evening.deal_at(), **by_cards(evening)).status_code == 403
    for act in ("rounds/1/settle/", "rounds/1/renew-codes/", "close/", "entries/1/phone/", "archive/"):
        assert station.post(f"{evening.at}/{act}", {}, format="json").status_code == 403, act
    for closed in ("entries/1/phone/", "cash/"):
        refused = station.get(f"{evening.at}/{closed}")
        assert (refused.status_code, refused.json()["code"]) == (403, "scope-missing"), closed
    assert station.get(f"{evening.club_at}/register/").status_code == 403
    assert station.get("/api/v1/tokens/").status_code == 403


def test_a_station_of_one_club_prints_for_no_other(evening: Evening) -> None:
    user = evening.people.organiser
    assert sheets(device_of(user, Scope.PRINT, club=a_club("Un altro circolo")), evening) == {403}
    assert sheets(device_of(user, Scope.PRINT, club=evening.tournament.club), evening) == {200}


def test_the_sheets_of_a_draft_are_not_printed(evening: Evening) -> None:
    evening.tournament.rounds.update(state="draft")
    station = device_of(evening.people.organiser, Scope.PRINT)
    assert sheets(station, evening) == {404, 409}


def test_the_desk_connects_a_print_station_by_a_code(evening: Evening) -> None:
    word = tokens.offer_link(
        evening.people.referee,
        evening.tournament.club,
        name="Stazione di stampa",
        opens="/t/uno/scarica/",
        scope=Scope.PRINT,
    )
    told = APIClient().post(f"/api/v1/device-links/{word}/").json()
    assert told["scopes"] == ["print"]
    station = APIClient(headers={"Authorization": f"Token {told['token']}"})
    assert sheets(station, evening) == {200}


def test_the_page_says_in_both_languages_what_the_station_gets(evening: Evening) -> None:
    word = tokens.offer_link(
        evening.people.referee, evening.tournament.club, name="x", opens="/", scope=Scope.PRINT
    )
    page = f"/accesso/dispositivo/{word}/"
    assert "codici dei tavoli" in APIClient().get(page).content.decode()
    english = APIClient().get(page, headers={"Accept-Language": "en"}).content.decode()
    assert "codes of the tables" in english
