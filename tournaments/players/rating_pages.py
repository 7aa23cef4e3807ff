"""The ratings as pages and API show them: placed, provisional or inactive players; a player's history."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import date, timedelta
from itertools import groupby

from django.db.models import Exists, OuterRef
from django.utils import timezone
from django.utils.formats import date_format
from django.utils.translation import gettext as _

from club.errors import NotFound
from club.models import Club, Person
from club.public_urls import numbered
from tournaments.core.plots import RatingPlot, rating_plot
from tournaments.models import ClubRatings, RatingPoint
from tournaments.players import rating_builds
from tournaments.seasons.season_standings import has_page
from tournaments.text import names

Context = Mapping[str, object]


@dataclass(frozen=True)
class RatingLine:
    """A player's last point; `person` only where the reader may open their page."""

    point: RatingPoint
    name: str
    person: Person | None
    #: The address of their page, if the reader may open it.
    address: str
    provisional: bool
    inactive: bool
    #: None for a provisional or inactive player.
    place: int | None = None


@dataclass(frozen=True)
class RatingList:
    """The players of a club, best first, in three parts."""

    club: Club
    known: ClubRatings
    is_current: bool
    placed: list[RatingLine]
    provisional: list[RatingLine]
    inactive: list[RatingLine]


@dataclass(frozen=True)
class RatingHistory:
    """A player's points, newest first, with their chart."""

    club: Club
    known: ClubRatings
    name: str
    points: list[RatingPoint]
    last: RatingPoint | None
    provisional: bool
    inactive: bool
    chart: RatingPlot | None


def rating_list(club: Club, context: Context) -> RatingList:
    """The players with their last point, best first, in three parts. Three queries."""
    ratings = rating_builds.settings_of(club)
    pages = numbered("rating", club.slug)
    lines = [_line(ratings, point, pages, context) for point in latest_points(club)]
    lines.sort(key=lambda line: (-line.point.rating, line.point.person_id))
    return RatingList(
        club=club,
        known=ratings,
        is_current=ratings.built == ratings.wanted,
        placed=list(_with_places([line for line in lines if not (line.provisional or line.inactive)])),
        provisional=[line for line in lines if line.provisional and not line.inactive],
        inactive=[line for line in lines if line.inactive],
    )


def _with_places(lines: Sequence[RatingLine]) -> Iterator[RatingLine]:
    """The lines with their places; those with the same rating share theirs: 1, 2, 2, 4."""
    place = 1
    for _rating, level in groupby(lines, key=lambda line: line.point.rating):
        sharing = list(level)
        yield from (replace(line, place=place) for line in sharing)
        place += len(sharing)


def latest_points(club: Club) -> list[RatingPoint]:
    """The last point of every player of the club. Two queries."""
    newer = RatingPoint.objects.filter(
        club=club, person=OuterRef("person"), position__gt=OuterRef("position")
    )
    points = RatingPoint.objects.filter(~Exists(newer), club=club).select_related("person")
    points = points.prefetch_related("tournament")
    for point in points:
        point.person.club = club
    return list(points)


def _line(
    ratings: ClubRatings, point: RatingPoint, pages: Callable[[int], str], context: Context
) -> RatingLine:
    person = point.person if has_page(point.person, context) else None
    return RatingLine(
        point=point,
        name=names.shown(point.person, context),
        person=person,
        address=pages(person.pk) if person else "",
        provisional=point.matches < ratings.provisional_matches,
        inactive=is_inactive(ratings, point.tournament.date),
    )


def is_inactive(ratings: ClubRatings, last: date) -> bool:
    """Whether a player who last played on that day is inactive by the club's limit."""
    return timezone.localdate() - last > timedelta(days=ratings.inactive_days)


def history(club: Club, person_id: int, context: Context) -> RatingHistory:
    """A player's points, newest first, with their chart. Three queries. Raises NotFound."""
    person = person_of(club, person_id, context)
    ratings = rating_builds.settings_of(club)
    points = list(RatingPoint.objects.filter(club=club, person=person).select_related("tournament"))
    last = points[-1] if points else None
    return RatingHistory(
        club=club,
        known=ratings,
        name=names.shown(person, context),
        points=points[::-1],
        last=last,
        provisional=last is not None and last.matches < ratings.provisional_matches,
        inactive=last is not None and is_inactive(ratings, last.tournament.date),
        chart=rating_chart(points) if points else None,
    )


def person_of(club: Club, person_id: int, context: Context) -> Person:
    """The person of the club, if the reader may see their page. One query. Raises NotFound."""
    person = Person.objects.select_related("club").filter(club=club, pk=person_id).first()
    if person is None or not has_page(person, context):
        raise NotFound(_("Questo giocatore non ha una pagina pubblica."))
    return person


def rating_chart(points: list[RatingPoint]) -> RatingPlot:
    """The chart of the ratings, evening by evening."""
    days = [date_format(point.tournament.date, "j/n/y") for point in points]
    return rating_plot([point.rating for point in points], [point.deviation for point in points], days)
