"""The forms of a championship: what a game does not have is not asked, a second tap sends nothing."""

import re

import pytest
from django.test import Client
from django.urls import reverse

from tests.evening import a_club, four_people
from tests.tournaments.championships.played import a_championship, drawn
from tournaments.championships import captain_codes

pytestmark = pytest.mark.django_db


def text_of(client: Client, where: str) -> str:
    return client.get(where).content.decode()


def test_a_new_championship_asks_only_what_its_game_has() -> None:
    club = a_club()
    new = text_of(four_people(club).client("organiser"), reverse("new_championship", args=[club.slug]))
    hidden = {
        field[1]
        for field in re.finditer(
            r'<div\s+class="field"\s+data-games="[^"]*"\s+hidden\s*>.*?name="(\w+)"', new, re.S
        )
    }
    assert hidden == {"target"}, "Quattro Scartate has no target, but house rules, totals and boards"
    assert "js/games" in new


def test_every_form_of_a_championship_is_sent_once() -> None:
    club = a_club()
    four = four_people(club)
    fixture = drawn(a_championship(club, four.organiser, of=2), four.organiser)[0]
    organiser = four.client("organiser")
    own = [club.slug, fixture.championship.code]
    captain = captain_codes.code_of(fixture.home)
    for client, where in (
        (organiser, reverse("new_championship", args=own[:1])),
        (organiser, reverse("championship_team_desk", args=[*own, 1])),
        (organiser, reverse("move_fixture", args=[*own, fixture.pk])),
        (organiser, reverse("championship_fixture_desk", args=[*own, fixture.pk])),
        (Client(), reverse("captain", args=[captain])),
        (Client(), reverse("captain_line_up", args=[captain, fixture.pk])),
    ):
        assert "js/once" in text_of(client, where), where
