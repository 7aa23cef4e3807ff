"""A measured figure with its promise, and the table in which they are printed."""

import time
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from statistics import median

from tournaments.stack import with_stack_chunk


@dataclass(frozen=True)
class Figure:
    """A measurement: `limit` is the most allowed, `least` the least, None without a promise; `beside` is a
    note.
    """

    name: str
    value: float
    unit: str
    limit: float | None = None
    beside: str = ""
    least: float | None = None

    @property
    def is_kept(self) -> bool:
        return (self.limit is None or self.value <= self.limit) and (
            self.least is None or self.value >= self.least
        )


def median_ms(work: Callable[[], object], times: int = 15, warm_up: int = 3) -> float:
    """The median of `times` runs, in milliseconds, after some that do not count."""
    for _run in range(warm_up):
        work()
    return median(_ms(work) for _run in range(times))


def processor_and_clock_ms(
    work: Callable[[], object], times: int = 15, warm_up: int = 3
) -> tuple[float, float]:
    """The medians of this process's own time and of the wall clock, in milliseconds.

    The two are equal for work that never waits on an idle machine; the surplus of the clock is the time of
    other programs. The garbage collector runs, as in a web process.
    """
    for _run in range(warm_up):
        work()
    taken = [_both_ms(work) for _run in range(times)]
    return median(own for own, _clock in taken), median(clock for _own, clock in taken)


def processor_ms(work: Callable[[], object]) -> float:
    """This process's own time for `work`, in milliseconds, run in a chunk of stack as tasks are."""
    start = time.process_time()
    with_stack_chunk(work)
    return (time.process_time() - start) * 1000


def table(figures: Iterable[Figure]) -> str:
    """A line for each figure: name, value, limit and the share of it used, comparison."""
    lines = [f"{'':<44} {'measured':>12}  {'limit':>10}  {'used':>5}"]
    lines += [_line(figure) for figure in figures]
    return "\n".join(lines)


def _line(figure: Figure) -> str:
    value = f"{figure.value:,.1f} {figure.unit}"
    limit, used = "", ""
    if figure.limit is not None:
        limit, used = f"{figure.limit:g} {figure.unit}", _used(figure.value, figure.limit)
    if figure.least is not None:
        limit = f"≥ {figure.least:g} {figure.unit}"
    mark = "" if figure.is_kept else "  ← broken"
    beside = f"  {figure.beside}" if figure.beside else ""
    return f"{figure.name:<44} {value:>12}  {limit:>10}  {used:>5}{mark}{beside}"


def _used(value: float, limit: float) -> str:
    return f"{value / limit:.0%}" if limit else ""


def _both_ms(work: Callable[[], object]) -> tuple[float, float]:
    own, clock = time.process_time(), time.perf_counter()
    work()
    return (time.process_time() - own) * 1000, (time.perf_counter() - clock) * 1000


def _ms(work: Callable[[], object]) -> float:
    start = time.perf_counter()
    work()
    return (time.perf_counter() - start) * 1000
