"""The register as it stood on any day: pure, from rows."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from datetime import date
from enum import Enum


@dataclass(frozen=True, slots=True)
class Spell:
    """A category, by its id, from a day on."""

    category: int
    since: date


@dataclass(frozen=True, slots=True)
class Time:
    """One time of a person as a member, as the rows have it; ``admitted_on`` is None for a request."""

    person: int
    requested_on: date
    admitted_on: date | None
    ended_on: date | None
    spells: tuple[Spell, ...] = ()


class State(Enum):
    """What a person is to the register on a day."""

    MEMBER = "member"
    ASKED = "asked"
    LEFT = "left"
    OUTSIDE = "outside"


@dataclass(frozen=True, slots=True)
class Standing:
    """The state on a day, since when, and the category of who is a member."""

    state: State
    since: date | None = None
    category: int | None = None


@dataclass(frozen=True, slots=True)
class Line:
    """A line of the register on a day: whose, under which number, of which category, since when."""

    number: int
    person: int
    admitted_on: date
    category: int | None


def on(day: date, times: Iterable[Time], numbers: Mapping[int, int]) -> list[Line]:
    """Who was a member at the end of `day`, by number; `numbers` are those of the persons.

    Who was admitted that day is in, who ended that day is out. The category is the one of that day.
    """
    return sorted(
        (
            Line(numbers[time.person], time.person, time.admitted_on, category_on(day, time.spells))
            for time in times
            if time.admitted_on is not None and is_member_on(day, time)
        ),
        key=lambda line: line.number,
    )


def is_member_on(day: date, time: Time) -> bool:
    """Whether this time as a member has begun by the end of `day`, and not ended."""
    has_begun = time.admitted_on is not None and time.admitted_on <= day
    return has_begun and (time.ended_on is None or time.ended_on > day)


def category_on(day: date, spells: Iterable[Spell]) -> int | None:
    """The category in force on `day`: of the last spell begun; None before the first."""
    begun = [spell for spell in spells if spell.since <= day]
    return max(begun, key=lambda spell: spell.since).category if begun else None


def standing_on(day: date, times: Iterable[Time]) -> Standing:
    """What one person's times as a member make of them at the end of `day`; a refusal counts for nothing."""
    begun = sorted((time for time in times if time.requested_on <= day), key=lambda time: time.requested_on)
    for time in begun:
        if time.admitted_on is not None and is_member_on(day, time):
            return Standing(State.MEMBER, time.admitted_on, category_on(day, time.spells))
    for time in begun:
        if _is_waiting_on(day, time):
            return Standing(State.ASKED, time.requested_on)
    ends = [time.ended_on for time in begun if time.admitted_on is not None and time.ended_on is not None]
    left = [end for end in ends if end <= day]
    return Standing(State.LEFT, max(left)) if left else Standing(State.OUTSIDE)


def _is_waiting_on(day: date, time: Time) -> bool:
    is_answered = time.admitted_on is not None and time.admitted_on <= day
    return not is_answered and (time.ended_on is None or time.ended_on > day)
