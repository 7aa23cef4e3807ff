"""One stack chunk for every request, in the versions of Python that need it (`tournaments.stack`)."""

from collections.abc import Callable

from django.core.exceptions import MiddlewareNotUsed
from django.http import HttpRequest
from django.http.response import HttpResponseBase

from tournaments.stack import IS_NEEDED, with_stack_chunk

Handler = Callable[[HttpRequest], HttpResponseBase]


class StackChunkMiddleware:
    """Must be the first middleware: it helps only the calls made inside it, in its thread."""

    def __init__(self, get_response: Handler) -> None:
        if not IS_NEEDED:
            raise MiddlewareNotUsed
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponseBase:
        return with_stack_chunk(self.get_response, request)
