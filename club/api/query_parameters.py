"""The query parameters of a view: those that its schema declares, and the refusal of all others."""

from collections.abc import Iterator
from typing import Any

from django.utils.translation import gettext as _
from drf_spectacular.utils import OpenApiParameter
from rest_framework import serializers
from rest_framework.exceptions import ValidationError
from rest_framework.request import Request


def schema_of(view: Any) -> Any:
    """The schema that `@extend_schema` gives the request's method; None if there is none."""
    handler = getattr(view, view.request.method.lower(), None)
    schema = getattr(handler, "kwargs", {}).get("schema")
    if schema is None:
        return None
    described = schema()
    described.view, described.method = view, view.request.method
    return described


def declared_parameters(view: Any) -> Iterator[str]:
    """Yields the names that `@extend_schema(parameters=…)` declares for the request's method."""
    described = schema_of(view)
    if described is None:
        return
    for parameter in described.get_override_parameters():
        if isinstance(parameter, OpenApiParameter):
            yield parameter.name
        else:
            query: serializers.Serializer[Any] = parameter() if isinstance(parameter, type) else parameter
            yield from map(str, query.fields)


def refuse_unknown_parameters(request: Request, known: set[str]) -> None:
    """Raises ValidationError (400) for a query parameter that is not in `known`, as a misspelt filter."""
    unknown = [name for name in request.query_params if name not in known]
    if unknown:
        sentence = _("Questa parola dell'indirizzo non c'è: controlla come è scritta.")
        raise ValidationError({name: [sentence] for name in unknown})
