"""A shared link has a title and a picture; the site can be installed on a phone."""

import json
import re

import pytest
from django.test import Client

from tests.evening import a_club, a_tournament, an_officer
from tests.tournaments.seasons.evenings import a_season
from tests.tournaments.web.public.stages import settled
from tournaments.exports import printing
from tournaments.models import Tournament

pytestmark = pytest.mark.usefixtures("commits")
PNG = b"\x89PNG\r\n\x1a\n"


@pytest.fixture
def tournament() -> Tournament:
    made = a_tournament(a_club(), pairs=4)
    settled(made)
    return made


def picture_of(client: Client, page: str) -> bytes:
    """The picture that the page names in its head."""
    html = client.get(page).content.decode()
    found = re.search(r'property="og:image" content="http://testserver([^"]+)"', html)
    assert found, page
    assert re.search(r'property="og:title" content="[^"]+"', html)
    answer = client.get(found[1])
    assert answer.headers["Content-Type"] == "image/png"
    return answer.content


def size_of(picture: bytes) -> tuple[int, int]:
    assert picture.startswith(PNG)
    return int.from_bytes(picture[16:20]), int.from_bytes(picture[20:24])


def test_pages_that_people_share_have_a_picture(client: Client, tournament: Tournament) -> None:
    club = tournament.club
    season = a_season(club, an_officer(club), tournament)
    person = next(each for each in club.people.all() if each.may_be_named)
    pages = [
        f"/t/{tournament.code}/",
        f"/t/{tournament.code}/coppie/1/",
        f"/circoli/{club.slug}/stagioni/{season.pk}/",
        f"/circoli/{club.slug}/giocatori/{person.pk}/",
    ]
    for page in pages:
        assert size_of(picture_of(client, page)) == (1200, 630)


def test_a_picture_names_those_alone_who_agreed(
    tournament: Tournament, monkeypatch: pytest.MonkeyPatch
) -> None:
    shown: list[str] = []
    monkeypatch.setattr(printing.typesetting, "picture", lambda _page, data: shown.append(json.dumps(data)))
    entry = tournament.entries.get(number=4)
    entry.players.get(position=0).person.consents.all().delete()
    printing.picture_of_entry(tournament, 4)
    assert "posto su 4" in shown[0]
    for player in entry.players.all():
        assert (player.person.last_name in shown[0]) is player.person.may_be_named


def test_an_unknown_pair_has_no_picture(client: Client, tournament: Tournament) -> None:
    assert client.get(f"/t/{tournament.code}/coppie/99/immagine.png").status_code == 404


def test_a_phone_can_install_the_site(client: Client) -> None:
    a_club()
    page = client.get("/").content.decode()
    assert 'rel="manifest" href="/manifest.webmanifest"' in page
    told = json.loads(client.get("/manifest.webmanifest").content)
    assert told["start_url"] == "/"
    assert [icon["sizes"] for icon in told["icons"]] == ["192x192", "512x512"]
