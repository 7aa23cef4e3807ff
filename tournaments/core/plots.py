"""Plots as plain geometry: numbers in, points and labels out; a template draws them as SVG.

No colour, word or style is decided here. The units of a race are those of the drawing, 360 wide: a phone's
pixels.
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from itertools import count, groupby
from typing import Final

WIDTH: Final = 360
TOP, LEFT, BOTTOM = 14, 42, 26
#: The width of a letter, in units of the plot.
LETTER: Final = 7
LEAST_RIGHT, MOST_RIGHT = 40, 130
#: The least height of the plot area; more names make it higher.
LEAST_INNER: Final = 150
LINE_OF_TEXT: Final = 15
#: The most horizontal lines besides the lowest.
MOST_ROWS: Final = 6


@dataclass(frozen=True, slots=True)
class Runner:
    """A runner: the name at the end of the line, and the value at each step, None where absent."""

    name: str
    values: tuple[int | None, ...]


@dataclass(frozen=True, slots=True)
class Mark:
    x: int
    y: int
    value: int
    step: str


@dataclass(frozen=True, slots=True)
class Label:
    x: int
    y: int
    text: str
    #: The end of the line that it names.
    from_y: int


@dataclass(frozen=True, slots=True)
class Line:
    """A runner's line: the stretches without a gap, a mark at every step, the name at the end."""

    #: Position from 0, by which a page gives each line its own sign and stroke.
    order: int
    stretches: tuple[str, ...]
    marks: tuple[Mark, ...]
    label: Label | None


@dataclass(frozen=True, slots=True)
class Tick:
    at: int
    text: str


@dataclass(frozen=True, slots=True)
class Race:
    width: int
    height: int
    left: int
    right: int
    top: int
    bottom: int
    rows: tuple[Tick, ...]
    columns: tuple[Tick, ...]
    lines: tuple[Line, ...]


def race(runners: Sequence[Runner], steps: Sequence[str], *, first_on_top: bool = False) -> Race:
    """The lines of the runners over the named steps, with the greatest value, or the first place, on top.

    Every runner has one value for each step. Raises ValueError where there is no runner or no step.
    """
    values = [value for runner in runners for value in runner.values if value is not None]
    if not values or not steps:
        raise ValueError("a race has runners and steps")
    right = WIDTH - _room(runner.name for runner in runners)
    inner = max(LEAST_INNER, LINE_OF_TEXT * len(runners))
    rows = _places(max(values)) if first_on_top else _round_numbers(min(0, *values), max(values))
    low, high = (rows[-1], rows[0]) if first_on_top else (rows[0], rows[-1])

    def across(step: int) -> int:
        return LEFT + (right - LEFT) * step // max(1, len(steps) - 1)

    def up(value: int) -> int:
        return TOP + inner - inner * (value - low) // (high - low)

    marks = [
        tuple(
            Mark(across(at), up(value), value, steps[at])
            for at, value in enumerate(runner.values)
            if value is not None
        )
        for runner in runners
    ]
    labels = _labels(runners, marks, right, inner)
    labelled = _labelled(steps, right - LEFT)
    return Race(
        WIDTH,
        TOP + inner + BOTTOM,
        LEFT,
        right,
        TOP,
        TOP + inner,
        tuple(Tick(up(value), str(value).replace("-", "−")) for value in rows),
        tuple(Tick(across(at), steps[at] if at in labelled else "") for at in range(len(steps))),
        tuple(
            Line(order, _stretches(runner, marks[order]), marks[order], labels.get(order))
            for order, runner in enumerate(runners)
        ),
    )


def _labelled(steps: Sequence[str], width: int) -> set[int]:
    """The steps labelled below: the first, the last, and as many between as fit side by side."""
    last = len(steps) - 1
    room = LETTER * (1 + max(map(len, steps)))
    gaps = next((gaps for gaps in range(last, 0, -1) if last // gaps * width >= room * last), 0)
    return {at * last // gaps for at in range(gaps + 1)} if gaps else {last}


def _room(names: Iterable[str]) -> int:
    return min(MOST_RIGHT, max(LEAST_RIGHT, 12 + LETTER * max(map(len, names))))


def _places(last: int) -> list[int]:
    """The places labelled at the side: the first, the last, and some between."""
    if last == 1:
        return [1, 2]
    step = -(-(last - 1) // MOST_ROWS)
    return [*range(1, last, step), last] if (last - 1) % step else list(range(1, last + 1, step))


def _round_numbers(low: int, high: int) -> list[int]:
    """Round numbers from at most `low` to at least `high`, a round step apart."""
    rounds = (digit * 10**zeros for zeros in count() for digit in (1, 2, 5))
    unit = next(unit for unit in rounds if high - low <= MOST_ROWS * unit)
    first = low // unit * unit
    return list(range(first, -(-high // unit) * unit + 1, unit)) if high > first else [first, first + unit]


def _stretches(runner: Runner, marks: Sequence[Mark]) -> tuple[str, ...]:
    """The points of each stretch without a gap; a single step is a mark without a line."""
    stretches, remaining = [], iter(marks)
    for is_there, values in groupby(runner.values, key=lambda value: value is not None):
        if is_there:
            points = [f"{mark.x},{mark.y}" for _value, mark in zip(values, remaining, strict=False)]
            stretches.append(" ".join(points))
    return tuple(each for each in stretches if " " in each)


def _labels(
    runners: Sequence[Runner], marks: Sequence[tuple[Mark, ...]], right: int, inner: int
) -> dict[int, Label]:
    """The names at the right, each as near to the end of its line as the others let it."""
    ends = sorted((each[-1].y, order) for order, each in enumerate(marks) if each)
    placed: list[int] = []
    for y, _order in ends:
        placed.append(max(y, placed[-1] + LINE_OF_TEXT) if placed else y)
    lowest = TOP + inner
    for at in range(len(placed) - 1, -1, -1):
        placed[at] = min(placed[at], lowest)
        lowest = placed[at] - LINE_OF_TEXT
    return {
        order: Label(right + 10, at, runners[order].name, y)
        for at, (y, order) in zip(placed, ends, strict=True)
    }


# The plot of a rating's history: the line, its marks, the band of uncertainty and the grid.

RATING_WIDTH: Final = 640
RATING_HEIGHT: Final = 240
#: The right margin fits half a label, because the last one is centred under its mark.
RATING_LEFT, RATING_RIGHT, RATING_TOP, RATING_BOTTOM = 64, 48, 14, 30
MOST_LABELS: Final = 6
#: Steps between grid lines: the smallest that fits fewer than `MOST_LINES` times into the values' range.
STEPS: Final = (25, 50, 100, 200, 500, 1000)
MOST_LINES: Final = 6


@dataclass(frozen=True, slots=True)
class RatingMark:
    """A value at its coordinates; `label` is empty if there is no room for it."""

    x: float
    y: float
    value: int
    label: str


@dataclass(frozen=True, slots=True)
class RatingPlot:
    """Coordinates of an SVG of `width` by `height`; `band` shows how uncertain the values are."""

    width: int
    height: int
    left: int
    right: int
    bottom: int
    line: str
    band: str
    marks: tuple[RatingMark, ...]
    grid: tuple[RatingMark, ...]


def rating_plot(values: Sequence[int], deviations: Sequence[int], labels: Sequence[str]) -> RatingPlot:
    """The plot of the values from left to right, with equal steps between evenings.

    Needs at least one value. The first value, the last and some in between have labels.
    """
    low = min(value - off for value, off in zip(values, deviations, strict=True))
    high = max(value + off for value, off in zip(values, deviations, strict=True))
    step = next((step for step in STEPS if (high - low) // step < MOST_LINES), STEPS[-1])
    floor, ceiling = low // step * step, -(-high // step) * step
    ceiling = max(ceiling, floor + step)

    def across(at: int) -> float:
        room = RATING_WIDTH - RATING_LEFT - RATING_RIGHT
        return round(RATING_LEFT + (room * at / (len(values) - 1) if len(values) > 1 else room / 2), 1)

    def up(value: int) -> float:
        return round(
            RATING_HEIGHT
            - RATING_BOTTOM
            - (RATING_HEIGHT - RATING_TOP - RATING_BOTTOM) * (value - floor) / (ceiling - floor),
            1,
        )

    labelled = _labelled_marks(len(values))
    marks = tuple(
        RatingMark(across(at), up(value), value, labels[at] if at in labelled else "")
        for at, value in enumerate(values)
    )
    upper = [(across(at), up(value + deviations[at])) for at, value in enumerate(values)]
    lower = [(across(at), up(value - deviations[at])) for at, value in enumerate(values)]
    return RatingPlot(
        RATING_WIDTH,
        RATING_HEIGHT,
        RATING_LEFT,
        RATING_WIDTH - RATING_RIGHT,
        RATING_HEIGHT - RATING_BOTTOM,
        line=_path((mark.x, mark.y) for mark in marks),
        band=_path([*upper, *reversed(lower)]),
        marks=marks,
        grid=tuple(
            RatingMark(RATING_LEFT, up(value), value, str(value)) for value in range(floor, ceiling + 1, step)
        ),
    )


def _labelled_marks(count: int) -> set[int]:
    """The positions that get a label: the first, the last, and others as far apart as possible."""
    gaps = min(count, MOST_LABELS) - 1
    return {at * (count - 1) // gaps for at in range(gaps + 1)} if gaps else {0}


def _path(points: Iterable[tuple[float, float]]) -> str:
    return " ".join(f"{x},{y}" for x, y in points)
