"""Limits the event streams of this process, in all and from one address: each takes a place.

A page without a place polls its version. Streams take half of the connections at most, so that pages and
saves have the rest, however many pages are open.
"""

from collections import Counter
from collections.abc import AsyncGenerator, AsyncIterator
from contextlib import aclosing

from django.conf import settings

#: Milliseconds after which a page that found no place asks for one again.
RETRY_MILLISECONDS = 60_000

_streams_of: Counter[str] = Counter()


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
