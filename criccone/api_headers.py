"""The headers of the API's answers: ETag, Location, Vary and Cache-Control."""

from collections.abc import Callable, Iterator
from typing import Any, Final

from django.http import HttpRequest, HttpResponse
from django.urls import Resolver404, resolve
from django.utils.cache import get_conditional_response, patch_cache_control, patch_vary_headers

from club.api import preconditions
from criccone import problems
from tournaments.api.views.docs import Nowhere

Answer = Callable[[HttpRequest], HttpResponse]

#: The fields of an answer of which one may be the last part of the new row's URL.
NAMES: Final = ("id", "number", "turn", "code", "slug", "digest")
#: The URL parameters that are not named as the field: a round's `number` is `turn` in its URL.
OTHER_NAMES: Final = {"number": "turn"}


class ApiHeadersMiddleware:
    """Adds `ETag` to what is read and `Location` to a 201; evaluates `If-None-Match` and `If-Match`.

    It comes before `PrivateAnswersMiddleware`, which takes an ETag as a sign of a public page.
    """

    def __init__(self, get_response: Answer) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        if not request.path.startswith("/api/"):
            return self.get_response(request)
        is_read = request.method in ("GET", "HEAD")
        with preconditions.guarded_by(None if is_read else request.headers.get("If-Match")):
            response = self.get_response(request)
        patch_vary_headers(response, ["Authorization", "Cookie", "Accept-Language"])
        if response.status_code == 201 and "Location" not in response:
            _locate(request, response)
        return (
            _explained_412(_revalidated(request, response))
            if is_read and not response.streaming
            else response
        )


def _revalidated(request: HttpRequest, response: HttpResponse) -> HttpResponse:
    """The answer with its ETag; an empty 304 if the program has it already."""
    if response.status_code != 200:
        return response
    if "Cache-Control" not in response:
        patch_cache_control(response, no_cache=True)
    response["ETag"] = preconditions.etag_of(response)
    revalidated = get_conditional_response(request, etag=response["ETag"], response=response)
    return revalidated if isinstance(revalidated, HttpResponse) else response


def _explained_412(response: HttpResponse) -> HttpResponse:
    """The answer; a problem instead of the empty 412 that Django answers to an `If-Match` that differs."""
    if response.status_code != 412 or response.content:
        return response
    refusal = preconditions.PreconditionFailed()
    return problems.as_json(refusal.default_code, str(refusal.detail), 412)


def _locate(request: HttpRequest, response: HttpResponse) -> None:
    """Sets `Location`, if the new row has a URL below that of the request, or at the top of the API.

    A tournament of a club has one at the top.
    """
    data: Any = getattr(response, "data", None)
    if isinstance(data, dict) and (address := next(_addresses(request, data), None)):
        response["Location"] = address


def _addresses(request: HttpRequest, data: dict[str, Any]) -> Iterator[str]:
    known = request.resolver_match.kwargs if request.resolver_match else {}
    for name in (each for each in NAMES if data.get(each) not in (None, "")):
        for place in (request.path, f"/api/v1/{request.path.split('/')[-2]}/"):
            address = f"{place}{data[name]}/"
            try:
                match = resolve(address)
            except Resolver404:
                continue
            own = set(match.kwargs) - set(known)
            is_named = (
                own == {name} or own == {OTHER_NAMES.get(name)} or (name == "id" and not own & set(data))
            )
            if is_named and getattr(match.func, "cls", None) is not Nowhere:
                yield address
