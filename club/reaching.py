"""Addresses that work from another device: what a QR code or a projector shows."""

from urllib.parse import urlsplit, urlunsplit

from django.conf import settings
from django.http import HttpRequest

LOOPBACK = {"localhost", "127.0.0.1", "::1"}


def absolute(request: HttpRequest, path: str) -> str:
    """`path` with the host that phones can reach.

    An organiser on the laptop itself browses localhost, which on a player's phone is the phone: there the
    laptop's address on the evening's network takes its place.
    """
    asked = urlsplit(request.build_absolute_uri(path))
    if asked.hostname in LOOPBACK and settings.LAN_ADDRESS:
        port = f":{asked.port}" if asked.port else ""
        asked = asked._replace(netloc=f"{settings.LAN_ADDRESS}{port}")
    return urlunsplit(asked)
