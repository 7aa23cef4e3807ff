"""The versions of public pages, of a tournament and of a club, found without a query while nothing changes.

The cache keeps each version together with the marks that were read before it. Every change sets a new mark
after its commit, so an older version is never taken for the current one, in whatever order processes read and
write. Versions are cached for some seconds only, so that changes that set no mark (by another process of an
embedded installation, or while Redis was down) also appear soon.
"""

import secrets
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Final

from django.conf import settings
from django.core.cache import cache
from django.db import transaction
from django.db.models import Aggregate, Count, Max, OuterRef, Subquery, Sum
from django.utils.translation import gettext as _

from club.models import Club
from club.privacy import publication
from club.queries import first_or_not_found
from tournaments import queries
from tournaments.models import LogEntry, Season, Tournament

#: Seconds for which a version is cached: the interval at which feeds query the database anyway.
CACHE_SECONDS_EMBEDDED: Final = 2
CACHE_SECONDS_SERVICE: Final = 10


def cache_seconds() -> int:
    """The seconds for which this installation caches a version."""
    return CACHE_SECONDS_SERVICE if settings.REDIS_URL else CACHE_SECONDS_EMBEDDED


@dataclass(frozen=True)
class Edition:
    """The version of a page, with the facts needed to serve it from the cache."""

    code: str
    version: str
    is_indexed: bool
    #: The tournament as just read from the database, never older than the version; None if the version came
    #: from the cache.
    tournament: Tournament | None = None

    @property
    def cached(self) -> tuple[str, str, bool]:
        """The fields of the edition that the cache keeps."""
        return self.code, self.version, self.is_indexed


def edition_of_version(code: str, version: str) -> Edition:
    """An edition with that version and nothing from the database: enough to render a part. No query."""
    return Edition(code, version, is_indexed=False)


def covers(version: str, required: str) -> bool:
    """Whether `version` includes everything in `required`: none of its numbers is smaller.

    Versions that are not only numbers, such as those of a club's pages, must be equal.
    """
    numbers, least_numbers = version.split("."), required.split(".")
    if len(numbers) != len(least_numbers) or not all(each.isdecimal() for each in (*numbers, *least_numbers)):
        return version == required
    return all(int(number) >= int(least) for number, least in zip(numbers, least_numbers, strict=True))


def current(code: str) -> Edition:
    """The current version. Raises NotFound. No query while nothing changes, else one."""
    cached = cache.get_many([_key(code), *_marks(code)])
    kept: tuple[tuple[str, str, bool], dict[str, object]] | None = cached.pop(_key(code), None)
    return Edition(*kept[0]) if kept and kept[1] == cached else read_edition(code)


def read_edition(code: str) -> Edition:
    """The version read from the database and cached. Raises NotFound. One query."""
    marks = cache.get_many(_marks(code))
    tournament = _read(code)
    version = queries.version_of(tournament, tournament.last_entry or 0)  # type: ignore[attr-defined]
    edition = Edition(code, version, tournament.club.is_indexed, tournament)
    cache.set(_key(code), (edition.cached, marks), cache_seconds())
    return edition


def changed(code: str) -> None:
    """Invalidates the version of that tournament; call it after the commit, before notifying anybody."""
    cache.set(mark(code), secrets.token_hex(8), publication.MARK_SECONDS)


def _read(code: str) -> Tournament:
    newest = LogEntry.objects.filter(tournament=OuterRef("pk")).order_by("-number").values("number")[:1]
    return queries.tournament(code, queries.TOURNAMENTS.annotate(last_entry=Subquery(newest)))


def _key(code: str) -> str:
    return f"edition:{code}"


def mark(code: str) -> str:
    """The cache key of the mark of a tournament, by its code, or of another page, by its key."""
    return f"changed:{code}"


def _marks(code: str) -> tuple[str, str]:
    return mark(code), publication.MARK


# The latest version of a club's own pages, found without a query while nothing changes.
#
# It works as for a tournament, but for pages made from several tournaments or from none. It depends on the
# marks of these tournaments, the mark of names, and the marks of the pages themselves.


def current_of_club(key: str, watched: Callable[[], Sequence[str]], read: Callable[[], Edition]) -> Edition:
    """The current version: from the cache, else from the database by `read`.

    `watched` returns the page's sources: codes of tournaments and keys that `changed` takes. It is called
    before `read`, so that a change between the two calls is noticed.
    """
    cached: tuple[tuple[str, str, bool], dict[str, object], list[str]] | None = cache.get(f"edition:{key}")
    if cached and cache.get_many(cached[2]) == cached[1]:
        return Edition(*cached[0])
    names = [publication.MARK, *map(mark, watched())]
    marks = cache.get_many(names)
    edition = read()
    cache.set(f"edition:{key}", (edition.cached, marks, names), cache_seconds())
    return edition


def changed_of_club(key: str) -> None:
    """Invalidates the versions of the pages under `key`, after the commit."""
    transaction.on_commit(
        lambda: cache.set(mark(key), secrets.token_hex(8), publication.MARK_SECONDS), robust=True
    )


MARKS: Final[dict[str, tuple[str, Aggregate]]] = {
    "results": ("evenings", Sum("results_version")),
    "built": ("evenings", Sum("standings_version")),
    "described": ("evenings", Sum("version")),
    "closed": ("evenings", Count("closed_at")),
    "seasons_made": ("seasons", Max("pk")),
    "seasons_there": ("seasons", Count("pk")),
    "seasons_changed": ("seasons", Sum("version")),
}


def current_of_players(slug: str) -> tuple[Club, Edition]:
    """The club and the current version of its players' pages. One query. Raises NotFound."""
    club = _club_with_marks(slug)
    return club, Edition(f"club-{club.pk}", _version(club), is_indexed=False)


def _club_with_marks(slug: str) -> Club:
    """The club, annotated with the marks of its evenings and seasons."""
    related = {"evenings": Tournament.objects, "seasons": Season.objects}
    marks = {
        mark: Subquery(
            related[owner]
            .filter(club=OuterRef("pk"))
            .order_by()
            .values("club")
            .annotate(mark=each)
            .values("mark")
        )
        for mark, (owner, each) in MARKS.items()
    }
    clubs = Club.objects.filter(slug=slug).annotate(**marks)
    return first_or_not_found(clubs, _("Nessun circolo ha questo indirizzo."))


def _version(club: Club) -> str:
    """The version, which changes with every settled result, standings, season, name and rule. No query."""
    return ".".join(map(str, (*(getattr(club, mark) for mark in MARKS), club.names_version)))
