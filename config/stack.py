"""Room for every request on Python's stack."""

from collections.abc import Callable

from django.http import HttpRequest
from django.http.response import HttpResponseBase

from tournaments.stack import with_room

Answer = Callable[[HttpRequest], HttpResponseBase]


class RoomMiddleware:
    """No page is slow for the depth at which it is made (`tournaments.stack`).

    To be the first of all: it has no effect on what is not called from it, in its thread.
    """

    def __init__(self, get_response: Answer) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponseBase:
        return with_room(self.get_response, request)
