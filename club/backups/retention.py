"""Which backups stay: the rule of every folder, in one place."""

from collections.abc import Callable, Iterable
from datetime import datetime, timedelta
from typing import Final

#: For each span of age, the period of which the last backup stays; within the first one, all of them do.
ALL: Final = timedelta(hours=1)
RULES: Final[tuple[tuple[timedelta, Callable[[datetime], object]], ...]] = (
    (timedelta(days=1), lambda made: (made.date(), made.hour)),
    (timedelta(days=30), lambda made: made.date()),
    (timedelta(days=365), lambda made: (made.year, made.month)),
)


def kept(times: Iterable[datetime], now: datetime) -> set[datetime]:
    """The backups that stay: all of the last hour, then the last one of each hour for a day, of each day for
    30 days, of each month for a year. The newest stays however old it is.
    """
    in_order = sorted(times)
    stay = {made for made in in_order if now - made <= ALL} | set(in_order[-1:])
    for age, period in RULES:
        last_of = {period(made): made for made in in_order if now - made <= age}
        stay |= set(last_of.values())
    return stay
