"""How many of the cases that could be tried are tried: `make simulate` tries all, the suite some."""

import os

from hypothesis import HealthCheck, Phase, settings

IS_WHOLE = os.environ.get("SIMULATE") == "1"


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
