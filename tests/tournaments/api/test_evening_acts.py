"""Acts on a whole evening, its draws and its entries, through the API."""

from datetime import timedelta
from typing import Any

import pytest
from django.utils import timezone
from rest_framework.test import APIClient

from club import membership_cards
from club.models import Card, RoleKind
from tests.club.dues.members import a_member, a_year
from tests.evening import JURY, a_tournament, an_officer, settle
from tests.tournaments.api.conftest import Evening
from tournaments.entries import entries
from tournaments.evenings import lifecycle
from tournaments.standings import builds


def at(tournament: Any) -> str:
    return f"/api/v1/tournaments/{tournament.code}"


def test_an_evening_is_called_off_with_a_reason_and_held_after_all(evening: Evening) -> None:
    coming = lifecycle.create(evening.tournament.club, name="Coppa", on=timezone.localdate(), by=JURY)
    where = at(coming)
    assert evening.organiser.post(f"{where}/call-off/", {}, format="json").status_code == 400
    off = evening.organiser.post(f"{where}/call-off/", {"reason": "neve"}, format="json")
    assert off.json()["called_off_at"]
    again = evening.organiser.post(f"{where}/call-off/", {"reason": "neve"}, format="json")
    assert (again.status_code, again.json()["code"]) == (409, "called-off")
    held = evening.organiser.post(f"{where}/hold/", {"reason": "non nevica"}, format="json")
    assert held.json()["called_off_at"] is None
    begun = evening.organiser.post(f"{evening.at}/call-off/", {"reason": "neve"}, format="json")
    assert begun.json()["code"] == "already-begun"


def test_a_format_of_the_advice_is_chosen(evening: Evening) -> None:
    empty = a_tournament(evening.tournament.club, pairs=0)
    plan = {"entries": 8, "turns": 7}
    formulas = evening.organiser.get(f"{at(empty)}/advice/?entries=8&turns=7").json()["formulas"]
    fitting = next(each for each in formulas if each["can_be_chosen"] and each["movement"] == "girone")
    chosen = evening.organiser.post(
        f"{at(empty)}/choose-format/", {**plan, "movement": fitting["movement"]}, format="json"
    )
    assert (chosen.status_code, chosen.json()["format"]) == (200, "girone")
    refused = evening.organiser.post(
        f"{at(empty)}/choose-format/", {**plan, "movement": "nothing"}, format="json"
    )
    assert (refused.status_code, refused.json()["code"]) == (422, "no-such-formula")


def test_a_draft_is_drawn_again(evening: Evening) -> None:
    tournament = a_tournament(evening.tournament.club, pairs=8)
    first = evening.organiser.post(f"{at(tournament)}/rounds/", {"seed": 1}, format="json").json()
    seen = {"version": first["version"]}
    again = evening.organiser.post(f"{at(tournament)}/rounds/1/redraw/", seen, format="json")
    assert (again.status_code, again.json()["state"]) == (201, "draft")
    outdated = evening.organiser.post(f"{at(tournament)}/rounds/1/redraw/", {"version": 99}, format="json")
    assert outdated.status_code == 409
    announced = evening.organiser.post(f"{evening.at}/rounds/1/redraw/", {}, format="json")
    assert announced.status_code == 409


def test_a_draw_is_explained_and_its_file_verified_by_anybody(evening: Evening) -> None:
    draw = evening.anybody.get(f"{evening.at}/rounds/1/draw/").json()
    assert (draw["seed"], draw["moves"], draw["verified"]["is_broken"]) == (1, 0, False)
    assert sorted(each["number"] for each in draw["entrants"]) == [1, 2, 3, 4]
    file = evening.anybody.get(f"{evening.at}/rounds/1/draw.json")
    checked = evening.anybody.post(
        "/api/v1/draws/check/", file.content, content_type="application/json"
    ).json()
    assert checked["is_all_kept"]
    assert b'"seed": 1,' in file.content
    forged = file.content.replace(b'"seed": 1,', b'"seed": 2,')
    told = evening.anybody.post("/api/v1/draws/check/", forged, content_type="application/json").json()
    assert told["is_broken"]
    assert [each["sentence"] for each in told["checks"] if each["outcome"] == "broken"]
    nothing = evening.anybody.post("/api/v1/draws/check/", b"{}", content_type="application/json")
    assert nothing.status_code == 422


def test_a_draft_s_draw_is_shown_to_nobody(evening: Evening) -> None:
    tournament = a_tournament(evening.tournament.club, pairs=4)
    evening.organiser.post(f"{at(tournament)}/rounds/", {}, format="json")
    for client in (evening.organiser, evening.anybody):
        assert client.get(f"{at(tournament)}/rounds/1/draw/").status_code == 404
        assert client.get(f"{at(tournament)}/rounds/1/draw.json").status_code == 404


def test_prizes_wait_for_the_final_standings_and_the_race_does_not(evening: Evening) -> None:
    assert evening.organiser.get(f"{evening.at}/prizes/").status_code == 404
    settle(evening.tournament, evening.round)
    builds.build(evening.tournament.pk)
    race = evening.anybody.get(f"{evening.at}/race/").json()
    assert race["turns"] == [1]
    assert [len(runner["places"]) for runner in race["runners"]] == [1] * 4
    lifecycle.close(evening.tournament.pk, by=JURY)
    prizes = evening.organiser.get(f"{evening.at}/prizes/").json()
    places = [each["place"] for each in prizes["places"]]
    assert places == sorted(places, reverse=True)
    assert places[-1] == 1


def test_a_guest_s_name_is_corrected_and_a_consent_recorded(evening: Evening) -> None:
    empty = at(a_tournament(evening.tournament.club, pairs=0))
    guests = [{"last_name": "Giusto", "first_name": first} for first in ("Ada", "Ugo")]
    for _entry in range(2):
        evening.organiser.post(f"{empty}/entries/", {"players": guests}, format="json")
        guests = [{**guest, "first_name": f"{guest['first_name']}bis"} for guest in guests]
    players = evening.organiser.get(f"{empty}/entries/1/players/").json()
    where = f"{empty}/entries/1/players/{players[0]['person']}/"
    assert players[0]["is_guest"]
    renamed = evening.organiser.patch(where, {"last_name": "Giusti", "first_name": "Ada"}, format="json")
    assert renamed.json()["name"] == "Giusti Ada"
    for given in (False, True):
        told = evening.organiser.put(f"{where}name-consent/", {"is_given": given}, format="json")
        assert told.json()["may_be_named"] is given
    other = f"{empty}/entries/2/players/{players[0]['person']}/"
    wrong = evening.organiser.patch(other, {"last_name": "Giusti", "first_name": "Ada"}, format="json")
    assert wrong.status_code == 422


def test_the_code_for_a_phone_is_told_and_renewed(evening: Evening) -> None:
    where = f"{evening.at}/entries/1/phone/"
    first = evening.organiser.get(where).json()
    assert first["address"].endswith(f"/serata/{first['code']}/")
    assert APIClient(headers={"Authorization": f"Evening {first['code']}"}).get("/api/v1/evening/").json()
    renewed = evening.organiser.post(where).json()
    assert renewed["code"] != first["code"]
    ended = APIClient(headers={"Authorization": f"Evening {first['code']}"}).get("/api/v1/evening/")
    assert ended.json()["code"] == "code-renewed"


@pytest.fixture
def card(evening: Evening) -> Card:
    """The card of a member, for a year that runs now."""
    club, today = evening.tournament.club, timezone.localdate()
    treasurer = an_officer(club, RoleKind.TREASURER)
    member = a_member(club, "Rossi", by=treasurer)
    year = a_year(club, by=treasurer, first=today.year)
    return membership_cards.prepare_for_print(year, [member.pk], today=today, by=treasurer)[0]


def test_a_card_checks_its_holder_in_and_leads_to_the_evening(evening: Evening, card: Card) -> None:
    tournament = a_tournament(evening.tournament.club, pairs=2, present=False)
    tournament.date = timezone.localdate() + timedelta(days=1)
    tournament.save(update_fields=["date"])
    where, body = f"{at(tournament)}/scan/", {"code": card.token}
    assert evening.organiser.post(where, body, format="json").json()["outcome"] == "not-entered"
    partner = evening.tournament.club.people.filter(entries__isnull=True).exclude(pk=card.person_id)
    people = [card.person, partner.first() or a_member(tournament.club, "Verdi", by=evening.people.organiser)]
    entry = entries.enter(tournament.pk, people, by=JURY)
    outcomes = [evening.organiser.post(where, body, format="json").json() for _time in range(2)]
    assert [(each["outcome"], each["entry"]) for each in outcomes] == [
        ("present", entry.number),
        ("already", entry.number),
    ]
    assert evening.organiser.post(where, {"code": "xyz"}, format="json").json()["outcome"] == "unknown"
    leads = evening.anybody.get(f"/api/v1/cards/{card.token}/evening/")
    assert (leads.json()["tournament"], leads.json()["entry"]) == (tournament.code, entry.number)
    assert evening.anybody.get("/api/v1/cards/xyz/evening/").status_code == 404


def test_a_simulation_is_a_job_at_its_location(evening: Evening) -> None:
    asked = evening.organiser.post(f"{evening.at}/simulations/", {"entries": 8, "turns": 3}, format="json")
    assert asked.status_code == 202
    assert evening.organiser.get(asked["Location"]).json()["total"] > 0
    assert evening.organiser.delete(asked["Location"]).status_code == 204
    assert evening.organiser.get(asked["Location"]).json()["state"] == "stopped"
