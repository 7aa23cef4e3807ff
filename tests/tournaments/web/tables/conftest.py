from collections.abc import Callable

import pytest
from django.test import Client

from tests.evening import FourPeople, a_club, a_round, a_tournament, four_people, signed_in
from tests.once import once_a_module
from tests.tournaments.web.tables.table import Table


def a_table() -> Table:
    """The first table of a turn being played by four pairs, and the club's people."""
    club = a_club()
    people = four_people(club)
    round_ = a_round(a_tournament(club))
    return Table(round_.matches.select_related("round__tournament").get(table=1), people)


made_table = once_a_module(a_table)


@pytest.fixture
def table(made_table: Callable[[], Table], db: None) -> Table:
    return made_table()


@pytest.fixture
def people(table: Table) -> FourPeople:
    return table.people


@pytest.fixture
def phone(table: Table) -> Client:
    """A player's phone, which knows nothing but the code on the sheet."""
    return Client()


@pytest.fixture
def referee(table: Table) -> Client:
    return signed_in(table.people.referee)
