"""The header `If-Match`, by which a program sends the version it read as an ETag, not in the body."""

import re
from collections.abc import Iterable, Iterator, Mapping
from contextlib import contextmanager
from contextvars import ContextVar
from dataclasses import dataclass
from hashlib import sha256
from typing import Any, Final

from django.http import HttpResponse
from django.utils.translation import gettext_lazy as _
from rest_framework.exceptions import APIException

#: The fields in which a body or a query takes the version seen.
FIELDS: Final = ("version", "based_on")
#: An ETag that starts with a version; a proxy that compresses answers makes it weak.
WITH_VERSION: Final = re.compile(r'(?:W/)?"(\d{1,9})-[0-9a-f]+"')


class PreconditionFailed(APIException):
    """The `If-Match` names no version, or one that is not current."""

    status_code = 412
    default_code = "precondition-failed"
    default_detail = _("L'`If-Match` non è l'`ETag` di una versione di questo: rileggilo e manda il suo.")


@dataclass
class Seen:
    """The version in the request's `If-Match`, None without one; `is_used` once the view has compared it."""

    version: int | None
    is_used: bool = False


_seen: ContextVar[Seen | None] = ContextVar("seen", default=None)


def etag(version: int, digest: str) -> str:
    """The ETag of an answer that has a version: strong, because `If-Match` compares strongly."""
    return f'"{version}-{digest}"'


def etag_of(response: HttpResponse) -> str:
    """The ETag of an answer: that of its header, or else one made of its content and version."""
    if "ETag" in response:
        return response["ETag"]
    digest = sha256(response.content).hexdigest()[:20]
    data: Any = getattr(response, "data", None)
    version = data.get("version") if isinstance(data, dict) else None
    return etag(version, digest) if isinstance(version, int) else f'W/"{digest}"'


@contextmanager
def guarded_by(if_match: str | None) -> Iterator[None]:
    """Guards acts in the block by the request's `If-Match`; `*` and a missing header guard nothing."""
    versioned = WITH_VERSION.fullmatch(if_match.strip()) if if_match else None
    is_guarded = if_match is not None and if_match.strip() != "*"
    before = _seen.set(Seen(int(versioned[1]) if versioned else None) if is_guarded else None)
    try:
        yield
    finally:
        _seen.reset(before)


def with_version(names: Iterable[str], sent: Any) -> Any:
    """The fields sent, and the version of `If-Match` if a field for the version was left out."""
    seen, name = _seen.get(), _field(names)
    if seen is None or name is None or not isinstance(sent, Mapping):
        return sent
    return {name: 1 if seen.version is None else seen.version, **sent}


def verify(validated: Any) -> None:
    """Raises PreconditionFailed if the version that was sent is not that of `If-Match`."""
    seen = _seen.get()
    name = _field(validated) if isinstance(validated, Mapping) else None
    if seen is None or name is None:
        return
    seen.is_used = True
    if validated[name] != seen.version:
        raise PreconditionFailed


def _field(names: Iterable[str]) -> str | None:
    return next((each for each in FIELDS if each in names), None)


def has_decided() -> bool:
    """Whether the act was guarded by the version of `If-Match`, so that a newer one is a 412."""
    seen = _seen.get()
    return seen is not None and seen.is_used
