"""How many of the cases that could be tried are tried: `make simulate` tries all, the suite some.

Where the same rule is tried on many pages, widths or kinds, the suite tries other ones each day, and
`make thorough` all of them. SAMPLE_DAY names the day, to try again what failed on another.
"""

import os
from collections.abc import Sequence
from datetime import UTC, datetime
from typing import TypeVar

from hypothesis import HealthCheck, Phase, settings

T = TypeVar("T")

IS_WHOLE = os.environ.get("SIMULATE") == "1"
IS_THOROUGH = IS_WHOLE or os.environ.get("THOROUGH") == "1"
#: The processes of one run inherit it: they agree on it even at midnight.
DAY = int(os.environ.setdefault("SAMPLE_DAY", str(datetime.now(UTC).toordinal())))


def of_today(cases: Sequence[T], days: int) -> list[T]:
    """The part of the cases whose turn it is today: in so many days each has one.

    For rules whose breach shows in any of the cases; never for access, points, secrecy or migrations."""
    return list(cases if IS_THOROUGH else cases[DAY % days :: days])


def so_many(whole: int, sample: int) -> int:
    """How many of the whole to try in this run."""
    return whole if IS_WHOLE else sample


def drawn(whole: int, sample: int) -> settings:
    """Hypothesis draws so many examples, the same in every run, and keeps none: no shrinking, no deadline."""
    return settings(
        max_examples=so_many(whole, sample),
        deadline=None,
        derandomize=True,
        database=None,
        phases=[Phase.generate],
        suppress_health_check=[HealthCheck.function_scoped_fixture],
    )
