"""How strong the club's players are, as their matches tell, and how each came there."""

from functools import cache

from django.http import Http404, HttpRequest
from django.http.response import HttpResponseBase
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.http import require_safe

from club.models import Club
from tournaments import club_editions, rating_builds
from tournaments.api.serializers import names
from tournaments.editions import Edition
from tournaments.telling_ratings import history, listed, person_of
from tournaments.views.public.club_parts import ClubPage, answer
from tournaments.views.public.live_parts import PUBLIC


@require_safe
def ratings(request: HttpRequest, slug: str) -> HttpResponseBase:
    """The club's players by rating: those with a place, the provisional ones, the inactive ones."""
    read = cache(lambda: club_of(slug))
    page = ClubPage(
        "ratings",
        "public/ratings_part.html",
        "public/ratings.html",
        club=read,
        read=lambda: listed(read(), PUBLIC),
    )
    return answer(request, edition_of(slug), page)


@require_safe
def rating(request: HttpRequest, slug: str, person_id: int) -> HttpResponseBase:
    """A player's rating, evening by evening."""
    read = cache(lambda: club_of(slug))
    page = ClubPage(
        f"rating:{person_id}",
        "public/rating_part.html",
        "public/rating.html",
        club=read,
        read=lambda: history(read(), person_id, PUBLIC),
        around=lambda: {
            "name": names.shown(person_of(read(), person_id, PUBLIC), PUBLIC),
            "person_id": person_id,
        },
    )
    return answer(request, edition_of(slug), page)


def club_of(slug: str) -> Club:
    """The club of that short name, or the page that says there is none."""
    club = Club.objects.filter(slug=slug).first()
    if club is None:
        raise Http404(_("Nessun circolo ha questo indirizzo."))
    return club


def edition_of(slug: str) -> Edition:
    """The edition in force of the club's ratings. No query while nothing changes, else three."""

    def look() -> Edition:
        club = club_of(slug)
        known = rating_builds.settings_of(club)
        # Who is inactive depends on the day.
        said = f"{known.built}.{known.wanted}.{known.version}.{club.names_version}.{timezone.localdate()}"
        return Edition(rating_builds.ratings_key(club.pk), said, club.is_indexed, None)

    return club_editions.current(
        f"{slug}:ratings", lambda: [rating_builds.ratings_key(club_of(slug).pk)], look
    )
