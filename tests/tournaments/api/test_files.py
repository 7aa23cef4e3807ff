"""Files by token: every table, paper and picture, for whom it is, with full names for officers alone."""

from collections.abc import Callable
from typing import Any

import pytest
from rest_framework.test import APIClient

from club.models import RoleKind
from tests.evening import JURY, an_officer, settle
from tests.once import once_a_module
from tests.tournaments.api.conftest import Evening, an_evening, device_of
from tests.tournaments.seasons.evenings import a_season
from tournaments.api.views.files import OF_EVENING, OF_PLAYER, OF_ROUND, OF_SEASON, PAPER
from tournaments.entries import cash
from tournaments.evenings import lifecycle
from tournaments.exports import archives
from tournaments.exports.formats import FORMATS
from tournaments.standings import builds

pytestmark = pytest.mark.django_db

WHO = {"organiser", "referee", "player", "stranger", "anybody", "treasurer"}
OFFICERS = {"organiser", "referee", "treasurer"}
#: Who may have the files that are not for everybody.
NEEDED = {
    "rulings": {"organiser", "referee"},
    "log": {"organiser", "referee"},
    "cash": {"organiser", "treasurer"},
}


def a_settled_evening() -> Evening:
    """An evening with a round settled, its standings, a season, a cash book and a treasurer."""
    evening = an_evening()
    settle(evening.tournament, evening.round)
    builds.build(evening.tournament.pk)
    club = evening.tournament.club
    a_season(club, evening.people.organiser, evening.tournament)
    cash.book_of(evening.tournament.pk)
    evening.devices["treasurer"] = device_of(an_officer(club, RoleKind.TREASURER))
    evening.devices["anybody"] = APIClient()
    return evening


settled_evening = once_a_module(a_settled_evening)


@pytest.fixture
def settled(settled_evening: Callable[[], Evening], db: None) -> Evening:
    return settled_evening()


def let_in(evening: Evening, where: str) -> set[str]:
    """Those who get the file; everybody else is refused, and told so as JSON."""
    answers = {who: evening.devices[who].get(where) for who in WHO}
    for who, answer in answers.items():
        assert answer.status_code in (200, 401 if who == "anybody" else 403), (who, answer.status_code)
        assert answer.status_code == 200 or answer.json()["code"]
    return {who for who, answer in answers.items() if answer.status_code == 200}


@pytest.mark.parametrize("name", [name for name in OF_EVENING if name not in ("provisional", "challenge")])
def test_a_table_of_the_evening_is_for_those_that_its_page_is_for(settled: Evening, name: str) -> None:
    assert let_in(settled, f"{settled.at}/files/{name}.csv") == NEEDED.get(name, WHO)


@pytest.mark.parametrize("name", [name for name in OF_ROUND if name != "groups"])
def test_a_table_of_a_round_is_for_everybody(settled: Evening, name: str) -> None:
    assert let_in(settled, f"{settled.at}/rounds/1/files/{name}.csv") == WHO


@pytest.mark.parametrize("name", PAPER)
def test_paper_is_for_those_that_its_page_is_for(settled: Evening, name: str) -> None:
    assert let_in(settled, f"{settled.at}/papers/{name}.pdf") == NEEDED.get(name, WHO)


def test_score_sheets_have_codes_and_are_for_those_who_enter_results(settled: Evening) -> None:
    where = f"{settled.at}/rounds/1/papers/sheets.pdf"
    assert let_in(settled, where) == {"organiser", "referee"}
    one = settled.referee.get(f"{where}?table=1&two=true")
    assert one.content.startswith(b"%PDF")
    assert "no-store" in one["Cache-Control"]
    assert settled.referee.get(f"{where}?tavolo=1").status_code == 400


@pytest.mark.parametrize("ending", FORMATS)
def test_a_table_comes_in_every_format_whatever_the_client_accepts(settled: Evening, ending: str) -> None:
    where = f"{settled.at}/files/standings.{ending}"
    answer = settled.anybody.get(where, headers={"Accept": "text/csv, application/pdf"})
    assert answer.status_code == 200
    assert answer["Content-Type"] == FORMATS[ending].content_type
    assert answer["Content-Disposition"].startswith("attachment")


def test_officers_get_full_names_and_nobody_s_cache_keeps_them(settled: Evening) -> None:
    where = f"{settled.at}/files/standings.json"
    hidden = settled.tournament.club.people.exclude(name_consent_on=None)[0]
    type(hidden).objects.filter(pk=hidden.pk).update(name_consent_on=None)
    full, public = settled.referee.get(where), settled.referee.get(f"{where}?names=public")
    assert hidden.full_name in full.content.decode()
    assert "no-store" in full["Cache-Control"]
    assert hidden.full_name not in public.content.decode()
    assert hidden.full_name not in settled.anybody.get(where).content.decode()
    assert hidden.full_name not in settled.devices["stranger"].get(where).content.decode()


def test_a_file_that_the_client_has_is_not_sent_again(settled: Evening) -> None:
    first = settled.anybody.get(f"{settled.at}/files/standings.csv")
    again = settled.anybody.get(f"{settled.at}/files/standings.csv", headers={"If-None-Match": first["ETag"]})
    assert (again.status_code, again.content) == (304, b"")
    assert {"Authorization", "Accept-Language"} <= set(first["Vary"].replace(" ", "").split(","))


@pytest.mark.parametrize(
    "where",
    ["files/nothing.csv", "files/standings.doc", "papers/nothing.pdf", "rounds/1/files/nothing.csv"],
)
def test_an_unknown_file_is_not_found_for_anybody(settled: Evening, where: str) -> None:
    for who in WHO:
        assert settled.devices[who].get(f"{settled.at}/{where}").status_code == 404


def test_a_misspelt_word_of_the_query_is_refused(settled: Evening) -> None:
    answer = settled.anybody.get(f"{settled.at}/files/standings.csv?name=public")
    assert answer.status_code == 400


def test_the_files_of_seasons_and_players_are_for_everybody(settled: Evening) -> None:
    season, person = settled.tournament.club.seasons.get(), settled.tournament.club.people.all()[0]
    other = settled.tournament.club.people.all()[1]
    for name in OF_SEASON:
        where = f"{settled.club_at}/seasons/{season.pk}/files/{name}.csv"
        assert settled.anybody.get(where).status_code == 200
    for name in set(OF_PLAYER) - {"rating"}:
        where = f"{settled.club_at}/players/{person.pk}/files/{name}.csv"
        assert settled.anybody.get(where).status_code == 200
    meetings = f"{settled.club_at}/players/{person.pk}/against/{other.pk}/files/meetings.csv"
    assert settled.anybody.get(meetings).status_code == 200
    assert settled.anybody.get(f"{settled.club_at}/files/ratings.csv").status_code == 200
    assert b"BEGIN:VCALENDAR" in settled.anybody.get(f"{settled.club_at}/calendar.ics").content


@pytest.mark.parametrize("where", ["picture.png", "entries/1/picture.png"])
def test_pictures_are_for_everybody(settled: Evening, where: str) -> None:
    assert settled.anybody.get(f"{settled.at}/{where}").content.startswith(b"\x89PNG")


def test_the_tournament_leads_to_its_files_and_each_address_opens(settled: Evening) -> None:
    where = settled.anybody.get(f"{settled.at}/").json()["files"]
    assert where == f"{settled.at}/files/"
    for who in ("anybody", "referee", "treasurer"):
        for link in settled.devices[who].get(where).json():
            address = next(iter(link["addresses"].values()))
            answer = settled.devices[who].get(address)
            assert answer.status_code == 200 or link["name"] in ("provisional", "groups"), address


def names_of(answer: Any) -> set[str]:
    return {link["name"] for link in answer.json()}


def test_the_list_of_files_has_only_those_that_the_reader_may_have(settled: Evening) -> None:
    seen = {who: names_of(settled.devices[who].get(f"{settled.at}/files/")) for who in WHO}
    assert {"rulings", "log", "cash", "sheets"} & seen["anybody"] == set()
    assert {"rulings", "log", "sheets"} <= seen["referee"]
    assert "cash" not in seen["referee"]
    assert {"cash"} == {"rulings", "log", "cash", "sheets"} & seen["treasurer"]


def test_the_archive_is_a_job_with_its_result(settled: Evening) -> None:
    where = f"{settled.at}/archive/"
    assert settled.organiser.get(where).status_code == 404
    refused = settled.organiser.post(where)
    assert (refused.status_code, refused.json()["code"]) == (409, "not-closed")
    lifecycle.close(settled.tournament.pk, by=JURY)
    asked = settled.organiser.post(where)
    assert asked.status_code == 202
    assert asked["Location"] == where
    assert asked.json()["result"] is None
    made = settled.tournament.archives.get()
    while archives.work(made.pk):
        pass
    job = settled.anybody.get(where).json()
    assert (job["state"], job["done"], job["error"]) == ("done", job["total"], None)
    assert settled.anybody.get(job["result"]).content.startswith(b"PK")
