"""In games that take points away, every public page writes what is below nought in one way."""

import re
from collections.abc import Callable

import pytest
from django.test import Client

from tests.evening import JURY, a_club
from tests.once import once_a_module
from tests.tournaments.evenings.test_every_game import an_evening, play_out, playing
from tests.tournaments.web.public.stages import text_of
from tournaments.models import Tournament
from tournaments.rounds import rounds
from tournaments.standings import builds

pytestmark = pytest.mark.django_db


def played(game: str) -> Tournament:
    """The game's evening after its first turn."""
    tournament = an_evening(a_club(game), game)
    round_ = playing(tournament)
    for match in round_.matches.select_related("round__tournament"):
        play_out(match, ["cards"])
    rounds.settle(tournament.pk, round_.number, by=JURY)
    builds.build(tournament.pk)
    return tournament


scenes = once_a_module(lambda: {game: played(game) for game in ("terziglio", "mattazza")})


@pytest.mark.parametrize("page", ["", "coppie/1/", "coppie/2/", "coppie/3/", "andamento/", "proiettore/"])
@pytest.mark.parametrize("game", ["terziglio", "mattazza"])
def test_the_minus_is_a_true_one(
    scenes: Callable[[], dict[str, Tournament]], client: Client, game: str, page: str
) -> None:
    said = text_of(client, f"/t/{scenes()[game].code}/{page}")
    assert re.findall(r"(?<![\w-])-\d+", said) == []
    assert "−" in said or page != ""
