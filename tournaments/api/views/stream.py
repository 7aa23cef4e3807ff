"""The stream of a tournament's changes: the stream of the pages, with the refusals of the API."""

from asgiref.sync import sync_to_async
from django.http import HttpRequest
from django.http.response import HttpResponseBase
from django.views.decorators.csrf import csrf_exempt
from drf_spectacular.utils import OpenApiParameter, extend_schema
from rest_framework.permissions import AllowAny
from rest_framework.renderers import JSONRenderer
from rest_framework.request import Request
from rest_framework.response import Response

from club.api.base import ApiView
from tournaments import queries
from tournaments.web.views import live_stream


class StreamRequest(ApiView):
    """Verifies the request for a stream, because REST framework cannot send the stream itself."""

    authentication_classes = []
    permission_classes = [AllowAny]
    media_type = "text/event-stream"
    words = (OpenApiParameter("parte", str), OpenApiParameter("da", str))

    def perform_content_negotiation(self, request: Request, force: bool = False) -> tuple[JSONRenderer, str]:
        return JSONRenderer(), JSONRenderer.media_type

    @extend_schema(exclude=True, parameters=list(words))
    def get(self, request: Request, code: str) -> Response:
        """Returns 200 if the stream may begin. No query, because five hundred phones may ask at once."""
        return Response(content_type=self.media_type)

    @extend_schema(exclude=True, parameters=list(words))
    def head(self, request: Request, code: str) -> Response:
        """Returns the headers of the stream without beginning it."""
        queries.tournament(code)
        return Response(content_type=self.media_type, headers={"Cache-Control": "no-cache, no-transform"})


verify = StreamRequest.as_view()


@csrf_exempt
async def events(request: HttpRequest, code: str) -> HttpResponseBase:
    """Returns the stream; a problem for another method or an unknown query parameter."""
    verified: HttpResponseBase = await sync_to_async(verify)(request, code=code)
    if request.method != "GET" or verified.status_code != 200:
        return verified
    return await live_stream.events(request, code)
