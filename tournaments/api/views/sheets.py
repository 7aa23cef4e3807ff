"""Whole score sheets: of a table, or of every table of a round in one request."""

from collections.abc import Mapping
from typing import Any

from django.utils.translation import gettext as _
from drf_spectacular.utils import extend_schema
from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response

from club.api.parsing import BoundedJSONParser, validated
from club.errors import Refusal
from scoring import ScoringError
from tournaments import queries
from tournaments.actors import Actor
from tournaments.api.bodies.sheets import SheetBody, SheetsBody
from tournaments.api.permissions import EntersResults
from tournaments.api.serializers.tables import MatchSerializer
from tournaments.api.views.base import OfMatch
from tournaments.api.views.rounds import Sheets
from tournaments.errors import NoTable, SheetRefused, TournamentError
from tournaments.models import Match
from tournaments.results import scores
from tournaments.web.refusals import sentence_of, status_of


class SheetsParser(BoundedJSONParser):
    """Parses a hundred sheets of four deals; a deal by cards may have a hundred commas."""

    most_commas = 20_000


class DealRefusalSerializer(serializers.Serializer[Any]):
    """Why a deal of a sheet is refused."""

    number = serializers.IntegerField()
    code = serializers.CharField()
    message = serializers.CharField()


class SheetOutcomeSerializer(serializers.Serializer[Any]):
    """The outcome for a table's sheet: stored, with the table as it is now, or refused with the reason."""

    table = serializers.IntegerField()
    status = serializers.IntegerField(help_text="200, or the status of its refusal.")
    match = MatchSerializer(allow_null=True)
    code = serializers.CharField(allow_null=True)
    message = serializers.CharField(allow_null=True)
    deals = DealRefusalSerializer(many=True)


class TableSheet(OfMatch):
    permission_classes = [EntersResults]

    @extend_schema(request=SheetBody, responses=MatchSerializer)
    def put(self, request: Request, code: str, turn: int, table: int) -> Response:
        """Enters the deals of a table's score sheet: all of them, or none.

        Idempotent by `key`. A refusal has number, code and sentence of each refused deal in `deals`.
        """
        given = validated(SheetBody, request.data)
        try:
            enter(self.match, given, by=self.actor)
        except SheetRefused as refused:
            raise with_deals(refused) from refused
        del self.match  # read again below
        return Response(MatchSerializer(self.match, context=self.reading).data)


class RoundSheets(Sheets):
    parser_classes = [SheetsParser]

    @extend_schema(request=SheetsBody, responses=SheetOutcomeSerializer(many=True))
    def put(self, request: Request, code: str, turn: int) -> Response:
        """Enters the score sheets of many tables, in the order sent; each is stored or refused by itself."""
        given = validated(SheetsBody, request.data)
        matches = self._matches(turn)
        refusals = {sheet["table"]: self._entered(matches, turn, sheet) for sheet in given["sheets"]}
        stored = self._matches(turn)
        return Response([self._outcome(table, refusals[table], stored.get(table)) for table in refusals])

    def _matches(self, turn: int) -> dict[int, Match]:
        """Returns the tables of the round, by number, with their deals, if the sender may see it."""
        rounds = queries.visible_rounds(self.tournament, drafts=self.reading["drafts"]).filter(number=turn)
        matches = {match.table: match for match in queries.tables(rounds)}
        for match in matches.values():
            match.round.tournament = self.tournament
        return matches

    def _entered(self, matches: Mapping[int, Match], turn: int, sheet: dict[str, Any]) -> Exception | None:
        """Enters the sheet. Returns the refusal, or None."""
        match = matches.get(sheet["table"])
        if match is None:
            facts = {"turn": turn, "table": sheet["table"]}
            return NoTable("no-table", _("Al turno %(turn)s non c'è il tavolo %(table)s.") % facts)
        try:
            enter(match, sheet, by=self.actor)
        except (TournamentError, ScoringError) as refused:
            return refused
        return None

    def _outcome(self, table: int, refused: Exception | None, match: Match | None) -> dict[str, object]:
        if refused is None:
            shown = MatchSerializer(match, context=self.reading).data
            stored: dict[str, object] = {"table": table, "status": 200, "match": shown}
            return {**stored, "code": None, "message": None, "deals": []}
        deals = _refused_deals(refused) if isinstance(refused, SheetRefused) else []
        return {
            "table": table,
            "status": status_of(refused),
            "match": None,
            "code": code_of(refused),
            "message": sentence_of(refused),
            "deals": deals,
        }


def enter(match: Match, sheet: Mapping[str, Any], *, by: Actor) -> None:
    """Enters the deals of a validated sheet: all of them, or none."""
    deals = [
        scores.DealOfSheet(deal["number"], deal["way"], deal["entered"], deal["based_on"])
        for deal in sheet["deals"]
    ]
    scores.enter_sheet(
        match,
        deals,
        by=by,
        key=sheet.get("key"),
        time_is_over=sheet["time_is_over"],
        replaces=sheet.get("replaces"),
    )


def with_deals(refused: SheetRefused) -> SheetRefused:
    """Returns the refusal with the refused deals in its details."""
    detailed = type(refused)(str(refused), refused.refusals)
    detailed.details["deals"] = _refused_deals(refused)
    return detailed


def _refused_deals(refused: SheetRefused) -> list[dict[str, object]]:
    return [
        {"number": number, "code": code_of(each), "message": sentence_of(each)}
        for number, each in refused.refusals.items()
    ]


def code_of(refused: Exception) -> str:
    """Returns the stable code of a refusal."""
    return refused.code if isinstance(refused, Refusal | ScoringError) else ""
