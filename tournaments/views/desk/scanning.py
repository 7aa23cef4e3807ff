"""The desk's reader of tessere: the phone's camera, or a hand scanner that types."""

from django.http import HttpRequest, HttpResponse
from django.utils import timezone
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods

from club.access import Right
from tournaments import arrivals
from tournaments.models import Tournament
from tournaments.views.access import officers
from tournaments.views.desk import pages

#: Nothing that a scanner reads is longer; a hand that leans on the keyboard is.
LONGEST = 200


@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
@officers(Right.RUN_EVENING)
def scan(request: HttpRequest, tournament: Tournament) -> HttpResponse:
    """The reader; for a code that was sent, what it is: the answer alone where the script asks."""
    if request.method != "POST":
        return pages.page(request, tournament, "scan.html", "entries")
    text = request.POST.get("code", "")[:LONGEST]
    arrival = arrivals.scan(tournament, text, by=pages.actor(request), today=timezone.localdate())
    template = "scan_answer.html" if pages.is_fragment(request) else "scan.html"
    return pages.page(request, tournament, template, "entries", arrival=arrival)
