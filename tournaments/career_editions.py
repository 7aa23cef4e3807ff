"""Which edition of its players' pages a club has: they are made from all its evenings together.

Never for search engines: what somebody did over the years is nobody's to list, whatever the club says of its
results. Nothing follows them live, for settled turns alone are in them.
"""

from typing import Final

from django.db.models import Aggregate, Count, Max, OuterRef, Subquery, Sum

from club.models import Club
from tournaments.editions import Edition
from tournaments.models import Season, Tournament

MARKS: Final[dict[str, tuple[str, Aggregate]]] = {
    "results": ("evenings", Sum("results_version")),
    "built": ("evenings", Sum("standings_version")),
    "described": ("evenings", Sum("version")),
    "closed": ("evenings", Count("closed_at")),
    "seasons_made": ("seasons", Max("pk")),
    "seasons_there": ("seasons", Count("pk")),
    "seasons_changed": ("seasons", Sum("version")),
}


def current(slug: str) -> tuple[Club, Edition]:
    """The club and the edition in force. One query. Raises Club.DoesNotExist."""
    club = _found(slug)
    return club, Edition(f"club-{club.pk}", _version(club), is_indexed=False)


def _found(slug: str) -> Club:
    """The club, with what its evenings and its seasons have come to."""
    own = {"evenings": Tournament.objects, "seasons": Season.objects}
    marks = {
        mark: Subquery(
            own[of].filter(club=OuterRef("pk")).order_by().values("club").annotate(mark=each).values("mark")
        )
        for mark, (of, each) in MARKS.items()
    }
    return Club.objects.annotate(**marks).get(slug=slug)


def _version(club: Club) -> str:
    """What changes with every settled result, classifica, season, name and rule. No query."""
    return ".".join(map(str, (*(getattr(club, mark) for mark in MARKS), club.names_version)))
