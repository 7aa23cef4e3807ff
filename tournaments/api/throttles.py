"""How often somebody may try a password or a table's code."""

from __future__ import annotations

from hashlib import sha256
from typing import TYPE_CHECKING

from django.http import HttpRequest
from rest_framework.request import Request
from rest_framework.throttling import SimpleRateThrottle

if TYPE_CHECKING:  # the settings name our authentication, and rest_framework.views reads the settings first
    from rest_framework.views import APIView


class PerAddress(SimpleRateThrottle):
    def get_cache_key(self, request: Request, view: APIView | None) -> str | None:
        return self.cache_format % {"scope": self.scope, "ident": self.get_ident(request)}

    def allow_request(self, request: Request, view: APIView | None = None) -> bool:
        return bool(super().allow_request(request, view))  # type: ignore[arg-type]


class WrongCodes(PerAddress):
    """Codes that open nothing, from one address."""

    scope = "wrong-codes"
    rate = "60/min"


class WrongShortCodes(SimpleRateThrottle):
    """Short codes not of the table, from whatever phone: four letters must not be found by trying."""

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
        """Whether one more may be tried; asked before looking, or the right one would come through."""
        tried = self.cache.get(self.get_cache_key(request, None), [])
        most, seconds = self.parse_rate(self.rate)
        recent = [at for at in tried if at > self.timer() - (seconds or 0)]
        return len(recent) < (most or 0)


class Passwords(PerAddress):
    """Passwords tried from one address, right or wrong."""

    scope = "passwords"
    rate = "20/min"

    def allow_request(self, request: Request, view: APIView | None = None) -> bool:
        return request.method != "POST" or super().allow_request(request, view)


class PasswordsOfAccount(Passwords):
    """Passwords tried for one account, from wherever."""

    scope = "passwords-of-account"
    rate = "10/min"

    def get_cache_key(self, request: Request, view: APIView | None) -> str | None:
        email = request.data.get("email") if isinstance(request.data, dict) else None
        if not isinstance(email, str):
            return None
        # Hashed: an address may hold what a cache's key may not.
        ident = sha256(email.strip().casefold().encode(errors="replace")).hexdigest()
        return self.cache_format % {"scope": self.scope, "ident": ident}
