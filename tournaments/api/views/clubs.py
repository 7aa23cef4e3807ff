"""Clubs and their people, the sender's account, roles and rights in them, and the tokens of devices."""

from typing import cast

from allauth.account.adapter import get_adapter
from django.db.models import QuerySet
from django.http import HttpRequest
from django.utils import timezone
from django.utils.translation import gettext as _
from drf_spectacular.utils import extend_schema
from rest_framework import generics
from rest_framework.exceptions import AuthenticationFailed
from rest_framework.permissions import AllowAny, BasePermission, IsAuthenticated
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from club.access import RIGHTS
from club.accounts import letters, second_factor_policy
from club.models import Club, DeviceToken, Person, Role, User
from club.register import people
from club.web.forms.accounts import CodeForm
from tournaments.api.bodies.tournaments import CredentialsBody, LettersQuery, PersonBody
from tournaments.api.parsing import validated
from tournaments.api.permissions import KnowsPeople
from tournaments.api.serializers.clubs import (
    ClubDetailSerializer,
    DeviceSerializer,
    MeSerializer,
    NewDeviceSerializer,
    PersonSerializer,
    RatingHistorySerializer,
    RatingSerializer,
    SeasonSerializer,
    SeasonStandingsSerializer,
)
from tournaments.api.views.base import FiftyAPage, OfClub
from tournaments.errors import NotFound
from tournaments.players.rating_pages import history, rating_list
from tournaments.queries import first_or_not_found
from tournaments.seasons.season_standings import season_page

# At a busy desk, typing another letter is quicker than reading more names.
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
        """The club of that slug."""
        return Response(ClubDetailSerializer(self.club).data)


class People(OfClub):
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
        by = cast(User, request.user)
        person = people.add(self.club, is_guest=True, **given, by=by)
        return Response(PersonSerializer(person).data, status=201)


class Seasons(OfClub):
    permission_classes = [AllowAny]

    @extend_schema(responses=SeasonSerializer(many=True))
    def get(self, request: Request, slug: str) -> Response:
        """The club's seasons, the newest first."""
        return Response(SeasonSerializer(self.club.seasons.all(), many=True).data)


class OneSeason(OfClub):
    permission_classes = [AllowAny]

    @extend_schema(responses=SeasonStandingsSerializer)
    def get(self, request: Request, slug: str, season_id: int) -> Response:
        """The season's standings: rules, evenings, and every place with the results behind it."""
        seasons = self.club.seasons.select_related("final").filter(pk=season_id)
        season = first_or_not_found(seasons, _("Il circolo non ha questa stagione."))
        season.club = self.club
        return Response(SeasonStandingsSerializer(season_page(season, self.reading)).data)


class Ratings(OfClub):
    permission_classes = [AllowAny]

    @extend_schema(responses=RatingSerializer(many=True))
    def get(self, request: Request, slug: str) -> Response:
        """The players' ratings: those with a place, then the provisional ones, then the inactive ones."""
        ratings = rating_list(self.club, self.reading)
        lines = [*ratings.placed, *ratings.provisional, *ratings.inactive]
        return Response(RatingSerializer(lines, many=True).data)


class OneRating(OfClub):
    permission_classes = [AllowAny]

    @extend_schema(responses=RatingHistorySerializer)
    def get(self, request: Request, slug: str, person_id: int) -> Response:
        """A player's rating, evening by evening; 404 without a public page."""
        return Response(RatingHistorySerializer(history(self.club, person_id, self.reading)).data)


# The sender's account: roles and rights, and the tokens of devices.


class OwnTokens(IsAuthenticated):
    """POST is open, because its body has a password; the rest needs authentication."""

    def has_permission(self, request: Request, view: APIView) -> bool:
        return request.method == "POST" or super().has_permission(request, view)


class Tokens(APIView):
    permission_classes: list[type[BasePermission]] = [OwnTokens]

    @extend_schema(responses=DeviceSerializer(many=True))
    def get(self, request: Request) -> Response:
        """The sender's devices, newest first; the tokens themselves are never shown again."""
        tokens = DeviceToken.objects.filter(user=cast(User, request.user), expiry__gt=timezone.now())
        return Response(DeviceSerializer(tokens, many=True).data)

    @extend_schema(request=CredentialsBody, responses={201: NewDeviceSerializer}, auth=[])
    def post(self, request: Request) -> Response:
        """Makes a token for a device: send it as `Authorization: Token …`.

        It ends when it is not used for 90 days, after a year, or when it is revoked. `expiry` is the time at
        which it ends if it is not used again.
        """
        given = validated(CredentialsBody, request.data)
        user = _signed_in(request, given["email"], given["password"])
        _verify_second_factor(user, given.get("code", ""))
        device, token = DeviceToken.objects.create(user, name=given["device"])
        device.token = token
        letters.tell_owner(user, "account/email/token_made", device=device.name)
        return Response(NewDeviceSerializer(device).data, status=201)


class OneToken(APIView):
    permission_classes = [IsAuthenticated]

    @extend_schema(responses={204: None})
    def delete(self, request: Request, token_key: str) -> Response:
        """Revokes a token."""
        own = DeviceToken.objects.filter(user=cast(User, request.user), token_key=token_key)
        if not own.delete()[0]:
            raise NotFound(_("Fra i tuoi dispositivi non c'è questo."))
        return Response(status=204)


def _verify_second_factor(user: User, code: str) -> None:
    """Verifies the second factor of an account that has one: a token gives all the account's rights."""
    if not second_factor_policy.has_second_factor(user):
        return
    if not code:
        raise AuthenticationFailed(
            _("Questo accesso ha un secondo fattore: manda anche `code`, dell'app o di riserva."),
            code="second-factor-needed",
        )
    form = CodeForm(user=user, data={"code": code})
    if not form.is_valid():
        raise AuthenticationFailed(form.errors["code"][0], code="second-factor-wrong")


def _signed_in(request: Request, email: str, password: str) -> User:
    """Returns the account of these credentials, checked as on the login page, under the same limits."""
    django_request: HttpRequest = request._request
    user = get_adapter(django_request).authenticate(django_request, email=email, password=password)
    if user is None or not user.is_active:
        raise AuthenticationFailed(_("E-mail o password non corrispondono a nessun account."))
    return cast(User, user)


class Me(APIView):
    permission_classes = [IsAuthenticated]

    @extend_schema(responses=MeSerializer)
    def get(self, request: Request) -> Response:
        """The account behind the request, with its roles and rights club by club."""
        user = cast(User, request.user)
        return Response(
            MeSerializer({"email": user.email, "name": user.get_full_name(), "clubs": _offices(user)}).data
        )


def _offices(user: User) -> list[dict[str, object]]:
    """Returns the user's clubs by name, with roles and rights; no rights where a second factor is missing.

    One query, two where a club wants a second factor.
    """
    held: dict[Club, list[str]] = {}
    for role in Role.objects.filter(user=user).select_related("club").order_by("club__name", "kind"):
        held.setdefault(role.club, []).append(role.kind)
    wanting = {club for club in held if club.requires_second_factor}
    closed = wanting if wanting and not second_factor_policy.has_second_factor(user) else set()
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
