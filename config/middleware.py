"""Our own middleware: stack chunk, language, and the header that keeps search engines away."""

from collections.abc import Callable

from asgiref.sync import iscoroutinefunction, markcoroutinefunction
from django.conf import settings
from django.core.exceptions import MiddlewareNotUsed
from django.http import HttpRequest
from django.http.response import HttpResponseBase
from django.utils import translation
from django.utils.decorators import sync_and_async_middleware

from club.privacy import publication
from tournaments.stack import IS_NEEDED, with_stack_chunk

Handler = Callable[[HttpRequest], HttpResponseBase]


class StackChunkMiddleware:
    """Runs the request in a stack chunk of its own. It must come first: it covers only the calls inside
    it."""

    def __init__(self, get_response: Handler) -> None:
        if not IS_NEEDED:
            raise MiddlewareNotUsed
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponseBase:
        return with_stack_chunk(self.get_response, request)


@sync_and_async_middleware
def ChosenLanguageMiddleware(get_response: Handler) -> Callable:  # type: ignore[type-arg]  # noqa: N802
    """Italian, unless the user chose another language, or an API client asks for one.

    The browser's preference is ignored on purpose: half the phones in a Bolognese club happen to be set to
    English, and the words of the game are Italian.
    """
    if iscoroutinefunction(get_response):

        async def answer_async(request: HttpRequest) -> HttpResponseBase:
            _activate(request)
            return _label_language(await get_response(request))

        return markcoroutinefunction(answer_async)

    def answer(request: HttpRequest) -> HttpResponseBase:
        _activate(request)
        return _label_language(get_response(request))

    return answer


def _activate(request: HttpRequest) -> None:
    language = _chosen(request)
    translation.activate(language)
    request.LANGUAGE_CODE = language


def _label_language(response: HttpResponseBase) -> HttpResponseBase:
    response.headers.setdefault("Content-Language", translation.get_language() or settings.LANGUAGE_CODE)
    return response


def _chosen(request: HttpRequest) -> str:
    supported = dict(settings.LANGUAGES)
    cookie = request.COOKIES.get(settings.LANGUAGE_COOKIE_NAME, "")
    if cookie in supported:
        return cookie
    if request.path.startswith("/api/") and "Accept-Language" in request.headers:
        return translation.get_language_from_request(request)
    return settings.LANGUAGE_CODE


@sync_and_async_middleware
def UnlistedMiddleware(get_response: Handler) -> Callable:  # type: ignore[type-arg]  # noqa: N802
    """Forbids search engines to list a response, unless its view has set the header."""
    if iscoroutinefunction(get_response):

        async def answer_async(request: HttpRequest) -> HttpResponseBase:
            return _label_robots(await get_response(request))

        return markcoroutinefunction(answer_async)

    def answer(request: HttpRequest) -> HttpResponseBase:
        return _label_robots(get_response(request))

    return answer


def _label_robots(response: HttpResponseBase) -> HttpResponseBase:
    response.headers.setdefault(publication.ROBOTS, publication.robots(is_indexed=False))
    return response
