"""Search engines list nothing, but the public pages of the clubs that say so."""

from collections.abc import Callable

from asgiref.sync import iscoroutinefunction, markcoroutinefunction
from django.http import HttpRequest
from django.http.response import HttpResponseBase
from django.utils.decorators import sync_and_async_middleware

from club import publication

Answer = Callable[[HttpRequest], HttpResponseBase]


@sync_and_async_middleware
def UnlistedMiddleware(get_response: Answer) -> Callable:  # type: ignore[type-arg]  # noqa: N802
    """Says no on every answer whose view has not said otherwise."""
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
