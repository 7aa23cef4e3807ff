"""How an open page hears of a change: an event stream, or asking now and then where streams fail."""

from collections.abc import AsyncIterator
from contextlib import aclosing

from django.core.handlers.asgi import ASGIRequest
from django.http import Http404, HttpRequest, HttpResponse, JsonResponse, StreamingHttpResponse
from django.http.response import HttpResponseBase
from django.utils.cache import get_conditional_response, patch_cache_control
from django.utils.translation import gettext as _
from django.views.decorators.http import require_GET, require_safe

from tournaments import feeds, queries
from tournaments.models import Tournament
from tournaments.views.access import everybody

# Seconds between two signs of life: proxies and phones drop a connection that says nothing for a minute.
HEARTBEAT = 15
RECONNECT_MILLISECONDS = 3000


@require_GET
async def events(request: HttpRequest, code: str) -> HttpResponseBase:
    """An endless stream of `changed` events, whose data and id are the tournament's version.

    It begins with the version as it is, so whoever reconnects misses nothing. 204, which makes a browser stop
    asking, from a server that cannot keep streams open (WSGI): the page then asks `version` instead.
    """
    if not isinstance(request, ASGIRequest):
        return HttpResponse(status=204)
    known = await feeds.version(code)
    if known is None:
        raise Http404(_("Nessun torneo ha questo indirizzo."))
    response = StreamingHttpResponse(_stream(code, known), content_type="text/event-stream")
    response["Cache-Control"] = "no-cache, no-transform"
    response["X-Accel-Buffering"] = "no"
    return response


async def _stream(code: str, known: str) -> AsyncIterator[str]:
    yield f"retry: {RECONNECT_MILLISECONDS}\n\n"
    async with aclosing(feeds.versions(code, known=known, silence=HEARTBEAT)) as versions:
        async for version in versions:
            # An event, not a comment: a page can notice that the beats have stopped, and connect again.
            yield "event: beat\ndata:\n\n" if version is None else _changed(version)


def _changed(version: str) -> str:
    return f"id: {version}\nevent: changed\ndata: {version}\n\n"


@require_safe
@everybody
def version(request: HttpRequest, tournament: Tournament) -> HttpResponseBase:
    """The tournament's version, 304 while it is the one that the browser has. Two queries."""
    current = queries.live_version(tournament)
    response = JsonResponse({"version": current})
    response["ETag"] = f'"{current}"'
    patch_cache_control(response, no_cache=True)
    return get_conditional_response(request, etag=response["ETag"], response=response) or response
