"""Limits on attempts by one address or account: passwords, codes, bookings, files to verify."""

from __future__ import annotations

from hashlib import sha256
from typing import TYPE_CHECKING, Any

from django.http import HttpRequest
from rest_framework.request import Request
from rest_framework.throttling import BaseThrottle, SimpleRateThrottle

from club.email_addresses import canonical

if TYPE_CHECKING:  # an import cycle: rest_framework.views loads our authentication, which imports this module
    from rest_framework.views import APIView


def address_of(request: HttpRequest) -> str:
    """The client's address, as the installation's proxy tells it if there is one."""
    return str(BaseThrottle().get_ident(request))  # type: ignore[arg-type]


class PerAddress(SimpleRateThrottle):
    def get_cache_key(self, request: Request, view: APIView | None) -> str | None:
        return self.cache_format % {"scope": self.scope, "ident": self.get_ident(request)}

    def allow_request(self, request: Request | HttpRequest, view: APIView | None = None) -> bool:
        return bool(super().allow_request(request, view))  # type: ignore[arg-type]


class WrongCodes(PerAddress):
    """Limits wrong table codes from one address."""

    scope = "wrong-codes"
    rate = "60/min"


class WrongShortCodes(SimpleRateThrottle):
    """Limits wrong short codes at one table, from any phone: four letters must not be found by trying."""

    scope = "wrong-short-codes"
    rate = "10/min"

    def __init__(self, table: int) -> None:
        super().__init__()
        self.table = table

    def get_cache_key(self, request: HttpRequest, view: APIView | None) -> str:
        return self.cache_format % {"scope": self.scope, "ident": self.table}

    def allow_request(self, request: HttpRequest, view: APIView | None = None) -> bool:
        return bool(super().allow_request(request, view))  # type: ignore[arg-type]

    def has_tries_left(self, request: HttpRequest) -> bool:
        """Whether one more code may be tried. Beyond the limit callers refuse even the right code."""
        tried = self.cache.get(self.get_cache_key(request, None), [])
        most, seconds = self.parse_rate(self.rate)
        recent = [at for at in tried if at > self.timer() - (seconds or 0)]
        return len(recent) < (most or 0)


class Passwords(PerAddress):
    """Limits passwords tried from one address, right or wrong."""

    scope = "passwords"
    rate = "20/min"

    def allow_request(self, request: Request | HttpRequest, view: APIView | None = None) -> bool:
        return request.method != "POST" or super().allow_request(request, view)


class PasswordsOfAccount(Passwords):
    """Limits passwords tried for one account, from any address."""

    scope = "passwords-of-account"
    rate = "10/min"

    def get_cache_key(self, request: Request, view: APIView | None) -> str | None:
        email = request.data.get("email") if isinstance(request.data, dict) else None
        if not isinstance(email, str):
            return None
        # Hashed: an address may contain characters that a cache key may not.
        ident = sha256(canonical(email).encode(errors="replace")).hexdigest()
        return self.cache_format % {"scope": self.scope, "ident": ident}


class BookingRequests(PerAddress):
    """Limits bookings from one address; the limit leaves room for a whole club behind one address."""

    scope = "bookings"
    rate = "40/hour"


class BookingRequestsForAddress(PerAddress):
    """Limits bookings with one e-mail, over all evenings, so that nobody's mailbox is flooded."""

    scope = "bookings-of-address"
    rate = "8/hour"

    def get_cache_key(self, request: Any, view: Any) -> str:
        # Hashed: an address may contain characters that a cache key may not, and must not be kept in the
        # cache.
        email = canonical(str(request.POST.get("email", "")))
        ident = sha256(email.encode(errors="replace")).hexdigest()
        return self.cache_format % {"scope": self.scope, "ident": ident}


class WrongLinks(PerAddress):
    """Limits wrong links of bookings from one address."""

    scope = "wrong-booking-links"
    rate = "60/min"


class CheckedFiles(PerAddress):
    """Limits files sent to be verified from one address, which a whole room may share."""

    scope = "checked-files"
    rate = "20/min"
