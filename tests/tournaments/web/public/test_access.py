"""Public pages are everybody's; names only with consent, and nothing can be changed through them."""

import pytest
from django.test import Client

from tests.evening import FourPeople, a_club, a_tournament, four_people
from tests.tournaments.web.public.stages import settled, text_of

pytestmark = pytest.mark.usefixtures("commits")


@pytest.mark.parametrize("page", ["", "coppie/10/", "proiettore/"])
@pytest.mark.parametrize("person", ["nobody", "organiser", "referee", "player", "stranger"])
def test_everybody_reads_the_page_and_only_names_with_consent(client: Client, page: str, person: str) -> None:
    club = a_club()
    people = four_people(club)
    tournament = a_tournament(club, pairs=10)
    settled(tournament)
    if person != "nobody":
        client.force_login(getattr(people, person))

    text = text_of(client, f"/t/{tournament.code}/{page}")

    assert "C. A." in text
    assert "Cognome010" not in text  # the tenth pair gave no consent


@pytest.mark.parametrize(
    ("person", "sees"), [("organiser", True), ("referee", True), ("player", False), ("stranger", False)]
)
def test_only_the_officers_of_the_club_are_led_to_the_desk(client: Client, person: str, sees: bool) -> None:
    club = a_club()
    people: FourPeople = four_people(club)
    tournament = a_tournament(club)
    client.force_login(getattr(people, person))
    assert ("Banco del torneo" in text_of(client, f"/t/{tournament.code}/")) is sees


@pytest.mark.parametrize("page", ["", "coppie/1/", "proiettore/", "versione/", "eventi/"])
def test_an_unknown_tournament_is_a_page_that_says_so(client: Client, page: str) -> None:
    response = client.get(f"/t/xxxxxx/{page}")
    # A stream refused under WSGI before anything is looked up: the browser stops asking.
    assert response.status_code == (204 if page == "eventi/" else 404)


@pytest.mark.parametrize("page", ["", "coppie/1/", "proiettore/", "versione/", "eventi/"])
def test_the_page_is_only_to_be_read(client: Client, page: str) -> None:
    tournament = a_tournament(a_club())
    assert client.post(f"/t/{tournament.code}/{page}").status_code == 405
