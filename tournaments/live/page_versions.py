"""The latest edition of a tournament's public pages, known without a query while nothing changes.

What was read of the database is kept in the cache beside the marks that stood there before the reading. Every
change puts a new mark after its commit, so that no edition read before the change passes for the last one,
whatever the order in which processes read and write. An edition is kept for seconds only: what leaves no mark
(another process of an embedded installation, a Redis that was away) shows all the same.
"""

import secrets
from dataclasses import dataclass
from typing import Any, Final

from django.conf import settings
from django.core.cache import cache
from django.db.models import OuterRef, Subquery

from club.privacy import publication
from tournaments import queries
from tournaments.models import LogEntry, Tournament

#: Seconds for which an edition is believed: as often as feeds look at the database anyway.
KEPT_EMBEDDED: Final = 2
KEPT_SERVICE: Final = 10


@dataclass(frozen=True)
class Edition:
    """What must be known of a tournament to give out a page that was made before."""

    code: str
    version: str
    is_indexed: bool
    #: As read just now; None when the cache knew. What is made from it is never older than the version.
    tournament: Tournament | None = None


def at(code: str, version: str) -> Edition:
    """The edition of that version, of which nothing more has been read: enough to make a part. No query."""
    return Edition(code, version, is_indexed=False)


def covers(version: str, asked: str) -> bool:
    """Whether what was made of `version` shows all that `asked` does: none of its numbers is smaller.

    Of versions that are not of numbers alone, as those of a club's pages, only the same one does.
    """
    mine, theirs = version.split("."), asked.split(".")
    if len(mine) != len(theirs) or not all(each.isdecimal() for each in (*mine, *theirs)):
        return version == asked
    return all(int(there) >= int(least) for there, least in zip(mine, theirs, strict=True))


def current(code: str) -> Edition:
    """The edition in force. Raises Tournament.DoesNotExist. No query while nothing changes, else one."""
    found = cache.get_many([_key(code), *_marks(code)])
    kept: tuple[Edition, dict[str, Any]] | None = found.pop(_key(code), None)
    return kept[0] if kept and kept[1] == found else look(code)


def look(code: str) -> Edition:
    """The edition as the database has it now, kept from here on. Raises DoesNotExist. One query."""
    marks = cache.get_many(_marks(code))
    tournament = _read(code)
    version = queries.version_of(tournament, tournament.last_entry or 0)  # type: ignore[attr-defined]
    kept = Edition(code, version, tournament.club.is_indexed)
    cache.set(_key(code), (kept, marks), KEPT_SERVICE if settings.REDIS_URL else KEPT_EMBEDDED)
    return Edition(code, version, kept.is_indexed, tournament)


def changed(code: str) -> None:
    """Invalidates the version of that tournament; call it after the commit, before telling anybody."""
    cache.set(mark(code), secrets.token_hex(8), publication.MARK_SECONDS)


def _read(code: str) -> Tournament:
    newest = LogEntry.objects.filter(tournament=OuterRef("pk")).order_by("-number").values("number")[:1]
    return Tournament.objects.select_related("club").annotate(last_entry=Subquery(newest)).get(code=code)


def _key(code: str) -> str:
    return f"edition:{code}"


def mark(code: str) -> str:
    """The cache key of the mark of that tournament, or of another page by its key."""
    return f"changed:{code}"


def _marks(code: str) -> tuple[str, str]:
    return mark(code), publication.MARK
