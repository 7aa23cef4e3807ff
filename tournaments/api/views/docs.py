"""The API's own description, and what answers where there is nothing."""

from pathlib import Path
from typing import Any, NoReturn

from csp.decorators import csp_update
from django.http import Http404
from django.utils.decorators import method_decorator
from django.utils.translation import gettext as _
from drf_spectacular.extensions import OpenApiAuthenticationExtension, OpenApiSerializerExtension
from drf_spectacular.utils import extend_schema
from drf_spectacular.views import SpectacularSwaggerSplitView
from rest_framework.permissions import AllowAny
from rest_framework.request import Request
from rest_framework.views import APIView

INTRODUCTION = Path(__file__).parent.parent / "README.md"


class DeviceTokenScheme(OpenApiAuthenticationExtension):  # type: ignore[no-untyped-call]
    target_class = "tournaments.api.authentication.DeviceTokenAuthentication"
    name = "deviceToken"

    def get_security_definition(self, auto_schema: Any) -> dict[str, str]:
        return {
            "type": "apiKey",
            "in": "header",
            "name": "Authorization",
            "description": "`Token TOKEN`, as `POST /tokens/` gave it.",
        }


class TableCodeScheme(OpenApiAuthenticationExtension):  # type: ignore[no-untyped-call]
    target_class = "tournaments.api.authentication.TableCodeAuthentication"
    name = "tableCode"

    def get_security_definition(self, auto_schema: Any) -> dict[str, str]:
        return {
            "type": "apiKey",
            "in": "header",
            "name": "Authorization",
            "description": "`Table CODE`, the code on a table's sheet: results of that table, nothing else.",
        }


class StrictBodyScheme(OpenApiSerializerExtension):  # type: ignore[no-untyped-call]
    """A body that refuses words it does not know says so."""

    target_class = "tournaments.api.bodies.strict.StrictBody"
    match_subclasses = True

    def map_serializer(self, auto_schema: Any, direction: Any) -> dict[str, Any]:
        known = auto_schema._map_serializer(self.target, direction, bypass_extensions=True)
        return {**known, "additionalProperties": False}


REFUSAL = {
    "type": "object",
    "description": "Why not: a sentence for people, a code for programs, and what else the refusal knows.",
    "required": ["error"],
    "properties": {
        "error": {
            "type": "object",
            "required": ["code", "message"],
            "properties": {
                "code": {"type": "string"},
                "message": {"type": "string"},
                "fields": {"type": "object", "description": "Of a 400: the sentences about each field."},
                "current": {"description": "Of a 409: what is there now."},
            },
        }
    },
}
STATUSES = (
    "400: the body is malformed; 401: say who you are; 403: not yours to do; 404: there is no such thing; "
    "409: the state forbids it, or somebody changed it; 422: the rules refuse it; 429: too many tries."
)


def describe_operations(result: dict[str, Any], **_given: Any) -> dict[str, Any]:
    """The schema, introduced, with a summary and the one shape of refusals in each operation.

    A hook of drf-spectacular.
    """
    result["info"]["description"] = INTRODUCTION.read_text()
    result["components"].setdefault("schemas", {})["Refusal"] = REFUSAL
    content = {"application/json": {"schema": {"$ref": "#/components/schemas/Refusal"}}}
    for operations in result["paths"].values():
        for operation in operations.values():
            operation["summary"] = operation["description"].partition("\n")[0]
            operation["responses"]["default"] = {"description": STATUSES, "content": content}
    return result


# Swagger writes its styles into the page; its scripts are files, so scripts stay as strict as elsewhere.
@method_decorator(csp_update({"style-src": ["'self'", "'unsafe-inline'"]}), name="dispatch")
class Docs(SpectacularSwaggerSplitView):
    """The browsable documentation."""

    url_name = "v1:schema"


@extend_schema(exclude=True)
class Nowhere(APIView):
    """A 404 in the API's own shape, for addresses that it does not have."""

    permission_classes = [AllowAny]

    def initial(self, request: Request, *args: object, **kwargs: object) -> NoReturn:
        raise Http404(_("L'API non ha questo indirizzo: vedi /api/v1/docs/."))
