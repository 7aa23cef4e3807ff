"""An evening run by programs alone: an organiser's device, and at each table a phone with its code."""

from typing import Any

import pytest
from rest_framework.test import APIClient

from club.models import RoleKind
from tests.evening import PASSWORD, a_club, an_officer, some_cards

TURNS = 3


def expect(status: int, response: Any) -> Any:
    assert response.status_code == status, response.content
    return response.json() if response.content else None


def signed_in(email: str) -> APIClient:
    credentials = {"email": email, "password": PASSWORD, "device": "Portatile della Giuria"}
    token = expect(201, APIClient().post("/api/v1/tokens/", credentials, format="json"))["token"]
    return APIClient(headers={"Authorization": f"Token {token}"})


def play_table(at: str, sheet: dict[str, Any], seed: int) -> None:
    """N-S's phone enters the deals by cards, counting each before it is sent; E-O's phone confirms it."""
    phone, theirs = (
        APIClient(headers={"Authorization": f"Table {sheet['keys'][side]['code']}"}) for side in "AB"
    )
    for number, seat in enumerate(sheet["dealers"], start=1):
        dealer = "A" if seat in "NS" else "B"
        deal = {
            "way": "cards",
            "entered": some_cards(seed * 100 + sheet["table"] * 10 + number, dealer=dealer),
        }
        there = f"{at}/tables/{sheet['table']}/deals/{number}/"
        counted = expect(200, phone.post(f"{there}count/", deal, format="json"))
        kept = expect(200, phone.put(there, {**deal, "based_on": 0}, format="json"))
        assert kept["figures"] == counted["figures"]
        assert kept["agreement"] == "waiting"
        answer = {"answer": "confirmed", "version": kept["version"]}
        confirmed = expect(200, theirs.post(f"{there}answer/", answer, format="json"))
        assert confirmed["agreement"] == "confirmed"


@pytest.mark.usefixtures("commits")
def test_an_evening_goes_from_the_first_pair_to_the_final_classifica_over_the_api() -> None:
    club = a_club()
    organiser = signed_in(an_officer(club, RoleKind.ORGANISER).email)
    new = {"name": "Torneo di novembre", "date": "2026-11-21", "turns": TURNS}
    code = expect(201, organiser.post(f"/api/v1/clubs/{club.slug}/tournaments/", new, format="json"))["code"]
    at = f"/api/v1/tournaments/{code}"
    for number in range(1, 8):
        couple = [{"last_name": f"Cognome{number}", "first_name": first} for first in ("Anna", "Bruno")]
        expect(201, organiser.post(f"{at}/entries/", {"players": couple}, format="json"))
    expect(200, organiser.post(f"{at}/entries/all-present/"))

    for turn in range(1, TURNS + 1):
        version = expect(201, organiser.post(f"{at}/rounds/", {"seed": turn}, format="json"))["version"]
        here = f"{at}/rounds/{turn}"
        expect(200, organiser.post(f"{here}/publish/", {"version": version}, format="json"))
        expect(200, organiser.post(f"{here}/play/"))
        for sheet in expect(200, organiser.get(f"{here}/sheets/")):
            play_table(here, sheet, turn)
        expect(200, organiser.post(f"{here}/settle/"))
    expect(200, organiser.post(f"{at}/close/"))

    final = expect(200, APIClient().get(f"{at}/standings/"))
    assert final["is_final"]
    assert final["is_current"]
    assert [row["place"] for row in final["rows"]] == [1, 2, 3, 4, 5, 6, 7]
    assert sum(row["played"] for row in final["rows"]) == TURNS * 6
    assert sum(row["rested"] for row in final["rows"]) == TURNS
