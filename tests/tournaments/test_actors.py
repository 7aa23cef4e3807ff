"""Who acts keeps a name that does not depend on the phone, and is told in the reader's language."""

import pytest
from django.utils.translation import override

from tournaments.actors import Actor, actor_name
from tournaments.models import Match, Round, Tournament


@pytest.mark.parametrize("language", ["it", "en"])
def test_a_table_signs_alike_whatever_language_its_phone_shows(language):
    with override(language):
        match = Match(table=5, round=Round(number=2, tournament=Tournament()))
        assert Actor.at_table(match, "B").name == "turno 2, tavolo 5, E-O"
        alone = Match(table=5, round=Round(number=2, tournament=Tournament(game="terziglio")))
        assert Actor.at_table(alone, "B").name == "turno 2, tavolo 5, posto 2"


@pytest.mark.parametrize(
    ("language", "told"),
    [("it", "turno 2, tavolo 5, E-O"), ("en", "round 2, table 5, E-W")],
    ids=["it", "en"],
)
def test_a_table_is_told_in_the_readers_language(language, told):
    with override(language):
        assert actor_name("turno 2, tavolo 5, E-O") == told


def test_a_chair_is_told_in_the_readers_language():
    with override("en"):
        assert actor_name("turno 2, tavolo 5, posto 3") == "round 2, table 5, seat 3"


def test_a_person_is_told_by_name():
    with override("en"):
        assert actor_name("Rosa Bianchi") == "Rosa Bianchi"


def test_a_captain_is_told_in_the_readers_language():
    with override("en"):
        assert actor_name("capitano di «Portico»") == "captain of “Portico”"
