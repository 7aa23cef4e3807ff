"""What the clock writes: each letter once, though a round comes twice, hours late, or no beat runs."""

from datetime import datetime, time, timedelta
from typing import Any

import pytest
from celery.schedules import schedule
from django.conf import settings
from django.core.management import call_command
from django.utils import timezone
from icalendar import Calendar

from club import background
from club.models import Club
from criccone.celery import app
from tests.evening import JURY
from tests.tournaments.entries.bookings.scene import (
    an_open_evening,
    ask,
    book,
    couples,
    fresh,
    kinds,
    outbox_of,
)
from tournaments.demo import serving
from tournaments.entries.bookings import acceptance, confirmations, partners, periodic, terms
from tournaments.evenings import lifecycle
from tournaments.models import Booking, CalendarRules, Tournament

pytestmark = pytest.mark.usefixtures("commits")


def the_day_before(evening: Tournament, hour: int, minute: int = 0) -> datetime:
    day = evening.date - timedelta(days=1)
    return datetime.combine(day, time(hour, minute), timezone.get_default_timezone())


def test_a_reminder_goes_the_day_before_at_ten_to_who_has_a_place(evening: Tournament) -> None:
    first, second, waiting = couples(evening, 3)
    periodic.run_once(the_day_before(evening, 9, 59))
    assert "reminder" not in kinds(first)
    for _round in range(2):
        periodic.run_once(the_day_before(evening, 10))
    assert kinds(first).count("reminder") == kinds(second).count("reminder") == 1
    assert "reminder" not in kinds(waiting)
    body = outbox_of(first.email)[-1].body
    assert "Ti aspettiamo: Rossi Mario – Bianchi Anna." in body
    assert "annulla dal collegamento" in body


def test_the_hour_is_the_club_s(club: Club, evening: Tournament) -> None:
    CalendarRules.objects.create(club=club, reminder_at=time(18, 30))
    (booking,) = couples(evening, 1)
    periodic.run_once(the_day_before(evening, 18, 29))
    assert "reminder" not in kinds(booking)
    periodic.run_once(the_day_before(evening, 18, 30))
    assert "reminder" in kinds(booking)


def test_after_hours_of_silence_the_reminder_goes_late_and_never_after_the_beginning(
    evening: Tournament,
) -> None:
    first, second = couples(evening, 2)
    late = terms.begins_at(evening) - timedelta(minutes=30)
    confirmations.cancel(second.pk)
    periodic.run_once(late)
    assert "reminder" in kinds(first)
    assert "reminder" not in kinds(second)
    third = book(evening, "Gallo Ivo", "Costa Lia")
    periodic.run_once(terms.begins_at(evening))
    assert "reminder" not in kinds(third)


def test_who_gets_a_place_after_the_reminders_is_reminded_too(evening: Tournament) -> None:
    first, _second, third = couples(evening, 3)
    periodic.run_once(the_day_before(evening, 10))
    confirmations.cancel(first.pk)
    periodic.run_once(the_day_before(evening, 11))
    assert kinds(third)[-2:] == ["freed", "reminder"]


def test_both_of_two_joined_are_reminded_and_who_is_at_the_desk_already_is_not(evening: Tournament) -> None:
    pio, zoe = book(evening, "Serra Pio"), book(evening, "Longo Zoe")
    partners.join(evening.pk, pio.number, zoe.number, by=JURY)
    (here,) = couples(evening, 1)
    acceptance.accept(evening.pk, here.number, present=True, by=JURY)
    periodic.run_once(the_day_before(evening, 10))
    assert kinds(pio)[-1] == kinds(zoe)[-1] == "reminder"
    assert "reminder" not in kinds(here)


def test_an_evening_moved_is_reminded_of_again_and_one_called_off_is_not(evening: Tournament) -> None:
    (booking,) = couples(evening, 1)
    periodic.run_once(the_day_before(evening, 10))
    moved = lifecycle.change(evening.pk, by=JURY, date=evening.date + timedelta(days=3))
    periodic.run_once(the_day_before(moved, 10))
    assert kinds(booking).count("reminder") == 2
    another = lifecycle.change(evening.pk, by=JURY, date=evening.date + timedelta(days=9))
    lifecycle.call_off(evening.pk, by=JURY, reason="neve")
    periodic.run_once(the_day_before(another, 10))
    assert kinds(booking).count("reminder") == 2


def test_who_has_not_confirmed_has_one_last_call_some_hours_before(evening: Tournament) -> None:
    booking = ask(evening, "Rossi Mario", "Bianchi Anna")
    periodic.run_once(booking.lapses_at - timedelta(hours=4, minutes=1))
    assert kinds(booking) == ["confirm"]
    for _round in range(2):
        periodic.run_once(booking.lapses_at - timedelta(hours=4))
    assert kinds(booking) == ["confirm", "last-call"]
    periodic.run_once(booking.lapses_at)
    assert fresh(booking).end_cause == "lapsed"


def test_a_last_call_leaves_time_to_who_has_just_asked(club: Club) -> None:
    evening = an_open_evening(club, days=1)
    booking = ask(evening, "Rossi Mario", "Bianchi Anna")
    soon = timezone.now() + timedelta(hours=1)
    Booking.objects.filter(pk=booking.pk).update(lapses_at=soon)
    periodic.run_once(timezone.now())
    assert kinds(booking) == ["confirm"]


def test_a_booking_is_held_for_a_day_and_never_beyond_the_closing_hour(evening: Tournament) -> None:
    rules, now = CalendarRules(club=evening.club), timezone.now()
    assert terms.lapses_at(evening, rules, now) == now + timedelta(hours=24)
    shortly = terms.closes_at(evening) - timedelta(hours=3)
    assert terms.lapses_at(evening, rules, shortly) == terms.closes_at(evening)
    last = terms.closes_at(evening) - timedelta(minutes=1)
    assert terms.lapses_at(evening, rules, last) == last + timedelta(minutes=15)


def test_the_closing_hour_follows_the_clock_where_a_night_changes_it(club: Club) -> None:
    # The clocks go forward at two in the night of 28 March 2027.
    evening = Tournament(club=club, date=datetime(2027, 3, 28).date(), starts_at=time(20, 30))  # noqa: DTZ001
    assert timezone.localtime(terms.begins_at(evening)).hour == 20
    assert timezone.localtime(terms.closes_at(evening)).hour == 18


def test_beat_makes_the_rounds_of_a_server() -> None:
    rounds = settings.CELERY_BEAT_SCHEDULE["look-at-bookings"]
    app.loader.import_default_modules()
    assert rounds["task"] in app.tasks
    assert schedule(rounds["schedule"]).run_every <= timedelta(minutes=5)


def test_the_command_is_one_round(evening: Tournament) -> None:
    booking = ask(evening, "Rossi Mario", "Bianchi Anna")
    Booking.objects.filter(pk=booking.pk).update(lapses_at=timezone.now())
    call_command("send_reminders")
    assert fresh(booking).end_cause == "lapsed"
    Booking.objects.filter(pk=booking.pk).update(forget_on=timezone.localdate())
    call_command("send_reminders")
    assert not Booking.objects.exists(), "names and addresses go on their day"


def test_embedded_the_process_that_serves_makes_the_rounds(
    evening: Tournament, monkeypatch: pytest.MonkeyPatch
) -> None:
    started: list[background.Repeated] = []
    monkeypatch.setattr(serving.uvicorn, "run", lambda *_args, **_words: None)
    monkeypatch.setattr(background.Repeated, "start", lambda thread: started.append(thread))
    serving.serve(0)
    assert periodic.tick in [each.work for each in started]
    count = len(started)
    monkeypatch.setattr(settings, "CELERY_TASK_ALWAYS_EAGER", False)
    serving.serve(0)
    assert len(started) == count, "a server has its beat"


def test_who_could_not_confirm_while_it_was_called_off_hears_that_it_is_held_and_can(
    evening: Tournament,
) -> None:
    booking = ask(evening, "Rossi Mario", "Bianchi Anna")
    lifecycle.call_off(evening.pk, by=JURY, reason="neve")
    Booking.objects.update(lapses_at=timezone.now() - timedelta(hours=1))
    periodic.run_once(timezone.now())
    lifecycle.hold(evening.pk, by=JURY, reason="ha smesso")
    assert kinds(booking)[-1] == "held"
    body = outbox_of(booking.email)[-1].body
    assert "non è ancora confermata: puoi farlo fino al" in body
    assert "vale ancora" not in body
    assert confirmations.confirm(booking.pk).has_place


def test_what_nobody_confirmed_of_an_evening_called_off_ends_with_its_day(evening: Tournament) -> None:
    booking = ask(evening, "Rossi Mario", "Bianchi Anna")
    lifecycle.call_off(evening.pk, by=JURY, reason="neve")
    periodic.run_once(the_day_before(evening, 23))
    assert fresh(booking).is_alive
    periodic.run_once(the_day_before(evening, 12) + timedelta(days=2))
    assert fresh(booking).end_cause == Booking.End.LAPSED


def calendar_files(booking: Booking) -> list[Any]:
    """The event in each letter to the booking; None for a letter without one."""
    events = []
    for message in outbox_of(booking.email):
        parts = [part for part in message.message().walk() if part.get_filename()]
        found = [Calendar.from_ical(part.get_payload(decode=True)).walk("VEVENT")[0] for part in parts]
        events.append(found[0] if found else None)
    return events


def test_letters_to_those_who_have_a_place_carry_the_evening_for_their_calendar(
    evening: Tournament,
) -> None:
    first, _second, waiting = couples(evening, 3)
    periodic.run_once(the_day_before(evening, 10))
    asked, placed, reminded = calendar_files(first)
    assert asked is None, "an address not confirmed gets no file"
    assert placed["UID"] == reminded["UID"] == f"{evening.code}@criccone"
    assert placed.start == terms.begins_at(evening)
    assert placed["URL"] == f"http://testserver/t/{evening.code}/"
    assert calendar_files(waiting) == [None, None]


def test_the_file_of_a_changed_evening_replaces_the_one_before(evening: Tournament) -> None:
    (booking,) = couples(evening, 1)
    lifecycle.change(evening.pk, by=JURY, starts_at=time(21, 0))
    lifecycle.call_off(evening.pk, reason="neve", by=JURY)
    _asked, placed, changed, off = calendar_files(booking)
    assert placed["UID"] == changed["UID"] == off["UID"]
    assert placed["SEQUENCE"] < changed["SEQUENCE"] < off["SEQUENCE"]
    assert (changed["STATUS"], off["STATUS"]) == ("CONFIRMED", "CANCELLED")
