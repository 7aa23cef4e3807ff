"""Where everybody sits, by name and by number: on the phone, on the wall and on paper."""

import re

import pytest
from django.test import Client

from club.models import Club
from club.privacy import publication
from tests.evening import FourPeople, a_round, a_tournament, settle
from tests.pages import words
from tournaments.models import Tournament

pytestmark = pytest.mark.usefixtures("commits")


@pytest.fixture
def evening(club: Club) -> Tournament:
    """Eleven pairs, the tenth without consent, at the tables of round 1; one of them rests."""
    tournament = a_tournament(club, pairs=11)
    a_round(tournament, until="published")
    return tournament


def seats_of(tournament: Tournament) -> dict[int, int]:
    """The table of each entry."""
    return dict(tournament.rounds.get().matches.values_list("seats__entry__number", "table"))


def lines(page: str, part: str) -> list[str]:
    """The words of each line of that list."""
    section = page.split(f'id="{part}"')[1].split("</ol>")[0]
    return [words(line) for line in re.findall("<li.*?</li>", section, re.S)]


def test_everybody_is_found_by_name_and_by_number_with_the_table(client: Client, evening: Tournament) -> None:
    page = client.get(f"/t/{evening.code}/posti/").content.decode()
    tables = seats_of(evening)
    by_name, by_number = lines(page, "per-nome"), lines(page, "per-numero")
    assert [int(line.split()[0]) for line in by_number] == list(range(1, 12))
    assert len(by_name) == 22
    assert by_name == sorted(by_name)
    resting = next(number for number in range(1, 12) if number not in tables)
    for number, line in enumerate(by_number, start=1):
        assert line.endswith("riposo") if number == resting else f"tavolo {tables[number]} " in line
    assert [line.startswith("Cognome010") for line in by_name].count(True) == 0
    assert "Cognome010" not in page


def test_whoever_has_no_name_to_show_is_found_by_number_only(
    client: Client, club: Club, evening: Tournament
) -> None:
    publication.set_rules(club, unnamed="number", is_indexed=False)
    page = client.get(f"/t/{evening.code}/posti/").content.decode()
    assert len(lines(page, "per-nome")) == 20
    assert len(lines(page, "per-numero")) == 11


def test_the_wall_shows_both_lists_while_people_look_for_their_seats(
    client: Client, evening: Tournament
) -> None:
    wall = client.get(f"/t/{evening.code}/proiettore/?fragment").content.decode()
    kinds = re.findall(r'data-slide="([a-z-]+)-\d', wall)
    assert kinds == ["tables", "seats-by-name", "seats-by-name", "seats-by-number"]


def test_files_have_the_lists_and_those_of_officers_whole_names(
    client: Client, four: FourPeople, evening: Tournament
) -> None:
    at = f"/t/{evening.code}/scarica/turni/1/posti-per"
    by_name = client.get(f"{at}-nome.csv").content.decode("utf-8-sig").splitlines()
    by_number = client.get(f"{at}-numero.csv").content.decode("utf-8-sig").splitlines()
    assert (len(by_name), len(by_number)) == (23, 12)
    assert "Cognome010" not in "".join((*by_name, *by_number))
    whole = four.client("referee").get(f"/t/{evening.code}/scarica/banco/turni/1/posti-per-nome.csv")
    assert "Cognome010 Anna" in whole.content.decode()


def test_before_the_announcement_nobody_has_a_seat(client: Client, club: Club) -> None:
    tournament = a_tournament(club, pairs=4)
    assert "non sono ancora annunciati" in client.get(f"/t/{tournament.code}/posti/").content.decode()
    settle(tournament, a_round(tournament))
    assert "Cognome001" in client.get(f"/t/{tournament.code}/posti/").content.decode()
