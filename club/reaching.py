"""Addresses that work from another device: what a QR code, a projector or a letter shows."""

from ipaddress import ip_address
from urllib.parse import urlsplit, urlunsplit

from django.conf import settings
from django.core.checks import CheckMessage, Error
from django.http import HttpRequest
from django.utils.translation import gettext as _

from club.accounts import letters

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


def in_a_letter(request: HttpRequest, path: str) -> str:
    """`path` as a letter has it, which is opened at home: on `SITE_URL`, else as phones here reach it."""
    return f"{settings.SITE_URL}{path}" if settings.SITE_URL else absolute(request, path)


def told(request: HttpRequest) -> str:
    """Where the letters go and which address they carry, for who is about to turn them on."""
    address = in_a_letter(request, "/").rstrip("/")
    said = warning(request) or _("I messaggi portano a %(address)s.") % {"address": address}
    return " ".join(filter(None, (said, letters.where())))


def warning(request: HttpRequest) -> str:
    """What to do where letters lead to an address that nobody opens at home; empty where they do not."""
    address = in_a_letter(request, "/").rstrip("/")
    if not is_of_the_room(address):
        return ""
    return _(
        "I messaggi portano a %(address)s, che si apre soltanto da questa rete e finché il computer non la "
        "cambia: chi li legge a casa non conferma. Un indirizzo che vale dappertutto si scrive in SITE_URL, "
        "all'avvio."
    ) % {"address": address}


def site_url_is_whole(**_given: object) -> list[CheckMessage]:
    """The check of `SITE_URL` at every start."""
    if not settings.SITE_URL or _is_whole(settings.SITE_URL):
        return []
    hint = (
        "Write https:// and the name of the site, nothing behind it, neither a path nor ? nor #: "
        "https://torneo.example.org"
    )
    return [Error(f"SITE_URL is no address: {settings.SITE_URL}", hint=hint, id="club.E001")]


def _is_whole(address: str) -> bool:
    """Whether a path can be written behind it: a scheme and a host, perhaps a port, and nothing else."""
    site = urlsplit(address)
    bare = urlunsplit((site.scheme, site.netloc, "", "", ""))
    is_known = site.scheme in ("http", "https") and bool(site.hostname)
    return is_known and site.username is None and bare.casefold() == address.casefold()


def is_of_the_room(address: str) -> bool:
    """Whether only this machine or its network knows the address."""
    host = urlsplit(address).hostname or ""
    try:
        return not ip_address(host).is_global
    except ValueError:
        return "." not in host or host.endswith((".local", ".lan", ".home.arpa", ".internal"))
