"""How a tournament ranks: read by everybody, chosen by who runs the evening."""

from drf_spectacular.utils import extend_schema
from rest_framework.request import Request
from rest_framework.response import Response

from tournaments import ranking
from tournaments.api.bodies.ranking import RankingBody
from tournaments.api.permissions import ReadsOrRunsEvening
from tournaments.api.serializers.ranking import RankingSerializer
from tournaments.api.views.base import OfTournament
from tournaments.standings import PRESETS


class Ranking(OfTournament):
    permission_classes = [ReadsOrRunsEvening]

    @extend_schema(responses=RankingSerializer)
    def get(self, request: Request, code: str) -> Response:
        """How the classifica is made: criteria, scale, table of punti vittoria, what a rest gives."""
        return Response(RankingSerializer(self.tournament).data)

    @extend_schema(request=RankingBody, responses=RankingSerializer)
    def put(self, request: Request, code: str) -> Response:
        """Chooses how the classifica is made; a classifica already made gets a new version."""
        body = RankingBody(data=request.data)
        body.is_valid(raise_exception=True)
        fields = dict(body.validated_data)
        if preset := fields.pop("preset", None):
            fields["criteria"] = list(PRESETS[preset])
        changed = ranking.choose(self.tournament.pk, by=self.actor, **fields)
        return Response(RankingSerializer(changed).data)
