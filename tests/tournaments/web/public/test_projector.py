"""The projector: the slides that each stage of the evening needs, never more rows than the wall has."""

from collections.abc import Callable

import pytest
from django.test import Client

from tests.evening import JURY, a_club, a_tournament
from tests.pages import flat
from tests.tournaments.web.public.stages import closed, nothing, playing, published, settled, text_of
from tournaments.entries import entries
from tournaments.models import Tournament
from tournaments.rounds import time_outs

pytestmark = pytest.mark.usefixtures("commits")


@pytest.mark.parametrize(
    ("reach", "kinds"),
    [
        (nothing, ["pairs", "pairs"]),
        (published, ["tables", "tables", *["seats-by-name"] * 3, "seats-by-number"]),
        (playing, ["tables", "tables", "clock"]),
        (settled, ["standings"] * 3),
        (closed, ["standings"] * 3),
    ],
    ids=["before", "published", "playing", "settled", "closed"],
)
def test_each_stage_has_its_slides(
    client: Client, reach: Callable[[Tournament], None], kinds: list[str]
) -> None:
    tournament = a_tournament(a_club(), pairs=23)
    reach(tournament)
    page = flat(client.get(f"/t/{tournament.code}/proiettore/").content.decode())
    shown = [part.split('"')[0] for part in page.split('class="slide slide-')[1:]]
    assert shown == kinds
    assert page.count(" hidden>") == len(kinds) - 1


def test_the_wall_says_where_everybody_sits_and_who_rests(client: Client) -> None:
    tournament = a_tournament(a_club(), pairs=9)
    published(tournament)
    text = text_of(client, f"/t/{tournament.code}/proiettore/")
    for number in range(1, 10):
        assert f"Cognome00{number}" in text
    assert "Riposa:" in text


def test_who_has_withdrawn_is_marked_on_the_wall(client: Client) -> None:
    tournament = a_tournament(a_club())
    settled(tournament)
    page = f"/t/{tournament.code}/proiettore/"
    assert "ritirata" not in text_of(client, page)
    entries.withdraw(tournament.pk, 3, withdrawn=True, by=JURY, reason="Stanchi")
    assert text_of(client, page).count("ritirata") == 1
    assert client.get(page).content.decode().count('<li class="is-out">') == 1


def test_an_empty_tournament_welcomes(client: Client) -> None:
    tournament = a_tournament(a_club(), pairs=0)
    assert "slide-welcome" in client.get(f"/t/{tournament.code}/proiettore/").content.decode()


def test_the_code_on_the_wall_leads_to_the_results_page(client: Client) -> None:
    tournament = a_tournament(a_club())
    text = text_of(client, f"/t/{tournament.code}/proiettore/")
    assert f"testserver/t/{tournament.code}" in text


def test_the_clock_of_the_room_tells_the_minutes_that_the_referee_added(client: Client) -> None:
    tournament = a_tournament(a_club())
    playing(tournament)
    page = f"/t/{tournament.code}/proiettore/"
    assert "time-out" not in text_of(client, page)
    time_outs.extend(tournament.pk, 1, 5, by=JURY, seen=0)
    assert "compresi 5 minuti di time-out" in text_of(client, page)
