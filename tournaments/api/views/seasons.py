"""The seasons of a club, and the ratings of its players."""

from django.utils.translation import gettext as _
from drf_spectacular.utils import extend_schema
from rest_framework.permissions import AllowAny
from rest_framework.request import Request
from rest_framework.response import Response

from club.queries import first_or_not_found
from tournaments.api.serializers.seasons import (
    RatingHistorySerializer,
    RatingSerializer,
    SeasonSerializer,
    SeasonStandingsSerializer,
)
from tournaments.api.views.base import OfClub
from tournaments.players.rating_pages import history, rating_list
from tournaments.seasons.season_standings import season_page


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
        """The season's standings: rules, evenings, and every place with the results behind it."""
        seasons = self.club.seasons.select_related("final").filter(pk=season_id)
        season = first_or_not_found(seasons, _("Il circolo non ha questa stagione."))
        season.club = self.club
        return Response(SeasonStandingsSerializer(season_page(season, self.reading)).data)


class Ratings(OfClub):
    permission_classes = [AllowAny]

    @extend_schema(responses=RatingSerializer(many=True))
    def get(self, request: Request, slug: str) -> Response:
        """The players' ratings: those with a place, then the provisional ones, then the inactive ones."""
        ratings = rating_list(self.club, self.reading)
        lines = [*ratings.placed, *ratings.provisional, *ratings.inactive]
        return Response(RatingSerializer(lines, many=True).data)


class OneRating(OfClub):
    permission_classes = [AllowAny]

    @extend_schema(responses=RatingHistorySerializer)
    def get(self, request: Request, slug: str, person_id: int) -> Response:
        """A player's rating, evening by evening; 404 without a public page."""
        return Response(RatingHistorySerializer(history(self.club, person_id, self.reading)).data)
