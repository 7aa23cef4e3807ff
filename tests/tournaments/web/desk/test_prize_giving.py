"""The prize-giving on the wall: one place at a time, last to first, with the names that the room may read."""

import re

from django.test import Client
from django.utils import timezone

from tests.evening import JURY, FourPeople, a_club, a_round, a_tournament, four_people, settle
from tournaments.entries import entries
from tournaments.models import Tournament
from tournaments.standings import builds


def an_evening(*, is_closed: bool) -> tuple[FourPeople, Tournament, int]:
    """Ten pairs, the tenth without consent; after the only round the last of the others withdrew."""
    club = a_club()
    tournament = a_tournament(club, pairs=10)
    settle(tournament, a_round(tournament))
    builds.build(tournament.pk)
    gone = [row["number"] for row in tournament.snapshots.get().rows if row["number"] != 10][-1]
    entries.withdraw(tournament.pk, gone, withdrawn=True, by=JURY)
    if is_closed:
        Tournament.objects.filter(pk=tournament.pk).update(closed_at=timezone.now())
    return four_people(club), tournament, gone


def read(client: Client, tournament: Tournament) -> str:
    return client.get(f"/t/{tournament.code}/premiazione/").content.decode()


def test_places_go_from_the_last_to_the_first_with_the_names_agreed_to(db: None) -> None:
    four, tournament, gone = an_evening(is_closed=True)
    page = read(four.client("organiser"), tournament)
    places = [int(place) for place in re.findall(r'data-prize="(\d+)"', page)]
    assert places == sorted(places, reverse=True)
    assert places[-1] == 1
    assert len(re.findall("Cognome00. Anna", page)) == 8
    assert "Cognome010" not in page, "without consent, by the club's rule, for the organiser too"
    assert "C. A." in page
    assert f"Cognome00{gone}" not in page, "a pair that went away is not called"


def test_before_the_final_standings_the_page_says_what_to_do(db: None) -> None:
    four, tournament, _gone = an_evening(is_closed=False)
    page = read(four.client("organiser"), tournament)
    assert "prima concludi il torneo" in page
    assert "Cognome001" not in page
    assert "data-prize" not in page


def test_only_the_organiser_opens_it(db: None) -> None:
    four, tournament, _gone = an_evening(is_closed=True)
    answers = {
        who: four.client(who).get(f"/t/{tournament.code}/premiazione/")
        for who in ("organiser", "referee", "player", "stranger", "")
    }
    assert {who: answer.status_code for who, answer in answers.items()} == {
        "organiser": 200, "referee": 403, "player": 403, "stranger": 403, "": 302,
    }  # fmt: skip
    assert "no-store" in answers["organiser"]["Cache-Control"]
