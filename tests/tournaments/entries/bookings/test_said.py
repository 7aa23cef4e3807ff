"""What is said before and after: whom calling off tells, and where to look when the last place went."""

from typing import Any

import pytest
from django.core import mail
from django.test import Client

from club.models import Club
from tests.evening import JURY, FourPeople
from tests.tournaments.entries.bookings.scene import (
    an_open_evening,
    ask,
    book,
    couples,
    form,
    kinds,
    outbox_of,
)
from tests.tournaments.entries.bookings.test_pages import text
from tournaments.entries import guests
from tournaments.entries.bookings import acceptance, confirmations, partners
from tournaments.entries.guests import Guest
from tournaments.models import Tournament

pytestmark = pytest.mark.usefixtures("commits")


@pytest.fixture
def evening(club: Club) -> Tournament:
    return an_open_evening(club, places=2, fee_cents=1000)


def test_before_calling_off_it_says_how_many_will_be_written_to_and_whom_it_cannot_reach(
    evening: Tournament, four: FourPeople
) -> None:
    organiser, where = four.client("organiser"), f"/t/{evening.code}/annulla/"
    assert "non si scrive a nessuno" in text(organiser, where)
    pio, zoe = book(evening, "Serra Pio"), book(evening, "Longo Zoe")
    partners.join(evening.pk, pio.number, zoe.number, by=JURY)
    ask(evening, "Rossi Mario", "Bianchi Anna")
    confirmations.cancel(ask(evening, "Gallo Ivo", "Costa Lia").pk)
    acceptance.accept(evening.pk, pio.number, present=False, by=JURY)
    guests.enter(evening.pk, [Guest("Verdi", "Ugo"), Guest("Neri", "Ada")], by=JURY)
    said = text(organiser, where)
    assert "un messaggio a 3 persone" in said
    assert "1 iscrizione è stata fatta al banco, senza indirizzo" in said

    before = len(mail.outbox)
    organiser.post(where, {"reason": "neve"})
    assert len(mail.outbox) - before == 3, "as many as it said"
    for page in (f"/circoli/{evening.club.slug}/tornei/", f"/t/{evening.code}/turni/"):
        assert "Annullato" in text(organiser, page)
    cockpit = text(organiser, f"/t/{evening.code}/turni/")
    assert "Si gioca lo stesso" in cockpit
    assert "Iscrivi le coppie" not in cockpit
    assert "un messaggio a 3 persone" in text(organiser, where), "and as many when it is held after all"


def test_where_no_post_leaves_the_organiser_is_told_to_tell_them(
    evening: Tournament, four: FourPeople, settings: Any
) -> None:
    settings.EMAIL_BACKEND = "django.core.mail.backends.filebased.EmailBackend"
    settings.EMAIL_FILE_PATH = "/nowhere"
    ask(evening, "Rossi Mario", "Bianchi Anna")
    said = text(four.client("organiser"), f"/t/{evening.code}/annulla/")
    assert "Si è iscritta dal telefono 1 persona: avvisala tu" in said
    assert "lo sa subito" not in said


def test_who_has_just_written_while_the_last_place_went_is_told_to_look_in_the_letter(
    evening: Tournament, client: Client
) -> None:
    couples(evening, 1)
    where = f"/t/{evening.code}/iscriviti/"
    assert "Adesso i posti sono tutti presi" not in text(client, f"{where}inviata/")
    said = form(last_name="Serra", partner_last_name="Longo", email="serra@example.org")
    book(evening, "Verdi Ugo", "Neri Ada")
    assert client.post(where, said).status_code == 303
    assert "Adesso i posti sono tutti presi: nel messaggio leggi" in text(client, f"{where}inviata/")
    assert "con la conferma entri in lista d'attesa" in outbox_of("serra@example.org")[0].body


def test_two_who_call_off_at_once_do_not_hold_it_after_all(evening: Tournament, four: FourPeople) -> None:
    booking = book(evening, "Rossi Mario", "Bianchi Anna")
    organiser, where = four.client("organiser"), f"/t/{evening.code}/annulla/"
    asked = {"holds": "False", "reason": "neve"}
    assert 'name="holds" value="False"' in text(organiser, where)
    assert organiser.post(where, asked).status_code == 303
    twice = organiser.post(where, asked)
    assert (twice.status_code, "già annullato" in twice.content.decode()) == (409, True)
    assert kinds(booking)[-1] == "called-off"
    assert 'name="holds" value="True"' in text(organiser, where)
    assert organiser.post(where, {"holds": "True", "reason": "ha smesso"}).status_code == 303
    assert kinds(booking)[-1] == "held"
    assert organiser.post(where, {"holds": "True", "reason": "ha smesso"}).status_code == 409


def test_back_and_another_address_is_another_sending(evening: Tournament, client: Client) -> None:
    where, said = f"/t/{evening.code}/iscriviti/", form(email="rosi@example.org")
    client.post(where, said)
    again = client.post(where, {**said, "email": "rossi@example.org"})
    assert again.status_code == 303
    assert len(outbox_of("rossi@example.org")) == 1
    other = {**said, "last_name": "Serra", "partner_last_name": "Longo", "email": "serra@example.org"}
    assert client.post(where, other).status_code == 303
    assert len(outbox_of("serra@example.org")) == 1
