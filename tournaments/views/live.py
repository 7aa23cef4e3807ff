"""How an open page hears of a change: an event stream, or asking now and then where streams fail."""

from collections.abc import AsyncIterator
from contextlib import aclosing

from django.conf import settings
from django.core.handlers.asgi import ASGIRequest
from django.http import Http404, HttpRequest, HttpResponse, JsonResponse, StreamingHttpResponse
from django.http.response import HttpResponseBase
from django.utils.cache import get_conditional_response, patch_cache_control
from django.utils.translation import get_language
from django.utils.translation import gettext as _
from django.views.decorators.http import require_GET, require_safe

from tournaments import feeds
from tournaments.views.public import pushed
from tournaments.views.public.live_parts import Page, edition_of
from tournaments.views.public.projector import PROJECTOR
from tournaments.views.public.results import RESULTS

# Seconds between two signs of life: proxies and phones drop a connection that says nothing for a minute.
HEARTBEAT = 15
RECONNECT_MILLISECONDS = 3000
BEGIN = f"retry: {RECONNECT_MILLISECONDS}\n\n"
# An event, not a comment: a page can notice that the beats have stopped, and connect again.
BEAT = "event: beat\ndata:\n\n"

# Whose part is sent along: those that many have open and that are the same for all.
PAGES = {page.name: page for page in (RESULTS, PROJECTOR)}


@require_GET
async def events(request: HttpRequest, code: str) -> HttpResponseBase:
    """An endless stream of `changed` events, whose data and id are the tournament's version.

    It begins with the version as it is, so whoever reconnects misses nothing. With `?parte=` of a page, what
    is new comes as a `part` event instead: the page's live part, gzip in base64; `da` names the version that
    the page has, a browser's own `Last-Event-ID` goes before it. 204, which makes a browser stop asking,
    from a server that cannot keep streams open (WSGI): the page then asks `version` instead.
    """
    if not isinstance(request, ASGIRequest):
        return HttpResponse(status=204)
    known = await feeds.version(code)
    if known is None:
        raise Http404(_("Nessun torneo ha questo indirizzo."))
    page = PAGES.get(request.GET.get("parte", ""))
    has = request.headers.get("Last-Event-ID") or request.GET.get("da", "")
    told = _parts(code, known, page, has) if page else _versions(code, known)
    response = StreamingHttpResponse(told, content_type="text/event-stream")
    response["Cache-Control"] = "no-cache, no-transform"
    response["X-Accel-Buffering"] = "no"
    return response


async def _versions(code: str, known: str) -> AsyncIterator[str]:
    yield BEGIN
    async with aclosing(feeds.versions(code, known=known, silence=HEARTBEAT)) as versions:
        async for version in versions:
            yield BEAT if version is None else pushed.changed(version)


async def _parts(code: str, known: str, page: Page, has: str) -> AsyncIterator[str]:
    language = get_language() or settings.LANGUAGE_CODE
    yield BEGIN
    async with aclosing(feeds.versions(code, known=known, silence=HEARTBEAT)) as versions:
        async for version in versions:
            if version is None:
                yield BEAT
            elif version == has:
                yield pushed.changed(version)
            else:
                has, event = await pushed.event(code, page, language, version)
                yield event


@require_safe
def version(request: HttpRequest, code: str) -> HttpResponseBase:
    """The tournament's version, 304 while it is the one that the browser has. No query while it is known."""
    current = edition_of(code).version
    response = JsonResponse({"version": current})
    response["ETag"] = f'"{current}"'
    patch_cache_control(response, no_cache=True)
    return get_conditional_response(request, etag=response["ETag"], response=response) or response
