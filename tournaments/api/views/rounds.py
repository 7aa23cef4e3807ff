"""Rounds: drawing, publishing, playing and settling them; their sheets, and changes of tables by hand."""

from collections.abc import Callable

from django.db.models import QuerySet
from django.utils.translation import gettext as _
from drf_spectacular.utils import extend_schema
from rest_framework.request import Request
from rest_framework.response import Response

from club.access import PRINTERS
from club.api.lists import WholeList
from club.api.parsing import StrictBody, validated
from club.errors import NotFound
from tournaments import queries
from tournaments.api.bodies.tables import (
    DrawBody,
    MendBody,
    MoveBody,
    SettleBody,
    SwapBody,
    VersionBody,
    VersionQuery,
    WithdrawalQuery,
)
from tournaments.api.filters import RoundFilters
from tournaments.api.permissions import EntersResults, ReadsOrRunsEvening, RunsEvening
from tournaments.api.serializers.tables import RoundSerializer, RoundSummarySerializer, SheetSerializer
from tournaments.api.serializers.tournaments import MoveSerializer, WeighingSerializer
from tournaments.api.views.base import OfTournament
from tournaments.models import Round
from tournaments.pairing import mending, moves
from tournaments.presenters import as_data
from tournaments.presenters.score_sheets import shown_sheets
from tournaments.rounds import rounds


class OfRound(OfTournament):
    def existing(self, turn: int) -> int:
        """Returns the number of the round. Raises NotFound if there is none; drafts count, for organisers."""
        if not self.tournament.rounds.filter(number=turn).exists():
            raise NotFound(_("Il turno %(turn)s non c'è: abbinalo prima.") % {"turn": turn})
        return turn

    def round_response(self, turn: int) -> Response:
        return Response(RoundSerializer(self.round(turn), context=self.reading).data)


class Rounds(OfRound, WholeList[Round]):
    """The rounds so far, without their tables; a draft for organisers only."""

    permission_classes = [ReadsOrRunsEvening]
    serializer_class = RoundSummarySerializer
    filterset_class = RoundFilters
    queryset = Round.objects.select_related("tournament")

    def get_queryset(self) -> QuerySet[Round]:
        visible = queries.visible_rounds(self.tournament, drafts=self.reading["drafts"])
        return visible.select_related("tournament")

    @extend_schema(request=DrawBody, responses={201: RoundSerializer})
    def post(self, request: Request, code: str) -> Response:
        """Draws the next round as a draft, with its tables and the reason of each pairing."""
        given = validated(DrawBody, request.data)
        drawn = rounds.draw(self.tournament.pk, by=self.actor, **given)
        response = self.round_response(drawn.number)
        response.status_code = 201
        return response


class OneRound(OfRound):
    permission_classes = [ReadsOrRunsEvening]

    @extend_schema(responses=RoundSerializer)
    def get(self, request: Request, code: str, turn: int) -> Response:
        """A round with its tables, seats, deals and byes."""
        return self.round_response(turn)

    @extend_schema(parameters=[WithdrawalQuery], responses={204: None})
    def delete(self, request: Request, code: str, turn: int) -> Response:
        """Discards a draft; or announced tables, with a reason, while no deal is entered."""
        given = validated(WithdrawalQuery, request.query_params)
        rounds.discard(self.tournament.pk, self.existing(turn), by=self.actor, **given)
        return Response(status=204)


class Step(OfRound):
    """A step in the life of a round; each step has its own URL."""

    permission_classes = [RunsEvening]
    step: Callable[..., Round]
    body: type[StrictBody] = VersionBody

    def take(self, request: Request, turn: int) -> Response:
        given = validated(self.body, request.data)
        type(self).step(self.tournament.pk, self.existing(turn), by=self.actor, **given)
        return self.round_response(turn)


class Publishing(Step):
    step = rounds.publish

    @extend_schema(request=VersionBody, responses=RoundSerializer)
    def post(self, request: Request, code: str, turn: int) -> Response:
        """Announces a draft: everybody sees the tables."""
        return self.take(request, turn)


class Playing(Step):
    step = rounds.play

    @extend_schema(request=VersionBody, responses=RoundSerializer)
    def post(self, request: Request, code: str, turn: int) -> Response:
        """Starts a published round: its clock runs, and its tables take results."""
        return self.take(request, turn)


class Settling(Step):
    step = rounds.settle

    body = SettleBody

    @extend_schema(request=SettleBody, responses=RoundSerializer)
    def post(self, request: Request, code: str, turn: int) -> Response:
        """Settles a round with every result entered and confirmed; its standings are built right after."""
        return self.take(request, turn)


class RenewingCodes(OfRound):
    permission_classes = [RunsEvening]

    @extend_schema(request=None, responses={204: None})
    def post(self, request: Request, code: str, turn: int) -> Response:
        """Renews the codes of a round; codes on printed sheets expire, so print the sheets again."""
        rounds.renew_codes(self.tournament.pk, self.existing(turn), by=self.actor)
        return Response(status=204)


class Sheets(OfRound):
    readers = PRINTERS
    permission_classes = [EntersResults]

    @extend_schema(responses=SheetSerializer(many=True))
    def get(self, request: Request, code: str, turn: int) -> Response:
        """The content of a round's score sheets, with full names and each table's codes."""
        round_ = self.round(turn)
        if not round_.is_announced:
            raise rounds.not_published(turn)
        return Response(as_data(shown_sheets(round_)))


class Moves(OfRound):
    permission_classes = [RunsEvening]

    @extend_schema(responses=MoveSerializer(many=True))
    def get(self, request: Request, code: str, turn: int) -> Response:
        """The changes made by hand to a round since it was drawn, in order, with their reasons."""
        return Response(MoveSerializer(self.round(turn).moves, many=True).data)

    @extend_schema(request=MoveBody, responses=RoundSerializer)
    def post(self, request: Request, code: str, turn: int) -> Response:
        """Changes tables by hand; `weigh/` returns the cost beforehand."""
        given = validated(MoveBody, request.data)
        moves.move(self.tournament.pk, self.existing(turn), by=self.actor, **given)
        return self.round_response(turn)


class WeighingMove(OfRound):
    keeps_answers = False
    permission_classes = [RunsEvening]

    @extend_schema(request=SwapBody, responses=WeighingSerializer)
    def post(self, request: Request, code: str, turn: int) -> Response:
        """Returns the cost of a change by hand; nothing is stored."""
        given = validated(SwapBody, request.data)
        weighing = moves.weigh(self.tournament, self.existing(turn), given["swap"])
        return Response(WeighingSerializer(weighing).data)


class LastMove(OfRound):
    permission_classes = [RunsEvening]

    @extend_schema(parameters=[VersionQuery], responses={200: RoundSerializer})
    def delete(self, request: Request, code: str, turn: int) -> Response:
        """Undoes the last change made by hand; announced tables need a reason."""
        given = validated(VersionQuery, request.query_params)
        moves.undo(self.tournament.pk, self.existing(turn), by=self.actor, **given)
        return self.round_response(turn)


class Mending(OfRound):
    permission_classes = [RunsEvening]

    @extend_schema(request=MendBody, responses=RoundSerializer)
    def post(self, request: Request, code: str, turn: int) -> Response:
        """Adapts a draft to entries that have left or arrived since; other tables stay as they are."""
        given = validated(MendBody, request.data)
        mending.mend(self.tournament.pk, self.existing(turn), by=self.actor, **given)
        return self.round_response(turn)


class WeighingMend(OfRound):
    keeps_answers = False
    permission_classes = [RunsEvening]

    @extend_schema(request=None, responses=WeighingSerializer)
    def post(self, request: Request, code: str, turn: int) -> Response:
        """Returns the changes and the cost of adapting a draft; nothing is stored."""
        return Response(WeighingSerializer(mending.weigh_mend(self.tournament, self.existing(turn))).data)
