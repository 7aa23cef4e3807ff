"""The register of any day, read from its memberships in a fixed number of queries."""

from collections import defaultdict
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from datetime import date
from enum import Enum

from django.db.models import QuerySet

from club.models import Card, CategorySpell, Club, MemberNumber, Membership, Person


@dataclass(frozen=True, slots=True)
class Spell:
    """A category's id, from a day on."""

    category: int
    since: date


@dataclass(frozen=True, slots=True)
class Time:
    """One membership of a person; `admitted_on` is None for a request."""

    person: int
    requested_on: date
    admitted_on: date | None
    ended_on: date | None
    spells: tuple[Spell, ...] = ()


class State(Enum):
    """A person's relation to the register on a day."""

    MEMBER = "member"
    ASKED = "asked"
    LEFT = "left"
    OUTSIDE = "outside"


@dataclass(frozen=True, slots=True)
class Standing:
    """The state on a day, its first day, and a member's category."""

    state: State
    since: date | None = None
    category: int | None = None


@dataclass(frozen=True, slots=True)
class Line:
    """A member in the register of a day: number, person, admission, category."""

    number: int
    person: int
    admitted_on: date
    category: int | None


def lines_on(day: date, times: Iterable[Time], numbers: Mapping[int, int]) -> list[Line]:
    """The members at the end of `day`, by number; `numbers` maps people to their numbers.

    A member is listed from the day of admission, and no longer on the day of the end. The category is that of
    the day.
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
    """Whether the membership has begun by the end of `day`, and has not ended."""
    has_begun = time.admitted_on is not None and time.admitted_on <= day
    return has_begun and (time.ended_on is None or time.ended_on > day)


def category_on(day: date, spells: Iterable[Spell]) -> int | None:
    """The category on `day`: that of the latest spell that has begun; None before the first."""
    begun = [spell for spell in spells if spell.since <= day]
    return max(begun, key=lambda spell: spell.since).category if begun else None


def standing_on(day: date, times: Iterable[Time]) -> Standing:
    """A person's standing at the end of `day`; a refused request counts for nothing."""
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


@dataclass(frozen=True, slots=True)
class Book:
    """The memberships and the numbers in use, from which the register of any day can be computed."""

    times: dict[int, list[Time]]
    numbers: dict[int, int]

    def on(self, day: date) -> list[Line]:
        """The members at the end of `day`, by number."""
        return lines_on(day, (time for times in self.times.values() for time in times), self.numbers)

    def standing(self, person: int, day: date) -> Standing:
        return standing_on(day, self.times.get(person, ()))


def load_book(club: Club, *, only: Person | None = None) -> Book:
    """The memberships and numbers of the club, or of one person. Three queries."""
    owner = {"person": only} if only else {"club": club}
    spells: defaultdict[int, list[Spell]] = defaultdict(list)
    changes = CategorySpell.objects.filter(**{f"membership__{key}": value for key, value in owner.items()})
    for membership, category, since in changes.values_list("membership_id", "category_id", "since"):
        spells[membership].append(Spell(category, since))
    times: defaultdict[int, list[Time]] = defaultdict(list)
    rows = Membership.objects.filter(is_mistake=False, **owner).values_list(
        "pk", "person_id", "requested_on", "admitted_on", "ended_on"
    )
    for pk, person, requested_on, admitted_on, ended_on in rows:
        times[person].append(Time(person, requested_on, admitted_on, ended_on, tuple(spells[pk])))
    numbers = MemberNumber.objects.filter(is_disused=False, **owner).values_list("person_id", "number")
    return Book(dict(times), dict(numbers))


def cards_in_force(club: Club, day: date) -> QuerySet[Card]:
    """The cards in force on `day`."""
    valid = Card.objects.filter(club=club, valid_from__lte=day, valid_until__gte=day)
    return valid.exclude(revoked_on__lte=day)
