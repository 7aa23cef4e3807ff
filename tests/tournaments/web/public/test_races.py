"""The races: places by turn, points by smazzata; drawn, told in words and in a table."""

import re
from xml.etree import ElementTree

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext

from tests import games
from tests.evening import JURY, a_club, a_round, a_tournament, four_people, settle
from tests.pages import flat
from tests.tournaments.web.public.stages import playing, settled, text_of
from tournaments.models import Deal, Match, Tournament
from tournaments.results import scores
from tournaments.rounds import rounds

pytestmark = pytest.mark.usefixtures("commits")


def drawings(client: Client, address: str) -> list[ElementTree.Element]:
    html = flat(client.get(address).content.decode())
    return [
        ElementTree.fromstring(each)  # noqa: S314 - our own page
        for each in re.findall(r'<svg class="race".*?</svg>', html, re.DOTALL)
    ]


def two_turns(pairs: int) -> Tournament:
    tournament = a_tournament(a_club(), pairs=pairs)
    for seed in (1, 2):
        settle(tournament, a_round(tournament, seed=seed))
    return tournament


def test_the_places_of_every_turn_are_in_the_table_and_the_first_ones_in_the_drawing(client: Client) -> None:
    tournament = two_turns(10)
    address = f"/t/{tournament.code}/andamento/"
    first, last = (
        {row["number"]: row["place"] for row in each.rows}
        for each in tournament.snapshots.order_by("round_number")
    )
    text = text_of(client, address)
    for number in range(1, 11):
        assert f"n. {number} {first[number]} {last[number]}" in text
    (drawing,) = drawings(client, address)
    lines = drawing.findall("g[@class]/polyline")
    assert len(lines) == 8
    title, told = drawing.find("title"), drawing.find("desc")
    assert title is not None
    assert told is not None
    assert title.attrib["id"] in drawing.attrib["aria-labelledby"]
    leader = min(last, key=lambda number: last[number])
    assert f"n. {leader}: {first[leader]}, {last[leader]}" in (told.text or "")


def test_before_the_second_classifica_there_is_no_race_to_draw(client: Client) -> None:
    tournament = a_tournament(a_club(), pairs=4)
    address = f"/t/{tournament.code}/andamento/"
    assert "Ancora nessuna classifica" in text_of(client, address)
    settled(tournament)
    assert drawings(client, address) == []
    assert "I posti dopo ogni turno" in text_of(client, address)


def test_a_correction_makes_the_places_those_of_the_new_classifica(client: Client) -> None:
    tournament = two_turns(4)
    match = Match.objects.filter(round__number=1).select_related("round__tournament")[0]
    loser = "B" if match.winner == "A" else "A"
    for number in (1, 2, 3, 4):
        old, other = match.deals.get(number=number), "B" if loser == "A" else "A"
        whole = {"cards": {other: []}, "last_trick": loser}  # every trick to who had lost
        scores.enter(
            match, number, "cards", whole, by=JURY, based_on=old.version, may_correct=True, reason="Scambio"
        )
    newest = {
        turn: tournament.snapshots.filter(round_number=turn).order_by("-results_version")[0]
        for turn in (1, 2)
    }
    assert tournament.snapshots.filter(round_number=1).count() > 1
    text = text_of(client, f"/t/{tournament.code}/andamento/")
    for row in newest[1].rows:
        after = next(each["place"] for each in newest[2].rows if each["number"] == row["number"])
        assert f"n. {row['number']} {row['place']} {after}" in text


def test_the_race_costs_the_same_for_many_and_for_few(client: Client) -> None:
    costs = set()
    for pairs in (4, 12):
        tournament = two_turns(pairs) if pairs == 4 else another(pairs)
        with CaptureQueriesContext(connection) as counted:
            client.get(f"/t/{tournament.code}/andamento/?fragment")
        costs.add(len(counted))
    assert costs == {3}


def another(pairs: int) -> Tournament:
    tournament = a_tournament(a_club("Circolo grande"), pairs=pairs)
    for seed in (1, 2):
        settle(tournament, a_round(tournament, seed=seed))
    return tournament


@pytest.mark.parametrize("who", ["nobody", "organiser", "referee", "player", "stranger"])
def test_everybody_reads_the_race_with_names_by_consent(client: Client, who: str) -> None:
    club = a_club()
    four = four_people(club)
    tournament = a_tournament(club, pairs=10)
    settled(tournament)
    if who != "nobody":
        client.force_login(getattr(four, who))
    text = text_of(client, f"/t/{tournament.code}/andamento/")
    assert "C. A. – C. B." in text
    assert "Cognome010" not in text


def test_a_pair_s_page_draws_its_match_with_the_running_sums_beside(client: Client) -> None:
    tournament = a_tournament(a_club(), pairs=2)
    playing(tournament)
    address = f"/t/{tournament.code}/coppie/1/"
    (drawing,) = drawings(client, address)
    assert len(drawing.findall("g[@class]/polyline")) == 2
    sums = {"A": 0, "B": 0}
    text = text_of(client, address)
    for deal in Match.objects.get().deals.all():
        sums = {side: sums[side] + deal.points[side] for side in sums}
        apart = f"{sums['A'] - sums['B']:+d}".replace("-", "−")
        assert f"{deal.number} {sums['A']} {sums['B']} {apart}" in text
        assert f"smazzata {deal.number}: N-S {sums['A']}, E-O {sums['B']}" in text


def test_a_smazzata_says_why_or_why_it_cannot(client: Client) -> None:
    tournament = a_tournament(a_club(), pairs=2)
    match = a_round(tournament).matches.select_related("round__tournament").get()
    ways = {"cards": games.by_cards, "parts": games.by_parts, "totals": games.by_totals}
    for number, (way, write) in enumerate(ways.items(), start=1):
        place = scores.place_of(match, number)
        scores.enter(match, number, way, write(place, games.dealt(place, number)), by=JURY, based_on=0)
    text = text_of(client, f"/t/{tournament.code}/coppie/1/")
    assert text.count("Perché?") == 1
    assert "Scritta per parti:" in text
    assert "Scritta per totali:" in text


def test_the_pair_s_page_costs_the_same_after_one_turn_and_after_three(client: Client) -> None:
    tournament = a_tournament(a_club(), pairs=4)
    costs = []
    for turn in (1, 2, 3):
        settle(tournament, a_round(tournament, seed=turn))
        with CaptureQueriesContext(connection) as counted:
            client.get(f"/t/{tournament.code}/coppie/1/?fragment")
        costs.append(len(counted))
    assert len(set(costs[1:])) == 1
    assert costs[-1] <= 14


def test_the_evening_s_figures_are_of_settled_turns(client: Client) -> None:
    tournament = a_tournament(a_club(), pairs=2)
    playing(tournament)
    address = f"/t/{tournament.code}/coppie/1/"
    assert "La serata in cifre" not in text_of(client, address)
    rounds.settle(tournament.pk, 1, by=JURY)
    assert "La serata in cifre Quattro Scartate: 4 smazzate di turni conclusi" in text_of(client, address)
    assert Deal.objects.count() == 4
