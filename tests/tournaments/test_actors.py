"""Who acts keeps a name that does not depend on the phone, and is told in the reader's language."""

import pytest
from django.utils.translation import override

from tournaments.actors import Actor, said


@pytest.mark.parametrize("language", ["it", "en"])
def test_a_table_signs_alike_whatever_language_its_phone_shows(language):
    with override(language):
        assert Actor.at_table(2, 5, "B").name == "turno 2, tavolo 5, E-O"


@pytest.mark.parametrize(
    ("language", "told"),
    [("it", "turno 2, tavolo 5, E-O"), ("en", "round 2, table 5, E-W")],
    ids=["it", "en"],
)
def test_a_table_is_told_in_the_readers_language(language, told):
    with override(language):
        assert said("turno 2, tavolo 5, E-O") == told


def test_a_person_is_told_by_name():
    with override("en"):
        assert said("Rosa Bianchi") == "Rosa Bianchi"
