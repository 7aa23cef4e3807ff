"""The referee: the board, calls, the catalogue of rulings, a table's history and withdrawals."""

from typing import Any

from django.utils.translation import gettext as _
from drf_spectacular.utils import extend_schema, extend_schema_field
from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response

from club.api.parsing import validated
from club.queries import first_or_not_found
from tournaments import log
from tournaments.api.bodies.entries import WithdrawalBody
from tournaments.api.bodies.referee import ArticleBody, CallBody, RetiredBody
from tournaments.api.permissions import CorrectsResults, EntersResults, HoldsTableCode
from tournaments.api.serializers.tables import LogEntrySerializer
from tournaments.api.serializers.tournaments import EntrySerializer
from tournaments.api.views.base import OfClub, OfMatch, OfTournament
from tournaments.entries import entries
from tournaments.errors import InputRefused
from tournaments.models import Article, Call
from tournaments.presenters.referee_board import BoardTable, Need, board_context
from tournaments.results import calls, catalogue
from tournaments.text.names import unknown_entry

#: How many acts the history of a table shows; the log has them all.
MOST_ACTS = 200


class CallSerializer(serializers.ModelSerializer[Call]):
    """A call to the referee; `answered_at` once an officer is on the way."""

    turn = serializers.IntegerField(source="match.round.number")
    table = serializers.IntegerField(source="match.table")

    class Meta:
        model = Call
        fields = ["turn", "table", "side", "reason", "at", "answered_at"]


class ContestSerializer(serializers.Serializer[Any]):
    """A contested deal that nobody has decided."""

    table = serializers.IntegerField(source="match.table")
    deal = serializers.IntegerField(source="number")
    version = serializers.IntegerField()


class CallsSerializer(serializers.Serializer[Any]):
    """The open calls to the referee, the oldest first, and the contested deals."""

    calls = CallSerializer(many=True)
    contests = ContestSerializer(many=True)


class Calls(OfTournament):
    permission_classes = [EntersResults]

    @extend_schema(responses=CallsSerializer)
    def get(self, request: Request, code: str) -> Response:
        """The tables that call the referee, and the deals that are contested."""
        shown = {"calls": calls.open_calls(self.tournament), "contests": calls.open_contests(self.tournament)}
        return Response(CallsSerializer(shown).data)


class TableCall(OfMatch):
    permission_classes = [HoldsTableCode]

    @extend_schema(request=CallBody, responses={201: CallSerializer, 204: None})
    def post(self, request: Request, code: str, turn: int, table: int) -> Response:
        """Calls the referee to this table, with the table's code. Idempotent: one call is open at a time.

        204 if the call with this `key` has been answered meanwhile.
        """
        given = validated(CallBody, request.data)
        call = calls.call(self.match, by=self.actor, **given)
        if call is None:
            return Response(status=204)
        call.match = self.match
        return Response(CallSerializer(call).data, status=201, headers={"Location": request.path})

    @extend_schema(responses={204: None})
    def delete(self, request: Request, code: str, turn: int, table: int) -> Response:
        """Withdraws the open call of this side. Idempotent."""
        calls.withdraw(self.match, by=self.actor)
        return Response(status=204)


class AnsweringCall(OfMatch):
    permission_classes = [EntersResults]

    @extend_schema(request=None, responses={204: None})
    def post(self, request: Request, code: str, turn: int, table: int) -> Response:
        """Tells the table that called that an officer is on the way. Idempotent."""
        calls.answer(self.match, by=self.actor)
        return Response(status=204)


class BoardTableSerializer(serializers.Serializer[BoardTable]):
    """A table of the board: why it needs the referee, its call, and the numbers of its doubtful deals."""

    table = serializers.IntegerField(source="table.table")
    need = serializers.SerializerMethodField()
    is_late = serializers.BooleanField(help_text="Whether it has been silent for longer than the others.")
    last_at = serializers.DateTimeField(allow_null=True, help_text="The time of its last deal.")
    called_by = serializers.CharField(source="call.side", default=None, allow_null=True)
    contested = serializers.SerializerMethodField()
    waiting = serializers.SerializerMethodField(help_text="The deals that await a confirmation.")
    refused = serializers.SerializerMethodField(
        help_text="The duplicated deals that the table could not enter, and that are still missing."
    )

    @staticmethod
    def _numbers(deals: Any) -> list[int]:
        return [deal.number for deal in deals]

    @extend_schema_field({"type": "string", "enum": [need.name.lower() for need in Need]})
    def get_need(self, row: BoardTable) -> str:
        return row.need.name.lower()

    def get_contested(self, row: BoardTable) -> list[int]:
        return self._numbers(row.contested)

    def get_waiting(self, row: BoardTable) -> list[int]:
        return self._numbers(row.waiting)

    def get_refused(self, row: BoardTable) -> list[int]:
        return self._numbers(row.refused)


class BoardSerializer(serializers.Serializer[Any]):
    """The tables of the current round, first those that need the referee."""

    turn = serializers.IntegerField(allow_null=True)
    tables = BoardTableSerializer(many=True)
    done = serializers.IntegerField(help_text="The tables that have finished.")


class Board(OfTournament):
    permission_classes = [EntersResults]

    @extend_schema(responses=BoardSerializer)
    def get(self, request: Request, code: str) -> Response:
        """The referee's board: the tables by need, from those that call to those that have finished."""
        shown = board_context(self.tournament)
        round_ = shown["round"]
        board = (
            {"turn": None, "tables": [], "done": 0} if round_ is None else {**shown, "turn": round_.number}
        )
        return Response(BoardSerializer(board).data)


class TableHistory(OfMatch):
    permission_classes = [EntersResults]

    @extend_schema(responses=LogEntrySerializer(many=True))
    def get(self, request: Request, code: str, turn: int, table: int) -> Response:
        """The acts at a table, the newest first: deals, corrections, calls and rulings."""
        return Response(LogEntrySerializer(log.acts_at(self.match)[:MOST_ACTS], many=True).data)


class TableWithdrawal(OfMatch):
    permission_classes = [CorrectsResults]

    @extend_schema(request=WithdrawalBody, responses=EntrySerializer)
    def post(self, request: Request, code: str, turn: int, table: int) -> Response:
        """Withdraws an entry that sits at this table, with a reason; its results so far stay."""
        match = self.match
        given = validated(WithdrawalBody, request.data)
        if given["entry"] not in {seat.entry.number for seat in match.seats.all()}:
            raise InputRefused("no-entry", unknown_entry(self.tournament, given["entry"]))
        entries.withdraw(
            self.tournament.pk, given["entry"], withdrawn=True, by=self.actor, reason=given["reason"]
        )
        return Response(EntrySerializer(self.entry(given["entry"]), context=self.reading).data)


class ArticleSerializer(serializers.ModelSerializer[Article]):
    """An article of the club's catalogue of rulings; a retired one is kept for the rulings that name it."""

    effect_name = serializers.CharField(source="get_effect_display", read_only=True)

    class Meta:
        model = Article
        fields = [
            "id", "code", "title", "effect", "effect_name", "points", "late_step", "late_within", "retired",
        ]  # fmt: skip


class Articles(OfClub):
    permission_classes = [CorrectsResults]

    @extend_schema(responses=ArticleSerializer(many=True))
    def get(self, request: Request, slug: str) -> Response:
        """The club's catalogue of rulings, in the order of the codes, with the retired articles."""
        return Response(ArticleSerializer(self.club.articles.all(), many=True).data)

    @extend_schema(request=ArticleBody, responses={201: ArticleSerializer})
    def post(self, request: Request, slug: str) -> Response:
        """Adds an article to the catalogue."""
        article = catalogue.add(self.club, **validated(ArticleBody, request.data))
        return Response(ArticleSerializer(article).data, status=201)


class UsualArticles(OfClub):
    permission_classes = [CorrectsResults]

    @extend_schema(request=None, responses=ArticleSerializer(many=True))
    def post(self, request: Request, slug: str) -> Response:
        """Adds the usual articles that the catalogue lacks. Idempotent."""
        catalogue.adopt_base_catalogue(self.club)
        return Response(ArticleSerializer(self.club.articles.all(), many=True).data)


class OneArticle(OfClub):
    permission_classes = [CorrectsResults]

    @extend_schema(request=RetiredBody, responses=ArticleSerializer)
    def patch(self, request: Request, slug: str, article_id: int) -> Response:
        """Retires an article, or takes it into use again; its rulings stay."""
        sentence = _("Questo articolo non è nel catalogo del circolo.")
        article = first_or_not_found(self.club.articles.filter(pk=article_id), sentence)
        given = validated(RetiredBody, request.data)
        return Response(ArticleSerializer(catalogue.retire(article, **given)).data)
