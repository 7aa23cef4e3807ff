"""Live updates of open pages: an event stream, and a version to poll where streams fail.

The live part of a page is rendered and compressed once per process and sent to every stream that follows it.
Five hundred pages that each fetch the part keep a server busy for a second; writing the same bytes to five
hundred open streams takes a few hundredths of a second.

The streams of this process are limited, in all and from one address: each takes a place. A page without a
place polls its version. Streams take half of the connections at most, so that pages and saves have the rest,
however many pages are open.
"""

import asyncio
import contextvars
import logging
from base64 import b64encode
from collections import Counter
from collections.abc import AsyncGenerator, AsyncIterator
from contextlib import aclosing
from typing import Final

from asgiref.sync import sync_to_async
from django.conf import settings
from django.core.handlers.asgi import ASGIRequest
from django.db import DatabaseError
from django.http import Http404, HttpRequest, HttpResponse, JsonResponse, StreamingHttpResponse
from django.http.response import HttpResponseBase
from django.utils import translation
from django.utils.cache import get_conditional_response, patch_cache_control
from django.utils.translation import get_language
from django.utils.translation import gettext as _
from django.views.decorators.http import require_GET, require_safe

from tournaments.live import live_feed, page_versions
from tournaments.web import throttles
from tournaments.web.views.public.live_pages import Page, part
from tournaments.web.views.public.projector import PROJECTOR
from tournaments.web.views.public.results import RESULTS

# Seconds between two beats: proxies and phones drop a connection that is silent for a minute.
HEARTBEAT = 15
RECONNECT_MILLISECONDS = 3000
BEGIN = f"retry: {RECONNECT_MILLISECONDS}\n\n"
# An event, not a comment, so that a page can notice that the beats have stopped and connect again.
BEAT = "event: beat\ndata:\n\n"

# The pages whose live part is sent in the stream: many have them open, and all get the same part.
PAGES = {page.name: page for page in (RESULTS, PROJECTOR)}

#: Milliseconds after which a page that found no place asks for one again.
RETRY_MILLISECONDS = 60_000
_streams_of: Counter[str] = Counter()


@require_GET
async def events(request: HttpRequest, code: str) -> HttpResponseBase:
    """Returns an endless stream of `changed` events, whose data and id are the tournament's version.

    The first event is the current version, so that a page that reconnects misses nothing; if the page has
    that version already, the first event is a beat. With `?parte=` and the name of a page, changes come as
    `part` events: the page's live part, gzip in base64. The query string's `da` is the version that the page
    shows; the browser's `Last-Event-ID` takes precedence.

    A server that cannot keep streams open (WSGI), or has no place for one more, answers 204, which makes the
    browser stop; the page then polls `version`, and requests a stream again after a minute.
    """
    address = throttles.address_of(request)
    if not isinstance(request, ASGIRequest) or not has_place(address):
        return HttpResponse(status=204)
    current = await live_feed.version(code)
    if current is None:
        raise Http404(_("Nessun torneo ha questo indirizzo."))
    page = PAGES.get(request.GET.get("parte", ""))
    last_event = request.headers.get("Last-Event-ID", "")
    shown = last_event or request.GET.get("da", "")
    stream = _parts(code, current, page, shown) if page else _versions(code, current, last_event)
    response = StreamingHttpResponse(in_place(address, stream), content_type="text/event-stream")
    response["Cache-Control"] = "no-cache, no-transform"
    response["X-Accel-Buffering"] = "no"
    return response


async def _versions(code: str, current: str, shown_version: str) -> AsyncGenerator[str, None]:
    yield BEGIN
    async with aclosing(live_feed.versions(code, known=current, silence=HEARTBEAT)) as versions:
        async for version in versions:
            yield BEAT if version in (None, shown_version) else changed_event(str(version))


async def _parts(code: str, current: str, page: Page, shown_version: str) -> AsyncGenerator[str, None]:
    language = get_language() or settings.LANGUAGE_CODE
    yield BEGIN
    async with aclosing(live_feed.versions(code, known=current, silence=HEARTBEAT)) as versions:
        async for version in versions:
            if version is None:
                yield BEAT
            elif version == shown_version:
                yield changed_event(version)
            else:
                shown_version, event = await part_event(code, page, language, version)
                yield event


@require_safe
def version(request: HttpRequest, code: str) -> HttpResponseBase:
    """Returns the tournament's version, 304 if the browser has it. No query while the version is cached."""
    current = page_versions.current(code).version
    response = JsonResponse({"version": current})
    response["ETag"] = f'"{current}"'
    patch_cache_control(response, no_cache=True)
    return get_conditional_response(request, etag=response["ETag"], response=response) or response


log = logging.getLogger(__name__)

#: The size of the cache of parts, over all tournaments, pages and languages; a part takes tens of kilobytes.
MOST_KEPT: Final = 64

Key = tuple[str, str, str]
#: A version, and the event that announces it.
Pushed = tuple[str, str]

#: The newest version of each part with the task that renders it, the least recently used first.
_newest: dict[Key, tuple[str, asyncio.Task[Pushed]]] = {}


async def part_event(code: str, page: Page, language: str, version: str) -> Pushed:
    """Returns the version of the part, never older than `version`, and the event that carries it compressed.

    If the database fails, the event comes without the part, and the page requests it.
    """
    key = (code, page.name, language)
    kept = _newest.pop(key, None)
    if kept is None or kept[0] != version or kept[1].get_loop() is not asyncio.get_running_loop():
        # A separate task, not part of the first request, which may end long before the others.
        work = sync_to_async(_render_part_event)(code, page, language, version)
        kept = version, asyncio.get_running_loop().create_task(work, context=contextvars.Context())
    _newest[key] = kept
    if len(_newest) > MOST_KEPT:
        del _newest[next(iter(_newest))]
    return await asyncio.shield(kept[1])


def changed_event(version: str) -> str:
    """Returns the event that announces a new version without carrying the part."""
    return f"id: {version}\nevent: changed\ndata: {version}\n\n"


def _render_part_event(code: str, page: Page, language: str, version: str) -> Pushed:
    try:
        with translation.override(language):
            made = live_feed.with_kept_connection(part, page_versions.edition_of_version(code, version), page)
    except DatabaseError as lost:
        log.warning("The database does not answer, pages request their part: %s", lost)
        return version, changed_event(version)
    return made.version, f"id: {made.version}\nevent: part\ndata: {b64encode(made.packed).decode()}\n\n"


def has_place(address: str) -> bool:
    """Whether one more stream may be opened from `address`."""
    return (
        _streams_of.total() < settings.LIVE_STREAMS
        and _streams_of[address] < settings.LIVE_STREAMS_OF_ADDRESS
    )


async def in_place(address: str, stream: AsyncGenerator[str, None]) -> AsyncIterator[str]:
    """Yields the stream while it holds a place; only the retry time if no place is free.

    The place is taken when the stream starts, not with the request: a request that is given up before the
    start would never give its place back.
    """
    async with aclosing(stream):
        if not has_place(address):
            yield f"retry: {RETRY_MILLISECONDS}\n\n"
            return
        _streams_of[address] += 1
        try:
            async for text in stream:
                yield text
        finally:
            _streams_of[address] -= 1
            if not _streams_of[address]:
                del _streams_of[address]
