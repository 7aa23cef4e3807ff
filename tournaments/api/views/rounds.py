"""The life of a turn, over the API."""

from collections.abc import Callable

from django.http import Http404
from django.utils.translation import gettext as _
from drf_spectacular.utils import extend_schema
from rest_framework.request import Request
from rest_framework.response import Response

from tournaments import queries, rounds
from tournaments.api.bodies import DrawBody, VersionBody
from tournaments.api.bodies.rounds import SettleBody, VersionQuery
from tournaments.api.bodies.strict import StrictBody
from tournaments.api.permissions import EntersResults, ReadsOrRunsEvening, RunsEvening
from tournaments.api.serializers import RoundSerializer
from tournaments.api.serializers.rounds import RoundSummarySerializer
from tournaments.api.serializers.sheets import SheetSerializer, sheets
from tournaments.api.views.base import OfTournament
from tournaments.errors import TournamentError
from tournaments.models import Round


class OfRound(OfTournament):
    def known(self, turn: int) -> int:
        """The same number, if the tournament has drawn that turn; for who may see drafts."""
        if not self.tournament.rounds.filter(number=turn).exists():
            raise Http404(_("Il turno %(turn)s non c'è: abbinalo prima.") % {"turn": turn})
        return turn

    def shown(self, turn: int) -> Response:
        return Response(RoundSerializer(self.round(turn), context=self.reading).data)


class Rounds(OfRound):
    permission_classes = [ReadsOrRunsEvening]

    @extend_schema(responses=RoundSummarySerializer(many=True))
    def get(self, request: Request, code: str) -> Response:
        """The turns so far, without their tables; a draft only for who runs the evening."""
        visible = queries.visible_rounds(self.tournament, drafts=self.reading["drafts"])
        return Response(RoundSummarySerializer(visible.select_related("tournament"), many=True).data)

    @extend_schema(request=DrawBody, responses={201: RoundSerializer})
    def post(self, request: Request, code: str) -> Response:
        """Draws the next turn as a draft, with its tables and why each two meet."""
        body = DrawBody(data=request.data)
        body.is_valid(raise_exception=True)
        drawn = rounds.draw(self.tournament.pk, by=self.actor, **body.validated_data)
        response = self.shown(drawn.number)
        response.status_code = 201
        return response


class OneRound(OfRound):
    permission_classes = [ReadsOrRunsEvening]

    @extend_schema(responses=RoundSerializer)
    def get(self, request: Request, code: str, turn: int) -> Response:
        """A turn with its tables, seats, deals and rests."""
        return self.shown(turn)

    @extend_schema(parameters=[VersionQuery], responses={204: None})
    def delete(self, request: Request, code: str, turn: int) -> Response:
        """Throws a draft away; or, with a reason and while no deal is in, tables already announced."""
        query = VersionQuery(data=request.query_params)
        query.is_valid(raise_exception=True)
        rounds.discard(self.tournament.pk, self.known(turn), by=self.actor, **query.validated_data)
        return Response(status=204)


class Step(OfRound):
    """A step of a turn's life; each has its own address."""

    permission_classes = [RunsEvening]
    step: Callable[..., Round]
    body: type[StrictBody] = VersionBody

    def taken(self, request: Request, turn: int) -> Response:
        body = self.body(data=request.data)
        body.is_valid(raise_exception=True)
        type(self).step(self.tournament.pk, self.known(turn), by=self.actor, **body.validated_data)
        return self.shown(turn)


class Publishing(Step):
    step = rounds.publish

    @extend_schema(request=VersionBody, responses=RoundSerializer)
    def post(self, request: Request, code: str, turn: int) -> Response:
        """Announces a draft: everybody sees the tables."""
        return self.taken(request, turn)


class Playing(Step):
    step = rounds.play

    @extend_schema(request=VersionBody, responses=RoundSerializer)
    def post(self, request: Request, code: str, turn: int) -> Response:
        """Starts the clock of a published turn: the tables take results."""
        return self.taken(request, turn)


class Settling(Step):
    step = rounds.settle

    body = SettleBody

    @extend_schema(request=SettleBody, responses=RoundSerializer)
    def post(self, request: Request, code: str, turn: int) -> Response:
        """Ends a turn with every result in and confirmed; its classifica is built right after."""
        return self.taken(request, turn)


class RenewingCodes(OfRound):
    permission_classes = [RunsEvening]

    @extend_schema(request=None, responses={204: None})
    def post(self, request: Request, code: str, turn: int) -> Response:
        """Makes the codes on this turn's printed sheets worthless; print the sheets again."""
        rounds.renew_codes(self.tournament.pk, self.known(turn), by=self.actor)
        return Response(status=204)


class Sheets(OfRound):
    permission_classes = [EntersResults]

    @extend_schema(responses=SheetSerializer(many=True))
    def get(self, request: Request, code: str, turn: int) -> Response:
        """What the fogli di gara of a turn are filled with, names whole, with each table's code."""
        round_ = self.round(turn)
        if not round_.is_announced:
            raise TournamentError(
                "not-published", _("Il turno %(turn)s è ancora una bozza: prima pubblicalo.") % {"turn": turn}
            )
        return Response(sheets(round_))
