"""The club's log grows by one entry an act, in a chain that shows what was altered."""

from uuid import uuid4

import pytest
from django.db import IntegrityError, transaction

from club.history import log
from club.history.hash_chain import first_broken
from club.history.log import lock
from club.models import Club, User
from tests.evening import a_club
from tests.tampering import without_triggers

pytestmark = pytest.mark.django_db


def test_entries_are_numbered_without_gaps_and_each_club_has_its_own(club: Club, secretary: User) -> None:
    other = a_club("Un altro circolo")
    for of in (club, other, club):
        log.write(of, secretary, "person.changed", subject={"person": 1}, after={"fields": ["email"]})
    assert [entry.number for entry in club.log.all()] == [1, 2]
    assert [entry.number for entry in other.log.all()] == [1]
    assert first_broken(club.log.all()) is None


@pytest.mark.parametrize(("field", "value"), [("reason", "altro"), ("act", "x"), ("after", {"a": 1})])
def test_an_altered_entry_breaks_the_chain(club: Club, secretary: User, field: str, value: object) -> None:
    for _time in range(3):
        log.write(club, secretary, "person.changed", reason="errore di battitura")
    without_triggers()
    club.log.filter(number=2).update(**{field: value})
    assert first_broken(club.log.all()) == 2


def test_an_entry_cut_out_breaks_the_chain(club: Club, secretary: User) -> None:
    for _time in range(3):
        log.write(club, secretary, "person.changed")
    without_triggers()
    club.log.filter(number=2).delete()
    assert first_broken(club.log.all()) == 3


def test_a_key_is_good_for_one_act(club: Club, secretary: User) -> None:
    key = uuid4()
    assert log.entry_by_key(club, key) is None
    said = log.write(club, secretary, "person.changed", key=key)
    assert log.entry_by_key(club, key) == said
    assert log.entry_by_key(a_club("Un altro circolo"), key) is None
    with pytest.raises(IntegrityError), transaction.atomic():
        log.write(club, secretary, "person.changed", key=key)


@pytest.mark.django_db(transaction=True)
def test_the_lock_is_refused_outside_a_transaction() -> None:
    club = a_club()
    with pytest.raises(transaction.TransactionManagementError):
        lock(club.pk)
    with transaction.atomic():
        assert lock(club.pk) == club
