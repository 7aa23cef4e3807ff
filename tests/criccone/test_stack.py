"""Requests and builds start in a stack chunk of their own, where this version of Python needs one."""

import sys
from types import FrameType

import pytest
from django.conf import settings
from django.core.exceptions import MiddlewareNotUsed
from django.http import HttpRequest, HttpResponse
from django.test import RequestFactory

from criccone import middleware
from criccone.middleware import StackChunkMiddleware
from tournaments.stack import IS_NEEDED, SLOTS, with_stack_chunk


def test_a_call_takes_a_frame_larger_than_a_chunk_up_to_python_3_14() -> None:
    assert (sys.version_info < (3, 15)) == IS_NEEDED
    assert (with_stack_chunk.__code__.co_stacksize == SLOTS) is IS_NEEDED


def test_a_call_gives_the_result_of_the_work() -> None:
    assert with_stack_chunk(divmod, 7, 2) == (3, 1)


def test_it_is_the_first_middleware() -> None:
    assert settings.MIDDLEWARE[0] == "criccone.middleware.StackChunkMiddleware"


@pytest.mark.skipif(not IS_NEEDED, reason="this Python needs no such middleware")
def test_a_request_is_answered_inside_a_stack_chunk(rf: RequestFactory) -> None:
    callers: list[FrameType | None] = []

    def handler(_request: HttpRequest) -> HttpResponse:
        callers.append(sys._getframe().f_back)
        return HttpResponse("ok")

    assert StackChunkMiddleware(handler)(rf.get("/")).content == b"ok"
    assert callers[0] is not None
    assert callers[0].f_code is with_stack_chunk.__code__


def test_a_python_that_does_not_need_it_runs_without(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(middleware, "IS_NEEDED", False)
    with pytest.raises(MiddlewareNotUsed):
        StackChunkMiddleware(lambda _request: HttpResponse())
