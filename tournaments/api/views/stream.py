"""The stream of a tournament's changes: that of the pages, with the refusals of the API."""

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


class AskingForEvents(ApiView):
    """Judges the request for a stream, which REST framework cannot send itself."""

    authentication_classes = []
    permission_classes = [AllowAny]
    media_type = "text/event-stream"
    words = (OpenApiParameter("parte", str), OpenApiParameter("da", str))

    def perform_content_negotiation(self, request: Request, force: bool = False) -> tuple[JSONRenderer, str]:
        return JSONRenderer(), JSONRenderer.media_type

    @extend_schema(exclude=True, parameters=list(words))
    def get(self, request: Request, code: str) -> Response:
        """Says that the stream may begin, without a query: five hundred phones ask in the same minute."""
        return Response(content_type=self.media_type)

    @extend_schema(exclude=True, parameters=list(words))
    def head(self, request: Request, code: str) -> Response:
        """The headers of a stream that would begin."""
        queries.tournament(code)
        return Response(content_type=self.media_type, headers={"Cache-Control": "no-cache, no-transform"})


judge = AskingForEvents.as_view()


@csrf_exempt
async def events(request: HttpRequest, code: str) -> HttpResponseBase:
    """The stream; a problem for a method or a query word that it does not have."""
    judged: HttpResponseBase = await sync_to_async(judge)(request, code=code)
    if request.method != "GET" or judged.status_code != 200:
        return judged
    return await live_stream.events(request, code)
