"""The sites (origins) that may show the club's results in a frame, as its owner wrote them."""

import re
from typing import Final
from urllib.parse import urlsplit

import idna
from django.db import transaction
from django.utils.translation import gettext as _

from club.errors import ClubInputRefused
from club.history import log
from club.models import Club, User

MOST_ORIGINS: Final = 10
#: The form of an origin. It becomes a part of a header, so nothing else may be in it.
ORIGIN: Final = re.compile(r"https?://[a-z0-9](?:[a-z0-9.-]{0,250}[a-z0-9])?(?::[0-9]{1,5})?")


def origins(stored: str) -> list[str]:
    """The origins as they are stored, one a line."""
    return stored.split()


def set_origins(club: Club, written: str, *, by: User) -> list[str]:
    """Stores the origins, one a line, and returns them. Pages follow at once.

    Raises ClubInputRefused for a line that is no address of a site, and for too many.
    """
    new = list(dict.fromkeys(map(_origin, written.split())))
    if len(new) > MOST_ORIGINS:
        raise ClubInputRefused("origins-many", _("Al massimo dieci siti."))
    with transaction.atomic():
        locked = log.lock(club.pk)
        if origins(locked.frame_origins) != new:
            locked.frame_origins = "\n".join(new)
            locked.save(update_fields=["frame_origins"])
            log.write(locked, by, "publication.frames", after={"sites": len(new)})
    return new


def verify(line: str) -> None:
    """Raises ClubInputRefused for a line that is not one address of a site."""
    if line.split() != [line]:
        raise _refusal(line)
    _origin(line)


def _origin(line: str) -> str:
    """The origin of the line: its scheme, host and port, in small letters. Raises ClubInputRefused."""
    try:
        site = urlsplit(line if "://" in line else f"https://{line}")
        host, port = idna.encode(site.hostname or "", uts46=True).decode(), site.port
    except (ValueError, UnicodeError):
        raise _refusal(line) from None
    origin = f"{site.scheme.lower()}://{host}" + (f":{port}" if port else "")
    is_more = site.path not in ("", "/") or bool({"?", "#", "@"} & set(line)) or site.netloc.endswith(":")
    if is_more or host == "null" or port == 0 or not ORIGIN.fullmatch(origin):
        raise _refusal(line)
    return origin


def _refusal(line: str) -> ClubInputRefused:
    sentence = _("«%(line)s» non è un sito: si scrive https:// e il nome, senza altro dopo.")
    return ClubInputRefused("origin-wrong", sentence % {"line": line[:60]})
