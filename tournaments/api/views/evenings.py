"""Tournaments: the calendar, one evening, and what its organiser does to it."""

from django.db.models import QuerySet
from drf_spectacular.utils import extend_schema
from rest_framework import generics
from rest_framework.permissions import AllowAny
from rest_framework.request import Request
from rest_framework.response import Response

from tournaments import evenings
from tournaments.api.bodies import ChangedTournamentBody, ReopeningBody, TournamentBody
from tournaments.api.pagination import FiftyAPage
from tournaments.api.permissions import ReadsOrRunsEvening, RunsEvening
from tournaments.api.serializers import TournamentSerializer
from tournaments.api.views.base import OfClub, OfTournament
from tournaments.models import Tournament


class Tournaments(generics.ListAPIView[Tournament]):
    """Every club's tournaments, newest first."""

    permission_classes = [AllowAny]
    serializer_class = TournamentSerializer
    pagination_class = FiftyAPage
    queryset = Tournament.objects.select_related("club")


class TournamentsOfClub(OfClub, generics.ListAPIView[Tournament]):
    """A club's tournaments, newest first."""

    permission_classes = [ReadsOrRunsEvening]
    serializer_class = TournamentSerializer
    pagination_class = FiftyAPage
    queryset = Tournament.objects.select_related("club")

    def get_queryset(self) -> QuerySet[Tournament]:
        return super().get_queryset().filter(club=self.club)

    @extend_schema(request=TournamentBody, responses={201: TournamentSerializer})
    def post(self, request: Request, slug: str) -> Response:
        """Creates a tournament; only the name and the date are needed."""
        body = TournamentBody(data=request.data)
        body.is_valid(raise_exception=True)
        fields = dict(body.validated_data)
        tournament = evenings.create(
            self.club, name=fields.pop("name"), on=fields.pop("date"), by=self.actor, **fields
        )
        return Response(TournamentSerializer(tournament).data, status=201)


class OneTournament(OfTournament):
    permission_classes = [ReadsOrRunsEvening]

    @extend_schema(responses=TournamentSerializer)
    def get(self, request: Request, code: str) -> Response:
        """One evening and its rules."""
        return Response(TournamentSerializer(self.tournament).data)

    @extend_schema(request=ChangedTournamentBody, responses=TournamentSerializer)
    def patch(self, request: Request, code: str) -> Response:
        """Changes what can still be changed."""
        body = ChangedTournamentBody(data=request.data)
        body.is_valid(raise_exception=True)
        changed = evenings.change(self.tournament.pk, by=self.actor, **body.validated_data)
        return Response(TournamentSerializer(changed).data)


class Closing(OfTournament):
    permission_classes = [RunsEvening]

    @extend_schema(request=None, responses=TournamentSerializer)
    def post(self, request: Request, code: str) -> Response:
        """Ends the evening: the classifica is final."""
        return Response(TournamentSerializer(evenings.close(self.tournament.pk, by=self.actor)).data)


class Reopening(OfTournament):
    permission_classes = [RunsEvening]

    @extend_schema(request=ReopeningBody, responses=TournamentSerializer)
    def post(self, request: Request, code: str) -> Response:
        """Opens a closed evening again, to correct what was found late."""
        body = ReopeningBody(data=request.data)
        body.is_valid(raise_exception=True)
        reopened = evenings.reopen(self.tournament.pk, by=self.actor, **body.validated_data)
        return Response(TournamentSerializer(reopened).data)
