"""The players of a club across evenings: search, a player's history, two against each other."""

from django.utils import timezone
from django.utils.translation import gettext as _
from drf_spectacular.utils import extend_schema
from rest_framework import serializers
from rest_framework.permissions import AllowAny
from rest_framework.request import Request
from rest_framework.response import Response

from club.api.parsing import StrictBody, validated
from club.api.permissions import KeepsRegister
from club.queries import first_or_not_found
from tournaments.api.serializers.players import DuelSerializer, FoundPlayerSerializer, ProfileSerializer
from tournaments.api.views.base import OfClub
from tournaments.players import match_history, rating_builds
from tournaments.players.player_profile import career, duel
from tournaments.text import names
from tournaments.text.names import PUBLIC

MOST_FOUND = 30


class PlayersQuery(StrictBody):
    letters = serializers.CharField(max_length=60, help_text="The first letters of a public name.")


class ObjectionBody(StrictBody):
    objects = serializers.BooleanField(help_text="Whether the person objects to having a rating.")


class Players(OfClub):
    permission_classes = [AllowAny]

    @extend_schema(parameters=[PlayersQuery], responses=FoundPlayerSerializer(many=True))
    def get(self, request: Request, slug: str) -> Response:
        """The players whose public name contains the letters, at most thirty."""
        letters = validated(PlayersQuery, request.query_params.dict())["letters"]
        people = match_history.find_players(self.club, letters, MOST_FOUND)
        return Response([{"person": person.pk, "name": names.shown(person, PUBLIC)} for person in people])


class OnePlayer(OfClub):
    permission_classes = [AllowAny]

    @extend_schema(responses=ProfileSerializer)
    def get(self, request: Request, slug: str, person_id: int) -> Response:
        """A player's history at the club; 404 without a public page."""
        return Response(ProfileSerializer(career(self.club, person_id, PUBLIC)).data)


class PlayersDuel(OfClub):
    permission_classes = [AllowAny]

    @extend_schema(responses=DuelSerializer)
    def get(self, request: Request, slug: str, person_id: int, other_id: int) -> Response:
        """Every match between two players, the balance, and their record as partners."""
        return Response(DuelSerializer(duel(self.club, person_id, other_id, PUBLIC)).data)


class RatingObjection(OfClub):
    permission_classes = [KeepsRegister]

    @extend_schema(request=ObjectionBody, responses=ObjectionBody)
    def put(self, request: Request, slug: str, person_id: int) -> Response:
        """Records that a person objects to having a rating, or no longer does."""
        people = self.club.people.filter(pk=person_id, erased_number=None)
        person = first_or_not_found(people, _("Questa persona non è del circolo."))
        given = validated(ObjectionBody, request.data)
        today = timezone.localdate()
        rating_builds.set_objection(self.club, person.pk, today=today, by=self.officer, **given)
        return Response(given)
