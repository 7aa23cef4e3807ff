"""The club's calendar, for programs that subscribe to it."""

from functools import partial
from hashlib import sha256

from django.http import HttpRequest, HttpResponse
from django.http.response import HttpResponseBase
from django.shortcuts import get_object_or_404
from django.utils.cache import get_conditional_response, patch_cache_control, patch_vary_headers
from django.utils.http import content_disposition_header
from django.views.decorators.http import require_safe

from club import publication
from club.models import Club
from club.reaching import absolute
from club.tables.filenames import clean


@require_safe
def feed(request: HttpRequest, slug: str) -> HttpResponseBase:
    """Everybody's. Two queries; 304 for who has it already."""
    from tournaments.takeaway import calendar  # Here: icalendar takes 3 MB.

    club = get_object_or_404(Club, slug=slug)
    body = calendar.feed(club, calendar.evenings_of(club), partial(absolute, request))
    etag = f'"{sha256(body).hexdigest()[:20]}"'
    response = get_conditional_response(request, etag=etag)
    if response is None:
        response = HttpResponse(body, content_type="text/calendar; charset=utf-8")
        response["Content-Disposition"] = (
            content_disposition_header(False, f"{clean(club.name)[:80]}.ics") or "inline"
        )
    response["ETag"] = etag
    response[publication.ROBOTS] = publication.robots(is_indexed=club.is_indexed)
    patch_cache_control(response, no_cache=True)
    patch_vary_headers(response, ["Cookie"])
    return response
