"""Room on Python's stack: no page is slow for the depth at which it happens to be made."""

from collections.abc import Callable
from typing import Final

from django.http import HttpRequest
from django.http.response import HttpResponseBase

Answer = Callable[[HttpRequest], HttpResponseBase]

#: Just over half of the piece of stack that it makes Python take, 512 KiB: what is left holds a thousand
#: calls, which are as many as there may be in one another.
SLOTS: Final = 33_000


class RoomMiddleware:
    """Whatever answers a request has its calls in one piece of the stack.

    CPython keeps its frames in pieces of 16 KiB. Where a piece happens to end within a loop, every call of
    that loop takes a new piece from the operating system and gives it back: a template's loop then takes up
    to three times as long, at one depth of calls and not at the next (python/cpython#142183). A frame that
    asks for more than a piece has gets a larger one, of which only what is used ever becomes memory.

    To be the first of all: it has no effect on what is not called from it, in its thread.
    """

    def __init__(self, get_response: Answer) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponseBase:
        return _with_room(self.get_response, request)


def _with_room(answer: Answer, request: HttpRequest) -> HttpResponseBase:
    return answer(request)


_with_room.__code__ = _with_room.__code__.replace(co_stacksize=SLOTS)
