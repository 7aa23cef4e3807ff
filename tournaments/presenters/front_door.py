"""A club's presentation above its calendar, written for newcomers."""

from collections.abc import Iterable
from dataclasses import dataclass
from datetime import date
from typing import Final
from urllib.parse import urlencode

from club.models import Club, ClubPicture
from club.pictures import picture_of
from club.presentation import has_presentation
from tournaments.entries.bookings import terms
from tournaments.entries.bookings.places import Openness
from tournaments.entries.bookings.terms import BookingState
from tournaments.models import Tournament

#: The map that searches an address; phones may open it in their map program.
MAP: Final = "https://www.openstreetmap.org/search"


@dataclass(frozen=True)
class FrontDoor:
    """The parts of the presentation; an empty one is not shown."""

    venue: str
    map_url: str
    meets: str
    contact: str
    phone: str
    prices: str
    first_time: str
    #: The logo or photo, without its body.
    picture: ClubPicture | None
    #: The next evening that has not begun, and its openness; None without one.
    next_evening: tuple[Tournament, Openness] | None


def front_door(club: Club, ahead: Iterable[tuple[Tournament, Openness, str]]) -> FrontDoor | None:
    """Returns the presentation of the club, or None if it has none.

    `ahead` lists the evenings to come, the nearest first. One query; two for a club without a telephone.
    """
    picture = picture_of(club)
    if not has_presentation(club) and picture is None:
        return None
    shut = {BookingState.OVER, BookingState.CALLED_OFF}
    coming = ((evening, openness) for evening, openness, _game in ahead if openness.booking_state not in shut)
    return FrontDoor(
        venue=club.venue,
        map_url=_map_url(club),
        meets=club.meets,
        contact=club.contact,
        phone=club.phone or terms.rules_of(club).phone,
        prices=club.prices,
        first_time=club.first_time,
        picture=picture,
        next_evening=next(coming, None),
    )


def _map_url(club: Club) -> str:
    where = ", ".join(part for part in (club.venue, club.city) if part)
    return f"{MAP}?{urlencode({'query': where})}" if club.venue else ""


def announcement(club: Club, today: date) -> tuple[str, date] | None:
    """The announcement shown today and its date, or None. No query."""
    text = club.announcement_on(today)
    return (text, club.announced_on) if text and club.announced_on else None
