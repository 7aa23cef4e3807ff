"""Frames on other sites: for the sites that the owner wrote, with the names that everybody may see, and no
cookie."""

import re

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext

from club.errors import ClubInputRefused
from club.models import Club, ClubLogEntry, Person, RoleKind, User
from club.privacy import framing
from tests.evening import a_club, a_round, a_tournament, an_officer, settle, signed_in
from tests.tournaments.api.conftest import device_of
from tests.tournaments.championships.played import a_championship
from tests.tournaments.seasons.evenings import a_season
from tournaments.models import Tournament
from tournaments.standings import builds

pytestmark = pytest.mark.django_db

SITE = "https://www.circolo.example.org"


@pytest.fixture
def club() -> Club:
    return a_club()


@pytest.fixture
def owner(club: Club) -> User:
    return an_officer(club, RoleKind.OWNER, email="titolare@example.org")


@pytest.fixture
def tournament(club: Club) -> Tournament:
    tournament = a_tournament(club, pairs=4)
    settle(tournament, a_round(tournament))
    builds.build(tournament.pk)
    return tournament


@pytest.fixture
def pages(club: Club, owner: User, tournament: Tournament) -> list[str]:
    season = a_season(club, owner, tournament)
    return [
        f"/incorpora/t/{tournament.code}/",
        f"/incorpora/t/{tournament.code}/classifica/",
        f"/incorpora/circoli/{club.slug}/",
        f"/incorpora/circoli/{club.slug}/stagioni/{season.pk}/",
        f"/incorpora/circoli/{club.slug}/campionati/{a_championship(club, owner, of=2).code}/",
    ]


def ancestors(policy: str) -> str:
    (found,) = re.findall(r"frame-ancestors ([^;]*)", policy)
    return str(found)


def test_nobody_frames_them_until_the_owner_says_who(club: Club, owner: User, pages: list[str]) -> None:
    for page in pages:
        answer = Client().get(page)
        assert answer.status_code == 200
        assert ancestors(answer["Content-Security-Policy"]) == "'none'"
        assert answer["X-Frame-Options"] == "DENY"
    framing.set_origins(club, f"{SITE}\nhttps://altro.example.org:8443", by=owner)
    for page in pages:
        answer = Client().get(page)
        assert ancestors(answer["Content-Security-Policy"]) == f"{SITE} https://altro.example.org:8443"
        assert "X-Frame-Options" not in answer
    framing.set_origins(club, "", by=owner)
    assert Client().get(pages[0])["X-Frame-Options"] == "DENY"


def test_other_pages_and_other_clubs_stay_without_frames(
    club: Club, owner: User, tournament: Tournament
) -> None:
    framing.set_origins(club, SITE, by=owner)
    other = a_tournament(a_club("Un altro circolo"), pairs=4)
    for page in (f"/t/{tournament.code}/", f"/circoli/{club.slug}/", f"/incorpora/t/{other.code}/"):
        answer = Client().get(page)
        assert ancestors(answer["Content-Security-Policy"]) == "'none'"
        assert answer["X-Frame-Options"] == "DENY"


def test_an_unchanged_page_is_a_304_with_the_same_frames(club: Club, owner: User, pages: list[str]) -> None:
    framing.set_origins(club, SITE, by=owner)
    first = Client().get(pages[0])
    again = Client().get(pages[0], headers={"If-None-Match": first["ETag"]})
    assert again.status_code == 304
    assert ancestors(again["Content-Security-Policy"]) == SITE


def test_they_set_no_cookie_and_have_nothing_of_a_session(owner: User, pages: list[str]) -> None:
    for page in pages:
        for client in (Client(), signed_in(owner)):
            before = dict(client.cookies)
            answer = client.get(page)
            assert not answer.cookies
            assert dict(client.cookies) == before
            text = answer.content.decode()
            assert "csrf" not in text.lower().replace("x-csrf", "csrf")
            assert owner.email not in text
            assert "masthead" not in text


def test_names_follow_consent(club: Club, pages: list[str]) -> None:
    person = Person.objects.filter(club=club, last_name="Cognome001").order_by("pk")[0]
    assert any("Cognome001" in Client().get(page).content.decode() for page in pages)
    Person.objects.update(name_consent_on=None)
    Club.objects.update(names_version=99)
    for page in pages:
        assert person.last_name not in Client().get(page, {"lingua": "en"}).content.decode()


def test_the_address_says_the_language_and_the_theme(pages: list[str]) -> None:
    for page in pages:
        italian, english = (Client().get(page, {"lingua": language}) for language in ("it", "en"))
        assert (italian["Content-Language"], english["Content-Language"]) == ("it", "en")
        assert '<html lang="it"' in italian.content.decode()
        assert '<html lang="en"' in english.content.decode()
        assert "Open the whole page" in english.content.decode()
        assert 'data-theme="dark"' in Client().get(page, {"tema": "scuro"}).content.decode()
        assert "data-theme=" not in Client().get(page, {"tema": "altro"}).content.decode()
        asked = Client().get(page, {"lingua": "xx"}, headers={"Accept-Language": "en"})
        assert asked["Content-Language"] == "en"


def test_links_open_another_tab_and_lead_to_the_whole_page(tournament: Tournament, pages: list[str]) -> None:
    text = Client().get(pages[0]).content.decode()
    assert '<base target="_blank">' in text
    assert f'href="/t/{tournament.code}/"' in text


def test_the_live_part_is_fetched_in_the_same_language(pages: list[str]) -> None:
    for page in pages[:2]:
        whole = Client().get(page, {"lingua": "en"}).content.decode()
        fragment = Client().get(page, {"lingua": "en", "fragment": "1"}).content.decode()
        assert fragment.strip() in whole
        assert "<html" not in fragment
        assert "data-part" not in fragment, "the stream would send it in the browser's language"
        assert "Standings after round 1" in " ".join(fragment.split())


def test_a_page_that_is_cached_takes_one_query(pages: list[str]) -> None:
    Client().get(pages[0])
    with CaptureQueriesContext(connection) as queries:
        Client().get(pages[0])
    assert len(queries) == 1, "the sites"


@pytest.mark.parametrize("path", ["t/nessuno/", "t/nessuno/classifica/", "circoli/nessuno/"])
def test_what_is_not_there_is_not_found(path: str) -> None:
    assert Client().get(f"/incorpora/{path}").status_code == 404


@pytest.mark.parametrize(
    ("written", "stored"),
    [
        ("www.Esempio.IT", ["https://www.esempio.it"]),
        ("https://a.example.org/\n\nhttps://a.example.org", ["https://a.example.org"]),
        ("http://localhost:3000", ["http://localhost:3000"]),
        ("https://caffè.it", ["https://xn--caff-8oa.it"]),
        ("", []),
    ],
)
def test_a_site_is_stored_as_its_origin(club: Club, owner: User, written: str, stored: list[str]) -> None:
    assert framing.set_origins(club, written, by=owner) == stored
    club.refresh_from_db()
    assert framing.origins(club.frame_origins) == stored


@pytest.mark.parametrize(
    "written",
    [
        *("*", "https://*", "https://a.org/pagina", "https://a.org?b", "ftp://a.org", "https://a.org;script-src"),
        *("null", "https://null", "data:", "data:x", "https://a.org/#", "https://a.org#b", "https://a.org:0"),
        *("'self'", "https://anna@a.org", "https://", "https://a.org:99999", "javascript:alert(1)"),
        "\n".join(f"https://a{number}.org" for number in range(11)),
    ],
)  # fmt: skip
def test_what_is_no_site_is_refused_and_nothing_changes(club: Club, owner: User, written: str) -> None:
    framing.set_origins(club, SITE, by=owner)
    with pytest.raises(ClubInputRefused):
        framing.set_origins(club, written, by=owner)
    page = signed_in(owner).post(f"/circoli/{club.slug}/pubblico/riquadri/", {"origins": written})
    assert page.status_code == 422
    club.refresh_from_db()
    assert club.frame_origins == SITE


def test_the_owner_chooses_sites_on_a_page_with_the_lines_to_copy(
    club: Club, owner: User, tournament: Tournament
) -> None:
    client, page = signed_in(owner), f"/circoli/{club.slug}/pubblico/riquadri/"
    assert client.post(page, {"origins": SITE}).status_code == 302
    text = client.get(page).content.decode()
    assert SITE in text
    assert f"http://testserver/incorpora/t/{tournament.code}/?lingua=it" in text
    assert "&lt;iframe src=" in text
    assert page in client.get(f"/circoli/{club.slug}/pubblico/").content.decode()
    assert ClubLogEntry.objects.filter(club=club, act="publication.frames").count() == 1


def test_a_program_chooses_sites(club: Club, owner: User) -> None:
    device, at = device_of(owner), f"/api/v1/clubs/{club.slug}/frames/"
    assert device.get(at).json() == {"origins": []}
    assert device.put(at, {"origins": [SITE]}, format="json").json() == {"origins": [SITE]}
    for wrong in ("https://*", "https://x.example https://y.example", "https://x.example\nhttps://y.example"):
        answer = device.put(at, {"origins": [wrong]}, format="json")
        assert (answer.status_code, answer.json()["code"]) == (422, "origin-wrong"), "one site in each line"
    assert device.get(at).json() == {"origins": [SITE]}
