"""Tournaments: the calendar, creation and settings, ranking, advice and simulations."""

from django.db.models import QuerySet
from django.utils.translation import gettext as _
from drf_spectacular.utils import extend_schema
from rest_framework import generics
from rest_framework.permissions import AllowAny
from rest_framework.request import Request
from rest_framework.response import Response

from tournaments.api.bodies.tournaments import (
    AdviceQuery,
    ChangedTournamentBody,
    RankingBody,
    ReopeningBody,
    SimulationBody,
    TournamentBody,
    planned_evening,
    simulation_question,
)
from tournaments.api.parsing import validated
from tournaments.api.permissions import ReadsOrRunsEvening, RunsEvening
from tournaments.api.serializers.organiser import AdviceSerializer, SimulationSerializer
from tournaments.api.serializers.tournaments import RankingSerializer, TournamentSerializer
from tournaments.api.views.base import FiftyAPage, OfClub, OfTournament
from tournaments.core.standings import PRESETS
from tournaments.evenings import advice, lifecycle
from tournaments.evenings.simulations import running
from tournaments.models import Simulation, Tournament
from tournaments.queries import first_or_not_found
from tournaments.standings import ranking_service


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
        fields = validated(TournamentBody, request.data)
        tournament = lifecycle.create(
            self.club, name=fields.pop("name"), on=fields.pop("date"), by=self.actor, **fields
        )
        return Response(TournamentSerializer(tournament).data, status=201)


class OneTournament(OfTournament):
    permission_classes = [ReadsOrRunsEvening]

    @extend_schema(responses=TournamentSerializer)
    def get(self, request: Request, code: str) -> Response:
        """A tournament and its rules."""
        return Response(TournamentSerializer(self.tournament).data)

    @extend_schema(request=ChangedTournamentBody, responses=TournamentSerializer)
    def patch(self, request: Request, code: str) -> Response:
        """Changes the settings that can still be changed."""
        given = validated(ChangedTournamentBody, request.data)
        changed = lifecycle.change(self.tournament.pk, by=self.actor, **given)
        return Response(TournamentSerializer(changed).data)


class Closing(OfTournament):
    permission_classes = [RunsEvening]

    @extend_schema(request=None, responses=TournamentSerializer)
    def post(self, request: Request, code: str) -> Response:
        """Closes the tournament: its standings are final."""
        return Response(TournamentSerializer(lifecycle.close(self.tournament.pk, by=self.actor)).data)


class Reopening(OfTournament):
    permission_classes = [RunsEvening]

    @extend_schema(request=ReopeningBody, responses=TournamentSerializer)
    def post(self, request: Request, code: str) -> Response:
        """Reopens a closed tournament, to correct a result."""
        given = validated(ReopeningBody, request.data)
        reopened = lifecycle.reopen(self.tournament.pk, by=self.actor, **given)
        return Response(TournamentSerializer(reopened).data)


class Ranking(OfTournament):
    permission_classes = [ReadsOrRunsEvening]

    @extend_schema(responses=RankingSerializer)
    def get(self, request: Request, code: str) -> Response:
        """The ranking: criteria, scale, table of victory points, score of a bye."""
        return Response(RankingSerializer(self.tournament).data)

    @extend_schema(request=RankingBody, responses=RankingSerializer)
    def put(self, request: Request, code: str) -> Response:
        """Changes the ranking; standings that exist get a new version."""
        fields = validated(RankingBody, request.data)
        if preset := fields.pop("preset", None):
            fields["criteria"] = list(PRESETS[preset])
        changed = ranking_service.choose(self.tournament.pk, by=self.actor, **fields)
        return Response(RankingSerializer(changed).data)


class Advice(OfTournament):
    permission_classes = [RunsEvening]

    @extend_schema(parameters=[AdviceQuery], responses=AdviceSerializer)
    def get(self, request: Request, code: str) -> Response:
        """The formats that fit, when each would end, and the problems of the current one."""
        given = validated(AdviceQuery, request.query_params.dict())
        evening = planned_evening(self.tournament, given)
        advised = {
            "entries": evening.entries,
            "findings": advice.warnings(self.tournament, evening),
            "formulas": advice.choices(self.tournament, evening),
        }
        return Response(AdviceSerializer(advised).data)


class Simulations(OfTournament):
    permission_classes = [RunsEvening]

    @extend_schema(request=SimulationBody, responses={202: SimulationSerializer})
    def post(self, request: Request, code: str) -> Response:
        """Simulates evenings. Idempotent: an equal question gets the simulation that there is."""
        given = validated(SimulationBody, request.data)
        simulation = running.start(self.tournament.club, simulation_question(self.tournament, given))
        return Response(SimulationSerializer(simulation).data, status=202)


class OneSimulation(OfTournament):
    permission_classes = [RunsEvening]

    def simulation(self, simulation_id: int) -> Simulation:
        simulations = self.tournament.club.simulations.filter(pk=simulation_id)
        return first_or_not_found(simulations, _("Questa prova non c'è."))

    @extend_schema(responses=SimulationSerializer)
    def get(self, request: Request, code: str, simulation_id: int) -> Response:
        """The simulation's progress and results so far; each request starts the next slice if none runs."""
        running.ask_for_slice(self.simulation(simulation_id))
        return Response(SimulationSerializer(self.simulation(simulation_id)).data)

    @extend_schema(responses={204: None})
    def delete(self, request: Request, code: str, simulation_id: int) -> Response:
        """Stops the simulation; its results so far stay."""
        running.stop(self.simulation(simulation_id))
        return Response(status=204)
