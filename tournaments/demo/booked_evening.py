"""A future evening with bookings: places taken, a waiting list, players without a partner, one
unconfirmed."""

from datetime import date, time

from django.db import transaction
from django.utils import timezone

from club.models import Club
from club.plain_text import plain
from tournaments.actors import Actor
from tournaments.demo.people import names
from tournaments.entries.bookings import confirmations, partners, requests, terms
from tournaments.entries.bookings.requests import BookingRequest, Player
from tournaments.evenings import lifecycle
from tournaments.models import Booking, BookingLetter, Tournament

PLACES = 6
#: Confirmed pairs: more than there are places.
COUPLES = 8
ALONE = 3


@transaction.atomic
def announce(club: Club, name: str, on: date, *, seed: int, origin: str, by: Actor) -> Tournament:
    """The evening with its bookings; all of it or nothing.

    The addresses belong to nobody, so none of the letters is sent.
    """
    evening = lifecycle.create(
        club,
        name=name,
        on=on,
        by=by,
        starts_at=time(20, 30),
        venue="Sala Borsa",
        fee_cents=1000,
        places=PLACES,
        takes_bookings=True,
    )
    people = [Player(*each) for each in names(2 * COUPLES + ALONE + 2, seed)]
    couples, rest = people[: 2 * COUPLES], people[2 * COUPLES :]
    for first, second in zip(couples[::2], couples[1::2], strict=True):
        confirmations.confirm(_ask(evening, first, second, origin).pk)
    looking = [confirmations.confirm(_ask(evening, each, None, origin).pk) for each in rest[:ALONE]]
    partners.propose(looking[0].pk, looking[1].number, "Gioco da un anno, mi piacerebbe fare coppia!")
    _ask(evening, rest[ALONE], rest[ALONE + 1], origin)
    BookingLetter.objects.filter(booking__tournament=evening).update(sent_at=timezone.now())
    return evening


def _ask(evening: Tournament, player: Player, partner: Player | None, origin: str) -> Booking:
    words = plain(f"{player.first_name}.{player.last_name}")
    asked = BookingRequest(
        player,
        partner,
        f"{words}@example.org",
        terms.current_notice(terms.rules_of(evening.club)),
        looks_for_partner=partner is None,
        is_named_to_others=partner is None,
    )
    booking = requests.submit(evening.pk, asked, language="it", origin=origin)
    if booking is None:
        raise ValueError(f"{asked.email} is entered twice")
    return booking
