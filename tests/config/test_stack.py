"""A call costs the same however deep it is made."""

import time
from collections.abc import Callable
from statistics import median
from types import ModuleType

import pytest
from django.conf import settings
from django.test import RequestFactory

from config.stack import RoomMiddleware
from tournaments import builds, rating_builds, tasks
from tournaments.simulations import working

#: As many calls in one another as more than fill one of Python's pieces of stack.
DEPTHS = range(250)
CALLS = 10_000


def test_what_answers_a_request_is_as_quick_at_any_depth(rf: RequestFactory) -> None:
    request, answered = rf.get("/"), RoomMiddleware(_calling)
    assert _is_as_quick_at_any_depth(lambda: answered(request))


@pytest.mark.parametrize(
    ("task", "module", "work"),
    [
        (tasks.build_standings, builds, "build"),
        (tasks.build_ratings, rating_builds, "build"),
        (tasks.simulate, working, "work"),
    ],
)
def test_so_is_what_a_task_does(
    monkeypatch: pytest.MonkeyPatch, task: Callable[[int], None], module: ModuleType, work: str
) -> None:
    monkeypatch.setattr(module, work, _calling)
    assert _is_as_quick_at_any_depth(lambda: task(1))


def test_it_is_the_first_that_a_request_meets() -> None:
    assert settings.MIDDLEWARE[0] == "config.stack.RoomMiddleware"


def _is_as_quick_at_any_depth(work: Callable[[], object]) -> bool:
    took = [_deep(depth, lambda: _least_ms(work)) for depth in DEPTHS]
    return max(took) < 8 * median(took)


def _least_ms(work: Callable[[], object]) -> float:
    """Of three, by the processor's time: what else the machine does is not in it."""
    taken = []
    for _time in range(3):
        start = time.process_time()
        work()
        taken.append((time.process_time() - start) * 1000)
    return min(taken)


def _calling(_given: object) -> None:
    for _call in range(CALLS):
        _leaf()


def _leaf() -> None: ...


def _deep(depth: int, work: Callable[[], float]) -> float:
    return _deep(depth - 1, work) if depth else work()
