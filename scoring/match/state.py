"""A match so far, as the games' endings read it."""

from collections.abc import Mapping
from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Match:
    """The deals played, and what was agreed before the first."""

    #: What each deal added to each side.
    deals: tuple[Mapping[str, int], ...]
    #: The points that end it; None where the game has no target.
    target: int | None = None
