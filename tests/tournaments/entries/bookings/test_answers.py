"""What the letter's reader does, what is refused with which sentence, and which letters go."""

from datetime import timedelta
from smtplib import SMTPException
from uuid import uuid4

import pytest
from django.core import mail
from django.utils import timezone

from club import membership_cards, outbox
from club.models import Club, RoleKind
from club.register import people
from tests.club.dues.members import TODAY, a_member, a_year
from tests.evening import JURY, an_officer
from tests.tournaments.entries.bookings.scene import (
    an_open_evening,
    ask,
    book,
    couples,
    fresh,
    kinds,
    link_in,
    outbox_of,
    player,
)
from tournaments.entries import check_in, entries
from tournaments.entries.bookings import acceptance, confirmations, letters, links, partners, periodic
from tournaments.entries.check_in import Outcome
from tournaments.errors import TournamentError
from tournaments.evenings import lifecycle
from tournaments.models import Booking, BookingLetter, CalendarRules, Tournament

pytestmark = pytest.mark.usefixtures("commits")
Kind = BookingLetter.Kind


@pytest.fixture
def evening(club: Club) -> Tournament:
    return an_open_evening(club, places=4)


def close(evening: Tournament) -> None:
    """The closing hour has passed, the evening is still to come."""
    Tournament.objects.filter(pk=evening.pk).update(
        booking_hours=1, date=timezone.localdate() + timedelta(days=1), starts_at="00:00"
    )
    Tournament.objects.filter(pk=evening.pk).update(booking_hours=72)


def test_the_letter_asks_to_confirm_and_its_link_is_the_booking_s(evening: Tournament) -> None:
    booking = ask(evening, "Rossi Mario", "Bianchi Anna")
    (message,) = outbox_of("rossi@example.org")
    assert message.subject == "Conferma l'iscrizione · Torneo di prova"
    assert "Rossi" not in message.body + message.alternatives[0][0], "nobody has confirmed who reads it"
    assert "Sala Borsa" in message.body
    assert "alle 20:30" in message.body
    assert link_in(message) == f"/iscrizione/{links.token(booking)}/"
    html, kind = message.alternatives[0]
    assert kind == "text/html"
    assert f"/iscrizione/{links.token(booking)}/" in html
    confirmations.confirm(booking.pk)
    assert outbox_of("rossi@example.org")[1].subject.startswith("Iscrizione confermata")


def test_letters_are_in_the_language_of_the_person_s_page(evening: Tournament) -> None:
    ask(evening, "Smith John", "Brown Amy", language="en")
    ask(evening, "Rossi Mario", "Bianchi Anna")
    italian, english = (outbox_of(f"{name}@example.org")[0].body for name in ("rossi", "smith"))
    days = ["Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday", "Sunday"]
    assert days[evening.date.weekday()] in english
    assert days[evening.date.weekday()] not in italian


def test_an_address_that_is_entered_hears_so_by_letter_alone(evening: Tournament) -> None:
    booking = book(evening, "Rossi Mario", "Bianchi Anna")
    again = ask(evening, "Verdi Ugo", "Neri Ada", email="ROSSI@example.org")
    assert again == booking
    assert kinds(booking) == ["confirm", "placed", "already"]
    ask(evening, "Verdi Ugo", "Neri Ada", email="rossi@example.org")
    assert kinds(booking).count("already") == 1, "the letter of this hour is enough"
    assert evening.bookings.count() == 1


@pytest.mark.parametrize(
    ("name", "partner"),
    [
        ("Rossi Mario", "Neri Ada"),
        ("Neri Ada", "Rossi Mario"),
        ("Mario Róssi", "Neri Ada"),
        ("Bianchi Anna", ""),
    ],
)
def test_a_name_that_plays_already_is_refused(evening: Tournament, name: str, partner: str) -> None:
    book(evening, "Rossi Mario", "Bianchi Anna")
    with pytest.raises(TournamentError, match="è già fra gli iscritti") as refused:
        ask(evening, name, partner, email="altro@example.org")
    assert refused.value.code == "name-entered"


def test_a_name_entered_at_the_desk_is_refused_and_a_member_s_name_is_not(
    club: Club, evening: Tournament
) -> None:
    two = [people.add(club, last_name=last, first_name="Anna") for last in ("Serra", "Longo")]
    people.add(club, last_name="Socio", first_name="Ugo")
    entries.enter(evening.pk, two, by=JURY)
    with pytest.raises(TournamentError, match="Anna Serra è già fra gli iscritti"):
        ask(evening, "Anna Serra", "Neri Ada")
    assert ask(evening, "Socio Ugo", "Neri Ada").is_alive


def test_nobody_plays_with_himself(evening: Tournament) -> None:
    with pytest.raises(TournamentError, match="scritto due volte"):
        ask(evening, "Rossi Mario", "Mario ROSSI")


def test_a_second_tap_with_the_same_key_is_the_same_booking(evening: Tournament) -> None:
    key = uuid4()
    assert ask(evening, "Rossi Mario", "Bianchi Anna", key=key) == ask(
        evening, "Rossi Mario", "Bianchi Anna", key=key
    )
    assert len(outbox_of("rossi@example.org")) == 1


def test_confirming_and_cancelling_twice_is_once(evening: Tournament) -> None:
    booking = book(evening, "Rossi Mario", "Bianchi Anna")
    confirmations.confirm(booking.pk)
    for _tap in range(2):
        confirmations.cancel(booking.pk)
    assert kinds(booking) == ["confirm", "placed", "cancelled"]
    assert evening.log.filter(act="booking.cancelled").count() == 1
    with pytest.raises(TournamentError, match="è stata annullata"):
        confirmations.confirm(booking.pk)


@pytest.mark.parametrize("phone", ["", "051 123456"])
def test_after_the_closing_hour_it_says_to_call_the_club(club: Club, evening: Tournament, phone: str) -> None:
    CalendarRules.objects.create(club=club, phone=phone)
    booking = book(evening, "Rossi Mario", "Bianchi Anna")
    close(evening)
    said = f"telefona al circolo, {phone}" if phone else "telefona al circolo, o vieni al banco"
    for act in (
        lambda: confirmations.cancel(booking.pk),
        lambda: confirmations.change_partner(booking.pk, player("Neri Ada")),
        lambda: ask(evening, "Verdi Ugo", "Neri Ada"),
    ):
        with pytest.raises(TournamentError, match=said):
            act()
    assert fresh(booking).has_place
    assert confirmations.cancel(booking.pk, by=JURY, reason="ha telefonato").end_cause == "removed"
    assert kinds(booking)[-1] == "removed"
    assert "ha telefonato" in outbox_of("rossi@example.org")[-1].body


def test_an_evening_that_takes_nobody_by_phone_says_so(club: Club) -> None:
    with pytest.raises(TournamentError, match="al banco, non dal telefono"):
        ask(an_open_evening(club, takes_bookings=False), "Rossi Mario", "Bianchi Anna")


def test_the_partner_changes_and_the_old_name_is_free(evening: Tournament) -> None:
    booking = book(evening, "Rossi Mario", "Bianchi Anna")
    confirmations.change_partner(booking.pk, player("Neri Ada"))
    assert fresh(booking).names == "Rossi Mario – Neri Ada"
    book(evening, "Bianchi Anna", "Gallo Ivo")
    with pytest.raises(TournamentError, match="Gallo Ivo è già"):
        confirmations.change_partner(booking.pk, player("Gallo Ivo"))


def test_an_evening_called_off_is_told_to_all_with_the_reason_and_again_when_it_is_held(
    evening: Tournament,
) -> None:
    sure, waits, alone = (
        book(evening, "Rossi Mario", "Bianchi Anna"),
        ask(evening, "Verdi Ugo", "Neri Ada"),
        book(evening, "Serra Pio"),
    )
    lifecycle.call_off(evening.pk, by=JURY, reason="neve in collina")
    for each in (sure, waits, alone):
        assert kinds(each)[-1] == "called-off"
        assert "neve in collina" in outbox_of(each.email)[-1].body
    with pytest.raises(TournamentError, match="annullata: non c'è più niente da confermare"):
        confirmations.confirm(waits.pk)
    with pytest.raises(TournamentError, match="annullata: non ci si iscrive"):
        ask(evening, "Gallo Ivo", "Costa Lia")
    lifecycle.hold(evening.pk, by=JURY, reason="ha smesso")
    assert kinds(sure)[-1] == "held"
    lifecycle.call_off(evening.pk, by=JURY, reason="ancora neve")
    assert kinds(sure).count("called-off") == 2


def test_another_day_or_place_is_told_and_moves_the_day_of_forgetting(evening: Tournament) -> None:
    booking = book(evening, "Rossi Mario", "Bianchi Anna")
    before = booking.forget_on
    lifecycle.change(evening.pk, by=JURY, date=evening.date + timedelta(days=7), venue="Portico")
    assert kinds(booking)[-1] == "changed"
    assert "Portico" in outbox_of("rossi@example.org")[-1].body
    assert fresh(booking).forget_on == before + timedelta(days=7)
    lifecycle.change(evening.pk, by=JURY, turns=3)
    assert kinds(booking).count("changed") == 1


def test_one_who_looks_writes_to_another_who_accepts(evening: Tournament) -> None:
    pio, zoe, third = book(evening, "Serra Pio"), book(evening, "Longo Zoe"), book(evening, "Gallo Ivo")
    partners.propose(pio.pk, zoe.number, "gioco da\n vent'anni")
    partners.propose(pio.pk, zoe.number, "ancora io")
    partners.propose(third.pk, zoe.number, "")
    letter = outbox_of("longo@example.org")[-2]
    assert "Serra Pio cerca un compagno" in letter.body
    assert "vent'anni" not in letter.body, "one reads it on one's own page"
    assert "serra@example.org" not in letter.body + letter.alternatives[0][0]
    assert kinds(zoe).count("proposal") == 2
    pair = partners.accept(zoe.pk, pio.number)
    assert (pair, pair.names) == (pio, "Serra Pio – Longo Zoe")
    assert partners.accept(zoe.pk, pio.number) == fresh(zoe), "a second tap"
    with pytest.raises(TournamentError, match="non cerca più"):
        partners.propose(third.pk, zoe.number, "")
    with pytest.raises(TournamentError, match="Hai già un compagno"):
        partners.propose(pio.pk, third.number, "")


def test_who_has_not_confirmed_or_has_a_partner_writes_to_nobody(evening: Tournament) -> None:
    zoe, pio = book(evening, "Longo Zoe"), ask(evening, "Serra Pio")
    pair = book(evening, "Rossi Mario", "Bianchi Anna")
    with pytest.raises(TournamentError, match="Prima conferma"):
        partners.propose(pio.pk, zoe.number, "")
    with pytest.raises(TournamentError, match="già un compagno"):
        partners.propose(pair.pk, zoe.number, "")
    with pytest.raises(TournamentError, match="non cerca più"):
        partners.propose(zoe.pk, pio.number, "")


def test_an_entry_at_the_desk_is_made_once_of_who_is_known_and_of_guests(
    club: Club, evening: Tournament
) -> None:
    known = people.add(club, last_name="Bianchi", first_name="Anna")
    booking = book(evening, "Rossi Mario", "Bianchi Anna", consents_to_name=True)
    entry = acceptance.accept(evening.pk, booking.number, present=True, by=JURY)
    assert acceptance.accept(evening.pk, booking.number, present=True, by=JURY) == entry
    first, second = (each.person for each in entry.players.all())
    assert (first.full_name, first.is_guest, first.may_be_named) == ("Rossi Mario", True, True)
    assert (second, second.may_be_named) == (known, False)
    assert entry.checked_in_at
    with pytest.raises(TournamentError, match="già scritto questa iscrizione"):
        confirmations.cancel(booking.pk)
    entries.remove(evening.pk, entry.number, by=JURY)
    assert (fresh(booking).entry, fresh(booking).has_place) == (None, True)


def test_a_name_of_several_people_is_left_to_the_organiser(club: Club, evening: Tournament) -> None:
    for _each in range(2):
        people.add(club, last_name="Rossi", first_name="Mario")
    booking = book(evening, "Rossi Mario", "Bianchi Anna")
    with pytest.raises(TournamentError, match="più persone si chiamano Rossi Mario") as refused:
        acceptance.accept(evening.pk, booking.number, present=True, by=JURY)
    assert refused.value.details["line"] == "Rossi Mario / Bianchi Anna"
    book(evening, "Verdi Ugo", "Neri Ada")
    made, left = acceptance.accept_all(evening.pk, by=JURY)
    assert made == [1]
    assert left[0].startswith("Rossi Mario – Bianchi Anna: ")
    assert club.people.count() == 4, "a refusal leaves no guest"


def test_two_joined_are_one_entry_with_each_one_s_consent(evening: Tournament) -> None:
    pio, zoe = book(evening, "Serra Pio"), book(evening, "Longo Zoe", consents_to_name=True)
    partners.join(evening.pk, pio.number, zoe.number, by=JURY)
    with pytest.raises(TournamentError, match="iscrivi la coppia"):
        acceptance.accept(evening.pk, zoe.number, present=True, by=JURY)
    entry = acceptance.accept(evening.pk, pio.number, present=True, by=JURY)
    assert [each.person.may_be_named for each in entry.players.all()] == [False, True]


def test_a_letter_goes_once_though_two_come_for_it(evening: Tournament) -> None:
    booking = ask(evening, "Rossi Mario", "Bianchi Anna")
    letter = booking.letters.get()
    assert letters.OUTBOX.send(letter.pk) is False
    assert len(mail.outbox) == 1


def test_a_letter_that_no_server_took_goes_at_the_next_round(
    evening: Tournament, monkeypatch: pytest.MonkeyPatch
) -> None:
    def away(_message: object) -> int:
        raise SMTPException("away")

    with monkeypatch.context() as patch:
        patch.setattr(mail.EmailMultiAlternatives, "send", away)
        booking = ask(evening, "Rossi Mario", "Bianchi Anna")
    assert (len(mail.outbox), booking.letters.get().sent_at) == (0, None)
    letters.send_waiting()
    assert len(mail.outbox) == 0, "a server that is away is left alone for half a minute"
    BookingLetter.objects.filter(booking=booking).update(due_at=timezone.now())
    letters.send_waiting()
    letters.send_waiting()
    assert len(mail.outbox) == 1
    assert booking.letters.get().tries == 2


def test_a_server_that_stays_away_is_asked_ever_more_seldom_and_given_up_after_two_days(
    evening: Tournament, monkeypatch: pytest.MonkeyPatch
) -> None:
    def away(_message: object) -> int:
        raise OSError("away")

    monkeypatch.setattr(mail.EmailMultiAlternatives, "send", away)
    letter = ask(evening, "Rossi Mario", "Bianchi Anna").letters.get()
    pauses = []
    for _try in range(9):
        due = BookingLetter.objects.get(pk=letter.pk).due_at
        with pytest.raises(outbox.NotSent):
            letters.OUTBOX.send(letter.pk, due)
        pauses.append((BookingLetter.objects.get(pk=letter.pk).due_at - due).seconds)
    assert pauses == [60, 120, 240, 480, 960, 1920, 3600, 3600, 3600]
    assert letters.OUTBOX.unsent(letter.written_at + timedelta(days=1)) == [letter.pk]
    assert letters.OUTBOX.unsent(letter.written_at + timedelta(days=2, seconds=1)) == []


def test_a_letter_being_sent_is_left_to_who_sends_it_until_he_is_given_up(evening: Tournament) -> None:
    letter = ask(evening, "Rossi Mario", "Bianchi Anna").letters.get()
    mail.outbox.clear()
    now = timezone.now()
    BookingLetter.objects.filter(pk=letter.pk).update(sent_at=None, due_at=now + outbox.LEASE)
    assert letters.OUTBOX.unsent(now) == []
    assert letters.OUTBOX.send(letter.pk) is False
    assert letters.OUTBOX.unsent(now + outbox.LEASE + timedelta(seconds=1)) == [letter.pk]
    assert letters.OUTBOX.send(letter.pk, now + outbox.LEASE + timedelta(seconds=1)) is True


def test_an_act_undone_writes_no_letter(evening: Tournament) -> None:
    booking = book(evening, "Rossi Mario", "Bianchi Anna")
    sent = len(mail.outbox)
    with pytest.raises(TournamentError):
        confirmations.change_partner(booking.pk, player("Rossi Mario"))
    assert len(mail.outbox) == sent


def test_every_kind_of_letter_has_words_in_both_languages(evening: Tournament) -> None:
    booking = book(evening, "Rossi Mario", "Bianchi Anna")
    for language in ("it", "en"):
        Booking.objects.filter(pk=booking.pk).update(language=language)
        for kind in Kind:
            mail.outbox.clear()
            letters.write(booking, kind, about=language, reason="neve", name="Ugo", text="ciao")
            assert len(mail.outbox) == 1, kind
            assert "%(" not in mail.outbox[0].body
            assert mail.outbox[0].alternatives


def test_the_log_keeps_neither_names_nor_addresses(evening: Tournament) -> None:
    pio, zoe = book(evening, "Serra Pio"), book(evening, "Longo Zoe")
    partners.propose(pio.pk, zoe.number, "ciao")
    partners.accept(zoe.pk, pio.number)
    confirmations.cancel(pio.pk)
    kept = " ".join(
        f"{each.actor_name} {each.subject} {each.before} {each.after} {each.reason}"
        for each in evening.log.exclude(act="tournament.created")
    )
    assert not any(word in kept for word in ("Serra", "Longo", "@", "ciao"))


def test_names_and_addresses_are_forgotten_after_their_day(evening: Tournament) -> None:
    couples(evening, 2)
    stray = ask(evening, "Serra Pio")
    Booking.objects.filter(pk=stray.pk).update(lapses_at=timezone.now())
    booking = Booking.objects.first()
    assert booking
    entry = acceptance.accept(evening.pk, booking.number, present=False, by=JURY)
    assert periodic.forget_old_requests(timezone.now()) == 0
    over = timezone.now() + timedelta(days=7 + 31)
    assert periodic.forget_old_requests(over) == 3
    assert periodic.forget_old_requests(over) == 0
    assert BookingLetter.objects.count() == 0
    assert evening.entries.filter(pk=entry.pk).exists()
    with pytest.raises(links.LinkRefused):
        links.booking_of(links.token(booking))


def test_what_nobody_confirmed_is_forgotten_within_a_week(evening: Tournament) -> None:
    stray = ask(evening, "Serra Pio")
    Booking.objects.filter(pk=stray.pk).update(
        ended_at=timezone.now() - timedelta(days=8), end_cause="lapsed", has_place=False
    )
    assert periodic.forget_old_requests(timezone.now()) == 1


@pytest.mark.parametrize("namesakes", [1, 2])
def test_a_card_read_at_the_desk_finds_who_entered_from_a_phone(
    club: Club, evening: Tournament, namesakes: int
) -> None:
    secretary = an_officer(club, RoleKind.SECRETARY)
    holder = a_member(club, "Bianchi", by=secretary)
    year = a_year(club, by=secretary)
    card = membership_cards.prepare_for_print(year, [holder.pk], today=TODAY, by=secretary)[0]
    for _other in range(namesakes - 1):
        people.add(club, last_name=holder.last_name, first_name=holder.first_name)
    booking = book(evening, "Rossi Mario", holder.full_name)
    told = check_in.scan(evening, card.token, by=JURY, today=TODAY)
    if namesakes > 1:
        assert told.outcome is Outcome.NOT_ENTERED
        return
    assert told.outcome is Outcome.PRESENT
    assert fresh(booking).entry == told.entry
    assert [each.full_name for each in told.partners] == ["Rossi Mario"]
    assert check_in.scan(evening, card.token, by=JURY, today=TODAY).outcome is Outcome.ALREADY
