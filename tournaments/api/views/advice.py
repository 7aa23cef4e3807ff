"""Before the evening, over the API: the formulas that fit, and evenings played out in the background."""

from django.http import Http404
from django.utils.translation import gettext as _
from drf_spectacular.utils import extend_schema
from rest_framework.request import Request
from rest_framework.response import Response

from tournaments import advice
from tournaments.api.bodies.advice import AdviceQuery, SimulationBody, intended, question
from tournaments.api.permissions import RunsEvening
from tournaments.api.serializers.advice import AdviceSerializer, SimulationSerializer
from tournaments.api.views.base import OfTournament
from tournaments.models import Simulation
from tournaments.simulations import asking


class Advice(OfTournament):
    permission_classes = [RunsEvening]

    @extend_schema(parameters=[AdviceQuery], responses=AdviceSerializer)
    def get(self, request: Request, code: str) -> Response:
        """Which formulas fit, when each ends, and what stands in the way of the one there is."""
        query = AdviceQuery(data=request.query_params.dict())
        query.is_valid(raise_exception=True)
        wanted = intended(self.tournament, query.validated_data)
        told = {
            "entries": wanted.entries,
            "findings": advice.warnings(self.tournament, wanted),
            "formulas": advice.choices(self.tournament, wanted),
        }
        return Response(AdviceSerializer(told).data)


class Simulations(OfTournament):
    permission_classes = [RunsEvening]

    @extend_schema(request=SimulationBody, responses={202: SimulationSerializer})
    def post(self, request: Request, code: str) -> Response:
        """Plays evenings out; the same question is asked once, and its answer kept."""
        body = SimulationBody(data=request.data)
        body.is_valid(raise_exception=True)
        asked = asking.ask(self.tournament.club, question(self.tournament, body.validated_data))
        return Response(SimulationSerializer(asked).data, status=202)


class OneSimulation(OfTournament):
    permission_classes = [RunsEvening]

    def simulation(self, simulation_id: int) -> Simulation:
        found = self.tournament.club.simulations.filter(pk=simulation_id).first()
        if found is None:
            raise Http404(_("Questa prova non c'è."))
        return found

    @extend_schema(responses=SimulationSerializer)
    def get(self, request: Request, code: str, simulation_id: int) -> Response:
        """How far it is, and what it told so far; asking keeps it going."""
        asking.go_on(self.simulation(simulation_id))
        return Response(SimulationSerializer(self.simulation(simulation_id)).data)

    @extend_schema(responses={204: None})
    def delete(self, request: Request, code: str, simulation_id: int) -> Response:
        """Stops it; what it told so far stays."""
        asking.stop(self.simulation(simulation_id))
        return Response(status=204)
