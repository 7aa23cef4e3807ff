"""The hours of an evening on its day, and whether two evenings overlap."""

from collections.abc import Iterable
from dataclasses import dataclass
from datetime import date, time


@dataclass(frozen=True, slots=True)
class Hours:
    """When an evening is played: from its start for so many minutes, or some time that day if no start is
    written."""

    day: date
    starts_at: time | None
    minutes: int

    def overlaps(self, other: "Hours") -> bool:
        """Whether both are played at one time, as far as is known: without a start, whether on one day."""
        if self.day != other.day or self.starts_at is None or other.starts_at is None:
            return self.day == other.day
        own, others = _minute(self.starts_at), _minute(other.starts_at)
        return own < others + other.minutes and others < own + self.minutes

    def is_on(self, at: time) -> bool:
        """Whether it is played at that time of its day, as far as is known."""
        if self.starts_at is None:
            return True
        return 0 <= _minute(at) - _minute(self.starts_at) < self.minutes


def _minute(at: time) -> int:
    return 60 * at.hour + at.minute


def most_at_once(hours: Hours, others: Iterable[Hours]) -> int:
    """The most of the others that are played at one time while it is."""
    there = [each for each in others if hours.overlaps(each)]
    begins = {at for each in (hours, *there) if (at := each.starts_at) is not None}
    moments = [at for at in begins if hours.is_on(at)]
    return max((sum(each.is_on(at) for each in there) for at in moments), default=len(there))
