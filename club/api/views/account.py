"""The sender's account, with its roles and rights club by club, and the tokens of its devices."""

from typing import cast

from allauth.account.adapter import get_adapter
from django.http import HttpRequest
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext as _
from drf_spectacular.utils import extend_schema
from rest_framework.exceptions import AuthenticationFailed
from rest_framework.permissions import AllowAny, BasePermission, IsAuthenticated
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from club.access import RIGHTS, Right, narrowed
from club.accounts import second_factor_policy, tokens
from club.accounts.tokens import Made, Narrowing
from club.api.base import ApiView
from club.api.bodies.accounts import CredentialsBody
from club.api.parsing import validated
from club.api.permissions import HoldsWholeAccount
from club.api.serializers.accounts import (
    DeviceSerializer,
    LinkedDeviceSerializer,
    MeSerializer,
    NewDeviceSerializer,
)
from club.errors import NotFound
from club.models import Club, DeviceToken, Role, User
from club.web.forms.accounts import CodeForm


class OwnTokens(HoldsWholeAccount):
    """Admits everybody to POST, whose body has a password.

    Other methods need a session or a token that is not narrowed.
    """

    def has_permission(self, request: Request, view: APIView) -> bool:
        return request.method == "POST" or super().has_permission(request, view)


class Tokens(ApiView):
    keeps_answers = False
    permission_classes: list[type[BasePermission]] = [OwnTokens]

    @extend_schema(responses=DeviceSerializer(many=True))
    def get(self, request: Request) -> Response:
        """The sender's devices, newest first; the tokens themselves are never shown again."""
        own = DeviceToken.objects.filter(user=cast(User, request.user), expiry__gt=timezone.now())
        return Response(DeviceSerializer(own.select_related("club"), many=True).data)

    @extend_schema(request=CredentialsBody, responses={201: NewDeviceSerializer}, auth=[])
    def post(self, request: Request) -> Response:
        """Makes a token for a device: send it as `Authorization: Token …`.

        It ends when it is not used for 90 days, after a year, or when it is revoked. `expiry` is the time at
        which it ends if it is not used again. `scopes`, `club` and `ends_at` narrow it.
        """
        given = validated(CredentialsBody, request.data)
        user = _signed_in(request, given["email"], given["password"])
        _verify_second_factor(user, given.get("code", ""))
        narrowing = Narrowing(given.get("scopes", Narrowing.scopes), given.get("club"), given.get("ends_at"))
        made = tokens.make(user, given["device"], narrowing)
        return Response(
            NewDeviceSerializer(_with_secret(made)).data, status=201, headers=_location_header(made)
        )


def _with_secret(made: Made) -> DeviceToken:
    """The device with its whole token, for the one answer that contains it."""
    made.device.token = made.secret
    return made.device


def _location_header(made: Made) -> dict[str, str]:
    return {"Location": reverse("v1:token", args=[made.device.token_key])}


class TakenLink(ApiView):
    """The link that the desk shows as a code, for a device that is a program."""

    permission_classes = [AllowAny]

    @extend_schema(request=None, responses={201: LinkedDeviceSerializer}, auth=[])
    def post(self, request: Request, device_word: str) -> Response:
        """Makes the token of a link, which works once and for ten minutes."""
        link, made = tokens.make_from_link(device_word)
        device = _with_secret(made)
        device.opens = link.opens
        return Response(LinkedDeviceSerializer(device).data, status=201, headers=_location_header(made))


class OwnTokenOrWholeAccount(HoldsWholeAccount):
    """Also admits a narrowed token to its own address, so that it can end itself."""

    def has_permission(self, request: Request, view: APIView) -> bool:
        device = request.auth
        if isinstance(device, DeviceToken) and device.token_key == view.kwargs["token_key"]:
            return True
        return super().has_permission(request, view)


class OneToken(ApiView):
    permission_classes = [OwnTokenOrWholeAccount]

    @extend_schema(responses={204: None})
    def delete(self, request: Request, token_key: str) -> Response:
        """Revokes a token. A narrowed one revokes only itself."""
        own = DeviceToken.objects.filter(user=cast(User, request.user), token_key=token_key)
        if not own.delete()[0]:
            raise NotFound(_("Fra i tuoi dispositivi non c'è questo."))
        return Response(status=204)


def _verify_second_factor(user: User, code: str) -> None:
    """Verifies the second factor of an account that has one, because a token may give all its rights."""
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


class Me(ApiView):
    permission_classes = [IsAuthenticated]

    @extend_schema(responses=MeSerializer)
    def get(self, request: Request) -> Response:
        """The account behind the request, with its roles and rights club by club."""
        user = cast(User, request.user)
        return Response(
            MeSerializer(
                {"email": user.email, "name": user.get_full_name(), "clubs": _offices(user, request.auth)}
            ).data
        )


def _offices(user: User, device: object) -> list[dict[str, object]]:
    """Returns the user's clubs by name, with roles and rights. One query, or two.

    The rights are empty where a second factor is missing, and narrowed if `device` is a token.
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
            else sorted(right.name.lower() for right in _rights(kinds, club, device)),
        }
        for club, kinds in held.items()
    ]


def _rights(kinds: list[str], club: Club, device: object) -> frozenset[Right]:
    held = frozenset().union(*(RIGHTS[kind] for kind in kinds))
    return narrowed(held, device, club) if isinstance(device, DeviceToken) else held
