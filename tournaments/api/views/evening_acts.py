"""Acts on a whole tournament: calling it off, choosing its format, redrawing; the prizes and the race."""

from collections.abc import Callable
from typing import Any

from django.utils.translation import gettext as _
from drf_spectacular.utils import extend_schema
from rest_framework import serializers
from rest_framework.permissions import AllowAny
from rest_framework.request import Request
from rest_framework.response import Response

from club.api.parsing import MOST, WholeNumber, validated
from club.errors import NotFound
from tournaments.api.bodies.tables import VersionBody
from tournaments.api.bodies.tournaments import AdviceBody, ReopeningBody, planned_evening
from tournaments.api.permissions import RunsEvening
from tournaments.api.serializers.tables import RoundSerializer
from tournaments.api.serializers.tournaments import TournamentSerializer
from tournaments.api.views.base import OfTournament
from tournaments.api.views.rounds import OfRound
from tournaments.evenings import advice, lifecycle
from tournaments.models import Tournament
from tournaments.presenters.races import EveningRace, PrizeGiving, prize_giving, race_of
from tournaments.rounds import rounds


class ActWithReason(OfTournament):
    """An act on the whole tournament, with a reason."""

    permission_classes = [RunsEvening]
    verb: Callable[..., Tournament]

    def act(self, request: Request) -> Response:
        given = validated(ReopeningBody, request.data)
        changed = type(self).verb(self.tournament.pk, by=self.actor, **given)
        return Response(TournamentSerializer(changed).data)


class CallingOff(ActWithReason):
    verb = lifecycle.call_off

    @extend_schema(request=ReopeningBody, responses=TournamentSerializer)
    def post(self, request: Request, code: str) -> Response:
        """Calls the tournament off, before tables are announced; everybody who booked gets a letter."""
        return self.act(request)


class Holding(ActWithReason):
    verb = lifecycle.hold

    @extend_schema(request=ReopeningBody, responses=TournamentSerializer)
    def post(self, request: Request, code: str) -> Response:
        """Reverses the calling off of a tournament; everybody who booked gets a letter."""
        return self.act(request)


class FormatChoiceBody(AdviceBody):
    """The plan of the evening, and one of the formats that fit it."""

    movement = serializers.CharField(max_length=20, help_text="The `movement` of a format in the advice.")
    version = WholeNumber(min_value=1, max_value=MOST, required=False)


class ChoosingFormat(OfTournament):
    permission_classes = [RunsEvening]

    @extend_schema(request=FormatChoiceBody, responses=TournamentSerializer)
    def post(self, request: Request, code: str) -> Response:
        """Sets one of the formats of the advice, with its rounds and settings, before the first draw."""
        given = validated(FormatChoiceBody, request.data)
        movement, version = given.pop("movement"), given.pop("version", None)
        planned = planned_evening(self.tournament, given)
        chosen = advice.choose(self.tournament.pk, movement, planned, by=self.actor, version=version)
        return Response(TournamentSerializer(chosen).data)


class Redrawing(OfRound):
    permission_classes = [RunsEvening]

    @extend_schema(request=VersionBody, responses={201: RoundSerializer})
    def post(self, request: Request, code: str, turn: int) -> Response:
        """Draws a draft again, with another seed; if the draw fails, the draft stays."""
        given = validated(VersionBody, request.data)
        drawn = rounds.redraw(self.tournament.pk, self.existing(turn), by=self.actor, **given)
        response = self.round_response(drawn.number)
        response.status_code = 201
        return response


class AwardedSerializer(serializers.Serializer[Any]):
    number = serializers.IntegerField()
    players = serializers.ListField(child=serializers.CharField())
    out_of_prizes = serializers.BooleanField()


class AwardedPlaceSerializer(serializers.Serializer[Any]):
    """A place with the entries that share it, and their value of the first criterion."""

    place = serializers.IntegerField()
    entries = AwardedSerializer(many=True)
    points = serializers.CharField()


class PrizesSerializer(serializers.Serializer[PrizeGiving]):
    """The final places, the last one first, with public names."""

    criterion = serializers.CharField()
    places = AwardedPlaceSerializer(many=True)


class Prizes(OfTournament):
    permission_classes = [RunsEvening]

    @extend_schema(responses=PrizesSerializer)
    def get(self, request: Request, code: str) -> Response:
        """The prize-giving, one place at a time; 404 until the standings are final."""
        giving = prize_giving(self.tournament)
        if giving is None:
            raise NotFound(_("La premiazione aspetta la classifica finale: prima concludi il torneo."))
        return Response(PrizesSerializer(giving).data)


class RunnerSerializer(serializers.Serializer[Any]):
    """An entry, and its place after each round; null where it had none."""

    number = serializers.IntegerField()
    name = serializers.CharField()
    places = serializers.ListField(child=serializers.IntegerField(allow_null=True))


class RaceSerializer(serializers.Serializer[EveningRace]):
    """The rounds that have standings; the entries in the order of the newest."""

    turns = serializers.ListField(child=serializers.IntegerField())
    runners = RunnerSerializer(many=True)


class Race(OfTournament):
    permission_classes = [AllowAny]

    @extend_schema(responses=RaceSerializer)
    def get(self, request: Request, code: str) -> Response:
        """The places of every entry after each round."""
        return Response(RaceSerializer(race_of(self.tournament, self.reading)).data)
