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


def _minute(at: time) -> int:
    return 60 * at.hour + at.minute


def overlapping(hours: Hours, others: Iterable[Hours]) -> int:
    """How many of the others overlap with it."""
    return sum(hours.overlaps(each) for each in others)
