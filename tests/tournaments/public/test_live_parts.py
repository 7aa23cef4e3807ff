"""The part that changes is made once a version, however many phones ask, and sent only to who lacks it."""

import time

import pytest
from django.test import Client
from pytest_django import DjangoAssertNumQueries

from club.models import Person
from tests.evening import a_club, a_round, a_tournament, four_people
from tests.tournaments.public.stages import settled, text_of

pytestmark = pytest.mark.django_db(transaction=True)


def test_the_browser_that_has_the_page_gets_304_until_something_changes(client: Client) -> None:
    tournament = a_tournament(a_club())
    for page in ("", "?fragment", "versione/"):
        address = f"/t/{tournament.code}/{page}"
        client.get(address)  # the first visit only brings the cookie
        first = client.get(address)
        again = client.get(address, headers={"if-none-match": first["ETag"]})
        assert (again.status_code, again.content) == (304, b"")
        assert again["ETag"] == first["ETag"]

    a_round(tournament, until="published")

    changed = client.get(address, headers={"if-none-match": first["ETag"]})
    assert changed.status_code == 200


def test_the_page_of_another_person_or_language_is_another_page(client: Client) -> None:
    club = a_club()
    organiser = four_people(club).organiser
    address = f"/t/{a_tournament(club).code}/"
    client.get(address)
    etag = client.get(address)["ETag"]

    client.cookies["django_language"] = "en"
    english = client.get(address, headers={"if-none-match": etag})
    client.force_login(organiser)
    organised = client.get(address, headers={"if-none-match": english["ETag"]})

    assert (english.status_code, organised.status_code) == (200, 200)


def test_the_live_part_comes_alone_when_asked_for(client: Client) -> None:
    tournament = a_tournament(a_club())
    part = client.get(f"/t/{tournament.code}/?fragment").content.decode()
    assert part.strip().startswith('<div id="live"')
    assert "<html" not in part
    assert "csrf" not in part  # it is the same for everybody


def test_many_phones_read_what_was_made_once(
    client: Client, django_assert_num_queries: DjangoAssertNumQueries
) -> None:
    tournament = a_tournament(a_club())
    settled(tournament)
    client.get(f"/t/{tournament.code}/?fragment")
    with django_assert_num_queries(2):
        client.get(f"/t/{tournament.code}/?fragment")


def test_a_consent_withdrawn_shows_within_a_minute_though_the_tournament_does_not_change(
    client: Client, monkeypatch: pytest.MonkeyPatch
) -> None:
    tournament = a_tournament(a_club())
    assert "Cognome001" in text_of(client, f"/t/{tournament.code}/")
    Person.objects.update(name_consent_on=None)
    later = time.time() + 61
    monkeypatch.setattr(time, "time", lambda: later)
    assert "Cognome001" not in text_of(client, f"/t/{tournament.code}/")
