"""Authentication of requests: a device by its token, or a table by its code."""

from django.contrib.auth.models import AnonymousUser
from django.utils.translation import gettext as _
from knox.auth import TokenAuthentication
from rest_framework.authentication import BaseAuthentication, get_authorization_header
from rest_framework.exceptions import AuthenticationFailed, Throttled
from rest_framework.request import Request

from tournaments.results import codes
from tournaments.results.codes import CodeRefused, TableCode
from tournaments.web.throttles import WrongCodes

TABLE_SCHEME = "table"


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
        try:
            return AnonymousUser(), codes.table_code(code)
        except CodeRefused:
            wrong = WrongCodes()
            if not wrong.allow_request(request):
                raise Throttled(wrong.wait()) from None
            raise

    def authenticate_header(self, request: Request) -> str:
        """Returns the schemes of all classes, because a 401 asks only the first class for its own."""
        return 'Token realm="criccone", Table realm="criccone"'


class DeviceTokenAuthentication(TokenAuthentication):  # type: ignore[misc]
    """`Authorization: Token TOKEN`, from `POST /tokens/`."""
