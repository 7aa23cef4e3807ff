"""An archive is of one instant, while desks go on writing."""

import json
from threading import Thread

import pytest
from django.db import connection

from club.handover import archive_writer
from club.handover.archive_writer import one_moment
from club.models import Club, Person
from club.register import people
from tests.club.handover import zips
from tests.evening import a_club

pytestmark = pytest.mark.django_db(transaction=True)


def another_desk_writes(club: Club) -> None:
    """A person added by another connection, at once: nobody is made to wait for the archive."""

    def write() -> None:
        try:
            people.add(club, last_name="Arrivato", first_name="Adesso")
        finally:
            connection.close()

    desk = Thread(target=write)
    desk.start()
    desk.join(timeout=15)
    assert not desk.is_alive()


def test_who_comes_meanwhile_is_not_in_it_and_does_not_wait(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    club = a_club()
    people.add(club, last_name="Rossi", first_name="Anna")
    monkeypatch.setattr(archive_writer, "SLICE", 1)
    heard = []

    def tell(done: int) -> None:
        heard.append(done)
        if done == 1:  # the club's own row is read, its people are not
            another_desk_writes(club)

    made = archive_writer.bundle(club, tell)
    assert heard[0] == 1
    assert Person.objects.filter(club=club).count() == 2
    files = zips.opened(made.body)
    assert [row["last_name"] for row in zips.rows(files, "club.person")] == ["Rossi"]
    assert json.loads(files[zips.MANIFEST])["club"]["slug"] == club.slug


def test_afterwards_the_connection_writes_as_before() -> None:
    with one_moment():
        assert not Club.objects.exists()
    club = a_club()
    if connection.vendor == "sqlite":
        assert connection.transaction_mode == "IMMEDIATE"
    assert Club.objects.get() == club
