"""`If-Match`: the version that a program saw, sent as the ETag of what it read instead of in the body."""

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
    """The version of the request's `If-Match`, None if it has none; and whether the view has asked for it."""

    version: int | None
    is_used: bool = False


_seen: ContextVar[Seen | None] = ContextVar("seen", default=None)


def etag(version: int, digest: str) -> str:
    """The ETag of an answer that has a version: strong, because `If-Match` compares strongly."""
    return f'"{version}-{digest}"'


def etag_of(response: HttpResponse) -> str:
    """The ETag of an answer that is read: its own, or one that is made of its content and version."""
    if "ETag" in response:
        return response["ETag"]
    digest = sha256(response.content).hexdigest()[:20]
    data: Any = getattr(response, "data", None)
    version = data.get("version") if isinstance(data, dict) else None
    return etag(version, digest) if isinstance(version, int) else f'W/"{digest}"'


@contextmanager
def given(if_match: str | None) -> Iterator[None]:
    """Guards acts in the block by the request's `If-Match`; `*` and a missing header guard nothing."""
    found = WITH_VERSION.fullmatch(if_match.strip()) if if_match else None
    asks = if_match is not None and if_match.strip() != "*"
    before = _seen.set(Seen(int(found[1]) if found else None) if asks else None)
    try:
        yield
    finally:
        _seen.reset(before)


def with_version(names: Iterable[str], sent: Any) -> Any:
    """The fields that were sent, with the version of `If-Match` if a field for it was not sent."""
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
