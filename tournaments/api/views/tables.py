"""Tables: their deals, for officers and holders of the code; and the referee's acts at a table."""

from typing import NotRequired, TypedDict
from uuid import UUID

from django.utils.translation import gettext as _
from drf_spectacular.utils import extend_schema
from rest_framework.request import Request
from rest_framework.response import Response

from club.access import Right
from club.api.parsing import validated
from club.errors import NotFound
from club.queries import first_or_not_found
from tournaments.actors import Actor
from tournaments.api.bodies.referee import (
    AskedRulingBody,
    RulingBody,
    SubstitutionBody,
    TimeOutBody,
    TimeOverBody,
)
from tournaments.api.bodies.tables import (
    AnswerBody,
    EnteredDealBody,
    ErasedDealQuery,
    ReasonQuery,
    WrittenDealBody,
    by_way,
)
from tournaments.api.permissions import AtTable, CorrectsResults
from tournaments.api.serializers.standings import CountSerializer, ExplainedDealSerializer, count, explanation
from tournaments.api.serializers.tables import (
    ChangeSerializer,
    DealSerializer,
    MatchSerializer,
    RoundSerializer,
    RulingSerializer,
    SubstitutionSerializer,
)
from tournaments.api.views.base import OfMatch, OfTournament
from tournaments.api.views.tournaments import player
from tournaments.entries import substitutions
from tournaments.errors import InputRefused
from tournaments.models import Deal, Match, Ruling, Substitution
from tournaments.results import correction_preview, rulings, scores
from tournaments.results.rulings import RulingRequest
from tournaments.rounds import time_outs


class OneTable(OfMatch):
    permission_classes = [AtTable]

    @extend_schema(responses=MatchSerializer)
    def get(self, request: Request, code: str, turn: int, table: int) -> Response:
        """A table: its seats, its dealers, the deals so far."""
        return Response(MatchSerializer(self.match, context=self.reading).data)


class OneDeal(OfMatch):
    permission_classes = [AtTable]

    @extend_schema(responses=ExplainedDealSerializer)
    def get(self, request: Request, code: str, turn: int, table: int, number: int) -> Response:
        """A deal with an explanation of its points."""
        deal = next((deal for deal in self.match.deals.all() if deal.number == number), None)
        if deal is None:
            raise NotFound(_("La smazzata %(deal)s non è stata inserita.") % {"deal": number})
        shown = DealSerializer(deal, context=self.reading).data
        return Response({**shown, "explanation": explanation(self.match, deal, self.reading)})

    @extend_schema(request=by_way("WrittenDeal", WrittenDealBody), responses=DealSerializer)
    def put(self, request: Request, code: str, turn: int, table: int, number: int) -> Response:
        """Enters a deal, or corrects the version that the device saw.

        Idempotent by `key`. If another version has been entered meanwhile, the response is a 409 with that
        deal as `current`. Officers may correct a settled round, with a reason once the next tables are
        announced.
        """
        given = validated(WrittenDealBody, request.data)
        deal = scores.enter(
            self.match,
            number,
            by=self.actor,
            may_correct=Right.CORRECT_RESULTS in self.rights,
            **given,
        )
        return Response(DealSerializer(deal, context=self.reading).data)

    @extend_schema(parameters=[ErasedDealQuery], responses={204: None})
    def delete(self, request: Request, code: str, turn: int, table: int, number: int) -> Response:
        """Erases a deal that was entered by mistake, while the round is played."""
        given = validated(ErasedDealQuery, request.query_params)
        scores.erase(self.match, number, by=self.actor, **given)
        return Response(status=204)


class Answer(OfMatch):
    permission_classes = [AtTable]

    @extend_schema(request=AnswerBody, responses=DealSerializer)
    def post(self, request: Request, code: str, turn: int, table: int, number: int) -> Response:
        """Confirms or contests a deal that the other side entered; an officer's confirmation accepts it.

        A side cannot answer its own deal (409). Idempotent by `key`.
        """
        given = validated(AnswerBody, request.data)
        deal = answered(self.match, number, by=self.actor, **given)
        return Response(DealSerializer(deal, context=self.reading).data)


def answered(
    match: Match, number: int, *, answer: str, by: Actor, version: int, reason: str, key: UUID | None = None
) -> Deal:
    """Stores the answer of a side or an officer, and returns the deal."""
    if answer == Deal.Agreement.CONTESTED:
        return scores.contest(match, {number: version}, by=by, reason=reason, key=key)[0]
    if by.side:
        return scores.confirm(match, {number: version}, by=by, key=key)[0]
    return scores.accept(match, {number: version}, by=by, reason=reason)[0]


class Count(OfMatch):
    keeps_answers = False
    permission_classes = [AtTable]

    @extend_schema(request=by_way("EnteredDeal", EnteredDealBody), responses=CountSerializer)
    def post(self, request: Request, code: str, turn: int, table: int, number: int) -> Response:
        """Counts a deal and explains its points; nothing is stored."""
        numbers = self.match.play.numbers(self.match.points)
        if number not in numbers:
            raise NotFound(_("Smazzate che si giocano a un tavolo: %(deals)s.") % {"deals": len(numbers)})
        given = validated(EnteredDealBody, request.data)
        return Response(count(self.match, number, given["way"], given["entered"], self.reading))


class AskedRuling(TypedDict):
    """The fields of `AskedRulingBody`."""

    article: str
    side: str
    deal: NotRequired[int | None]
    assigned: NotRequired[dict[str, int] | None]
    entry: NotRequired[int | None]


class OfReferee(OfMatch):
    permission_classes = [CorrectsResults]

    def ruling_request(self, given: AskedRuling) -> RulingRequest:
        """Returns the ruling asked for. Raises InputRefused for an article that the club does not have."""
        article = self.club.articles.filter(code=given["article"]).first()
        if article is None:
            raise InputRefused("unknown-article", _("Questo articolo non è nel catalogo del circolo."))
        return RulingRequest(
            article, given["side"], given.get("deal"), given.get("assigned"), given.get("entry")
        )


class Rulings(OfReferee):
    @extend_schema(responses=RulingSerializer(many=True))
    def get(self, request: Request, code: str, turn: int, table: int) -> Response:
        """The rulings given at a table, even revoked ones, the oldest first."""
        given = self.match.rulings.select_related("article", "entry").order_by("id")
        return Response(RulingSerializer(given, many=True).data)

    @extend_schema(request=RulingBody, responses={201: RulingSerializer})
    def post(self, request: Request, code: str, turn: int, table: int) -> Response:
        """Gives a ruling; `preview/` returns its effects beforehand."""
        given = validated(RulingBody, request.data)
        ruling_request = self.ruling_request(given)
        ruling = rulings.give(
            self.match,
            ruling_request.article,
            side=ruling_request.side,
            by=self.actor,
            reason=given["reason"],
            deal_number=ruling_request.deal_number,
            assigned=ruling_request.assigned,
            entry=ruling_request.entry,
        )
        return Response(RulingSerializer(ruling).data, status=201)


class RulingPreview(OfReferee):
    keeps_answers = False

    @extend_schema(request=AskedRulingBody, responses=ChangeSerializer)
    def post(self, request: Request, code: str, turn: int, table: int) -> Response:
        """Returns the effects of a ruling; nothing is stored."""
        given = validated(AskedRulingBody, request.data)
        change = correction_preview.preview_ruling(self.match, self.ruling_request(given))
        return Response(ChangeSerializer(change).data)


class OneRuling(OfReferee):
    @extend_schema(parameters=[ReasonQuery], responses={200: RulingSerializer})
    def delete(self, request: Request, code: str, turn: int, table: int, number: int) -> Response:
        """Revokes a ruling: its effect ends, but it stays in the list."""
        rows = Ruling.objects.filter(match=self.match, pk=number)
        ruling = first_or_not_found(rows, _("A questo tavolo non c'è quel provvedimento."))
        given = validated(ReasonQuery, request.query_params)
        revoked = rulings.revoke(ruling, by=self.actor, reason=given["reason"])
        return Response(RulingSerializer(revoked).data)


class CorrectionPreview(OfReferee):
    keeps_answers = False

    @extend_schema(request=by_way("WrittenDeal", WrittenDealBody), responses=ChangeSerializer)
    def post(self, request: Request, code: str, turn: int, table: int, number: int) -> Response:
        """Returns the changes that this deal would make in the standings; nothing is stored."""
        given = validated(WrittenDealBody, request.data)
        change = correction_preview.preview_correction(
            self.match,
            number,
            given["way"],
            given["entered"],
            based_on=given["based_on"],
            reason=given["reason"],
        )
        return Response(ChangeSerializer(change).data)


class Substitutions(OfReferee):
    @extend_schema(responses=SubstitutionSerializer(many=True))
    def get(self, request: Request, code: str, turn: int, table: int) -> Response:
        """The substitutions in the entries of a table, the oldest first."""
        pairs = self.match.seats.values("entry")
        made = Substitution.objects.filter(entry__in=pairs).select_related("entry", "replaced", "substitute")
        return Response(SubstitutionSerializer(made, many=True).data)

    @extend_schema(request=SubstitutionBody, responses={201: SubstitutionSerializer})
    def post(self, request: Request, code: str, turn: int, table: int) -> Response:
        """Seats a substitute, from this round on."""
        given = validated(SubstitutionBody, request.data)
        substitute = player(self.club, given["player"])
        made = substitutions.substitute(
            self.match, given["position"], substitute, by=self.actor, reason=given["reason"]
        )
        return Response(SubstitutionSerializer(made).data, status=201)


class OneSubstitution(OfReferee):
    @extend_schema(parameters=[ReasonQuery], responses={200: SubstitutionSerializer})
    def delete(self, request: Request, code: str, turn: int, table: int, number: int) -> Response:
        """Ends a substitution: at once before the round is played, else from the next round."""
        pairs = self.match.seats.values("entry")
        rows = Substitution.objects.filter(entry__in=pairs, pk=number)
        made = first_or_not_found(rows, _("A questo tavolo non c'è quella sostituzione."))
        given = validated(ReasonQuery, request.query_params)
        ended = substitutions.end_substitution(made, by=self.actor, reason=given["reason"])
        return Response(SubstitutionSerializer(ended).data)


class TimeOut(OfTournament):
    permission_classes = [CorrectsResults]

    @extend_schema(request=TimeOutBody, responses=RoundSerializer)
    def post(self, request: Request, code: str, turn: int) -> Response:
        """Adds minutes to a round being played."""
        number = self.round(turn).number
        given = validated(TimeOutBody, request.data)
        time_outs.extend(self.tournament.pk, number, by=self.actor, **given)
        return Response(RoundSerializer(self.round(turn), context=self.reading).data)


class EndOfRound(OfTournament):
    permission_classes = [CorrectsResults]

    @extend_schema(request=None, responses=RoundSerializer)
    def post(self, request: Request, code: str, turn: int) -> Response:
        """Ends by the clock the matches of a round that lack deals, as the tournament's `time_over` says.

        A table without any deal stays as it is: PUT its own `time-over` with the number of deals that count.
        """
        number = self.round(turn).number
        time_outs.end_round(self.tournament.pk, number, by=self.actor)
        return Response(RoundSerializer(self.round(turn), context=self.reading).data)


class TimeOver(OfMatch):
    permission_classes = [CorrectsResults]

    @extend_schema(request=TimeOverBody, responses=MatchSerializer)
    def put(self, request: Request, code: str, turn: int, table: int) -> Response:
        """Ends a match by the clock with its `last_deal`; null lets play continue.

        Only while the round is played; idempotent by `seen`.
        """
        given = validated(TimeOverBody, request.data)
        scores.end_match(self.match, given["last_deal"], by=self.actor, seen=given["seen"])
        del self.match  # read again below
        return Response(MatchSerializer(self.match, context=self.reading).data)
