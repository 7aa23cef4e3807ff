from django.http import HttpRequest, HttpResponse
from django.urls import include, path


def empty(_request: HttpRequest) -> HttpResponse:
    """The least that a view can do, with everything that stands around every view."""
    return HttpResponse()


urlpatterns = [path("vuota/", empty), path("", include("config.urls"))]
