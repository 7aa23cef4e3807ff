"""A table of a turn and its deals: for officers, and for whoever holds the table's code."""

from typing import Any
from uuid import UUID

from django.http import Http404
from django.utils.translation import gettext as _
from drf_spectacular.utils import extend_schema
from rest_framework.request import Request
from rest_framework.response import Response

from club.access import Right
from tournaments import scores
from tournaments.actors import Actor
from tournaments.api.bodies import EnteredDealBody, WrittenDealBody
from tournaments.api.bodies.deals import AnswerBody, ErasedDealQuery
from tournaments.api.permissions import AtTable
from tournaments.api.serializers import DealSerializer, MatchSerializer
from tournaments.api.serializers.explained import (
    CountSerializer,
    ExplainedDealSerializer,
    count,
    explanation,
)
from tournaments.api.views.base import OfMatch
from tournaments.models import Deal, Match


class OneTable(OfMatch):
    permission_classes = [AtTable]

    @extend_schema(responses=MatchSerializer)
    def get(self, request: Request, code: str, turn: int, table: int) -> Response:
        """A table: who sits where, who deals, the deals so far."""
        return Response(MatchSerializer(self.match, context=self.reading).data)


class OneDeal(OfMatch):
    permission_classes = [AtTable]

    @extend_schema(responses=ExplainedDealSerializer)
    def get(self, request: Request, code: str, turn: int, table: int, number: int) -> Response:
        """A deal with why each point is there."""
        deal = next((deal for deal in self.match.deals.all() if deal.number == number), None)
        if deal is None:
            raise Http404(_("La smazzata %(deal)s non è stata inserita.") % {"deal": number})
        shown = DealSerializer(deal, context=self.reading).data
        return Response({**shown, "explanation": explanation(self.match, deal, self.reading)})

    @extend_schema(request=WrittenDealBody, responses=DealSerializer)
    def put(self, request: Request, code: str, turn: int, table: int, number: int) -> Response:
        """Writes a deal, or corrects the version the device saw.

        The same key again answers the deal and writes nothing. Somebody else's version in its place is a 409
        that holds theirs as `current`. Officers may correct a settled turn; once the next tables are
        announced, with a reason.
        """
        body = WrittenDealBody(data=request.data)
        body.is_valid(raise_exception=True)
        deal = scores.enter(
            self.match,
            number,
            by=self.actor,
            may_correct=Right.CORRECT_RESULTS in self.rights,
            **body.validated_data,
        )
        return Response(DealSerializer(deal, context=self.reading).data)

    @extend_schema(parameters=[ErasedDealQuery], responses={204: None})
    def delete(self, request: Request, code: str, turn: int, table: int, number: int) -> Response:
        """Takes back a deal written at the wrong place, while the turn is played."""
        query = ErasedDealQuery(data=request.query_params)
        query.is_valid(raise_exception=True)
        scores.erase(self.match, number, by=self.actor, **query.validated_data)
        return Response(status=204)


class Answer(OfMatch):
    permission_classes = [AtTable]

    @extend_schema(request=AnswerBody, responses=DealSerializer)
    def post(self, request: Request, code: str, turn: int, table: int, number: int) -> Response:
        """Confirms or contests what the other side wrote; an officer's confirmation accepts it as it is.

        A side never answers its own entry (409). The same key again answers the deal and writes nothing.
        """
        body = AnswerBody(data=request.data)
        body.is_valid(raise_exception=True)
        deal = answered(self.match, number, by=self.actor, **body.validated_data)
        return Response(DealSerializer(deal, context=self.reading).data)


def answered(
    match: Match, number: int, *, answer: str, by: Actor, version: int, reason: str, key: UUID | None = None
) -> Deal:
    """The deal with that answer: a side's word, or an officer's."""
    if answer == Deal.Agreement.CONTESTED:
        return scores.contest(match, number, by=by, based_on=version, reason=reason, key=key)
    if by.side:
        return scores.confirm(match, {number: version}, by=by, key=key)[0]
    return scores.accept(match, {number: version}, by=by, reason=reason)[0]


class Count(OfMatch):
    permission_classes = [AtTable]

    @extend_schema(request=EnteredDealBody, responses=CountSerializer)
    def post(self, request: Request, code: str, turn: int, table: int, number: int) -> Response:
        """Counts a deal and says why; nothing is stored."""
        numbers = self.match.play.numbers(self.match.points)
        if number not in numbers:
            raise Http404(_("A un tavolo si giocano %(deals)s smazzate.") % {"deals": len(numbers)})
        body = EnteredDealBody(data=request.data)
        body.is_valid(raise_exception=True)
        given: dict[str, Any] = body.validated_data
        return Response(count(self.match, number, given["way"], given["entered"], self.reading))
