"""Parsing of bodies: bounded JSON, strict about unknown fields and whole numbers, and the forms of pages."""

from __future__ import annotations

import json
from collections.abc import Mapping
from io import BytesIO
from typing import IO, Any, TypeVar

from django.forms import BaseForm
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy
from rest_framework import serializers
from rest_framework.exceptions import APIException, ParseError
from rest_framework.parsers import JSONParser

from club.api import preconditions

# The largest useful body, a deal by cards with every declaration, has about four thousand bytes.
MOST_BYTES = 256 * 1024
# That deal has about a hundred commas. The limit bounds the answer, with a sentence for each wrong value.
MOST_COMMAS = 2_000


class TooLarge(APIException):
    status_code = 413
    default_code = "too-large"
    default_detail = gettext_lazy("La richiesta è troppo lunga: nessuna smazzata è così lunga.")


class BoundedJSONParser(JSONParser):
    """Parses JSON of a bounded size; refuses JSON nested too deeply, and text that cannot be stored."""

    most_commas = MOST_COMMAS

    def parse(
        self, stream: IO[Any], media_type: str | None = None, parser_context: Mapping[str, Any] | None = None
    ) -> Any:
        read = stream.read(MOST_BYTES + 1)
        if len(read) > MOST_BYTES or read.count(b",") > self.most_commas:
            raise TooLarge
        try:
            parsed = super().parse(BytesIO(read), media_type, parser_context)
        except RecursionError:
            raise ParseError(_("Il JSON è annidato troppo a fondo.")) from None
        if b"\\u" in read and not _is_storable(parsed):
            raise ParseError(_("Il JSON contiene un carattere non ammesso in un testo: toglilo."))
        return parsed


def _is_storable(parsed: Any) -> bool:
    """Whether all strings, with their escapes decoded, are UTF-8 without NUL."""
    try:
        written = json.dumps(parsed, ensure_ascii=False).encode()
    except UnicodeEncodeError:
        return False
    return rb"\u0000" not in written


# REST framework's sentences are not translated, and have no singular.
serializers.ListField.default_error_messages.update(
    min_length=gettext_lazy("Sono troppo pochi: il minimo è {min_length}."),
    max_length=gettext_lazy("Sono troppi: il massimo è {max_length}."),
)

# The largest integer and small integer of the database, on PostgreSQL too.
MOST = 2**31 - 1
MOST_SMALL = 2**15 - 1


class StrictBody(serializers.Serializer[Any]):
    """A body that refuses unknown fields: a misspelt `declarations` would be ignored, and its points lost."""

    def to_internal_value(self, data: Any) -> Any:
        if isinstance(data, dict):
            unknown = [str(key) for key in data if key not in self.fields]
            if unknown:
                raise serializers.ValidationError(
                    {name: [_("Questo campo non c'è: controlla come è scritto.")] for name in unknown}
                )
        return super().to_internal_value(data)


class WholeNumber(serializers.IntegerField):
    """A JSON integer: true, "12" and 12.0 are refused."""

    def to_internal_value(self, data: Any) -> int:
        if type(data) is not int:
            self.fail("invalid")
        return data


def validated(body: type[serializers.Serializer[Any]], given: Any) -> Any:
    """Returns the validated fields of a body or a query, as a dictionary. Raises ValidationError (400).

    A version may come in `If-Match` instead.
    """
    parsed = body(data=preconditions.with_version(body().fields, given))
    parsed.is_valid(raise_exception=True)
    preconditions.verify(parsed.validated_data)
    return parsed.validated_data


Form = TypeVar("Form", bound=BaseForm)


def validated_form(form: Form) -> Form:
    """Returns the form with its cleaned data. Raises ValidationError (400) with the sentences by field."""
    if not form.is_valid():
        errors = {name: [*map(str, sentences)] for name, sentences in form.errors.items()}
        if "__all__" in errors:
            errors["non_field_errors"] = errors.pop("__all__")
        raise serializers.ValidationError(errors)
    return form
