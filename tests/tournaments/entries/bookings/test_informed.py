"""What was on the page when somebody agreed to it: kept with the booking, asked again when it has changed."""

import re
from uuid import uuid4

import pytest
from django.test import Client
from django.utils import timezone

from club.models import Club, Consent, NoticeVersion, Particulars, RoleKind
from club.privacy import consents, notices
from club.register import people
from tests.evening import JURY, an_officer
from tests.pages import flat
from tests.tournaments.entries.bookings.scene import an_open_evening, ask, book, couples, form, fresh
from tournaments.entries import entries
from tournaments.entries.bookings import acceptance, links, partners, terms
from tournaments.errors import TournamentError
from tournaments.models import Booking, Tournament

pytestmark = pytest.mark.usefixtures("commits")


@pytest.fixture
def evening(club: Club) -> Tournament:
    return an_open_evening(club)


def published(club: Club, words: str) -> NoticeVersion:
    """The next version, which says these words."""
    today, by = timezone.localdate(), an_officer(club, RoleKind.SECRETARY)
    based_on = club.notices.count()
    text = {"italian": f"{words} " + "x" * 200, "english": f"In English: {words} " + "x" * 200}
    return notices.publish(club, **text, based_on=based_on, today=today, by=by, key=uuid4())


def read(person: object) -> list[tuple[int, str]]:
    """Of the person's history the versions read, and how."""
    found = Consent.objects.filter(person=person, about=Consent.About.NOTICE).select_related("notice")
    return [(one.notice.number, one.how) for one in found if one.notice]


def where(evening: Tournament) -> str:
    return f"/t/{evening.code}/iscriviti/"


def test_the_page_shows_the_clubs_informativa_and_the_booking_points_to_it(
    club: Club, evening: Tournament, client: Client
) -> None:
    version = published(club, "Trattiamo i nomi.")
    page = client.get(where(evening)).content.decode()
    assert "Trattiamo i nomi." in page
    assert "usa nomi, e-mail e telefono" in page
    assert client.post(where(evening), form()).status_code == 303
    booking = Booking.objects.get()
    assert booking.notice == version
    assert "usa nomi, e-mail e telefono" in booking.notice_words
    mine = client.get(f"/iscrizione/{links.token(booking)}/").content.decode()
    assert f'/circoli/{club.slug}/privacy/?versione=1">versione 1</a>' in flat(mine)


def test_a_club_that_has_published_nothing_keeps_the_calendars_words_alone(
    club: Club, evening: Tournament, client: Client
) -> None:
    terms.change_rules(club, by=an_officer(club, RoleKind.ORGANISER), notice="Solo per la serata.")
    assert client.post(where(evening), form()).status_code == 303
    booking = Booking.objects.get()
    assert (booking.notice, booking.notice_words) == (None, "Solo per la serata.")


@pytest.mark.parametrize("what", ["the informativa", "the calendar's words"])
def test_a_text_that_changed_meanwhile_is_asked_again_and_nothing_typed_is_lost(
    club: Club, evening: Tournament, client: Client, what: str
) -> None:
    published(club, "La prima.")
    said = form(phone="051 123456", consents_to_name="on")
    if what == "the informativa":
        published(club, "La seconda.")
    else:
        terms.change_rules(club, by=an_officer(club, RoleKind.ORGANISER), notice="La seconda.")
    answer = client.post(where(evening), said)
    page = answer.content.decode().replace("&#x27;", "'")
    assert answer.status_code == 422
    assert "L'informativa è cambiata mentre scrivevi" in page
    assert "La seconda." in page
    assert '<details class="notice" open>' in page
    for kept in ('value="Rossi"', 'value="Anna"', 'value="051 123456"', f'value="{said["key"]}"'):
        assert kept in page
    ticked = {each for each in ("consents_to_name", "accepts_notice") if _is_ticked(page, each)}
    assert ticked == {"consents_to_name"}
    assert not Booking.objects.exists()

    again = form(phone="051 123456", consents_to_name="on", key=said["key"])
    assert client.post(where(evening), again).status_code == 303
    assert Booking.objects.get().notice == club.notices.first()


def _is_ticked(page: str, name: str) -> bool:
    box = page.split(f'name="{name}"', 1)[1].split(">", 1)[0]
    return "checked" in box


def test_a_page_from_before_that_tells_of_no_text_is_asked_again(evening: Tournament, client: Client) -> None:
    said = form()
    del said["informed_by"]
    assert client.post(where(evening), said).status_code == 422
    assert not Booking.objects.exists()


def test_the_second_tap_is_one_booking_though_another_fault_came_first(
    evening: Tournament, client: Client
) -> None:
    """A tick given to the old text does not slip through with a fault of another field."""
    said = form(last_name="", informed_by="0-another")
    page = client.post(where(evening), said).content.decode()
    assert not _is_ticked(page, "accepts_notice")
    assert form()["informed_by"] in page


def test_two_who_were_joined_each_read_their_own_version(club: Club, evening: Tournament) -> None:
    published(club, "La prima.")
    pio = book(evening, "Serra Pio")
    published(club, "La seconda.")
    zoe = book(evening, "Longo Zoe")
    partners.join(evening.pk, pio.number, zoe.number, by=JURY)
    entry = acceptance.accept(evening.pk, pio.number, present=True, by=JURY)
    told = {each.person.last_name: read(each.person) for each in entry.players.select_related("person")}
    assert told == {"Serra": [(1, "page")], "Longo": [(2, "page")]}


def test_the_partner_whose_name_another_wrote_has_read_nothing(club: Club, evening: Tournament) -> None:
    published(club, "La prima.")
    (booking,) = couples(evening, 1)
    entry = acceptance.accept(evening.pk, booking.number, present=True, by=JURY)
    told = {each.person.last_name: read(each.person) for each in entry.players.select_related("person")}
    assert told == {"Rossi": [(1, "page")], "Bianchi": []}


@pytest.mark.parametrize(
    ("address", "expected"), [("rossi@example.org", [(1, "page")]), ("altro@example.org", [])]
)
def test_of_who_is_known_the_address_tells_and_the_name_alone_does_not(
    club: Club, evening: Tournament, address: str, expected: list[tuple[int, str]]
) -> None:
    published(club, "La prima.")
    mario = people.add(club, last_name="Rossi", first_name="Mario")
    Particulars.objects.create(person=mario, email=address)
    booking = book(evening, "Rossi Mario", "Bianchi Anna")
    acceptance.accept(evening.pk, booking.number, present=True, by=JURY)
    assert read(mario) == expected


def test_the_same_version_is_written_once_and_of_a_minor_never(club: Club) -> None:
    version, today = published(club, "La prima."), timezone.localdate()
    ada = people.add(club, last_name="Neri", first_name="Ada")
    for _time in range(2):
        consents.record_notice_read(ada, version, today)
    assert read(ada) == [(1, "page")]
    child = people.add(club, last_name="Neri", first_name="Ugo")
    Particulars.objects.create(person=child, born_on=today)
    consents.record_notice_read(child, version, today)
    assert read(child) == []


def test_what_was_read_outlives_the_booking(club: Club, evening: Tournament) -> None:
    published(club, "La prima.")
    (booking,) = couples(evening, 1)
    entry = acceptance.accept(evening.pk, booking.number, present=True, by=JURY)
    Booking.objects.all().delete()
    writer = entry.players.get(person__last_name="Rossi").person
    assert read(writer) == [(1, "page")]


def test_the_marks_of_two_texts_differ_and_of_one_are_the_same(club: Club) -> None:
    rules_now = terms.rules_of(club)
    first = terms.current_notice(rules_now).mark
    assert terms.current_notice(rules_now).mark == first
    published(club, "La prima.")
    second = terms.current_notice(rules_now).mark
    rules_now.notice = "Altro."
    assert len({first, second, terms.current_notice(rules_now).mark}) == 3


def test_a_booking_written_before_still_shows_its_page(evening: Tournament, client: Client) -> None:
    booking = ask(evening, "Rossi Mario", "Bianchi Anna")
    Booking.objects.update(notice=None, notice_words="")
    page = client.get(f"/iscrizione/{links.token(fresh(booking))}/").content.decode()
    assert "Informativa accettata il" in page
    assert "versione" not in page


def test_an_address_that_has_not_answered_has_read_nothing(club: Club, evening: Tournament) -> None:
    published(club, "La prima.")
    asked = ask(evening, "Rossi Mario", "Bianchi Anna")
    with pytest.raises(TournamentError, match="prima conferma tu la richiesta"):
        acceptance.accept(evening.pk, asked.number, present=True, by=JURY)
    assert not evening.entries.exists()
    mario = people.add(club, last_name="Rossi", first_name="Mario")
    Particulars.objects.create(person=mario, email=asked.email)
    entry = entries.enter(evening.pk, [mario, people.add(club, last_name="Longo", first_name="Zoe")], by=JURY)
    acceptance.attach_entry_of_line(evening.pk, asked.number, entry)
    assert read(mario) == []


@pytest.mark.parametrize("language", ["it", "en"])
def test_no_two_headings_of_the_page_say_the_same(
    club: Club, evening: Tournament, client: Client, language: str
) -> None:
    published(club, "La prima.")
    client.cookies["django_language"] = language
    page = client.get(where(evening)).content.decode()
    headings = re.findall(r"<(?:h\d|summary)[^>]*>([^<]+)</", page)
    assert len(headings) == len(set(headings)) > 2
