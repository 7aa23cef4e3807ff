"""A call costs the same however deep it is made."""

import time
from collections.abc import Callable
from statistics import median

from django.conf import settings
from django.http import HttpRequest, HttpResponse
from django.test import RequestFactory

from config.stack import RoomMiddleware

#: As many calls in one another as more than fill one of Python's pieces of stack.
DEPTHS = range(250)
CALLS = 10_000


def test_what_answers_a_request_is_as_quick_at_any_depth(rf: RequestFactory) -> None:
    request, answered = rf.get("/"), RoomMiddleware(_calling)
    took = [_deep(depth, lambda: _least_ms(answered, request)) for depth in DEPTHS]
    assert max(took) < 8 * median(took)


def test_it_is_the_first_that_a_request_meets() -> None:
    assert settings.MIDDLEWARE[0] == "config.stack.RoomMiddleware"


def _least_ms(answered: Callable[[HttpRequest], object], request: HttpRequest) -> float:
    """Of three, by the processor's time: what else the machine does is not in it."""
    taken = []
    for _time in range(3):
        start = time.process_time()
        answered(request)
        taken.append((time.process_time() - start) * 1000)
    return min(taken)


def _calling(_request: HttpRequest) -> HttpResponse:
    for _call in range(CALLS):
        _leaf()
    return HttpResponse()


def _leaf() -> None: ...


def _deep(depth: int, work: Callable[[], float]) -> float:
    return _deep(depth - 1, work) if depth else work()
