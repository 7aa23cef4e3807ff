"""An evening some days ahead that is entered from phones, and those who enter it."""

import re
from datetime import time, timedelta
from typing import Any
from uuid import uuid4

from django.core import mail
from django.utils import timezone

from club.models import Club
from tests.evening import JURY
from tournaments.entries.bookings import confirmations, requests, terms
from tournaments.entries.bookings.requests import BookingRequest, Player
from tournaments.evenings import lifecycle
from tournaments.models import Booking, Tournament

ORIGIN = "http://testserver"


def an_open_evening(club: Club, *, days: int = 7, **fields: Any) -> Tournament:
    """An evening that many days from today, at half past eight, which takes entries from phones."""
    on = timezone.localdate() + timedelta(days=days)
    usual = {"starts_at": time(20, 30), "venue": "Sala Borsa", "takes_bookings": True, **fields}
    return lifecycle.create(club, name="Torneo di prova", on=on, by=JURY, **usual)


def player(name: str) -> Player:
    last, first = name.split()
    return Player(last, first)


def ask(evening: Tournament, name: str, partner: str = "", **fields: Any) -> Booking:
    """A booking not confirmed; without a partner's name one that looks for one, where pairs play."""
    alone = not partner and evening.entry_size == 2
    email = fields.pop("email", f"{name.split()[0].lower()}@example.org")
    language = fields.pop("language", "it")
    key = fields.pop("key", None)
    told = fields.pop("informed", None) or terms.current_notice(terms.rules_of(evening.club))
    other = player(partner) if partner else None
    asked = BookingRequest(player(name), other, email, told, looks_for_partner=alone, **fields)
    requests.submit(evening.pk, asked, language=language, origin=ORIGIN, key=key)
    return Booking.objects.get(tournament=evening, email=email.lower(), ended_at=None)


def book(evening: Tournament, name: str, partner: str = "", **fields: Any) -> Booking:
    """A confirmed booking."""
    return confirmations.confirm(ask(evening, name, partner, **fields).pk)


COUPLES = ["Rossi Mario/Bianchi Anna", "Verdi Ugo/Neri Ada", "Gallo Ivo/Costa Lia", "Fabbri Leo/Riva Eva"]


def couples(evening: Tournament, count: int) -> list[Booking]:
    """So many confirmed pairs, in order."""
    return [book(evening, *names.split("/")) for names in COUPLES[:count]]


def form(**said: str) -> dict[str, str]:
    """What a phone sends from the page as it is now, in a world of one club."""
    return {
        "last_name": "Rossi",
        "first_name": "Mario",
        "partner_last_name": "Bianchi",
        "partner_first_name": "Anna",
        "email": "rossi@example.org",
        "accepts_notice": "on",
        "informed_by": terms.current_notice(terms.rules_of(Club.objects.get())).mark,
        "key": str(uuid4()),
        **said,
    }


def fresh(booking: Booking) -> Booking:
    return Booking.objects.get(pk=booking.pk)


def kinds(booking: Booking) -> list[str]:
    """The kinds of the letters written to it, in order."""
    return list(booking.letters.order_by("pk").values_list("kind", flat=True))


def outbox_of(email: str) -> list[mail.EmailMessage]:
    return [message for message in mail.outbox if message.to == [email]]


def link_in(message: Any) -> str:
    """The path of the link in a letter."""
    found = re.search(r"http://testserver(/iscrizione/\S+/)", message.body)
    assert found
    return found[1]
