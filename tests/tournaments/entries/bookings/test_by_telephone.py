"""Entry by telephone number alone, where the club takes it: the desk rings, and confirms or refuses."""

from datetime import timedelta
from typing import Any

import pytest
from django.core import mail
from django.core.cache import caches
from django.test import Client

from club.models import Club
from tests.evening import JURY, FourPeople, four_people, signed_in
from tests.pages import flat
from tests.tournaments.entries.bookings.scene import (
    an_open_evening,
    couples,
    form,
    fresh,
    kinds,
)
from tournaments.entries.bookings import (
    acceptance,
    confirmations,
    evening_changes,
    links,
    periodic,
    places,
    terms,
)
from tournaments.errors import TournamentError
from tournaments.evenings import lifecycle
from tournaments.models import Booking, BookingLetter, CalendarRules, Tournament

pytestmark = pytest.mark.usefixtures("commits")


@pytest.fixture
def evening(club: Club) -> Tournament:
    """One of two places, of a club that takes a telephone number alone."""
    CalendarRules.objects.create(club=club, takes_phone_alone=True)
    return an_open_evening(club, places=2)


def where(evening: Tournament) -> str:
    return f"/t/{evening.code}/iscriviti/"


def by_telephone(**said: str) -> dict[str, str]:
    return form(**{"email": "", "phone": "333 1234567", **said})


def rung(evening: Tournament, **said: str) -> Booking:
    """A booking by telephone number alone, not confirmed."""
    answer = Client().post(where(evening), by_telephone(**said))
    assert answer.status_code == 303, answer.content.decode()
    return Booking.objects.order_by("pk").last()  # type: ignore[return-value]


def page_of(booking: Booking) -> str:
    return flat(Client().get(f"/iscrizione/{links.token(booking)}/").content.decode())


def test_without_an_address_the_player_keeps_the_page_and_the_desk_confirms(
    evening: Tournament, club: Club, client: Client
) -> None:
    answer = client.post(where(evening), by_telephone())
    booking = Booking.objects.get()
    link = f"/iscrizione/{links.token(booking)}/"
    assert (answer.status_code, answer["Location"]) == (303, link)
    page = flat(client.get(link).content.decode())
    for words in ("Da confermare per telefono", "ti chiama al 333 1234567", "Salva questo link", "<svg"):
        assert words in page
    assert f"http://testserver{link}" in page
    assert "conferma/" not in page
    assert not booking.has_place
    assert places.taken(evening) == 0

    desk = signed_in(four_people(club).organiser)
    shown = flat(desk.get(f"/t/{evening.code}/iscrizioni/telefono/").content.decode())
    assert "da confermare per telefono" in shown
    assert 'href="tel:3331234567"' in shown
    assert "mailto:" not in shown
    confirmed = f"/t/{evening.code}/iscrizioni/telefono/{booking.number}/conferma/"
    assert desk.post(confirmed).status_code == 303
    assert fresh(booking).has_place
    assert "Il posto c'è" in page_of(booking).replace("&#x27;", "'")
    assert acceptance.accept(evening.pk, booking.number, present=True, by=JURY).players.count() == 2
    assert (kinds(booking), mail.outbox) == ([], [])


def test_the_organiser_refuses_by_a_tap(evening: Tournament, club: Club) -> None:
    booking = rung(evening)
    desk = signed_in(four_people(club).organiser)
    assert desk.post(f"/t/{evening.code}/iscrizioni/telefono/{booking.number}/rifiuta/").status_code == 303
    assert fresh(booking).end_cause == Booking.End.REMOVED
    assert "Iscrizione tolta dalla Giuria" in page_of(booking)
    assert "Salva questo link" not in page_of(booking)


def test_a_booking_that_gets_letters_is_not_refused_without_a_reason(evening: Tournament, club: Club) -> None:
    (booking,) = couples(evening, 1)
    desk = signed_in(four_people(club).organiser)
    path = f"/t/{evening.code}/iscrizioni/telefono/{booking.number}"
    assert desk.post(f"{path}/rifiuta/")["Location"] == f"{path}/togli/"
    assert fresh(booking).is_alive


@pytest.mark.parametrize("person", ["referee", "player", "stranger"])
@pytest.mark.parametrize("act", ["conferma", "rifiuta"])
def test_nobody_else_confirms_or_refuses(evening: Tournament, club: Club, person: str, act: str) -> None:
    booking = rung(evening)
    people: FourPeople = four_people(club)
    path = f"/t/{evening.code}/iscrizioni/telefono/{booking.number}/{act}/"
    assert signed_in(getattr(people, person)).post(path).status_code in (403, 404)
    assert fresh(booking).is_alive
    assert not fresh(booking).is_confirmed


def test_the_link_does_not_confirm_and_gives_up(evening: Tournament, client: Client) -> None:
    booking = rung(evening)
    link = f"/iscrizione/{links.token(booking)}/"
    assert client.post(f"{link}conferma/").status_code == 409
    with pytest.raises(TournamentError, match="per telefono"):
        confirmations.confirm(booking.pk)
    assert client.post(f"{link}annulla/").status_code == 303
    assert fresh(booking).end_cause == Booking.End.CANCELLED


def test_a_club_takes_no_telephone_alone_until_it_says_so(club: Club, client: Client) -> None:
    evening = an_open_evening(club)
    assert "o il telefono" not in client.get(where(evening)).content.decode()
    answer = client.post(where(evening), by_telephone())
    assert answer.status_code == 422
    assert Booking.objects.count() == 0


@pytest.mark.parametrize(
    ("said", "sentence"),
    [
        ({"phone": ""}, "Scrivi l'e-mail o il telefono"),
        ({"phone": "chiamami"}, "solo cifre"),
        ({"looks_for_partner": "on"}, "serve l'e-mail"),
        ({"last_name": "http://esempio.it"}, "In un nome non ci sono indirizzi"),
    ],
)
def test_the_form_says_what_is_missing(
    evening: Tournament, client: Client, said: dict[str, str], sentence: str
) -> None:
    answer = client.post(where(evening), by_telephone(**said))
    assert answer.status_code == 422
    assert sentence in answer.content.decode().replace("&#x27;", "'")
    assert Booking.objects.count() == 0


def test_with_an_address_all_goes_as_ever(evening: Tournament, client: Client) -> None:
    answer = client.post(where(evening), form(phone="333 1234567"))
    assert answer["Location"] == f"{where(evening)}inviata/"
    assert len(mail.outbox) == 1
    assert "Salva questo link" not in page_of(Booking.objects.get())


def test_a_double_tap_is_one_booking_and_a_second_person_another(evening: Tournament, client: Client) -> None:
    said = by_telephone()
    first, again = (client.post(where(evening), said)["Location"] for _tap in range(2))
    assert first == again
    other = {"last_name": "Verdi", "partner_last_name": "Neri"}
    rung(evening, **other)
    assert Booking.objects.filter(ended_at=None).count() == 2


def test_the_same_number_again_learns_nothing_of_the_booking_before(
    evening: Tournament, client: Client
) -> None:
    before = rung(evening)
    answer = client.post(where(evening), by_telephone(last_name="Verdi", partner_last_name="Neri"))
    assert links.token(before) not in answer["Location"]


def test_calls_to_one_number_and_floods_are_limited(evening: Tournament, client: Client) -> None:
    caches["counters"].clear()
    statuses = [client.post(where(evening), by_telephone()).status_code for _each in range(9)]
    assert statuses == [303] * 8 + [429]
    assert client.post(where(evening), by_telephone(phone="333 7654321")).status_code == 303


def test_confirmed_when_it_is_full_it_waits_and_a_place_comes_without_a_letter(
    evening: Tournament, club: Club
) -> None:
    booking = rung(evening, last_name="Serra", partner_last_name="Sarti")
    first, _second = couples(evening, 2)
    desk = signed_in(four_people(club).organiser)
    path = f"/t/{evening.code}/iscrizioni/telefono/{booking.number}/conferma/"
    assert "in lista d" in desk.post(path, follow=True).content.decode()
    assert "lo leggi qui" in page_of(booking)
    confirmations.cancel(first.pk)
    assert fresh(booking).has_place
    assert kinds(booking) == []


def test_a_call_may_come_until_the_evening_begins(evening: Tournament) -> None:
    booking = rung(evening)
    assert booking.lapses_at == terms.begins_at(evening)
    lifecycle.change(evening.pk, by=JURY, date=evening.date + timedelta(days=1))
    evening.refresh_from_db()
    assert fresh(booking).lapses_at == terms.begins_at(evening)
    periodic.run_once(terms.begins_at(evening) - timedelta(minutes=1))
    assert fresh(booking).is_alive
    periodic.run_once(terms.begins_at(evening))
    assert fresh(booking).end_cause == Booking.End.LAPSED
    assert BookingLetter.objects.count() == 0


def test_who_calls_the_evening_off_is_told_whom_to_ring(evening: Tournament, club: Club) -> None:
    rung(evening)
    desk = signed_in(four_people(club).organiser)
    page = desk.get(f"/t/{evening.code}/annulla/").content.decode()
    assert "1 iscrizione ha solo il telefono: chiama tu." in page
    assert evening_changes.recipients(evening).count() == 0
    lifecycle.call_off(evening.pk, reason="neve", by=JURY)
    assert "Se si farà lo stesso, si legge qui" in page_of(Booking.objects.get())


def test_the_rules_have_the_switch(club: Club) -> None:
    desk = signed_in(four_people(club).organiser)
    path = f"/circoli/{club.slug}/calendario/regole/"
    said: dict[str, Any] = {"reminder_at": "10:00", "hold_hours": 24, "retention_days": 30}
    assert desk.post(path, {**said, "takes_phone_alone": "on"}).status_code == 303
    assert CalendarRules.objects.get().takes_phone_alone
