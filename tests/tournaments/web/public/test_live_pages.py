"""The part that changes is made once a version, however many phones ask, and sent only to who lacks it."""

import gzip
import time

import pytest
from django.test import Client
from pytest_django import DjangoAssertNumQueries, Settings

from club.models import Person
from club.register import people
from tests.evening import a_club, a_round, a_tournament, four_people
from tests.pages import flat
from tests.tournaments.web.public.stages import settled, text_of
from tournaments.live import page_versions
from tournaments.models import Tournament

pytestmark = pytest.mark.usefixtures("commits")


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
    assert flat(part).startswith('<div id="live"')
    assert "<html" not in part
    assert "csrf" not in part  # it is the same for everybody


def test_many_phones_read_what_was_made_once(
    client: Client, django_assert_num_queries: DjangoAssertNumQueries
) -> None:
    tournament = a_tournament(a_club())
    settled(tournament)
    client.get(f"/t/{tournament.code}/?fragment")
    for address in ("?fragment", "", "proiettore/", "coppie/1/", "versione/"):
        client.get(f"/t/{tournament.code}/{address}")
        with django_assert_num_queries(0):
            assert client.get(f"/t/{tournament.code}/{address}").status_code == 200


def test_what_another_process_did_without_a_word_shows_within_seconds(
    client: Client, monkeypatch: pytest.MonkeyPatch
) -> None:
    tournament = a_tournament(a_club())
    address = f"/t/{tournament.code}/versione/"
    before = client.get(address).json()
    Tournament.objects.update(results_version=1, standings_version=1)
    assert client.get(address).json() == before
    later = time.time() + page_versions.CACHE_SECONDS_EMBEDDED + 1
    monkeypatch.setattr(time, "time", lambda: later)
    assert client.get(address).json() != before


def test_what_was_read_before_a_change_never_passes_for_the_last_edition(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    tournament = a_tournament(a_club())
    read = page_versions._read

    def slowly(code: str) -> Tournament:
        found = read(code)
        monkeypatch.undo()
        a_round(tournament, until="published")  # committed and told while the reader was reading
        return found

    monkeypatch.setattr(page_versions, "_read", slowly)
    old = page_versions.read_edition(tournament.code)
    assert page_versions.current(tournament.code).version != old.version


def test_a_consent_withdrawn_shows_at_the_next_request(client: Client) -> None:
    tournament = a_tournament(a_club())
    settled(tournament)
    addresses = [f"/t/{tournament.code}/{page}" for page in ("", "?fragment", "proiettore/", "coppie/1/")]
    addresses.append(f"/api/v1/tournaments/{tournament.code}/results/")
    known = {address: client.get(address) for address in addresses}
    assert all("Cognome001" in page.content.decode() for page in known.values())

    for person in Person.objects.filter(last_name="Cognome001"):
        particulars = {"last_name": person.last_name, "first_name": person.first_name, "is_guest": False}
        people.change(person, **particulars, name_consent_on=None)

    for address, before in known.items():
        after = client.get(address, headers={"if-none-match": before["ETag"]})
        assert after.status_code == 200, address
        assert "Cognome001" not in after.content.decode(), address


def test_a_page_kept_for_everybody_has_nobody_s_token_and_no_cookie(client: Client) -> None:
    tournament = a_tournament(a_club())
    for page in ("", "proiettore/", "coppie/1/"):
        answer = client.get(f"/t/{tournament.code}/{page}")
        assert "csrf" not in answer.content.decode().lower()
        assert not answer.cookies
        assert {"Cookie", "Accept-Encoding"} <= set(answer["Vary"].split(", "))


def test_an_officer_s_page_is_never_given_to_others(client: Client) -> None:
    club = a_club()
    four, address = four_people(club), f"/t/{a_tournament(club).code}/"
    for who in ("organiser", "referee", "player", "stranger"):
        signed_in = Client()
        signed_in.force_login(getattr(four, who))
        assert "Esci" in signed_in.get(address).content.decode()
        anybody = client.get(address).content.decode()
        assert "Esci" not in anybody
        assert "Banco del torneo" not in anybody


def test_the_address_by_which_a_page_is_read_is_its_own(client: Client, settings: Settings) -> None:
    settings.ALLOWED_HOSTS = ["*"]
    address = f"/t/{a_tournament(a_club()).code}/proiettore/"
    for host in ("uno.example", "due.example", "uno.example"):
        assert f"{host}/t/" in client.get(address, headers={"host": host}).content.decode()


def test_who_takes_it_packed_gets_it_packed_and_the_same(client: Client) -> None:
    address = f"/t/{a_tournament(a_club()).code}/"
    plain, packed = client.get(address), client.get(address, headers={"accept-encoding": "gzip, br"})
    assert "Content-Encoding" not in plain
    assert packed["Content-Encoding"] == "gzip"
    assert gzip.decompress(packed.content) == plain.content
    assert packed["ETag"] == plain["ETag"]


def test_a_page_asked_for_with_more_in_its_address_is_not_kept(client: Client) -> None:
    address = f"/t/{a_tournament(a_club()).code}/"
    assert "quello-di-uno" in client.get(f"{address}?x=quello-di-uno").content.decode()
    assert "quello-di-uno" not in client.get(address).content.decode()


def test_a_consent_withdrawn_shows_within_a_minute_though_the_tournament_does_not_change(
    client: Client, monkeypatch: pytest.MonkeyPatch
) -> None:
    tournament = a_tournament(a_club())
    assert "Cognome001" in text_of(client, f"/t/{tournament.code}/")
    Person.objects.update(name_consent_on=None)
    later = time.time() + 61
    monkeypatch.setattr(time, "time", lambda: later)
    assert "Cognome001" not in text_of(client, f"/t/{tournament.code}/")
