"""Whether Redis failed lately, so that a process does not wait for it again at once.

Otherwise a page that uses a hanging Redis ten times would wait ten times.
"""

import time
from datetime import datetime
from typing import Final

from django.utils import timezone

#: Seconds after a failure in which Redis is not asked.
PAUSE_SECONDS: Final = 2.0

_pause_ends = 0.0
_first_failure: datetime | None = None


def is_away() -> bool:
    """Whether Redis failed in this process within the last PAUSE_SECONDS."""
    return time.monotonic() < _pause_ends


def away_since() -> datetime | None:
    """The first failure after the last answer; None while Redis answers."""
    return _first_failure


def failed() -> None:
    """Records that Redis has just failed."""
    global _first_failure, _pause_ends
    _pause_ends = time.monotonic() + PAUSE_SECONDS
    _first_failure = _first_failure or timezone.now()


def answered() -> None:
    """Records that Redis has just answered."""
    global _first_failure, _pause_ends
    _first_failure, _pause_ends = None, 0.0
