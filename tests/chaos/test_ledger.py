"""The comparison of ledger and database notices what it is there for."""

from dataclasses import replace

import pytest

from tests.chaos.ledger import Acknowledged, Found, Logged, Place, Stored, differences

PLACE = Place("abc", 1, 2, 3)
OLD, NEW = "34 to 12", "31 to 15"
#: A deal that is entered, corrected and confirmed.
WRITES = [
    Acknowledged("one", PLACE, OLD, 5, 0.0, 1.0),
    Acknowledged("two", PLACE, NEW, 6, 2.0, 3.0),
    Acknowledged("yes", PLACE, "", 7, 4.0, 5.0),
]
LOG = [Logged("one", PLACE, OLD, 5), Logged("two", PLACE, NEW, 6), Logged("yes", PLACE, "", 7)]
DEAL = Stored(PLACE, NEW, 7)


def test_a_deal_entered_corrected_and_confirmed_is_no_difference() -> None:
    assert differences(WRITES, Found(LOG, [DEAL], [])) == []


@pytest.mark.parametrize(
    ("log", "deals", "told"),
    [
        (LOG[:2], [replace(DEAL, version=6)], "lost"),
        ([*LOG, replace(LOG[2], number=8)], [replace(DEAL, version=8)], "twice"),
        ([*LOG, Logged("three", PLACE, "", 8)], [replace(DEAL, version=8)], "never acknowledged"),
        ([LOG[0], replace(LOG[1], value=OLD), LOG[2]], [replace(DEAL, value=OLD)], "altered"),
        ([LOG[0], replace(LOG[1], place=PLACE._replace(table=9)), LOG[2]], [DEAL], "altered"),
        ([LOG[0], replace(LOG[1], number=9), LOG[2]], [DEAL], "older version"),
        (LOG, [], "no deal"),
        (LOG, [DEAL, DEAL], "stored twice"),
        (LOG, [replace(DEAL, value=OLD)], "not the last one"),
        (LOG, [replace(DEAL, version=6)], "not the last one"),
    ],
)
def test_a_difference_is_told(log: list[Logged], deals: list[Stored], told: str) -> None:
    assert told in " ".join(differences(WRITES, Found(log, deals, [])))


def test_a_copy_may_have_more_than_was_acknowledged_before_it_and_never_less() -> None:
    found = Found(LOG, [DEAL], [])
    assert differences(WRITES[:1], found, is_over=False) == []
    assert differences(WRITES[:1], Found([], [], []), is_over=False) != []


def test_faults_of_the_database_are_differences() -> None:
    assert differences(WRITES, Found(LOG, [DEAL], ["catena interrotta"])) == ["catena interrotta"]
