"""The ratings as pages and API show them: placed, provisional or inactive players; a player's history."""

from collections.abc import Mapping
from datetime import date, timedelta
from itertools import groupby
from typing import Any

from django.db.models import Exists, OuterRef
from django.utils import timezone
from django.utils.formats import date_format
from django.utils.translation import gettext as _

from club.models import Club, Person
from tournaments.core.plots.history import plot
from tournaments.errors import NotFound
from tournaments.models import ClubRatings, RatingPoint
from tournaments.players import rating_builds
from tournaments.seasons.season_page import has_page
from tournaments.text import names

Context = Mapping[str, Any]


def rating_list(club: Club, context: Context) -> dict[str, Any]:
    """The players with their last point, best first, in three parts. Two queries."""
    known = rating_builds.settings_of(club)
    lines = [_line(known, point, context) for point in latest_points(club)]
    lines.sort(key=lambda line: (-line["point"].rating, line["point"].person_id))
    placed = [line for line in lines if not (line["provisional"] or line["inactive"])]
    for place, (_rating, level) in shared_places(placed):
        for line in level:
            line["place"] = place
    return {
        "club": club,
        "known": known,
        "is_current": known.built == known.wanted,
        "placed": placed,
        "provisional": [line for line in lines if line["provisional"] and not line["inactive"]],
        "inactive": [line for line in lines if line["inactive"]],
    }


def shared_places(placed: list[dict[str, Any]]) -> list[tuple[int, tuple[int, list[dict[str, Any]]]]]:
    """The lines with the same rating together, with the place they share: 1, 2, 2, 4."""
    found, place = [], 1
    for rating, level in groupby(placed, key=lambda line: int(line["point"].rating)):
        lines = list(level)
        found.append((place, (rating, lines)))
        place += len(lines)
    return found


def latest_points(club: Club) -> list[RatingPoint]:
    """The last point of every player of the club. One query."""
    newer = RatingPoint.objects.filter(
        club=club, person=OuterRef("person"), position__gt=OuterRef("position")
    )
    points = RatingPoint.objects.filter(~Exists(newer), club=club)
    return list(points.select_related("person__club", "tournament"))


def _line(known: ClubRatings, point: RatingPoint, context: Context) -> dict[str, Any]:
    return {
        "point": point,
        "name": names.shown(point.person, context),
        "person": point.person if has_page(point.person, context) else None,
        "provisional": point.matches < known.provisional_matches,
        "inactive": is_inactive(known, point.tournament.date),
        "place": None,
    }


def is_inactive(known: ClubRatings, last: date) -> bool:
    """Whether a player who last played on that day is inactive by the club's limit."""
    return timezone.localdate() - last > timedelta(days=known.inactive_days)


def history(club: Club, person_id: int, context: Context) -> dict[str, Any]:
    """A player's points in order of time with their chart. Three queries. Raises NotFound."""
    person = person_of(club, person_id, context)
    known = rating_builds.settings_of(club)
    points = list(RatingPoint.objects.filter(club=club, person=person).select_related("tournament"))
    last = points[-1] if points else None
    return {
        "club": club,
        "known": known,
        "name": names.shown(person, context),
        "points": points[::-1],
        "last": last,
        "provisional": last is not None and last.matches < known.provisional_matches,
        "inactive": last is not None and is_inactive(known, last.tournament.date),
        "drawn": rating_chart(points) if points else None,
    }


def person_of(club: Club, person_id: int, context: Context) -> Person:
    """The person of the club, if the reader may see their page. One query. Raises NotFound."""
    person = Person.objects.select_related("club").filter(club=club, pk=person_id).first()
    if person is None or not has_page(person, context):
        raise NotFound(_("Questo giocatore non ha una pagina pubblica."))
    return person


def rating_chart(points: list[RatingPoint]) -> Any:
    """The chart of the ratings, evening by evening."""
    days = [date_format(point.tournament.date, "j/n/y") for point in points]
    return plot([point.rating for point in points], [point.deviation for point in points], days)
