"""Tables changed by hand, over the API: weighed, made, taken back; a draft mended."""

from drf_spectacular.utils import extend_schema
from rest_framework.request import Request
from rest_framework.response import Response

from tournaments import moving
from tournaments.api.bodies.moves import MendBody, MoveBody, SwapBody
from tournaments.api.bodies.rounds import VersionQuery
from tournaments.api.permissions import RunsEvening
from tournaments.api.serializers import RoundSerializer
from tournaments.api.serializers.moves import MoveSerializer, WeighingSerializer
from tournaments.api.views.rounds import OfRound


class Moves(OfRound):
    permission_classes = [RunsEvening]

    @extend_schema(responses=MoveSerializer(many=True))
    def get(self, request: Request, code: str, turn: int) -> Response:
        """The changes made by hand to a turn since it was drawn, in order, with their reasons."""
        return Response(MoveSerializer(self.round(turn).moves, many=True).data)

    @extend_schema(request=MoveBody, responses=RoundSerializer)
    def post(self, request: Request, code: str, turn: int) -> Response:
        """Changes tables by hand; what it will cost, `weigh/` tells before."""
        body = MoveBody(data=request.data)
        body.is_valid(raise_exception=True)
        moving.move(self.tournament.pk, self.known(turn), by=self.actor, **body.validated_data)
        return self.shown(turn)


class WeighingMove(OfRound):
    permission_classes = [RunsEvening]

    @extend_schema(request=SwapBody, responses=WeighingSerializer)
    def post(self, request: Request, code: str, turn: int) -> Response:
        """What a change by hand would cost; nothing is stored."""
        body = SwapBody(data=request.data)
        body.is_valid(raise_exception=True)
        weighing = moving.weigh(self.tournament, self.known(turn), body.validated_data["swap"])
        return Response(WeighingSerializer(weighing).data)


class LastMove(OfRound):
    permission_classes = [RunsEvening]

    @extend_schema(parameters=[VersionQuery], responses=RoundSerializer)
    def delete(self, request: Request, code: str, turn: int) -> Response:
        """Takes back the last change made by hand; announced tables need a reason."""
        query = VersionQuery(data=request.query_params)
        query.is_valid(raise_exception=True)
        moving.undo(self.tournament.pk, self.known(turn), by=self.actor, **query.validated_data)
        return self.shown(turn)


class Mending(OfRound):
    permission_classes = [RunsEvening]

    @extend_schema(request=MendBody, responses=RoundSerializer)
    def post(self, request: Request, code: str, turn: int) -> Response:
        """Puts a draft right for who has left and come since; the other tables stay as they are."""
        body = MendBody(data=request.data)
        body.is_valid(raise_exception=True)
        moving.mend(self.tournament.pk, self.known(turn), by=self.actor, **body.validated_data)
        return self.shown(turn)


class WeighingMend(OfRound):
    permission_classes = [RunsEvening]

    @extend_schema(request=None, responses=WeighingSerializer)
    def post(self, request: Request, code: str, turn: int) -> Response:
        """What putting a draft right would change; nothing is stored."""
        return Response(WeighingSerializer(moving.weigh_mend(self.tournament, self.known(turn))).data)
