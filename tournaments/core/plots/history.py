"""The plot of a rating's history: the line, its marks, the band of uncertainty and the grid."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Final

WIDTH: Final = 640
HEIGHT: Final = 240
#: The right margin fits half a label, because the last one is centred under its mark.
LEFT, RIGHT, TOP, BOTTOM = 64, 48, 14, 30
MOST_LABELS: Final = 6
#: Steps between grid lines: the smallest that fits fewer than `MOST_LINES` times into the values' range.
STEPS: Final = (25, 50, 100, 200, 500, 1000)
MOST_LINES: Final = 6


@dataclass(frozen=True, slots=True)
class Mark:
    """A value at its coordinates; `label` is empty if there is no room for it."""

    x: float
    y: float
    value: int
    label: str


@dataclass(frozen=True, slots=True)
class Plot:
    """Coordinates of an SVG of `width` by `height`; `band` shows how uncertain the values are."""

    width: int
    height: int
    left: int
    right: int
    bottom: int
    line: str
    band: str
    marks: tuple[Mark, ...]
    grid: tuple[Mark, ...]


def plot(values: Sequence[int], deviations: Sequence[int], labels: Sequence[str]) -> Plot:
    """The plot of the values from left to right, with equal steps between evenings.

    Needs at least one value. The first value, the last and some in between have labels.
    """
    low = min(value - off for value, off in zip(values, deviations, strict=True))
    high = max(value + off for value, off in zip(values, deviations, strict=True))
    step = next((step for step in STEPS if (high - low) // step < MOST_LINES), STEPS[-1])
    floor, ceiling = low // step * step, -(-high // step) * step
    ceiling = max(ceiling, floor + step)

    def across(at: int) -> float:
        room = WIDTH - LEFT - RIGHT
        return round(LEFT + (room * at / (len(values) - 1) if len(values) > 1 else room / 2), 1)

    def up(value: int) -> float:
        return round(HEIGHT - BOTTOM - (HEIGHT - TOP - BOTTOM) * (value - floor) / (ceiling - floor), 1)

    labelled = _labelled(len(values))
    marks = tuple(
        Mark(across(at), up(value), value, labels[at] if at in labelled else "")
        for at, value in enumerate(values)
    )
    upper = [(across(at), up(value + deviations[at])) for at, value in enumerate(values)]
    lower = [(across(at), up(value - deviations[at])) for at, value in enumerate(values)]
    return Plot(
        WIDTH,
        HEIGHT,
        LEFT,
        WIDTH - RIGHT,
        HEIGHT - BOTTOM,
        line=_path((mark.x, mark.y) for mark in marks),
        band=_path([*upper, *reversed(lower)]),
        marks=marks,
        grid=tuple(Mark(LEFT, up(value), value, str(value)) for value in range(floor, ceiling + 1, step)),
    )


def _labelled(count: int) -> set[int]:
    """The positions that get a label: the first, the last, and others as far apart as possible."""
    gaps = min(count, MOST_LABELS) - 1
    return {at * (count - 1) // gaps for at in range(gaps + 1)} if gaps else {0}


def _path(points: Iterable[tuple[float, float]]) -> str:
    return " ".join(f"{x},{y}" for x, y in points)
