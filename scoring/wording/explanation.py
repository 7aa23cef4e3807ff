"""A side's explanation in sentences, one for each item, for learners and for disputes."""

from collections.abc import Mapping


def sentences(explanation: Mapping[str, object], language: str = "it") -> list[str]:
    """One sentence an item."""
    raise NotImplementedError
