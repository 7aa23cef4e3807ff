"""What everybody may look at: the calendar of tournaments."""

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render

from tournaments.models import Tournament


def home(request: HttpRequest) -> HttpResponse:
    """The tournaments, newest first."""
    return render(
        request, "public/home.html", {"tournaments": Tournament.objects.select_related("club")[:50]}
    )
