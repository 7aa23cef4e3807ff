"""An e-mail written wrong: the desk sets it right, and who asks again with the right one is not shut out."""

import pytest
from django.core import mail
from django.test import Client

from tests.evening import JURY, FourPeople
from tests.tournaments.entries.bookings.scene import (
    ask,
    book,
    couples,
    form,
    fresh,
    kinds,
    link_in,
    outbox_of,
)
from tournaments.entries.bookings import confirmations, links, partners, places
from tournaments.errors import TournamentError
from tournaments.evenings import lifecycle
from tournaments.models import Booking, Tournament

pytestmark = pytest.mark.usefixtures("commits")
RIGHT = "mario.rossi@example.org"


def at(evening: Tournament, booking: Booking) -> str:
    return f"/t/{evening.code}/iscrizioni/telefono/{booking.number}/indirizzo/"


def test_who_wrote_a_wrong_address_asks_again_with_the_right_one(evening: Tournament, client: Client) -> None:
    where = f"/t/{evening.code}/iscriviti/"
    assert client.post(where, form(email="rosi@example.org")).status_code == 303
    assert client.post(where, form(email=RIGHT)).status_code == 303
    wrong, right = Booking.objects.order_by("number")
    confirmations.confirm(right.pk)
    assert (fresh(wrong).end_cause, fresh(right).has_place) == ("lapsed", True)
    assert places.taken(evening) == 1
    with pytest.raises(TournamentError, match="iscriviti di nuovo"):
        confirmations.confirm(wrong.pk)


def test_what_another_coppia_of_one_of_them_asked_is_refused_only_once_it_is_confirmed(
    evening: Tournament,
) -> None:
    other = ask(evening, "Rossi Mario", "Neri Ada", email="altro@example.org")
    confirmations.confirm(ask(evening, "Rossi Mario", "Bianchi Anna").pk)
    with pytest.raises(TournamentError, match="Rossi Mario è già fra gli iscritti"):
        confirmations.confirm(other.pk)
    assert not fresh(other).is_confirmed


def test_the_desk_sets_it_right_and_the_letter_goes_there(evening: Tournament, four: FourPeople) -> None:
    booking = ask(evening, "Rossi Mario", "Bianchi Anna", email="rosi@example.org")
    stranger_s = links.token(booking)
    organiser, list_page = four.client("organiser"), f"/t/{evening.code}/iscrizioni/telefono/"
    assert at(evening, booking) in organiser.get(list_page).content.decode()
    assert "Rossi Mario" in organiser.get(at(evening, booking)).content.decode()
    mail.outbox.clear()
    assert organiser.post(at(evening, booking), {"email": f" {RIGHT.upper()} "}).status_code == 303
    (letter,) = outbox_of(RIGHT)
    assert links.token(fresh(booking)) in link_in(letter)
    assert Client().get(f"/iscrizione/{stranger_s}/").status_code == 404
    assert confirmations.confirm(booking.pk).has_place
    told = evening.log.get(act="booking.readdressed")
    assert (told.subject, told.before, told.after) == ({"booking": booking.number}, None, None)
    for _again in range(2):
        confirmations.readdress(booking.pk, RIGHT, by=JURY)
    assert evening.log.filter(act="booking.readdressed").count() == 1


def test_of_a_confirmed_one_the_letter_says_how_it_stands(evening: Tournament) -> None:
    couples(evening, 2)
    waiting = book(evening, "Gallo Ivo", "Costa Lia")
    pio, zoe = book(evening, "Serra Pio"), book(evening, "Longo Zoe")
    partners.join(evening.pk, pio.number, zoe.number, by=JURY)
    for each in (waiting, zoe):
        confirmations.readdress(each.pk, f"giusto{each.number}@example.org", by=JURY)
        assert kinds(each)[-1] == "lined"
        assert fresh(each).email == f"giusto{each.number}@example.org"


@pytest.mark.parametrize(
    ("email", "status", "said"),
    [
        ("", 422, "obbligatorio"),
        ("rossi", 422, "indirizzo email valido"),
        ("verdi@example.org", 409, "Con questo indirizzo c&#x27;è già un&#x27;iscrizione"),
    ],
)
def test_an_address_that_is_none_or_another_s_changes_nothing(
    evening: Tournament, four: FourPeople, email: str, status: int, said: str
) -> None:
    booking = ask(evening, "Rossi Mario", "Bianchi Anna")
    book(evening, "Verdi Ugo", "Neri Ada")
    answer = four.client("organiser").post(at(evening, booking), {"email": email})
    assert answer.status_code == status
    assert said in answer.content.decode()
    assert (fresh(booking).email, fresh(booking).nonce) == (booking.email, booking.nonce)


def test_of_what_is_over_no_address_is_set_right(evening: Tournament) -> None:
    gone, staying = couples(evening, 2)
    confirmations.cancel(gone.pk)
    with pytest.raises(TournamentError, match="è stata annullata"):
        confirmations.readdress(gone.pk, RIGHT, by=JURY)
    lifecycle.call_off(evening.pk, reason="La sala è allagata", by=JURY)
    with pytest.raises(TournamentError, match="La serata è stata annullata"):
        confirmations.readdress(staying.pk, RIGHT, by=JURY)
