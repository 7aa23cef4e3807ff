"""Middleware: the stack chunk, the language, and the headers against search engines and caches.

All middleware is synchronous: `criccone.asgi` relies on it.
"""

from collections.abc import Callable

from django.conf import settings
from django.contrib.auth import SESSION_KEY
from django.core.exceptions import MiddlewareNotUsed
from django.http import HttpRequest
from django.http.response import HttpResponseBase
from django.middleware.common import CommonMiddleware
from django.utils import translation
from django.utils.cache import patch_vary_headers

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


class ChosenLanguageMiddleware:
    """Activates the language that the user chose, or else the browser's."""

    def __init__(self, get_response: Handler) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponseBase:
        request.LANGUAGE_CODE = chosen_language(request)
        translation.activate(request.LANGUAGE_CODE)
        response = self.get_response(request)
        response.headers.setdefault("Content-Language", translation.get_language() or settings.LANGUAGE_CODE)
        patch_vary_headers(response, ["Accept-Language"])
        return response


def chosen_language(request: HttpRequest) -> str:
    """The language of the cookie, or the first of Accept-Language that the pages have; otherwise Italian."""
    return translation.get_language_from_request(request)


class SlashMiddleware(CommonMiddleware):
    """Adds the final slash, but not to an act of the API: clients would follow the redirect with a GET, and
    mistake its answer for the act's.
    """

    def should_redirect_with_slash(self, request: HttpRequest) -> bool:
        is_act = request.path.startswith("/api/") and request.method not in ("GET", "HEAD", "OPTIONS")
        return not is_act and super().should_redirect_with_slash(request)


class UnlistedMiddleware:
    """Forbids search engines to list a response, unless its view has set the header."""

    def __init__(self, get_response: Handler) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponseBase:
        response = self.get_response(request)
        response.headers.setdefault(publication.ROBOTS, publication.robots(is_indexed=False))
        return response


#: The parameters of addresses that are secrets: a table's code, and the words in letters.
SECRETS = {"table_code", "evening_code", "card_word", "booking_word", "device_word", "word"}


class PrivateAnswersMiddleware:
    """Forbids to store an answer to somebody who is signed in or holds a token or a secret link.

    Public pages with an ETag keep their caching: for a signed-in visitor they differ only in their links.
    """

    def __init__(self, get_response: Handler) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponseBase:
        response = self.get_response(request)
        if "ETag" not in response.headers and _has_credentials(request):
            response.headers["Cache-Control"] = "private, no-store"
        return response


def _has_credentials(request: HttpRequest) -> bool:
    """Whether the answer may depend on a session's account, on a token or on a secret in the address."""
    if "Authorization" in request.headers:
        return True
    if request.resolver_match and SECRETS & request.resolver_match.kwargs.keys():
        return True
    return request.session.accessed and SESSION_KEY in request.session
