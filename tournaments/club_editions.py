"""Which edition of a club's own pages is the last, known without a query while nothing changes.

As `tournaments.editions`, for pages made from several tournaments or from none: the marks watched are those
of every tournament they are made from, that of names, and their own.
"""

import secrets
from collections.abc import Callable, Sequence
from typing import Any

from django.conf import settings
from django.core.cache import cache
from django.db import transaction

from club import publication
from tournaments.editions import KEPT_EMBEDDED, KEPT_SERVICE, Edition, mark


def current(key: str, watched: Callable[[], Sequence[str]], read: Callable[[], Edition]) -> Edition:
    """The edition in force: as the cache knows it, else as `read` has it from the database.

    `watched` says what the page is made from: codes of tournaments, keys given to `changed`. It is asked
    before `read`, so that what changes meanwhile is seen.
    """
    kept: tuple[Edition, dict[str, Any], list[str]] | None = cache.get(f"edition:{key}")
    if kept and cache.get_many(kept[2]) == kept[1]:
        return kept[0]
    names = [publication.MARK, *map(mark, watched())]
    marks = cache.get_many(names)
    edition = read()
    lasts = KEPT_SERVICE if settings.REDIS_URL else KEPT_EMBEDDED
    cache.set(f"edition:{key}", (edition, marks, names), lasts)
    return edition


def changed(key: str) -> None:
    """After the commit, what was known of the pages under `key` is known no more."""
    transaction.on_commit(
        lambda: cache.set(mark(key), secrets.token_hex(8), publication.MARK_SECONDS), robust=True
    )
