"""Keeps search engines from listing anything but the public pages of clubs that allow it."""

from collections.abc import Callable

from asgiref.sync import iscoroutinefunction, markcoroutinefunction
from django.http import HttpRequest
from django.http.response import HttpResponseBase
from django.utils.decorators import sync_and_async_middleware

from club.privacy import publication

Answer = Callable[[HttpRequest], HttpResponseBase]


@sync_and_async_middleware
def UnlistedMiddleware(get_response: Answer) -> Callable:  # type: ignore[type-arg]  # noqa: N802
    """Forbids listing on every response whose view has not set the header."""
    if iscoroutinefunction(get_response):

        async def answer_async(request: HttpRequest) -> HttpResponseBase:
            return _label(await get_response(request))

        return markcoroutinefunction(answer_async)

    def answer(request: HttpRequest) -> HttpResponseBase:
        return _label(get_response(request))

    return answer


def _label(response: HttpResponseBase) -> HttpResponseBase:
    response.headers.setdefault(publication.ROBOTS, publication.robots(is_indexed=False))
    return response
