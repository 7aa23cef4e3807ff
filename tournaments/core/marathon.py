"""The number of rounds for which there is time, where rounds follow one another until an hour.

A round is expected to last the median time of the rounds so far, from the start of the clock to the last
result; the pause before the next one is expected in the same way. The times are arguments; the clock is never
read.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from itertools import pairwise
from typing import Final

#: The pause that is expected before one has been measured, and the longest that is expected: supper will not
#: be repeated.
PAUSE: Final = timedelta(minutes=5)
LONGEST_PAUSE: Final = timedelta(minutes=15)


@dataclass(frozen=True)
class Span:
    """The times at which a round was started and settled; ``settled_at`` is None while it is played."""

    started_at: datetime
    settled_at: datetime | None


@dataclass(frozen=True)
class Outlook:
    """The rounds that can still be started and finished in time, and how long each is expected to last."""

    rounds: int
    round_lasts: timedelta
    #: The time left now; zero once the hour has passed.
    left: timedelta


def outlook(played: Sequence[Span], planned: timedelta, now: datetime, ends_at: datetime) -> Outlook:
    """The outlook at ``now``, from the started rounds in order; ``planned`` is the time of a round's clock.

    A round is expected to last at least a third of its clock, because results that were all typed in
    afterwards show no pace. A round being played is expected to end as the others did, or now if it is late.
    """
    done = [(each.started_at, each.settled_at) for each in played if each.settled_at is not None]
    lasts = max(_median([settled - started for started, settled in done], planned), planned / 3)
    gaps = [
        max(timedelta(), min(later.started_at - earlier.settled_at, LONGEST_PAUSE))
        for earlier, later in pairwise(played)
        if earlier.settled_at is not None
    ]
    pause = _median(gaps, PAUSE)
    starts_at = now
    if played and played[-1].settled_at is None:
        starts_at = max(now, played[-1].started_at + lasts) + pause
    free = ends_at - starts_at
    rounds = 0 if free < lasts else 1 + (free - lasts) // (lasts + pause)
    return Outlook(rounds, lasts, max(timedelta(), ends_at - now))


def _median(spans: Sequence[timedelta], default: timedelta) -> timedelta:
    return sorted(spans)[len(spans) // 2] if spans else default
