"""The referee at a table: rulings, what they and a correction would change, substitutions, time-outs."""

from typing import Any

from django.http import Http404
from django.utils.translation import gettext as _
from drf_spectacular.utils import extend_schema
from rest_framework.request import Request
from rest_framework.response import Response

from tournaments import consequences, rulings, substitutions, time_outs
from tournaments.api.bodies.deals import WrittenDealBody
from tournaments.api.bodies.rulings import (
    AskedRulingBody,
    ReasonQuery,
    RulingBody,
    SubstitutionBody,
    TimeOutBody,
)
from tournaments.api.permissions import CorrectsResults
from tournaments.api.serializers.rounds import RoundSerializer
from tournaments.api.serializers.rulings import ChangeSerializer, RulingSerializer, SubstitutionSerializer
from tournaments.api.views.base import OfMatch, OfTournament
from tournaments.api.views.entries import player
from tournaments.errors import InputRefused
from tournaments.models import Ruling, Substitution
from tournaments.rulings import Asked


class AtReferee(OfMatch):
    permission_classes = [CorrectsResults]

    def asked(self, given: dict[str, Any]) -> Asked:
        """The ruling meant. Raises InputRefused for an article that the club has not."""
        article = self.club.articles.filter(code=given["article"]).first()
        if article is None:
            raise InputRefused("unknown-article", _("Questo articolo non è nel catalogo del circolo."))
        return Asked(article, given["side"], given.get("deal"), given.get("assigned"), given.get("entry"))


class Rulings(AtReferee):
    @extend_schema(responses=RulingSerializer(many=True))
    def get(self, request: Request, code: str, turn: int, table: int) -> Response:
        """The rulings given at a table, the oldest first, those taken back too."""
        given = self.match.rulings.select_related("article", "entry").order_by("id")
        return Response(RulingSerializer(given, many=True).data)

    @extend_schema(request=RulingBody, responses={201: RulingSerializer})
    def post(self, request: Request, code: str, turn: int, table: int) -> Response:
        """Gives a ruling; what it will change, `preview/` tells before."""
        body = RulingBody(data=request.data)
        body.is_valid(raise_exception=True)
        asked = self.asked(body.validated_data)
        given = rulings.give(
            self.match,
            asked.article,
            side=asked.side,
            by=self.actor,
            reason=body.validated_data["reason"],
            deal_number=asked.deal_number,
            assigned=asked.assigned,
            entry=asked.entry,
        )
        return Response(RulingSerializer(given).data, status=201)


class RulingPreview(AtReferee):
    @extend_schema(request=AskedRulingBody, responses=ChangeSerializer)
    def post(self, request: Request, code: str, turn: int, table: int) -> Response:
        """What a ruling would change; nothing is stored."""
        body = AskedRulingBody(data=request.data)
        body.is_valid(raise_exception=True)
        change = consequences.of_ruling(self.match, self.asked(body.validated_data))
        return Response(ChangeSerializer(change).data)


class OneRuling(AtReferee):
    @extend_schema(parameters=[ReasonQuery], responses=RulingSerializer)
    def delete(self, request: Request, code: str, turn: int, table: int, number: int) -> Response:
        """Takes a ruling back: what it did is undone, and it stays in the list."""
        ruling = Ruling.objects.filter(match=self.match, pk=number).first()
        if ruling is None:
            raise Http404(_("A questo tavolo non c'è quel provvedimento."))
        query = ReasonQuery(data=request.query_params)
        query.is_valid(raise_exception=True)
        taken = rulings.revoke(ruling, by=self.actor, reason=query.validated_data["reason"])
        return Response(RulingSerializer(taken).data)


class CorrectionPreview(AtReferee):
    @extend_schema(request=WrittenDealBody, responses=ChangeSerializer)
    def post(self, request: Request, code: str, turn: int, table: int, number: int) -> Response:
        """What writing a deal so would change in the classifica; nothing is stored."""
        body = WrittenDealBody(data=request.data)
        body.is_valid(raise_exception=True)
        given = body.validated_data
        change = consequences.of_correction(
            self.match,
            number,
            given["way"],
            given["entered"],
            based_on=given["based_on"],
            reason=given["reason"],
        )
        return Response(ChangeSerializer(change).data)


class Substitutions(AtReferee):
    @extend_schema(responses=SubstitutionSerializer(many=True))
    def get(self, request: Request, code: str, turn: int, table: int) -> Response:
        """The substitutions in the pairs of a table, the oldest first."""
        pairs = self.match.seats.values("entry")
        made = Substitution.objects.filter(entry__in=pairs).select_related("entry", "replaced", "substitute")
        return Response(SubstitutionSerializer(made, many=True).data)

    @extend_schema(request=SubstitutionBody, responses={201: SubstitutionSerializer})
    def post(self, request: Request, code: str, turn: int, table: int) -> Response:
        """Somebody sits in for who has that seat, from this turn on."""
        body = SubstitutionBody(data=request.data)
        body.is_valid(raise_exception=True)
        given = body.validated_data
        who = player(self.club, given["player"])
        made = substitutions.sit_in(self.match, given["position"], who, by=self.actor, reason=given["reason"])
        return Response(SubstitutionSerializer(made).data, status=201)


class OneSubstitution(AtReferee):
    @extend_schema(parameters=[ReasonQuery], responses=SubstitutionSerializer)
    def delete(self, request: Request, code: str, turn: int, table: int, number: int) -> Response:
        """The player is back: at once before the turn is played, else from the next."""
        pairs = self.match.seats.values("entry")
        made = Substitution.objects.filter(entry__in=pairs, pk=number).first()
        if made is None:
            raise Http404(_("A questo tavolo non c'è quella sostituzione."))
        query = ReasonQuery(data=request.query_params)
        query.is_valid(raise_exception=True)
        ended = substitutions.take_back(made, by=self.actor, reason=query.validated_data["reason"])
        return Response(SubstitutionSerializer(ended).data)


class TimeOut(OfTournament):
    permission_classes = [CorrectsResults]

    @extend_schema(request=TimeOutBody, responses=RoundSerializer)
    def post(self, request: Request, code: str, turn: int) -> Response:
        """More minutes for a turn being played."""
        number = self.round(turn).number
        body = TimeOutBody(data=request.data)
        body.is_valid(raise_exception=True)
        time_outs.extend(self.tournament.pk, number, by=self.actor, **body.validated_data)
        return Response(RoundSerializer(self.round(turn), context=self.reading).data)
