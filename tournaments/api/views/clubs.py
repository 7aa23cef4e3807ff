"""Clubs and their people, and the sender's rights in them."""

from typing import cast

from django.db.models import QuerySet
from django.utils.translation import gettext as _
from drf_spectacular.utils import extend_schema
from rest_framework import generics
from rest_framework.permissions import AllowAny
from rest_framework.request import Request
from rest_framework.response import Response

from club.models import Club, Person, User
from club.register import people
from tournaments.api.bodies.people import LettersQuery, PersonBody
from tournaments.api.parsing import validated
from tournaments.api.permissions import KnowsPeople
from tournaments.api.serializers.clubs import (
    ClubDetailSerializer,
    PersonSerializer,
    RatingHistorySerializer,
    RatingSerializer,
    SeasonSerializer,
    SeasonStandingsSerializer,
)
from tournaments.api.views.base import FiftyAPage, OfClub
from tournaments.players.rating_pages import history, rating_list
from tournaments.queries import first_or_not_found
from tournaments.seasons.season_page import season_page

# At a busy desk, typing another letter is quicker than reading more names.
MOST_FOUND = 20


class Clubs(generics.ListAPIView[Club]):
    """The clubs of this installation, by name."""

    permission_classes = [AllowAny]
    serializer_class = ClubDetailSerializer
    pagination_class = FiftyAPage
    queryset = Club.objects.all()


class OneClub(OfClub):
    permission_classes = [AllowAny]

    @extend_schema(responses=ClubDetailSerializer)
    def get(self, request: Request, slug: str) -> Response:
        """The club of that slug."""
        return Response(ClubDetailSerializer(self.club).data)


class People(OfClub):
    permission_classes = [KnowsPeople]

    @extend_schema(parameters=[LettersQuery], responses=PersonSerializer(many=True))
    def get(self, request: Request, slug: str) -> Response:
        """Up to twenty people by name: each typed word must begin a word of the name."""
        given = validated(LettersQuery, request.query_params)
        people_found: QuerySet[Person] = people.find(self.club, given["letters"])
        return Response(PersonSerializer(people_found[:MOST_FOUND], many=True).data)

    @extend_schema(request=PersonBody, responses={201: PersonSerializer})
    def post(self, request: Request, slug: str) -> Response:
        """Adds a guest to the club's people."""
        given = validated(PersonBody, request.data)
        by = cast(User, request.user)
        person = people.add(self.club, is_guest=True, **given, by=by)
        return Response(PersonSerializer(person).data, status=201)


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
