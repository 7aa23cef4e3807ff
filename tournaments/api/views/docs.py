"""The API's own description, and what answers where there is nothing."""

from typing import Any, NoReturn

from csp.decorators import csp_update
from django.http import Http404
from django.utils.decorators import method_decorator
from django.utils.translation import gettext as _
from drf_spectacular.extensions import OpenApiAuthenticationExtension
from drf_spectacular.utils import extend_schema
from drf_spectacular.views import SpectacularSwaggerSplitView
from rest_framework.permissions import AllowAny
from rest_framework.request import Request
from rest_framework.views import APIView


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
