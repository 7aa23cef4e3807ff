"""Clubs and their people, and what the asker may do in them."""

from typing import Any, cast

from django.db.models import QuerySet
from drf_spectacular.utils import extend_schema
from rest_framework import generics
from rest_framework.permissions import AllowAny, IsAuthenticated
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from club import people
from club.access import RIGHTS
from club.accounts import factors
from club.models import Club, Person, Role, User
from tournaments.api.bodies.people import LettersQuery, PersonBody
from tournaments.api.pagination import FiftyAPage
from tournaments.api.permissions import KnowsPeople
from tournaments.api.serializers.people import ClubDetailSerializer, MeSerializer, PersonSerializer
from tournaments.api.views.base import OfClub

# As many as one reads at a noisy desk before typing another letter.
MOST_FOUND = 20


class Clubs(generics.ListAPIView[Club]):
    """The clubs of this installation, by name."""

    permission_classes = [AllowAny]
    serializer_class = ClubDetailSerializer
    pagination_class = FiftyAPage
    queryset = Club.objects.all()


class OneClub(OfClub):
    permission_classes = [AllowAny]

    @extend_schema(responses=ClubDetailSerializer)
    def get(self, request: Request, slug: str) -> Response:
        """The club of that short name."""
        return Response(ClubDetailSerializer(self.club).data)


class People(OfClub):
    permission_classes = [KnowsPeople]

    @extend_schema(parameters=[LettersQuery], responses=PersonSerializer(many=True))
    def get(self, request: Request, slug: str) -> Response:
        """Up to twenty people in whose name every typed word starts a word."""
        query = LettersQuery(data=request.query_params)
        query.is_valid(raise_exception=True)
        found: QuerySet[Person] = people.find(self.club, query.validated_data["letters"])
        return Response(PersonSerializer(found[:MOST_FOUND], many=True).data)

    @extend_schema(request=PersonBody, responses={201: PersonSerializer})
    def post(self, request: Request, slug: str) -> Response:
        """Adds a guest to the club's people."""
        body = PersonBody(data=request.data)
        body.is_valid(raise_exception=True)
        by = cast(User, request.user)
        person = people.add(self.club, is_guest=True, **body.validated_data, by=by)
        return Response(PersonSerializer(person).data, status=201)


class Me(APIView):
    permission_classes = [IsAuthenticated]

    @extend_schema(responses=MeSerializer)
    def get(self, request: Request) -> Response:
        """The account behind the request, with its roles and rights club by club."""
        user = cast(User, request.user)
        return Response(
            MeSerializer({"email": user.email, "name": user.get_full_name(), "clubs": _offices(user)}).data
        )


def _offices(user: User) -> list[dict[str, Any]]:
    """The user's clubs by name, each with roles and rights, none where a second factor is missing.

    One query, two where a club wants a second factor.
    """
    held: dict[Club, list[str]] = {}
    for role in Role.objects.filter(user=user).select_related("club").order_by("club__name", "kind"):
        held.setdefault(role.club, []).append(role.kind)
    wanting = {club for club in held if club.requires_second_factor}
    closed = wanting if wanting and not factors.has_second(user) else set()
    return [
        {
            "club": club,
            "roles": kinds,
            "rights": []
            if club in closed
            else sorted({right.name.lower() for kind in kinds for right in RIGHTS[kind]}),
        }
        for club, kinds in held.items()
    ]
