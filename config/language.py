"""The language of a request."""

from collections.abc import Callable

from asgiref.sync import iscoroutinefunction, markcoroutinefunction
from django.conf import settings
from django.http import HttpRequest
from django.http.response import HttpResponseBase
from django.utils import translation
from django.utils.decorators import sync_and_async_middleware

Answer = Callable[[HttpRequest], HttpResponseBase]


@sync_and_async_middleware
def ChosenLanguageMiddleware(get_response: Answer) -> Callable:  # type: ignore[type-arg]  # noqa: N802
    """Italian, unless the user chose another language, or an API client asks for one.

    The browser's preference is ignored on purpose: half the phones of a Bolognese club are set to English by
    chance, and the words of the game are Italian.
    """
    if iscoroutinefunction(get_response):

        async def answer_async(request: HttpRequest) -> HttpResponseBase:
            _activate(request)
            return _label(await get_response(request))

        return markcoroutinefunction(answer_async)

    def answer(request: HttpRequest) -> HttpResponseBase:
        _activate(request)
        return _label(get_response(request))

    return answer


def _activate(request: HttpRequest) -> None:
    language = _chosen(request)
    translation.activate(language)
    request.LANGUAGE_CODE = language


def _label(response: HttpResponseBase) -> HttpResponseBase:
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
