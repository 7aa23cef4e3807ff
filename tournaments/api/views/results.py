"""Results: the results page in one response, the standings, the evening of an entry, the log."""

from hashlib import sha256
from typing import Any, ClassVar, cast

from django.db.models import QuerySet
from django.http.response import HttpResponseBase
from django.utils.cache import get_conditional_response, patch_cache_control, patch_vary_headers
from django.utils.translation import get_language
from django.utils.translation import gettext as _
from drf_spectacular.utils import OpenApiResponse, extend_schema
from rest_framework.permissions import AllowAny
from rest_framework.request import Request
from rest_framework.response import Response

from club.api.base import ApiView
from club.api.lists import CursorPages, ListView
from club.api.parsing import validated
from club.errors import NotFound
from club.history.hash_chain import Head
from tournaments import log, queries
from tournaments.api.bodies.tables import TurnQuery
from tournaments.api.filters import LogFilters
from tournaments.api.permissions import EntersResults, HoldsEveningCode
from tournaments.api.serializers.players import EveningNowSerializer, now_data
from tournaments.api.serializers.standings import (
    EveningSerializer,
    HeadSerializer,
    ResultsSerializer,
    StandingsSerializer,
    StandingsWithHeadSerializer,
    evening,
)
from tournaments.api.serializers.tables import LogEntrySerializer
from tournaments.api.views.base import OfTournament
from tournaments.models import Entry, LogEntry
from tournaments.presenters.results import results
from tournaments.presenters.standings import provisional, standings_after


class Results(OfTournament):
    permission_classes = [AllowAny]

    @extend_schema(responses={200: ResultsSerializer, 304: OpenApiResponse(description="Nothing changed.")})
    def get(self, request: Request, code: str) -> HttpResponseBase:
        """The whole results page: tournament, standings, the current round with its tables.

        Send its ETag as `If-None-Match`: while nothing has changed, the response is an empty 304.
        """
        etag = self._etag()
        response = get_conditional_response(request._request, etag=etag)
        if response is None:
            response = Response(
                ResultsSerializer(results(self.tournament, self.reading), context=self.reading).data
            )
        response["ETag"] = etag
        # Full names are for officers: a program may keep the response with its ETag, a browser must not.
        patch_cache_control(response, private=True, **{self._caching(): True})
        patch_vary_headers(response, ["Authorization", "Cookie", "Accept-Language"])
        return response

    def _caching(self) -> str:
        return "no_store" if self.reading.get("full_names") else "no_cache"

    def _etag(self) -> str:
        """Returns a digest of what the response depends on: version, language and rights."""
        parts = [self.tournament.code, queries.live_version(self.tournament), get_language(), self.reading]
        return f'W/"{sha256(repr(parts).encode()).hexdigest()[:20]}"'


class Standings(OfTournament):
    permission_classes = [AllowAny]

    @extend_schema(parameters=[TurnQuery], responses=StandingsWithHeadSerializer)
    def get(self, request: Request, code: str) -> Response:
        """The standings after the last settled round, or after `turn`; 404 if there are none yet."""
        given = validated(TurnQuery, request.query_params)
        source = standings_after(self.tournament, self.reading, given.get("turn"))
        if source is None:
            raise NotFound(_("Non c'è ancora una classifica: esce quando il turno è concluso."))
        context = {**self.reading, "log_head": log.head(self.tournament).signed()}
        return Response(StandingsWithHeadSerializer(source, context=context).data)


class Provisional(OfTournament):
    permission_classes = [AllowAny]

    @extend_schema(responses=StandingsSerializer)
    def get(self, request: Request, code: str) -> Response:
        """The interim standings with the finished matches of the round being played; 404 between rounds."""
        source = provisional(self.tournament, self.reading)
        if source is None:
            raise NotFound(_("Non c'è un turno in corso: la classifica è quella dell'ultimo concluso."))
        return Response(StandingsSerializer(source, context=self.reading).data)


class Evening(OfTournament):
    permission_classes = [AllowAny]

    @extend_schema(responses=EveningSerializer)
    def get(self, request: Request, code: str, number: int) -> Response:
        """An entry's evening: its place, its tables round by round, its deals explained."""
        given = evening(self.tournament, self.entry(number), self.reading)
        return Response(EveningSerializer(given, context=self.reading).data)


class EveningNow(ApiView):
    permission_classes = [HoldsEveningCode]

    @extend_schema(responses=EveningNowSerializer)
    def get(self, request: Request) -> Response:
        """The present moment of the evening code's entry: it plays at a table, or waits."""
        return Response(EveningNowSerializer(now_data(cast(Entry, request.auth))).data)


class LogPages(CursorPages):
    """The newest entries first, with the head of the whole log."""

    head: Head

    def get_paginated_response(self, data: Any) -> Response:
        response = super().get_paginated_response(data)
        response.data["log_head"] = HeadSerializer(self.head).data
        return response

    def get_paginated_response_schema(self, schema: dict[str, Any]) -> dict[str, Any]:
        page: dict[str, Any] = super().get_paginated_response_schema(schema)
        page["properties"]["log_head"] = {"$ref": "#/components/schemas/Head"}
        page["required"] = [*page["required"], "log_head"]
        return page


class Log(OfTournament, ListView[LogEntry]):
    """The tournament's log, newest first: every change with its actor, time, and values before and after.

    `log_head` is its last entry. Keep it elsewhere: `manage.py verify_logs --heads` can compare it later.
    """

    permission_classes = [EntersResults]
    serializer_class = LogEntrySerializer
    pagination_class = LogPages
    ordering = ("-number",)
    orders: ClassVar = {"-number": ordering, "number": ("number",)}
    filterset_class = LogFilters
    queryset = LogEntry.objects.all()

    def get_queryset(self) -> QuerySet[LogEntry]:
        return super().get_queryset().filter(tournament=self.tournament).select_related("tournament")

    def paginate_queryset(self, queryset: Any) -> Any:
        cast(LogPages, self.paginator).head = log.head(self.tournament).signed()
        return super().paginate_queryset(queryset)
