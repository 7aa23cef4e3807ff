"""Names by consent and by the club's rule on every public page, on paper, on the wall and in the API."""

import re
from collections.abc import Callable
from datetime import date
from io import BytesIO

import pytest
from django.test import Client
from pypdf import PdfReader

from club.models import Club
from club.privacy import publication
from tests.commits import committed
from tests.evening import FourPeople, a_club, a_round, a_tournament
from tests.once import once_a_module
from tests.tournaments.web.public.stages import settled
from tournaments.models import Tournament

pytestmark = pytest.mark.usefixtures("commits")

PAGES = ("", "?fragment", "proiettore/", "coppie/10/", "classifica.pdf")
API = ("results/", "standings/", "entries/", "entries/10/", "entries/10/evening/", "rounds/1/")


def an_evening() -> Tournament:
    """Ten pairs, the tenth without consent; a turn settled."""
    tournament = a_tournament(a_club(), pairs=10)
    settled(tournament)
    return tournament


made_evening = once_a_module(committed(an_evening))


@pytest.fixture
def evening(made_evening: Callable[[], Tournament], commits: None) -> Tournament:
    return made_evening()


@pytest.fixture
def club(evening: Tournament) -> Club:
    return evening.club


def read(client: Client, address: str) -> str:
    answer = client.get(address)
    assert answer.status_code == 200, address
    if answer["Content-Type"] == "application/pdf":
        return "\n".join(page.extract_text() for page in PdfReader(BytesIO(answer.content)).pages)
    return answer.content.decode()


def addresses(tournament: Tournament) -> list[str]:
    pages = [f"/t/{tournament.code}/{page}" for page in PAGES]
    return pages + [f"/api/v1/tournaments/{tournament.code}/{path}" for path in API]


@pytest.mark.parametrize("who", ["nobody", "player", "stranger"])
@pytest.mark.parametrize(("rule", "stands"), [("initials", "C. A."), ("number", "n. 10")])
def test_who_gave_no_consent_is_read_as_the_club_says_and_never_by_name(
    client: Client, club: Club, four: FourPeople, evening: Tournament, who: str, rule: str, stands: str
) -> None:
    publication.set_rules(club, unnamed=rule, is_indexed=False)
    if who != "nobody":
        client.force_login(getattr(four, who))
    for address in addresses(evening):
        said = read(client, address)
        assert "Cognome010" not in said, address
        assert stands in said, address
        if rule == "number":
            assert "C. A." not in said, address


@pytest.mark.parametrize("who", ["organiser", "referee"])
def test_officers_read_whole_names_at_their_desk_and_in_the_api(
    client: Client, club: Club, four: FourPeople, evening: Tournament, who: str
) -> None:
    publication.set_rules(club, unnamed="number", is_indexed=False)
    client.force_login(getattr(four, who))
    for path in API:
        assert "Cognome010" in read(client, f"/api/v1/tournaments/{evening.code}/{path}"), path
    assert "Cognome010" in read(client, f"/t/{evening.code}/turni/1/")


OFFICERS_ADDRESSES = (
    "banco/classifica/",
    "banco/classifica.pdf",
    "banco/coppie/10/",
    "scarica/banco/classifica.csv",
    "scarica/banco/turni/1/classifica.csv",
    "scarica/banco/turni/1/tavoli.csv",
    "scarica/banco/turni/1/risultati.csv",
    "scarica/banco/andamento.csv",
)


@pytest.mark.parametrize("rule", ["initials", "number"])
def test_officers_read_whole_names_in_their_classifica_paper_and_files_and_no_page_for_all_takes_them(
    client: Client, club: Club, four: FourPeople, evening: Tournament, rule: str
) -> None:
    publication.set_rules(club, unnamed=rule, is_indexed=False)
    for path in OFFICERS_ADDRESSES:
        answer = four.client("referee").get(f"/t/{evening.code}/{path}")
        assert "no-store" in answer["Cache-Control"], path
        assert "Cognome010" in read(four.client("organiser"), f"/t/{evening.code}/{path}"), path
    assert "Per la Giuria" in read(four.client("organiser"), f"/t/{evening.code}/banco/classifica.pdf")
    for reader in (four.client("organiser"), client):
        for page in PAGES:
            assert "Cognome010" not in read(reader, f"/t/{evening.code}/{page}"), page


def test_from_the_officers_classifica_whole_names_lead_to_whole_names(
    four: FourPeople, evening: Tournament
) -> None:
    referee = four.client("referee")
    public = f'href="/t/{evening.code}/coppie/'
    standings = read(referee, f"/t/{evening.code}/banco/classifica/")
    assert f'href="/t/{evening.code}/banco/coppie/10/"' in standings
    assert public not in standings
    against = re.search(
        r"/t/\w+/banco/coppie/(?!10/)\d+/", read(referee, f"/t/{evening.code}/banco/coppie/10/")
    )
    assert against
    assert "Cognome010" in read(referee, against[0]), "the opponents' page names the pair back"
    assert referee.get(f"/t/{evening.code}/banco/coppie/99/").status_code == 404


def test_the_interim_classifica_of_officers_has_whole_names_too(
    four: FourPeople, evening: Tournament
) -> None:
    at = f"/t/{evening.code}/banco/classifica/"
    organiser = four.client("organiser")
    assert "Non si sta giocando" in read(organiser, f"{at}?adesso")
    a_round(evening, seed=2)
    assert "Cognome010" in read(organiser, f"{at}?adesso")
    seen = re.search(r"classifica/\?seen=([^\"&]+)", read(organiser, at))
    assert seen
    polled = organiser.get(f"{at}?seen={seen[1]}", headers={"HX-Request": "true"})
    assert polled.status_code == 204


def test_an_officer_s_answer_is_not_the_one_that_others_are_told_they_have(
    client: Client, four: FourPeople, evening: Tournament
) -> None:
    organiser = Client()
    organiser.force_login(four.organiser)
    address = f"/api/v1/tournaments/{evening.code}/results/"
    etag = organiser.get(address)["ETag"]
    assert client.get(address, headers={"if-none-match": etag}).status_code == 200


def test_the_number_stands_once_for_a_pair_and_beside_a_partner_who_is_named(
    client: Client, club: Club, evening: Tournament
) -> None:
    publication.set_rules(club, unnamed="number", is_indexed=False)
    at = f"/api/v1/tournaments/{evening.code}/entries/10/"
    assert client.get(at).json()["name"] == "n. 10"
    person = evening.entries.get(number=10).players.first().person  # type: ignore[union-attr]
    person.name_consent_on = date(2026, 1, 1)
    person.save(update_fields=["name_consent_on"])
    assert client.get(at).json()["name"] == "Cognome010 Anna – n. 10"


LISTED = (
    "/t/{code}/",
    "/t/{code}/proiettore/",
    "/t/{code}/coppie/1/",
    "/t/{code}/classifica.pdf",
    "/circoli/{slug}/",
)
NEVER = ("/", "/api/v1/tournaments/{code}/results/", "/accesso/login/", "/t/xxxxxx/", "/robots.txt")


@pytest.mark.parametrize(("says_so", "told"), [(False, "noindex, nofollow"), (True, "all")])
def test_search_engines_list_the_public_pages_of_clubs_that_say_so_and_nothing_else(
    client: Client, club: Club, evening: Tournament, says_so: bool, told: str
) -> None:
    publication.set_rules(club, unnamed="initials", is_indexed=says_so)
    words = {"code": evening.code, "slug": club.slug}
    for address in LISTED:
        assert client.get(address.format(**words))["X-Robots-Tag"] == told, address
    for address in ("/t/{code}/", "/t/{code}/coppie/1/", "/circoli/{slug}/"):
        assert f'<meta name="robots" content="{told}">' in read(client, address.format(**words))
    for address in NEVER:
        assert client.get(address.format(**words))["X-Robots-Tag"] == "noindex, nofollow", address


def test_the_robots_file_lets_in_only_where_a_club_says_so(
    client: Client, club: Club, evening: Tournament
) -> None:
    other = a_tournament(a_club("Circolo riservato"), pairs=2)
    assert read(client, "/robots.txt").split("\n") == ["User-agent: *", "Disallow: /", ""]
    publication.set_rules(club, unnamed="initials", is_indexed=True)
    said = read(client, "/robots.txt").split("\n")
    assert f"Allow: /t/{evening.code}/" in said
    assert f"Allow: /circoli/{club.slug}/$" in said
    assert not any(other.code in line or other.club.slug in line for line in said)
    assert said[-2:] == ["Disallow: /", ""]
