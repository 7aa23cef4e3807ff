"""The letters about bookings: written in the transaction of their event, sent after its commit.

Each letter is sent once, even if two workers take it, and is retried if the mail server did not answer. A
worker sends it; in an embedded installation a thread does.
"""

import logging
from datetime import datetime, timedelta
from functools import partial
from smtplib import SMTPException
from typing import Any

from celery import Task, shared_task
from django.conf import settings
from django.core.mail import EmailMultiAlternatives
from django.db import transaction
from django.db.models import F
from django.template.loader import render_to_string
from django.utils import timezone, translation
from django.utils.translation import gettext as _
from kombu.exceptions import OperationalError

from club.accounts import letters as post_office
from club.email_addresses import canonical
from tournaments.entries.bookings import letters_text, links
from tournaments.models import Booking, BookingLetter, Tournament

Kind = BookingLetter.Kind
#: The letters that carry the evening as a calendar file, to those who have a place in it.
WITH_CALENDAR = {
    Kind.PLACED, Kind.LINED, Kind.FREED, Kind.JOINED, Kind.CHANGED, Kind.CALLED_OFF, Kind.HELD, Kind.REMINDER,
}  # fmt: skip


def write(booking: Booking, kind: Kind, *, about: str = "", **facts: Any) -> BookingLetter | None:
    """The letter to the booking's own address; idempotent by kind and `about`. None without an address."""
    if not booking.email:
        return None
    now = timezone.now()
    letter, is_new = BookingLetter.objects.get_or_create(
        booking=booking,
        kind=kind,
        about=about,
        defaults={"facts": facts, "written_at": now, "due_at": now},
    )
    if is_new:
        # If the broker is down, the letter waits in its row for the next run of `periodic.tick`.
        transaction.on_commit(lambda: _hand_over(letter.pk), robust=True)
    return letter


def _hand_over(letter_id: int) -> None:
    """Gives the letter to a worker; in an embedded installation to the thread of letters, so that no page
    waits for a mail server. One without room there waits for `periodic.tick`."""
    if not settings.CELERY_TASK_ALWAYS_EAGER:
        deliver.delay(letter_id)
    elif len(post_office.WAITING) < post_office.MOST_WAITING:
        post_office.soon(lambda: deliver.delay(letter_id))


def write_to_all(booking: Booking, kind: Kind, *, about: str = "", **facts: Any) -> None:
    """Writes the letter to every address of the booking: two joined players have one each."""
    for each in (booking, *booking.joined.filter(ended_at__isnull=True)):
        write(each, kind, about=about, **facts)


logger = logging.getLogger(__name__)

#: A worker that takes a letter has this long to send it; after that another takes it.
LEASE = timedelta(minutes=5)
#: The pauses before a retry, each twice the one before.
FIRST_PAUSE, LONGEST_PAUSE = timedelta(seconds=30), timedelta(hours=1)
#: After this time, a letter that could not be sent is dropped.
STALE = timedelta(days=2)


class NotSent(Exception):
    """The mail server did not take the letter; it will be tried again."""


def send(letter_id: int, now: datetime | None = None) -> bool:
    """Sends the letter. Returns False if it was sent already or another worker is sending it.

    The row is reserved before sending, without a lock, so that a slow mail server blocks nobody. Raises
    NotSent.
    """
    now = now or timezone.now()
    mine = BookingLetter.objects.filter(pk=letter_id, sent_at__isnull=True, due_at__lte=now)
    if not mine.update(due_at=now + LEASE, tries=F("tries") + 1):
        return False
    letter = BookingLetter.objects.select_related("booking__tournament__club", "booking__joined_to").get(
        pk=letter_id
    )
    try:
        _message(letter).send()
    except (OSError, SMTPException) as fault:
        pause = min(FIRST_PAUSE * 2 ** (letter.tries - 1), LONGEST_PAUSE)
        BookingLetter.objects.filter(pk=letter_id, sent_at__isnull=True).update(due_at=now + pause)
        logger.warning("The letter %s was not sent: %s", letter_id, fault)
        raise NotSent(str(fault)) from fault
    BookingLetter.objects.filter(pk=letter_id).update(sent_at=timezone.now())
    return True


def unsent(now: datetime) -> list[int]:
    """The ids of the letters that are due and not sent."""
    letters = BookingLetter.objects.filter(sent_at__isnull=True, due_at__lte=now)
    return list(letters.filter(written_at__gt=now - STALE).values_list("pk", flat=True)[:500])


def stuck_count(tournament: Tournament) -> int:
    """The number of letters of the evening that the mail server has not taken yet. One query."""
    tried = BookingLetter.objects.filter(booking__tournament=tournament, sent_at__isnull=True, tries__gt=0)
    return tried.count()


def _message(letter: BookingLetter) -> EmailMultiAlternatives:
    booking = letter.booking
    with translation.override(booking.language):
        letter_text = letters_text.letter_text(letter)
        context = {
            "letter_text": letter_text,
            "booking": booking,
            "tournament": booking.tournament,
            "language": booking.language,
        }
        text = render_to_string("booking/email/letter_message.txt", context).strip() + "\n"
        page = render_to_string("booking/email/letter_message.html", context)
        subject = " ".join(letter_text.subject.split())
        calendar_file = _calendar_file(letter)
    message = EmailMultiAlternatives(subject, text, to=[canonical(booking.email)])
    message.attach_alternative(page, "text/html")
    if calendar_file is not None:
        message.attach(_("serata") + ".ics", calendar_file, "text/calendar")
    # Tells auto-responders not to answer.
    message.extra_headers["Auto-Submitted"] = "auto-generated"
    return message


def _calendar_file(letter: BookingLetter) -> bytes | None:
    """The evening for the reader's calendar; None for a letter to somebody without a place in it."""
    from tournaments.text import calendar  # Imported here: icalendar takes 3 MB of memory.

    booking = letter.booking
    whole = booking.joined_to or booking
    if letter.kind not in WITH_CALENDAR or not (booking.is_confirmed and whole.has_place):
        return None
    return calendar.evening_file(booking.tournament, partial(links.address_of, booking))


@shared_task(name="tournaments.bookings.tasks.deliver", bind=True, max_retries=1)
def deliver(self: Task, letter_id: int) -> None:
    """Sends a letter. If the mail server refuses, it is retried once after a moment, then by the periodic
    run.

    The retry comes soon, because a task that waits longer than the broker's visibility timeout runs twice.
    An embedded installation does not retry here.
    """
    try:
        send(letter_id)
    except NotSent as fault:
        if not settings.CELERY_TASK_ALWAYS_EAGER and self.request.retries < self.max_retries:
            raise self.retry(exc=fault, countdown=FIRST_PAUSE.seconds + 1) from fault


@shared_task(name="tournaments.bookings.tasks.send_waiting")
def send_waiting() -> None:
    """Retries every letter that was not sent because a worker died or the broker or mail server was down."""
    for letter_id in unsent(timezone.now()):
        try:
            deliver.delay(letter_id)
        except OperationalError:
            return
