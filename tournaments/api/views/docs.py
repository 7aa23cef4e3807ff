"""The API's schema and documentation, and the response of unknown addresses."""

from functools import cache
from hashlib import sha256
from pathlib import Path
from typing import Any, NoReturn

from csp.decorators import csp_update
from django.conf import settings
from django.http import HttpResponse
from django.shortcuts import redirect
from django.utils.cache import patch_cache_control, patch_vary_headers
from django.utils.decorators import method_decorator
from django.utils.translation import get_language
from django.utils.translation import gettext as _
from drf_spectacular.extensions import OpenApiAuthenticationExtension, OpenApiSerializerExtension
from drf_spectacular.renderers import OpenApiJsonRenderer
from drf_spectacular.utils import OpenApiParameter, extend_schema
from drf_spectacular.views import SpectacularSwaggerSplitView
from rest_framework.permissions import AllowAny
from rest_framework.renderers import JSONRenderer
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from club.api.base import ApiView
from club.api.rendering import ClubRenderer
from club.errors import NotFound

#: The schema in each language, written by `make format`, because generating it takes a second.
SCHEMAS = Path(__file__).parent.parent / "schemas"
SCHEMA_SECONDS = 3600


def _authorization(description: str) -> dict[str, str]:
    return {"type": "apiKey", "in": "header", "name": "Authorization", "description": description}


class DeviceTokenScheme(OpenApiAuthenticationExtension):  # type: ignore[no-untyped-call]
    target_class = "tournaments.api.authentication.DeviceTokenAuthentication"
    name = "deviceToken"

    def get_security_definition(self, auto_schema: Any) -> dict[str, str]:
        return _authorization("`Token TOKEN`, with the token that `POST /tokens/` returned.")


class TableCodeScheme(OpenApiAuthenticationExtension):  # type: ignore[no-untyped-call]
    target_class = "tournaments.api.authentication.TableCodeAuthentication"
    name = "tableCode"

    def get_security_definition(self, auto_schema: Any) -> dict[str, str]:
        return _authorization(
            "`Table CODE`, the code on a table's score sheet: only for the results of that table."
        )


class EveningCodeScheme(OpenApiAuthenticationExtension):  # type: ignore[no-untyped-call]
    target_class = "tournaments.api.authentication.EveningCodeAuthentication"
    name = "eveningCode"

    def get_security_definition(self, auto_schema: Any) -> dict[str, str]:
        return _authorization(
            "`Evening CODE`, an entry's evening code: for what it does now, and the results of its tables."
        )


class StrictBodyScheme(OpenApiSerializerExtension):  # type: ignore[no-untyped-call]
    """Marks bodies that refuse unknown fields."""

    target_class = "club.api.parsing.StrictBody"
    match_subclasses = True

    def map_serializer(self, auto_schema: Any, direction: Any) -> dict[str, object]:
        schema = auto_schema._map_serializer(self.target, direction, bypass_extensions=True)
        return {**schema, "additionalProperties": False}


@cache
def _schema(language: str | None) -> tuple[bytes, str]:
    """Returns the schema in that language as JSON, and its ETag."""
    written = (SCHEMAS / f"{language}.json").read_bytes()
    return written, f'"{sha256(written).hexdigest()[:20]}"'


@extend_schema(exclude=True)
class Schema(ApiView):
    """The OpenAPI schema, in JSON for every client: JSON is also YAML."""

    authentication_classes = []
    permission_classes = [AllowAny]

    def perform_content_negotiation(self, request: Request, force: bool = False) -> tuple[Any, str]:
        return JSONRenderer(), OpenApiJsonRenderer.media_type

    def get(self, request: Request) -> HttpResponse:
        written, etag = _schema(get_language())
        response = HttpResponse(written, content_type=OpenApiJsonRenderer.media_type)
        response["ETag"] = etag
        patch_cache_control(response, public=True, max_age=SCHEMA_SECONDS)
        patch_vary_headers(response, ["Cookie", "Accept-Language"])
        return response


# Swagger uses inline styles, but no inline scripts: only the policy for styles is relaxed.
@method_decorator(csp_update({"style-src": ["'self'", "'unsafe-inline'"]}), name="dispatch")
class Docs(ApiView, SpectacularSwaggerSplitView):
    """The browsable documentation; its refusals are problems as in the rest of the API."""

    url_name = "v1:schema"

    @extend_schema(exclude=True, parameters=[OpenApiParameter("script", str)])
    def get(self, request: Request, *args: object, **kwargs: object) -> Response:
        shown: Response = super().get(request, *args, **kwargs)  # type: ignore[no-untyped-call]
        return shown

    def handle_exception(self, exc: Exception) -> Response:
        self.request.accepted_renderer = ClubRenderer()
        self.request.accepted_media_type = ClubRenderer.media_type
        return super().handle_exception(exc)


@extend_schema(exclude=True)
class Errors(ApiView):
    """Redirects to the manual's page of error codes; a browser keeps the fragment of a problem's `type`."""

    authentication_classes = []
    permission_classes = [AllowAny]

    def perform_content_negotiation(self, request: Request, force: bool = False) -> tuple[Any, str]:
        return JSONRenderer(), JSONRenderer.media_type

    def get(self, request: Request) -> HttpResponse:
        language = get_language() or settings.LANGUAGE_CODE
        response = redirect("manual_page", language=language, path="riferimento-errori.html")
        patch_vary_headers(response, ["Cookie", "Accept-Language"])
        return response


@extend_schema(exclude=True)
class Nowhere(APIView):
    """A 404 in the API's own shape, for unknown addresses."""

    permission_classes = [AllowAny]

    def initial(self, request: Request, *args: object, **kwargs: object) -> NoReturn:
        raise NotFound(_("L'API non ha questo indirizzo: vedi /api/v1/docs/."))
