"""How many of the cases that could be tried are tried: `make simulate` tries all, the suite some."""

import os

IS_WHOLE = os.environ.get("SIMULATE") == "1"


def so_many(whole: int, sample: int) -> int:
    """How many of the whole to try in this run."""
    return whole if IS_WHOLE else sample
