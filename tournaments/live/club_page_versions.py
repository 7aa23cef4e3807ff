"""The latest version of a club's own pages, found without a query while nothing changes.

It works like `page_versions`, for pages made from several tournaments or from none. It watches the marks of
these tournaments, the mark of names, and the marks of the pages themselves.
"""

import secrets
from collections.abc import Callable, Sequence
from typing import Final

from django.core.cache import cache
from django.db import transaction
from django.db.models import Aggregate, Count, Max, OuterRef, Subquery, Sum
from django.utils.translation import gettext as _

from club.models import Club
from club.privacy import publication
from tournaments.live.page_versions import Edition, cache_seconds, mark
from tournaments.models import Season, Tournament
from tournaments.queries import first_or_not_found


def current(key: str, watched: Callable[[], Sequence[str]], read: Callable[[], Edition]) -> Edition:
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


def changed(key: str) -> None:
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
