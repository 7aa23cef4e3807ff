"""The log as people read it: every act in words, newest first, and whether the chain holds."""

from django.core.paginator import Paginator
from django.http import HttpRequest, HttpResponse
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe

from club.access import Right
from club.chaining import Said, first_broken
from tournaments import history
from tournaments.models import Tournament
from tournaments.views.access import officers
from tournaments.views.desk import pages

A_PAGE = 100


@never_cache
@require_safe
@officers(Right.ENTER_RESULTS)
def show(request: HttpRequest, tournament: Tournament) -> HttpResponse:
    """A page of the log. The whole chain is verified each time: a hundred thousand acts take a second."""
    entries = tournament.log.order_by("number").values_list(*Said._fields)
    broken = first_broken(map(Said._make, entries.iterator()))
    found = Paginator(tournament.log.order_by("-number"), A_PAGE).get_page(request.GET.get("pagina"))
    lines = history.told(found)
    return pages.page(request, tournament, "log.html", "log", lines=lines, found=found, broken=broken)
