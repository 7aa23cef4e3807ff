"""A page's live part, sent along the event stream: made and packed once a process, whoever follows.

Five hundred pages that each fetch the part would keep a server busy for a second; the same bytes written to
five hundred open streams take a few hundredths of it.
"""

import asyncio
import contextvars
import logging
from base64 import b64encode
from typing import Final

from asgiref.sync import sync_to_async
from django.db import DatabaseError
from django.utils import translation

from tournaments import editions, feeds
from tournaments.views.public.live_parts import Page, part

log = logging.getLogger(__name__)

#: Of tournaments, pages and languages together; each takes tens of kilobytes.
MOST_KEPT: Final = 64

Key = tuple[str, str, str]
Pushed = tuple[str, str]

_newest: dict[Key, tuple[str, asyncio.Task[Pushed]]] = {}


async def event(code: str, page: Page, language: str, version: str) -> Pushed:
    """The version that the part has, never older than `version`, and the event that carries it packed.

    Where the database fails it is an event without the part: the page then asks for it.
    """
    key = (code, page.name, language)
    kept = _newest.pop(key, None)
    if kept is None or kept[0] != version or kept[1].get_loop() is not asyncio.get_running_loop():
        # A task of its own, not of the request that came first: it may end long before the others.
        work = sync_to_async(_event)(code, page, language, version)
        kept = version, asyncio.get_running_loop().create_task(work, context=contextvars.Context())
    _newest[key] = kept
    if len(_newest) > MOST_KEPT:
        del _newest[next(iter(_newest))]
    return await asyncio.shield(kept[1])


def changed(version: str) -> str:
    """The event that says no more than that there is something new."""
    return f"id: {version}\nevent: changed\ndata: {version}\n\n"


def _event(code: str, page: Page, language: str, version: str) -> Pushed:
    try:
        with translation.override(language):
            made = feeds.with_kept_connection(part, editions.at(code, version), page)
    except DatabaseError as lost:
        log.warning("The database does not answer, pages ask for their part: %s", lost)
        return version, changed(version)
    return made.version, f"id: {made.version}\nevent: part\ndata: {b64encode(made.packed).decode()}\n\n"
