"""The letters about bookings: written in the transaction of their event, sent after its commit."""

from functools import partial
from typing import Any, Final

from celery import Task, shared_task
from django.core.mail import EmailMultiAlternatives
from django.template.loader import render_to_string
from django.utils import timezone, translation
from django.utils.translation import gettext as _

from club.email_addresses import canonical
from club.outbox import Outbox, send_after_commit
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
        send_after_commit(deliver, letter.pk)
    return letter


def write_to_all(booking: Booking, kind: Kind, *, about: str = "", **facts: Any) -> None:
    """Writes the letter to every address of the booking: two joined players have one each."""
    for each in (booking, *booking.joined.filter(ended_at__isnull=True)):
        write(each, kind, about=about, **facts)


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


OUTBOX: Final = Outbox(BookingLetter, _message, ("booking__tournament__club", "booking__joined_to"))


@shared_task(name="tournaments.bookings.tasks.deliver", bind=True, max_retries=1)
def deliver(self: Task, letter_id: int) -> None:
    """Sends a letter."""
    OUTBOX.run(self, letter_id)


@shared_task(name="tournaments.bookings.tasks.send_waiting")
def send_waiting() -> None:
    """Sends the letters that are still waiting."""
    OUTBOX.send_waiting(deliver)
