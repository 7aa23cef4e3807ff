"""Authentication of requests: a device by its token, a table by its code, or an entry by its evening code."""

from collections.abc import Callable
from typing import TypeVar

from django.contrib.auth.models import AnonymousUser
from django.utils import timezone
from django.utils.translation import gettext as _
from knox.auth import TokenAuthentication
from rest_framework.authentication import BaseAuthentication, get_authorization_header
from rest_framework.exceptions import AuthenticationFailed, Throttled
from rest_framework.request import Request

from club.accounts import tokens
from club.api import rates
from club.models import DeviceToken, User
from tournaments.models import Entry
from tournaments.results import codes, evening_codes
from tournaments.results.codes import CodeRefused, TableCode
from tournaments.web.throttles import WrongCodes

TABLE_SCHEME = "table"
EVENING_SCHEME = "evening"

Opened = TypeVar("Opened")


def _credentials(request: Request) -> tuple[str, str]:
    """Returns the scheme in lower case, and the code or token after it; empty strings without a header."""
    try:
        scheme, _space, rest = get_authorization_header(request).decode("ascii").strip().partition(" ")
    except UnicodeDecodeError:
        raise AuthenticationFailed(
            _("Le credenziali non si leggono: sono lettere e cifre soltanto.")
        ) from None
    return scheme.lower(), rest.strip()


class TableCodeAuthentication(BaseAuthentication):
    """`Authorization: Table CODE`: no account, but access to one table until its round is settled.

    `request.auth` is then a TableCode. The limit on wrong codes only protects the server: a valid code always
    passes, because a whole room may share one address, and nobody can guess a signature.
    """

    def authenticate(self, request: Request) -> tuple[AnonymousUser, TableCode] | None:
        scheme, code = _credentials(request)
        if scheme != TABLE_SCHEME:
            return None
        return AnonymousUser(), _opened(request, lambda: codes.table_code(code))

    def authenticate_header(self, request: Request) -> str:
        """Returns the schemes of all classes: for a 401, only the first class is asked."""
        return 'Token realm="criccone", Table realm="criccone", Evening realm="criccone"'


class EveningCodeAuthentication(BaseAuthentication):
    """`Authorization: Evening CODE`: no account, but access to the entry's table in the round of the address.

    `request.auth` is then a TableCode; the Entry if the address has no round.
    """

    def authenticate(self, request: Request) -> tuple[AnonymousUser, TableCode | Entry] | None:
        scheme, code = _credentials(request)
        if scheme != EVENING_SCHEME:
            return None
        entry = _opened(request, lambda: evening_codes.entry_of(code))
        turn = request.parser_context["kwargs"].get("turn")
        if turn is None:
            return AnonymousUser(), entry
        match = evening_codes.table_in(entry, turn)
        return AnonymousUser(), TableCode(match, evening_codes.side_of(entry, match))


def _opened(request: Request, open_by_code: Callable[[], Opened]) -> Opened:
    """Returns what the code opens; wrong codes from one address are limited."""
    try:
        return open_by_code()
    except CodeRefused:
        wrong = WrongCodes()
        if not wrong.allow_request(request):
            refusal = Throttled(wrong.wait())
            refusal.headers = rates.headers_of([wrong])  # type: ignore[attr-defined]
            raise refusal from None
        raise


class DeviceTokenAuthentication(TokenAuthentication):  # type: ignore[misc]
    """`Authorization: Token TOKEN`, from `POST /tokens/`. `request.auth` is then a DeviceToken."""

    def renew_token(self, auth_token: DeviceToken) -> None:
        """Extends the token's life, unless its owner chose an end."""
        if auth_token.renews:
            super().renew_token(auth_token)

    def validate_user(self, auth_token: DeviceToken) -> tuple[User, DeviceToken]:
        """Returns the owner and the token, and records its use. Raises AuthenticationFailed."""
        owner, device = super().validate_user(auth_token)
        tokens.mark_used(device, timezone.now())
        return owner, device
