"""Refuses a request with a body that nothing reads, or with an outdated ETag in `If-Match`."""

from collections.abc import Iterator, Mapping
from copy import copy
from typing import Any

from django.db import transaction
from django.http import QueryDict
from django.urls import resolve
from django.utils.http import parse_etags
from django.utils.translation import gettext as _
from rest_framework.exceptions import ParseError, ValidationError
from rest_framework.permissions import SAFE_METHODS
from rest_framework.request import Request

from club.api import preconditions
from club.api.query_parameters import declared_parameters, schema_of


def refuse_unread_body(view: Any, request: Request) -> None:
    """Raises ParseError or ValidationError (400) for a body where the view's schema declares none.

    An empty body and `{}` are accepted; the sender of any other expects it to count.
    """
    if request.method in SAFE_METHODS or _declared_body(view) is not None:
        return
    sent = request.data
    if not isinstance(sent, Mapping):
        raise ParseError(_("Qui non si manda niente nel corpo della richiesta: lascialo vuoto."))
    if sent:
        sentence = _("Questo campo non c'è: controlla come è scritto.")
        raise ValidationError({str(name): [sentence] for name in sent})


def refuse_other_etag(view: Any, request: Request) -> None:
    """Raises PreconditionFailed (412) for an `If-Match` that is not the current ETag of the address.

    Where the body or the query has a field for the version, the act itself compares it in its transaction.
    """
    header = request.headers.get("If-Match")
    if header is None or header.strip() == "*" or request.method in SAFE_METHODS or _takes_version(view):
        return
    if not hasattr(view, "get"):
        raise preconditions.PreconditionFailed(
            _("A questo indirizzo non si legge niente con un `ETag`: manda la richiesta senza `If-Match`.")
        )
    present = _present_etag(view, request)
    if present is None or _opaque(present) not in map(_opaque, parse_etags(header)):
        raise preconditions.PreconditionFailed


def _opaque(etag: str) -> str:
    """The ETag without the sign that it is weak: a proxy that compresses answers adds it."""
    return etag.removeprefix("W/")


def _present_etag(view: Any, request: Request) -> str | None:
    """The ETag that the sender would read at the address now; None if there is nothing to read.

    The reading is rolled back: the sender sees nothing of it, so the access log must not record it.
    """
    reading = copy(request._request)
    reading.method = "GET"
    reading.META = {**reading.META, "QUERY_STRING": ""}
    reading.GET = QueryDict()
    view_function: Any = resolve(request.path_info).func
    with transaction.atomic():
        response = view_function(reading, **view.kwargs)
        if hasattr(response, "render"):
            response.render()
        transaction.set_rollback(True)
    return None if response.status_code != 200 or response.streaming else preconditions.etag_of(response)


def _declared_body(view: Any) -> Any:
    """The body that `@extend_schema(request=…)` declares for the request's method; None without any."""
    described = schema_of(view)
    if described is None or view.request.method == "DELETE":
        return None
    return described.get_request_serializer()


def _takes_version(view: Any) -> bool:
    fields = {*declared_parameters(view), *_fields(_declared_body(view))}
    return not fields.isdisjoint(preconditions.FIELDS)


def _fields(body: Any) -> Iterator[str]:
    if isinstance(body, Mapping):  # by media type
        for each in body.values():
            yield from _fields(each)
    elif hasattr(body, "serializers"):  # one of many
        kinds = body.serializers
        for each in kinds.values() if isinstance(kinds, Mapping) else kinds:
            yield from _fields(each)
    else:
        made = body() if isinstance(body, type) else body
        yield from map(str, getattr(made, "fields", ()))
