"""Requests that nobody confirms sell no evening out, and their letters carry nobody's words."""

from collections.abc import Callable
from importlib import import_module
from types import SimpleNamespace

import pytest
from django.apps import apps
from django.core import mail
from django.db import connection
from django.test import Client, RequestFactory
from rest_framework.test import APIClient

from club.accounts import letters as post_office
from club.models import Club
from tests.evening import JURY, FourPeople
from tests.tournaments.entries.bookings.scene import (
    an_open_evening,
    ask,
    book,
    couples,
    form,
    fresh,
    kinds,
    link_in,
    outbox_of,
    player,
)
from tests.tournaments.entries.bookings.test_pages import of, text
from tournaments.entries.bookings import confirmations, letters, places
from tournaments.errors import InputRefused
from tournaments.evenings import lifecycle
from tournaments.models import Booking, BookingLetter, Tournament
from tournaments.web.throttles import BookingRequestsOfDay

pytestmark = pytest.mark.usefixtures("commits")
Kind = BookingLetter.Kind
LINKS = ["www.premi.example", "premi.example", "http:premi"]
LINK = "In un nome non ci sono indirizzi né collegamenti"


def test_sixteen_requests_that_nobody_confirms_leave_the_evening_free(club: Club, client: Client) -> None:
    evening = an_open_evening(club, places=16)
    where = f"/t/{evening.code}/iscriviti/"
    for letter in "abcdefghijklmnop":
        said = form(last_name=f"Finto{letter}", partner_last_name=f"Falso{letter}")
        assert client.post(where, {**said, "email": f"{letter}@example.org"}).status_code == 303
    assert evening.bookings.count() == 16
    assert "0 di 16 coppie" in text(client, where)
    assert places.free(evening) == 16
    assert book(evening, "Rossi Mario", "Bianchi Anna").has_place


def test_who_confirms_after_the_last_place_went_is_told_at_once_and_waits(
    evening: Tournament, client: Client
) -> None:
    late = ask(evening, "Gallo Ivo", "Costa Lia")
    (letter,) = outbox_of("gallo@example.org")
    assert "fino ad allora può andare ad altri" in letter.body
    couples(evening, 2)
    assert "vai in lista d'attesa" in text(client, of(late))
    client.post(f"{link_in(letter)}conferma/")
    page = text(client, of(late))
    assert "I posti però sono tutti presi: sei in lista d&#x27;attesa" in page
    assert "sei il numero 1" in page
    assert kinds(late) == ["confirm", "lined"]
    confirmations.cancel(Booking.objects.get(last_name="Rossi").pk)
    assert fresh(late).has_place


def test_who_confirms_in_time_is_told_that_the_place_is_theirs(evening: Tournament, client: Client) -> None:
    booking = ask(evening, "Gallo Ivo", "Costa Lia")
    assert "Fino ad allora il posto può andare ad altri" in text(client, of(booking))
    answer = client.post(f"{of(booking)}conferma/", follow=True)
    assert "Iscrizione confermata: il posto è tuo" in answer.content.decode()


@pytest.mark.parametrize(
    "kind",
    [Kind.CONFIRM, Kind.LAST_CALL, Kind.ALREADY, Kind.CHANGED, Kind.CALLED_OFF, Kind.HELD, Kind.REMOVED],
)
@pytest.mark.parametrize("language", ["it", "en"])
def test_a_letter_to_an_address_that_nobody_has_confirmed_quotes_nothing_typed(
    evening: Tournament, kind: Kind, language: str
) -> None:
    booking = ask(evening, "Zanzi Quirino", "Wolde Xenia", language=language, phone="333 7654321")
    letters.write(booking, kind, about="again", reason="neve")
    message = mail.outbox[-1]
    whole = f"{message.subject} {message.body} {message.alternatives[0][0]}"
    assert not [word for word in ("Zanzi", "Quirino", "Wolde", "Xenia", "7654321") if word in whole]


@pytest.mark.parametrize("name", LINKS)
def test_a_link_for_a_name_is_refused_on_every_page_of_a_booking(evening: Tournament, name: str) -> None:
    where = f"/t/{evening.code}/iscriviti/"
    for field in ("last_name", "first_name", "partner_last_name", "partner_first_name"):
        answer = Client().post(where, form(**{field: name}))
        assert (answer.status_code, LINK in answer.content.decode()) == (422, True), field
    booking = book(evening, "Rossi Mario", "Bianchi Anna")
    changed = {"partner_last_name": name, "partner_first_name": "Ada"}
    assert Client().post(f"{of(booking)}compagno/", changed).status_code == 422
    with pytest.raises(InputRefused, match=LINK):
        confirmations.change_partner(booking.pk, player(f"{name} Ada"))


@pytest.mark.parametrize("name", LINKS)
def test_a_link_for_a_guest_s_name_is_refused_by_the_api_and_on_the_desk(
    evening: Tournament, four: FourPeople, name: str
) -> None:
    guests = {"last_name": name, "first_name": "Ada"}
    desk = APIClient()
    desk.force_login(four.organiser)
    for at, body in [
        (f"/api/v1/clubs/{evening.club.slug}/people/", guests),
        (
            f"/api/v1/tournaments/{evening.code}/entries/",
            {"players": [guests, {**guests, "first_name": "Zoe"}]},
        ),
    ]:
        refused = desk.post(at, body, format="json")
        assert refused.status_code == 422, refused.content
        assert refused.json()["code"] == "name-has-link"
    line = {"line": f"{name} Ada / Verdi Ugo"}
    for number, about in enumerate((f"{name} Ada", "Verdi Ugo")):
        last, first = about.rsplit(" ", 1)
        line |= {f"player{number}-about": about, f"player{number}-choice": "guest"}
        line |= {f"player{number}-last_name": last, f"player{number}-first_name": first}
    pages = four.client("organiser")
    on_the_desk = pages.post(f"/t/{evening.code}/iscrizioni/", line)
    among_people = pages.post(f"/circoli/{evening.club.slug}/persone/", guests)
    for answer in (on_the_desk, among_people):
        assert (answer.status_code, LINK in answer.content.decode()) == (422, True)
    assert not evening.entries.exists()
    assert not evening.club.people.filter(last_name=name).exists()


def test_one_phone_cannot_use_up_the_requests_of_an_evening(rf: RequestFactory, club: Club) -> None:
    del club
    asked = [
        BookingRequestsOfDay().allow_request(rf.post("/", REMOTE_ADDR=f"2001:db8::{number:x}"))
        for number in range(101)
    ]
    assert asked == [True] * 100 + [False]


def test_requests_that_are_over_do_not_count_among_the_most(
    evening: Tournament, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("tournaments.entries.bookings.requests.MOST", 1)
    confirmations.cancel(ask(evening, "Gallo Ivo", "Costa Lia").pk)
    assert ask(evening, "Rossi Mario", "Bianchi Anna").is_alive


def test_a_flood_of_requests_that_nobody_confirms_closes_the_evening_to_nobody(
    evening: Tournament, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("tournaments.entries.bookings.requests.MOST", 3)
    confirmed = book(evening, "Rossi Mario", "Bianchi Anna")
    flood = [ask(evening, f"Finto{letter} Ugo", "Falso Ada") for letter in "abc"]
    late = book(evening, "Verdi Ugo", "Neri Ada")
    assert [fresh(each).is_alive for each in (confirmed, *flood, late)] == [True, False, False, True, True]
    assert late.has_place


def test_the_desk_shows_a_flood_in_pages(evening: Tournament, four: FourPeople) -> None:
    asked = ask(evening, "Finto Ugo", "Falso Ada")
    copies = [fresh(asked) for _each in range(60)]
    for number, copy in enumerate(copies, 2):
        copy.pk, copy.number, copy.email = None, number, f"{number}@example.org"
    Booking.objects.bulk_create(copies)
    desk, booked = four.client("organiser"), f"/t/{evening.code}/iscrizioni/"
    for where in (booked, f"{booked}telefono/"):
        first, second = text(desk, where), text(desk, f"{where}?pagina=2")
        assert [page.count('id="richiesta-') for page in (first, second)] == [50, 11]
        assert "61" in first
        assert "pagina 1 di 2" in first


def test_an_evening_of_many_bookings_is_called_off_without_waiting_for_their_letters(
    evening: Tournament, monkeypatch: pytest.MonkeyPatch
) -> None:
    for letter in "abc":
        ask(evening, f"Finto{letter} Ugo", "Falso Ada")
    mail.outbox.clear()
    handed_over: list[Callable[[], object]] = []
    with monkeypatch.context() as thread:
        thread.setattr(post_office, "soon", handed_over.append)
        lifecycle.call_off(evening.pk, by=JURY, reason="neve")
    assert (len(handed_over), mail.outbox) == (3, [])
    for send in handed_over[1:]:
        send()
    letters.send_waiting()
    assert len(mail.outbox) == 3, "a thread that died leaves its letter to the next run"


def test_the_update_takes_the_places_of_earlier_requests_that_nobody_confirmed(evening: Tournament) -> None:
    asked, confirmed = ask(evening, "Gallo Ivo", "Costa Lia"), book(evening, "Rossi Mario", "Bianchi Anna")
    Booking.objects.filter(pk=asked.pk).update(has_place=True)
    migration = import_module("tournaments.migrations.0027_places_of_the_confirmed")
    migration.free_places(apps, SimpleNamespace(connection=connection))
    assert [fresh(each).has_place for each in (asked, confirmed)] == [False, True]
