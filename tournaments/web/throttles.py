"""Limits on attempts by one address or at one table: codes, bookings, files to verify.

Those on passwords are in `club.accounts.password_attempts`.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from django.http import HttpRequest
from rest_framework.request import Request
from rest_framework.throttling import BaseThrottle, SimpleRateThrottle

from club.email_addresses import canonical
from club.limits import CannotCount, GrowingWait, counters, digest_of, network_of

if TYPE_CHECKING:  # an import cycle: rest_framework.views loads our authentication, which imports this module
    from rest_framework.views import APIView


def address_of(request: HttpRequest) -> str:
    """Returns the client's address, as the proxy sends it if there is one; for IPv6, its network."""
    return network_of(str(BaseThrottle().get_ident(request)))  # type: ignore[arg-type]


class PerAddress(SimpleRateThrottle):
    """A limit on the requests from one address.

    While the counters do not answer, every request passes: none of these limits guards what can be guessed.
    """

    cache = counters

    def get_ident(self, request: Request) -> str:
        return network_of(str(super().get_ident(request)))

    def get_cache_key(self, request: Request, view: APIView | None) -> str | None:
        return self.cache_format % {"scope": self.scope, "ident": self.get_ident(request)}

    def allow_request(self, request: Request | HttpRequest, view: APIView | None = None) -> bool:
        try:
            return bool(super().allow_request(request, view))  # type: ignore[arg-type]
        except CannotCount:
            return True


class WrongCodes(PerAddress):
    """Limits wrong table codes from one address."""

    scope = "wrong-codes"
    rate = "60/min"


#: Wrong short codes at one table, from any phone: four letters must not be found by trying.
WRONG_SHORT_CODES = GrowingWait("short-code", free=10, window=60, first=60, longest=60)


class BookingRequests(PerAddress):
    """Limits bookings from one address; the limit leaves room for a whole club behind one address."""

    scope = "bookings"
    rate = "40/hour"


class BookingRequestsOfDay(PerAddress):
    """Keeps one address from using up all the requests that an evening takes."""

    scope = "bookings-of-day"
    rate = "100/day"


class BookingRequestsForAddress(PerAddress):
    """Limits bookings with one e-mail or, without it, one telephone number, over all evenings.

    So nobody is flooded with letters or calls.
    """

    scope = "bookings-of-address"
    rate = "8/hour"

    def get_cache_key(self, request: Any, view: Any) -> str:
        # A program of the API sends JSON.
        sent = getattr(request, "data", request.POST)
        email = canonical(str(sent.get("email", "")))
        phone = "".join(filter(str.isdecimal, str(sent.get("phone", ""))))
        return self.cache_format % {"scope": self.scope, "ident": digest_of(email or phone)}


class WrongLinks(PerAddress):
    """Limits wrong links of bookings from one address."""

    scope = "wrong-booking-links"
    rate = "60/min"


class CheckedFiles(PerAddress):
    """Limits files sent to be verified from one address, which a whole room may share."""

    scope = "checked-files"
    rate = "20/min"
