"""What search engines may read: nothing, but the pages of the clubs that say so."""

from django.http import HttpRequest, HttpResponse
from django.urls import reverse
from django.views.decorators.http import require_safe

from club.models import Club
from tournaments.models import Tournament

# Search engines read half a megabyte of such a file: this is a fifth of it.
NEWEST = 4000


@require_safe
def robots(request: HttpRequest) -> HttpResponse:  # noqa: ARG001
    """robots.txt, with a line for each club and evening that may be listed. Two queries."""
    clubs = Club.objects.filter(is_indexed=True).values_list("slug", flat=True)
    evenings = Tournament.objects.filter(club__is_indexed=True).values_list("code", flat=True)[:NEWEST]
    allowed = [
        *(f"{reverse('club_page', args=[slug])}$" for slug in clubs),
        *(reverse("results", args=[code]) for code in evenings),
        *(["/static/"] if clubs else []),
    ]
    lines = ["User-agent: *", *(f"Allow: {path}" for path in allowed), "Disallow: /", ""]
    return HttpResponse("\n".join(lines), content_type="text/plain; charset=utf-8")
