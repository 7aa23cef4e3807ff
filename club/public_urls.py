"""URLs that work from another device, for QR codes, projectors and letters, and lists of numbered URLs."""

import io
from collections.abc import Callable
from ipaddress import ip_address
from urllib.parse import urlsplit, urlunsplit

import segno
from django.conf import settings
from django.core.checks import CheckMessage, Error
from django.http import HttpRequest
from django.urls import reverse
from django.utils.safestring import SafeString, mark_safe
from django.utils.translation import gettext as _

LOOPBACK = {"localhost", "127.0.0.1", "::1"}


def absolute_url(request: HttpRequest, path: str) -> str:
    """`path` with a host that phones can reach.

    An organiser on the laptop itself browses localhost, which means the phone itself on a player's phone. The
    laptop's address in the local network replaces it.
    """
    parts = urlsplit(request.build_absolute_uri(path))
    if parts.hostname in LOOPBACK and settings.LAN_ADDRESS:
        port = f":{parts.port}" if parts.port else ""
        parts = parts._replace(netloc=f"{settings.LAN_ADDRESS}{port}")
    return urlunsplit(parts)


def letter_url(request: HttpRequest, path: str) -> str:
    """The URL of `path` for a letter, which is opened at home: on `SITE_URL`, else on the host that phones
    here can reach.
    """
    return f"{settings.SITE_URL}{path}" if settings.SITE_URL else absolute_url(request, path)


def local_address_warning(request: HttpRequest) -> str:
    """A warning if letters lead to an address that does not open at home, else empty."""
    address = letter_url(request, "/").rstrip("/")
    if not is_local_address(address):
        return ""
    return _(
        "I messaggi portano a %(address)s, che si apre soltanto da questa rete e finché il computer non la "
        "cambia: chi li legge a casa non conferma. Un indirizzo che vale dappertutto si scrive in SITE_URL, "
        "all'avvio."
    ) % {"address": address}


def check_site_url(**_given: object) -> list[CheckMessage]:
    """A system check that `SITE_URL` is a whole address."""
    if not settings.SITE_URL or _is_whole(settings.SITE_URL):
        return []
    hint = (
        "Write https:// and the name of the site, and nothing after it, neither a path nor ? nor #: "
        "https://torneo.example.org"
    )
    return [Error(f"SITE_URL is no address: {settings.SITE_URL}", hint=hint, id="club.E001")]


def _is_whole(address: str) -> bool:
    """Whether a path can be appended to the address: it has only a scheme, a host, and perhaps a port."""
    site = urlsplit(address)
    bare = urlunsplit((site.scheme, site.netloc, "", "", ""))
    is_known = site.scheme in ("http", "https") and bool(site.hostname)
    return is_known and site.username is None and bare.casefold() == address.casefold()


def is_local_address(address: str) -> bool:
    """Whether only this machine or its network knows the address."""
    host = urlsplit(address).hostname or ""
    try:
        return not ip_address(host).is_global
    except ValueError:
        return "." not in host or host.endswith((".local", ".lan", ".home.arpa", ".internal"))


def qr_inline(address: str) -> SafeString:
    """The QR code of the address for a page, as wide as its place, black on white in the dark theme too."""
    code = segno.make(address, error="m", micro=False)
    return mark_safe(code.svg_inline(border=1, omitsize=True, dark="#000", light="#fff"))  # noqa: S308 - drawn here


def qr_svg(address: str) -> str:
    """The QR code of the address as an SVG drawing, with medium error correction, because sheets get creased
    and wet.
    """
    return drawing_of(segno.make(address, error="m", micro=False))


def drawing_of(code: segno.QRCode) -> str:
    """The code as an SVG drawing, without a margin."""
    drawing = io.BytesIO()
    code.save(drawing, kind="svg", border=0, xmldecl=False)
    return drawing.getvalue().decode()


# Addresses of pages that differ by a number only: a season links to thousands of them.


def numbered(name: str, *before: object) -> Callable[[int], str]:
    """The addresses of these pages by their number, the last part of an address that varies.

    The address is resolved once, which takes as long as a row of a table.
    """
    head, _number, tail = reverse(name, args=[*before, 0]).rpartition("/0/")
    return lambda number: f"{head}/{number}/{tail}"
