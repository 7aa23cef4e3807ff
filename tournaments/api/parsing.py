"""Reading bodies: JSON only, no larger and no deeper than anything the API takes."""

from __future__ import annotations

from collections.abc import Mapping
from io import BytesIO
from typing import IO, Any

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy
from rest_framework.exceptions import APIException, ParseError
from rest_framework.parsers import JSONParser

# A deal by cards with every declaration is some four thousand.
MOST_BYTES = 256 * 1024


class TooLarge(APIException):
    status_code = 413
    default_code = "too-large"
    default_detail = gettext_lazy("La richiesta è troppo lunga: nessuna smazzata lo è così.")


class BoundedJSONParser(JSONParser):
    """JSON of a bounded size. Nested beyond what Python can follow, it is a mistake of the sender too."""

    def parse(
        self, stream: IO[Any], media_type: str | None = None, parser_context: Mapping[str, Any] | None = None
    ) -> Any:
        read = stream.read(MOST_BYTES + 1)
        if len(read) > MOST_BYTES:
            raise TooLarge
        try:
            return super().parse(BytesIO(read), media_type, parser_context)
        except RecursionError:
            raise ParseError(_("Il JSON è annidato troppo a fondo.")) from None
