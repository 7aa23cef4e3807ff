"""Clubs, and the people that an officer finds by name."""

from django.db.models import QuerySet
from drf_spectacular.utils import extend_schema
from rest_framework.permissions import AllowAny
from rest_framework.request import Request
from rest_framework.response import Response

from club.api.base import ClubView
from club.api.bodies.accounts import LettersQuery, PersonBody
from club.api.lists import ListView
from club.api.parsing import validated
from club.api.permissions import KnowsPeople
from club.api.serializers.accounts import ClubDetailSerializer, PersonSerializer
from club.models import Club, Person
from club.register import people

# At a busy desk, typing another letter is quicker than reading more names.
MOST_FOUND = 20


class Clubs(ListView[Club]):
    """The clubs of this installation, by name."""

    permission_classes = [AllowAny]
    serializer_class = ClubDetailSerializer
    ordering = ("name", "pk")
    queryset = Club.objects.all()


class OneClub(ClubView):
    permission_classes = [AllowAny]

    @extend_schema(responses=ClubDetailSerializer)
    def get(self, request: Request, slug: str) -> Response:
        """The club of that slug."""
        return Response(ClubDetailSerializer(self.club).data)


class People(ClubView):
    permission_classes = [KnowsPeople]

    @extend_schema(parameters=[LettersQuery], responses=PersonSerializer(many=True))
    def get(self, request: Request, slug: str) -> Response:
        """Up to twenty people by name: each typed word must begin a word of the name."""
        given = validated(LettersQuery, request.query_params)
        people_found: QuerySet[Person] = people.find(self.club, given["letters"])
        return Response(PersonSerializer(people_found[:MOST_FOUND], many=True).data)

    @extend_schema(request=PersonBody, responses={201: PersonSerializer})
    def post(self, request: Request, slug: str) -> Response:
        """Adds a guest to the club's people."""
        given = validated(PersonBody, request.data)
        person = people.add(self.club, is_guest=True, **given, by=self.officer)
        return Response(PersonSerializer(person).data, status=201)
