"""The pages of who enters from a phone, and the desk's: what they show, refuse and cost."""

import re
from datetime import timedelta

import pytest
from django.core import mail
from django.test import Client
from django.utils import timezone
from pytest_django import DjangoAssertNumQueries

from club.models import Club
from club.register import people
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
)
from tournaments.entries.bookings import acceptance, confirmations, links, partners
from tournaments.evenings import lifecycle
from tournaments.models import Booking, CalendarRules, Tournament

pytestmark = pytest.mark.usefixtures("commits")


@pytest.fixture
def evening(club: Club) -> Tournament:
    return an_open_evening(club, places=2, fee_cents=1000)


def text(client: Client, where: str, status: int = 200) -> str:
    answer = client.get(where)
    assert answer.status_code == status
    return " ".join(answer.content.decode().split())


def of(booking: Booking) -> str:
    return f"/iscrizione/{links.token(booking)}/"


def test_a_coppia_enters_from_a_phone_confirms_and_gives_up(evening: Tournament, client: Client) -> None:
    where = f"/t/{evening.code}/iscriviti/"
    page = text(client, where)
    for word in (
        "Sala Borsa",
        "alle 20:30",
        "10,00 € a coppia",
        "0 di 2 coppie",
        "Quattro Scartate",
        "Informativa",
    ):
        assert word in page
    answer = client.post(where, form())
    assert (answer.status_code, answer["Location"]) == (303, f"{where}inviata/")
    assert "Guarda la posta" in text(client, f"{where}inviata/")
    link = link_in(outbox_of("rossi@example.org")[0])

    assert "Da confermare" in text(client, link)
    booking = Booking.objects.get()
    assert not booking.confirmed_at, "a scanner that opens the link confirms nothing"
    assert client.post(f"{link}conferma/").status_code == 303
    assert "Il posto c'è" in text(client, link)
    assert "1 di 2 coppie" in text(client, where)

    said = {"partner_last_name": "Neri", "partner_first_name": "Ada"}
    assert client.post(f"{link}compagno/", said).status_code == 303
    assert "Rossi Mario – Neri Ada" in text(client, link)
    assert client.post(f"{link}annulla/").status_code == 303
    assert "Iscrizione annullata" in text(client, link)
    assert "0 di 2 coppie" in text(client, where)


def test_the_form_says_what_is_missing(evening: Tournament, client: Client) -> None:
    where = f"/t/{evening.code}/iscriviti/"
    for said, sentence in [
        ({"email": "rossi"}, "indirizzo"),
        ({"last_name": "http://esempio.it"}, "In un nome non ci sono indirizzi né collegamenti"),
        ({"partner_first_name": "Vinci www.esempio.it"}, "In un nome non ci sono indirizzi"),
        ({"partner_last_name": "premi.esempio.it"}, "In un nome non ci sono indirizzi"),
        ({"first_name": "Hai vinto un premio"}, "soltanto un nome, non una frase"),
        ({"first_name": "Mario 3"}, "In un nome ci sono lettere"),
        ({"partner_first_name": ""}, "Scrivi anche il compagno"),
        ({"accepts_notice": ""}, "Senza il consenso"),
        ({"phone": "chiamami"}, "solo cifre"),
        ({"last_name": ""}, "obbligatorio"),
        ({"partner_last_name": "Rossi", "partner_first_name": "Mario"}, "scritto due volte"),
    ]:
        answer = client.post(where, form(**said))
        assert answer.status_code == 422, said
        assert sentence in answer.content.decode().replace("&#x27;", "'"), said
    assert (Booking.objects.count(), len(mail.outbox)) == (0, 0)


@pytest.mark.parametrize(
    "name", ["D'Angelò", "De Luca", "Rossi-Bianchi", "Íñigo", "O’Brien", "M. Re", "मारिया"]
)
def test_names_as_people_have_them_are_taken(evening: Tournament, client: Client, name: str) -> None:
    assert client.post(f"/t/{evening.code}/iscriviti/", form(last_name=name)).status_code == 303
    assert Booking.objects.get().last_name == name


def test_a_double_tap_is_one_entry_and_one_letter(evening: Tournament, client: Client) -> None:
    said = form()
    for _tap in range(2):
        assert client.post(f"/t/{evening.code}/iscriviti/", said).status_code == 303
    assert (Booking.objects.count(), len(mail.outbox)) == (1, 1)


def test_the_page_does_not_tell_whether_an_address_is_entered(evening: Tournament, client: Client) -> None:
    where = f"/t/{evening.code}/iscriviti/"
    first = client.post(where, form())
    again = client.post(where, form(last_name="Verdi", partner_last_name="Neri"))
    assert (first.status_code, first["Location"]) == (again.status_code, again["Location"])
    assert Booking.objects.count() == 1


def test_a_name_that_plays_is_told_and_a_member_s_is_not(
    club: Club, evening: Tournament, client: Client
) -> None:
    people.add(club, last_name="Rossi", first_name="Mario")
    where = f"/t/{evening.code}/iscriviti/"
    assert client.post(where, form()).status_code == 303
    confirmations.confirm(Booking.objects.get().pk)
    answer = client.post(where, form(email="altro@example.org", partner_last_name="Neri"))
    assert answer.status_code == 409
    assert "Rossi Mario è già fra gli iscritti" in answer.content.decode()


def test_what_fills_the_hidden_field_is_thanked_and_forgotten(evening: Tournament, client: Client) -> None:
    assert client.post(f"/t/{evening.code}/iscriviti/", form(website="x")).status_code == 303
    assert Booking.objects.count() == 0


def test_floods_from_one_address_or_for_one_mailbox_are_stopped(evening: Tournament, client: Client) -> None:
    where = f"/t/{evening.code}/iscriviti/"
    statuses = [client.post(where, form()).status_code for _each in range(9)]
    assert statuses == [303] * 8 + [429]
    assert len(mail.outbox) <= 2
    statuses = [client.post(where, form(email=f"p{n}@example.org")).status_code for n in range(40)]
    assert 429 in statuses
    answer = client.post(where, form(email="ultimo@example.org"))
    assert "Troppe richieste" in answer.content.decode()


@pytest.mark.parametrize("spoilt", ["cut", "altered", "of another", "nothing"])
def test_a_link_that_was_altered_or_cut_opens_nothing(
    evening: Tournament, client: Client, spoilt: str
) -> None:
    mine, other = couples(evening, 2)
    word = links.token(mine)
    wrong = {
        "cut": word[:-4],
        "altered": f"{word[:-1]}{'A' if word[-1] != 'A' else 'B'}",
        "of another": word.replace(f"{mine.pk}.", f"{other.pk}.", 1),
        "nothing": "x",
    }[spoilt]
    answer = client.get(f"/iscrizione/{wrong}/")
    assert answer.status_code == 404
    assert "Collegamento non valido" in answer.content.decode()
    assert client.post(f"/iscrizione/{wrong}/annulla/").status_code == 404
    assert fresh(mine).is_alive
    assert fresh(other).is_alive


def test_nothing_is_done_by_opening(evening: Tournament, client: Client) -> None:
    booking = ask(evening, "Rossi Mario", "Bianchi Anna")
    for act in ("conferma", "compagno", "annulla", "proponi/1", "accetta/1"):
        assert client.get(f"{of(booking)}{act}/").status_code == 405
    assert not fresh(booking).confirmed_at


def test_the_place_in_line_is_on_one_s_own_page_and_the_full_evening_says_so(
    evening: Tournament, client: Client
) -> None:
    *_two, third, fourth = couples(evening, 4)
    assert "sei il numero 1" in text(client, of(third))
    assert "sei il numero 2" in text(client, of(fourth))
    page = text(client, f"/t/{evening.code}/iscriviti/")
    assert "2 di 2 coppie" in page
    assert "2 in lista d'attesa" in page
    assert "Mettimi in lista" in page


def test_refusals_after_the_hour_and_of_an_evening_called_off_are_sentences(
    club: Club, evening: Tournament, client: Client
) -> None:
    CalendarRules.objects.create(club=club, phone="051 123456")
    booking = book(evening, "Rossi Mario", "Bianchi Anna")
    Tournament.objects.filter(pk=evening.pk).update(booking_hours=720)
    page = text(client, f"/t/{evening.code}/iscriviti/")
    assert "Le iscrizioni dal telefono sono chiuse" in page
    assert "051 123456" in page
    assert "051 123456" in text(client, of(booking))
    answer = client.post(f"{of(booking)}annulla/")
    assert answer.status_code == 409
    assert "telefona al circolo, 051 123456" in answer.content.decode()
    lifecycle.call_off(evening.pk, by=JURY, reason="neve")
    assert "La serata è annullata" in text(client, f"/t/{evening.code}/iscriviti/")
    assert "Serata annullata" in text(client, of(booking))
    assert "Annullato" in text(client, f"/circoli/{club.slug}/")


def test_names_of_who_looks_are_read_by_consent_alone_and_addresses_by_nobody(
    evening: Tournament, client: Client
) -> None:
    book(evening, "Serra Pio", is_named_to_others=True, phone="333 1234567")
    zoe = book(evening, "Longo Zoe")
    where = f"/t/{evening.code}/iscriviti/"
    page = text(client, where)
    assert "2 persone cercano un compagno: Serra Pio." in page
    own = text(client, of(zoe))
    assert "Serra Pio" in own
    book(evening, "Gallo Ivo")
    own = text(client, of(zoe))
    assert "Gallo" not in own
    assert "Una persona, richiesta 3" in own
    for public in (
        page,
        own,
        text(client, f"/circoli/{evening.club.slug}/"),
        text(client, f"/t/{evening.code}/"),
    ):
        assert "example.org" not in public
        assert "1234567" not in public
        assert "Longo" not in public or public is own


def test_two_who_look_find_each_other_by_their_pages(evening: Tournament, client: Client) -> None:
    pio, zoe = book(evening, "Serra Pio"), book(evening, "Longo Zoe")
    answer = client.post(f"{of(pio)}proponi/{zoe.number}/", {"text": "scrivimi a pio@example.org"})
    assert answer.status_code == 422
    assert "Niente indirizzi" in answer.content.decode()
    assert client.post(f"{of(pio)}proponi/{zoe.number}/", {"text": "ciao"}).status_code == 303
    assert "le hai scritto" in text(client, of(pio))
    asked = text(client, of(zoe))
    assert "ti propone di giocare insieme" in asked
    assert "<blockquote>ciao</blockquote>" in asked
    assert client.post(f"{of(zoe)}accetta/{pio.number}/").status_code == 303
    for each in (pio, zoe):
        page = text(client, of(each))
        assert "Serra Pio – Longo Zoe" in page
        assert "Cambia compagno" not in page


def test_the_calendar_says_where_one_enters_and_costs_what_it_did(
    club: Club, evening: Tournament, client: Client, django_assert_num_queries: DjangoAssertNumQueries
) -> None:
    couples(evening, 3)
    an_open_evening(club, takes_bookings=False)
    with django_assert_num_queries(3):
        page = text(client, "/")
    assert f'href="/t/{evening.code}/iscriviti/"' in page
    assert "2 di 2 coppie" in page
    assert page.count("/iscriviti/") == 1
    assert "/iscriviti/" in text(client, f"/t/{evening.code}/")
    calendar = client.get(f"/circoli/{club.slug}/calendario.ics").content.decode().replace("\r\n ", "")
    assert calendar.count(f"http://testserver/t/{evening.code}/iscriviti/") == 1


def test_pages_cost_the_same_for_one_and_for_many(
    evening: Tournament, django_assert_num_queries: DjangoAssertNumQueries
) -> None:
    lifecycle.change(evening.pk, by=JURY, places=40)
    first = book(evening, "Serra Pio", is_named_to_others=True)
    for count in (1, 4):
        couples(evening, 4) if count == 4 else None
        with django_assert_num_queries(4):
            Client().get(f"/t/{evening.code}/iscriviti/")
        with django_assert_num_queries(6):
            Client().get(of(first))


def test_the_desk_s_list_costs_the_same_for_one_and_for_many(
    evening: Tournament, four: FourPeople, django_assert_num_queries: DjangoAssertNumQueries
) -> None:
    organiser = four.client("organiser")
    couples(evening, 1)
    organiser.get(f"/t/{evening.code}/iscrizioni/telefono/")
    with django_assert_num_queries(11):
        organiser.get(f"/t/{evening.code}/iscrizioni/telefono/")
    couples_later = [book(evening, f"Uno{c} Ada", f"Due{c} Ugo") for c in "abcdef"]
    partners.join(evening.pk, book(evening, "Serra Pio").number, book(evening, "Longo Zoe").number, by=JURY)
    assert couples_later
    organiser.get(f"/t/{evening.code}/iscrizioni/telefono/")  # which writes that they were looked at
    with django_assert_num_queries(11):
        organiser.get(f"/t/{evening.code}/iscrizioni/telefono/")


def test_the_desk_marks_who_came_from_a_phone_and_finds_who_is_known(
    club: Club, evening: Tournament, four: FourPeople
) -> None:
    people.add(club, last_name="Bianchi", first_name="Anna")
    booking = book(evening, "Rossi Mario", "Bianchi Anna", phone="333 1234567")
    organiser = four.client("organiser")
    where = f"/t/{evening.code}/iscrizioni/"
    for page in (text(organiser, where), text(organiser, f"{where}telefono/")):
        assert "Rossi Mario – Bianchi Anna" in page
        assert "Bianchi Anna: già fra le persone del circolo" in page
        assert "Rossi Mario: nuovo" in page
        assert "rossi@example.org" in page
        assert "333 1234567" in page
    answer = organiser.post(f"{where}telefono/{booking.number}/", {"present": "on"})
    assert answer["Location"] == f"{where}#coppia-1"
    page = text(organiser, where)
    assert re.search(r"Bianchi Anna.{0,300}<span class=\"chip\">dal telefono</span>", page)
    assert "rossi@example.org" not in page


def test_namesakes_are_asked_about_on_the_desk_s_line(
    club: Club, evening: Tournament, four: FourPeople
) -> None:
    two = [people.add(club, last_name="Rossi", first_name="Mario") for _each in range(2)]
    people.add(club, last_name="Bianchi", first_name="Anna")
    booking = book(evening, "Rossi Mario", "Bianchi Anna")
    organiser = four.client("organiser")
    where = f"/t/{evening.code}/iscrizioni/"
    answer = organiser.post(f"{where}telefono/{booking.number}/", {"present": "on"})
    assert answer.status_code == 302
    page = text(organiser, answer["Location"])
    assert f'name="booking" value="{booking.number}"' in page
    assert 'value="Rossi Mario / Bianchi Anna"' in page
    said = {
        "line": "Rossi Mario / Bianchi Anna",
        "booking": str(booking.number),
        "player0-about": "Rossi Mario",
        "player0-choice": str(two[1].pk),
    }
    assert organiser.post(where, said).status_code == 303
    entry = evening.entries.get()
    assert fresh(booking).entry == entry
    assert entry.players.first().person == two[1]  # type: ignore[union-attr]


def test_the_desk_confirms_joins_removes_and_takes_all(evening: Tournament, four: FourPeople) -> None:
    organiser = four.client("organiser")
    where = f"/t/{evening.code}/iscrizioni/telefono/"
    booking = ask(evening, "Rossi Mario", "Bianchi Anna")
    assert "decade il" in text(organiser, where)
    assert organiser.post(f"{where}{booking.number}/conferma/").status_code == 303
    assert fresh(booking).confirmed_at
    pio, zoe = book(evening, "Serra Pio"), book(evening, "Longo Zoe")
    both = {"first": str(pio.number), "second": str(zoe.number)}
    assert organiser.post(f"{where}unisci/", {**both, "second": str(pio.number)}).status_code == 422
    assert organiser.post(f"{where}unisci/", {"first": "x"}).status_code == 422
    assert organiser.post(f"{where}unisci/", both).status_code == 303
    assert organiser.post(f"{where}unisci/", both).status_code == 409
    assert fresh(pio).partner_name == "Longo Zoe"
    assert organiser.post(f"{where}{booking.number}/togli/", {}).status_code == 422
    assert organiser.post(f"{where}{booking.number}/togli/", {"reason": "doppia"}).status_code == 303
    assert kinds(booking)[-1] == "removed"
    assert organiser.post(f"{where}tutte/").status_code == 303
    assert evening.entries.count() == 1
    assert organiser.post(f"{where}99/").status_code == 422


def test_the_club_s_rules_are_changed_and_the_log_says_which(club: Club, four: FourPeople) -> None:
    organiser = four.client("organiser")
    where = f"/circoli/{club.slug}/calendario/regole/"
    said = {
        "phone": "051 123456",
        "reminder_at": "18:00",
        "hold_hours": "12",
        "retention_days": "10",
        "notice": "<b>Usiamo</b> la posta.",
    }
    for _tap in range(2):
        assert organiser.post(where, said).status_code == 303
    (act,) = club.log.filter(act="calendar.changed")
    assert act.after == {"fields": ["phone", "reminder_at", "hold_hours", "retention_days", "notice"]}
    assert "ha cambiato le regole del calendario" in text(organiser, where)
    evening = an_open_evening(club)
    page = text(Client(), f"/t/{evening.code}/iscriviti/")
    assert "&lt;b&gt;Usiamo&lt;/b&gt;" in page
    assert organiser.post(where, {**said, "hold_hours": "0"}).status_code == 422


def test_the_settings_open_an_evening_to_phones_and_a_form_that_does_not_say_keeps_the_hours(
    evening: Tournament, four: FourPeople
) -> None:
    organiser = four.client("organiser")
    said = {
        "name": "Torneo",
        "date": evening.date.isoformat(),
        "turns": "4",
        "turn_minutes": "30",
        "rematches": "avoided",
        "house_rule": "accademia",
        "takes_bookings": "on",
        "places": "20",
        "version": str(evening.version),
    }
    answer = organiser.post(f"/t/{evening.code}/impostazioni/", said)
    assert answer.status_code == 303, answer.content.decode()
    evening.refresh_from_db()
    assert (evening.takes_bookings, evening.places, evening.booking_hours) == (True, 20, 2)


def test_an_unconfirmed_request_that_has_lapsed_offers_to_enter_again(
    evening: Tournament, client: Client
) -> None:
    booking = ask(evening, "Rossi Mario", "Bianchi Anna")
    Booking.objects.filter(pk=booking.pk).update(lapses_at=booking.asked_at)
    page = text(client, of(booking))
    assert "Iscriviti di nuovo" in page
    answer = client.post(f"{of(booking)}conferma/")
    assert answer.status_code == 409
    assert "iscriviti di nuovo" in answer.content.decode()


def test_an_entry_at_the_desk_is_told_on_one_s_own_page(evening: Tournament, four: FourPeople) -> None:
    booking = book(evening, "Rossi Mario", "Bianchi Anna")
    four.client("organiser").post(f"/t/{evening.code}/iscrizioni/telefono/{booking.number}/")
    page = text(Client(), of(booking))
    assert "con il numero 1" in page
    assert "rivolgiti al banco" in page
    assert Client().post(f"{of(booking)}annulla/").status_code == 409


def test_without_a_mail_server_the_page_says_who_confirms(
    settings: pytest.FixtureRequest, evening: Tournament, client: Client
) -> None:
    settings.EMAIL_BACKEND = "django.core.mail.backends.filebased.EmailBackend"  # type: ignore[attr-defined]
    page = text(client, f"/t/{evening.code}/iscriviti/inviata/")
    assert "la conferma la Giuria" in page
    assert "/mail" not in page


def test_an_answer_after_the_end_is_a_sentence(evening: Tournament, client: Client) -> None:
    booking = book(evening, "Rossi Mario", "Bianchi Anna")
    confirmations.cancel(booking.pk)
    said = {"partner_last_name": "Neri", "partner_first_name": "Ada"}
    answer = client.post(f"{of(booking)}compagno/", said)
    assert answer.status_code == 409
    assert "è stata annullata" in answer.content.decode()


def test_the_desk_hears_of_letters_that_do_not_go(evening: Tournament, four: FourPeople) -> None:
    booking = book(evening, "Rossi Mario", "Bianchi Anna")
    organiser, where = four.client("organiser"), f"/t/{evening.code}/iscrizioni/telefono/"
    assert "non è ancora partito" not in text(organiser, where)
    booking.letters.filter(kind="placed").update(sent_at=None)
    assert "1 messaggio non è ancora partito" in text(organiser, where)


def test_of_an_evening_called_off_one_gives_up_and_is_forgotten_the_next_day(
    evening: Tournament, client: Client
) -> None:
    booking = book(evening, "Rossi Mario", "Bianchi Anna")
    asked = ask(evening, "Verdi Ugo", "Neri Ada")
    lifecycle.call_off(evening.pk, reason="La sala è allagata", by=JURY)
    for each in (booking, asked):
        page = text(client, of(each))
        assert "Non voglio più essere in elenco" in page
        assert f'action="{of(each)}annulla/"' in page
        assert client.post(f"{of(each)}annulla/").status_code == 303
        assert "Non voglio più essere in elenco" not in text(client, of(each))
    assert kinds(booking)[-1] == "cancelled"
    tomorrow = timezone.localdate() + timedelta(days=1)
    lifecycle.change(evening.pk, by=JURY, date=evening.date + timedelta(days=7))
    assert [fresh(each).forget_on for each in (booking, asked)] == [tomorrow, tomorrow]
    lifecycle.hold(evening.pk, reason="La sala è asciutta", by=JURY)
    assert kinds(booking)[-1] == "cancelled", "who gave up hears no more of it"


def test_who_is_at_the_desk_s_list_of_an_evening_called_off_is_sent_to_the_desk(
    evening: Tournament, client: Client
) -> None:
    booking = book(evening, "Rossi Mario", "Bianchi Anna")
    acceptance.accept(evening.pk, booking.number, present=False, by=JURY)
    lifecycle.call_off(evening.pk, reason="La sala è allagata", by=JURY)
    page = text(client, of(booking))
    assert "rivolgiti al banco" in page
    assert "annulla/" not in page
