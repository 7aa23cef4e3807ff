"""What a tessera read at the desk is: by camera, or by a hand scanner that types."""

import re
from dataclasses import dataclass
from datetime import date
from enum import Enum, auto

from club.models import Card, Club
from club.models.member import TOKEN_LENGTH, TOKEN_LETTERS

TOKEN = re.compile(f"[{TOKEN_LETTERS}]{{{TOKEN_LENGTH}}}")


class Reading(Enum):
    """What was read."""

    GOOD = auto()
    UNKNOWN = auto()
    #: A card, of a club whose people are none of ours to name.
    OTHER_CLUB = auto()
    VOID = auto()
    EXPIRED = auto()
    NOT_YET = auto()


@dataclass(frozen=True, slots=True)
class Check:
    """`card` is None for what is no card of this club."""

    reading: Reading
    card: Card | None = None


def token_in(text: str) -> str:
    """The token, however it was typed; "" for a text that holds none. Caps Lock does not matter."""
    typed = "".join(text.split()).upper()
    return typed if TOKEN.fullmatch(typed) else ""


def check(club: Club, text: str, today: date) -> Check:
    """What the text read from a code is for `club` on that day. One query."""
    token = token_in(text)
    card = Card.objects.filter(token=token).select_related("person").first() if token else None
    if card is None:
        return Check(Reading.UNKNOWN)
    if card.club_id != club.pk:
        return Check(Reading.OTHER_CLUB)
    if card.revoked_on:
        return Check(Reading.VOID, card)
    if card.valid_until < today:
        return Check(Reading.EXPIRED, card)
    return Check(Reading.NOT_YET if card.valid_from > today else Reading.GOOD, card)
