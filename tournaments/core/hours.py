"""The hours of an evening, also past midnight, and whether two evenings overlap."""

from collections.abc import Iterable
from dataclasses import dataclass
from datetime import date, time, timedelta

DAY_MINUTES = 24 * 60


@dataclass(frozen=True, slots=True)
class Hours:
    """When an evening is played: from its start for that many minutes, or at any time that day without a
    start."""

    day: date
    starts_at: time | None
    minutes: int

    @property
    def begins(self) -> int | None:
        """The minute of its start, counted from the first day of the calendar; None without a start."""
        if self.starts_at is None:
            return None
        return DAY_MINUTES * self.day.toordinal() + 60 * self.starts_at.hour + self.starts_at.minute

    def overlaps(self, other: "Hours") -> bool:
        """Whether both are played at one time; without a start, whether they are on one day."""
        if self.begins is None or other.begins is None:
            return self.day == other.day
        return self.begins < other.begins + other.minutes and other.begins < self.begins + self.minutes

    def is_on(self, at: int) -> bool:
        """Whether it is played at that minute, counted like `begins`; without a start, on that day."""
        if self.begins is None:
            return at // DAY_MINUTES == self.day.toordinal()
        return 0 <= at - self.begins < self.minutes


def most_at_once(hours: Hours, others: Iterable[Hours]) -> int:
    """The largest number of the others that are played at one time within these hours."""
    overlapping = [each for each in others if hours.overlaps(each)]
    begins = {at for each in (hours, *overlapping) if (at := each.begins) is not None}
    moments = [at for at in begins if hours.is_on(at)]
    return max((sum(each.is_on(at) for each in overlapping) for at in moments), default=len(overlapping))


def days_around(day: date) -> list[date]:
    """The days on which an evening may begin that overlaps one of this day: with the days before and after,
    for evenings past midnight."""
    return [day + timedelta(days=days) for days in (-1, 0, 1)]
