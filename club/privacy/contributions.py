"""What other apps know of a person, and what they do when one is erased: each registers its part at start."""

from collections.abc import Callable, Collection
from dataclasses import dataclass
from datetime import date
from functools import cache
from typing import Final

from club.models import Club, Person, User
from club.privacy.redacting import Words
from club.privacy.telling import Part


@dataclass(frozen=True)
class Contribution:
    """`parts` tell what the app knows. `hold` takes the app's locks before the club's is taken, and refuses
    where the person cannot be erased now. `anonymise` takes the name out of what the app wrote in words,
    while the club's tables still know the person. `active_since` says who did something there since a day.
    """

    parts: tuple[Part, ...]
    hold: Callable[[Person, date], None]
    anonymise: Callable[[Person, Words, User | None], None]
    active_since: Callable[[Club, date], Collection[int]]


_TELLING: Final[list[Callable[[], Contribution]]] = []


def register(tell: Callable[[], Contribution]) -> None:
    """Once an app, when it starts; `tell` is called when somebody first asks, for few processes ever do."""
    _TELLING.append(tell)


@cache
def every() -> tuple[Contribution, ...]:
    """What each app registered."""
    return tuple(tell() for tell in _TELLING)


def active_since(club: Club, day: date) -> set[int]:
    """Who did something since `day`, in any app: the ids."""
    return {person for each in every() for person in each.active_since(club, day)}
