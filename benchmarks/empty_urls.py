from django.http import HttpRequest, HttpResponse
from django.urls import include, path


def empty(_request: HttpRequest) -> HttpResponse:
    """A view that does nothing, to measure the middleware around every view."""
    return HttpResponse()


urlpatterns = [path("vuota/", empty), path("", include("criccone.urls"))]
