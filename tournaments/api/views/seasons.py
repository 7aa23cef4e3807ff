"""The club's seasons and its players' ratings."""

from django.http import Http404
from django.utils.translation import gettext as _
from drf_spectacular.utils import extend_schema
from rest_framework.permissions import AllowAny
from rest_framework.request import Request
from rest_framework.response import Response

from tournaments.api.serializers.seasons import (
    RatingHistorySerializer,
    RatingSerializer,
    SeasonSerializer,
    SeasonStandingsSerializer,
)
from tournaments.api.views.base import OfClub
from tournaments.telling_ratings import history, listed
from tournaments.telling_seasons import shown


class Seasons(OfClub):
    permission_classes = [AllowAny]

    @extend_schema(responses=SeasonSerializer(many=True))
    def get(self, request: Request, slug: str) -> Response:
        """The club's seasons, the newest first."""
        return Response(SeasonSerializer(self.club.seasons.all(), many=True).data)


class OneSeason(OfClub):
    permission_classes = [AllowAny]

    @extend_schema(responses=SeasonStandingsSerializer)
    def get(self, request: Request, slug: str, season_id: int) -> Response:
        """The classifica sociale: rules, evenings, and every place with what stands behind it."""
        season = self.club.seasons.select_related("final").filter(pk=season_id).first()
        if season is None:
            raise Http404(_("Il circolo non ha questa stagione."))
        season.club = self.club
        return Response(SeasonStandingsSerializer(shown(season, self.reading)).data)


class Ratings(OfClub):
    permission_classes = [AllowAny]

    @extend_schema(responses=RatingSerializer(many=True))
    def get(self, request: Request, slug: str) -> Response:
        """The players' ratings: those with a place, then the provisional ones, then the inactive ones."""
        found = listed(self.club, self.reading)
        lines = [*found["placed"], *found["provisional"], *found["inactive"]]
        return Response(RatingSerializer(lines, many=True).data)


class OneRating(OfClub):
    permission_classes = [AllowAny]

    @extend_schema(responses=RatingHistorySerializer)
    def get(self, request: Request, slug: str, person_id: int) -> Response:
        """A player's rating, evening by evening; 404 for who has no public page."""
        return Response(RatingHistorySerializer(history(self.club, person_id, self.reading)).data)
