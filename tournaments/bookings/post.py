"""Sending letters: each once, though two workers come for it, and again when the mail server was away."""

import logging
from datetime import datetime, timedelta
from smtplib import SMTPException

from django.core.mail import EmailMultiAlternatives
from django.db.models import F
from django.template.loader import render_to_string
from django.utils import timezone, translation

from tournaments.bookings import telling
from tournaments.models import BookingLetter, Tournament

logger = logging.getLogger(__name__)

#: Who takes a letter has so long to send it; after that he is dead, and another does.
LEASE = timedelta(minutes=5)
#: A mail server that did not take it is left alone, twice as long each time, for an hour at the most.
FIRST_PAUSE, LONGEST_PAUSE = timedelta(seconds=30), timedelta(hours=1)
#: What nobody could send for so long is no news any more.
STALE = timedelta(days=2)


class NotSent(Exception):
    """The mail server did not take the letter; it waits for another try."""


def send(letter_id: int, now: datetime | None = None) -> bool:
    """Whether the letter went now; nothing for one that went already or is being sent by another.

    The row is taken before sending, and nothing is locked meanwhile: a slow mail server stops nobody else.
    Raises NotSent.
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


def waiting(now: datetime) -> list[int]:
    """The letters that should have gone and have not."""
    letters = BookingLetter.objects.filter(sent_at__isnull=True, due_at__lte=now)
    return list(letters.filter(written_at__gt=now - STALE).values_list("pk", flat=True)[:500])


def stuck(tournament: Tournament) -> int:
    """How many letters of the evening the mail server has not taken yet. One query."""
    tried = BookingLetter.objects.filter(booking__tournament=tournament, sent_at__isnull=True, tries__gt=0)
    return tried.count()


def _message(letter: BookingLetter) -> EmailMultiAlternatives:
    booking = letter.booking
    with translation.override(booking.language):
        told = telling.of(letter)
        context = {
            "told": told,
            "booking": booking,
            "tournament": booking.tournament,
            "language": booking.language,
        }
        text = render_to_string("booking/email/letter_message.txt", context).strip() + "\n"
        page = render_to_string("booking/email/letter_message.html", context)
        subject = " ".join(told.subject.split())
    message = EmailMultiAlternatives(subject, text, to=[booking.email])
    message.attach_alternative(page, "text/html")
    # Answering machines leave it unanswered.
    message.extra_headers["Auto-Submitted"] = "auto-generated"
    return message
