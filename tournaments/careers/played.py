"""A match as somebody played it, with their side of every smazzata."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import StrEnum


class Outcome(StrEnum):
    WON = "won"
    TIED = "tied"
    LOST = "lost"
    #: Neither: the others, or the partner, were put out.
    RESTED = "rested"


@dataclass(frozen=True, slots=True)
class DealSide:
    """One side's part in a smazzata; None stands for what nobody wrote."""

    number: int
    #: What it added to the match; the most that another side had of it.
    points: int
    others: int
    #: Points of the side's accusi, and all the rest of its count; rulings applied.
    declared: int | None = None
    earned: int | None = None
    #: What the count is made of, by name; empty where totals alone were written.
    figures: Mapping[str, int] = field(default_factory=dict)
    criccone: bool | None = None
    #: Sequences made, and whether they doubled: known from cards alone.
    sequences: int | None = None
    doubled: bool | None = None
    #: Whether this side took every trick, whether the others did.
    cappotto: bool | None = None
    suffered: bool | None = None


@dataclass(frozen=True, slots=True)
class Played:
    """A match of a settled turn; people, evenings and games by their keys."""

    evening: int
    game: str
    turn: int
    table: int
    beside: tuple[int, ...]
    against: tuple[int, ...]
    outcome: Outcome
    #: None where the match was lost or won a tavolino.
    points: int | None
    conceded: int | None
    #: None of those of a match that a ruling decided: they count nowhere.
    deals: tuple[DealSide, ...] = ()
    fewest_win: bool = False
