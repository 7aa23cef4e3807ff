"""Tokens of devices: asking for one, seeing one's own, taking one back."""

from typing import cast

from allauth.account.adapter import get_adapter
from django.core.exceptions import ValidationError
from django.http import Http404, HttpRequest
from django.utils.translation import gettext as _
from drf_spectacular.utils import extend_schema
from rest_framework.exceptions import AuthenticationFailed, Throttled
from rest_framework.permissions import BasePermission, IsAuthenticated
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from club.accounts import factors
from club.accounts.forms import CodeForm
from club.models import DeviceToken, User
from tournaments.api.bodies import CredentialsBody
from tournaments.api.serializers.people import DeviceSerializer, NewDeviceSerializer
from tournaments.api.throttles import Passwords, PasswordsOfAccount


class OwnTokens(IsAuthenticated):
    """A password in the body opens POST; the rest is for who is known already."""

    def has_permission(self, request: Request, view: APIView) -> bool:
        return request.method == "POST" or super().has_permission(request, view)


class Tokens(APIView):
    permission_classes: list[type[BasePermission]] = [OwnTokens]
    throttle_classes = [Passwords, PasswordsOfAccount]

    @extend_schema(responses=DeviceSerializer(many=True))
    def get(self, request: Request) -> Response:
        """The asker's devices, newest first; the tokens themselves are never shown again."""
        tokens = DeviceToken.objects.filter(user=cast(User, request.user))
        return Response(DeviceSerializer(tokens, many=True).data)

    @extend_schema(request=CredentialsBody, responses={201: NewDeviceSerializer}, auth=[])
    def post(self, request: Request) -> Response:
        """A new token for a device: send it as `Authorization: Token …`. It holds until it is taken back."""
        body = CredentialsBody(data=request.data)
        body.is_valid(raise_exception=True)
        given = body.validated_data
        user = _signed_in(request, given["email"], given["password"])
        _verify_second_factor(user, given.get("code", ""))
        device, token = DeviceToken.objects.create(user, name=given["device"])
        device.token = token
        return Response(NewDeviceSerializer(device).data, status=201)


class OneToken(APIView):
    permission_classes = [IsAuthenticated]

    @extend_schema(responses={204: None})
    def delete(self, request: Request, token_key: str) -> Response:
        """Takes a token back: from now on it opens nothing."""
        own = DeviceToken.objects.filter(user=cast(User, request.user), token_key=token_key)
        if not own.delete()[0]:
            raise Http404(_("Fra i tuoi dispositivi non c'è questo."))
        return Response(status=204)


def _verify_second_factor(user: User, code: str) -> None:
    """A token opens what the account opens, so the password alone gives none where more is asked for."""
    if not factors.has_second(user):
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
    """The account of that password, tried as the login page tries it, under the same limits."""
    asked: HttpRequest = request._request
    try:
        user = get_adapter(asked).authenticate(asked, email=email, password=password)
    except ValidationError as refusal:
        raise Throttled(detail=refusal.messages[0]) from refusal
    if user is None or not user.is_active:
        raise AuthenticationFailed(_("E-mail o password non corrispondono a nessun account."))
    return cast(User, user)
