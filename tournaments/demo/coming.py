"""An evening to come that is entered from phones: places taken, a line, some alone, one not confirmed yet."""

from datetime import date, time

from django.db import transaction
from django.utils import timezone

from club.models import Club
from club.people import plain
from tournaments import evenings
from tournaments.actors import Actor
from tournaments.bookings import answering, asking, informing, partners, terms
from tournaments.bookings.asking import Asked, Player
from tournaments.demo.names import names
from tournaments.models import Booking, BookingLetter, Tournament

PLACES = 6
#: Coppie that have confirmed: more than there are places.
COUPLES = 8
ALONE = 3


@transaction.atomic
def announce(club: Club, name: str, on: date, *, seed: int, origin: str, by: Actor) -> Tournament:
    """The evening with who has entered it so far, all of it or nothing.

    Nobody has these addresses: no letter of these bookings leaves the house.
    """
    evening = evenings.create(
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
        answering.confirm(_ask(evening, first, second, origin).pk)
    looking = [answering.confirm(_ask(evening, each, None, origin).pk) for each in rest[:ALONE]]
    partners.propose(looking[0].pk, looking[1].number, "Gioco da un anno, mi piacerebbe fare coppia!")
    _ask(evening, rest[ALONE], rest[ALONE + 1], origin)
    BookingLetter.objects.filter(booking__tournament=evening).update(sent_at=timezone.now())
    return evening


def _ask(evening: Tournament, player: Player, partner: Player | None, origin: str) -> Booking:
    words = plain(f"{player.first_name}.{player.last_name}")
    asked = Asked(
        player,
        partner,
        f"{words}@example.org",
        informing.informed(terms.rules_of(evening.club)),
        looks_for_partner=partner is None,
        is_named_to_others=partner is None,
    )
    booking = asking.ask(evening.pk, asked, language="it", origin=origin)
    if booking is None:
        raise ValueError(f"{asked.email} is entered twice")
    return booking
