"""The table's own page: who sits where, the foglio di gara, what to do next."""

from datetime import timedelta
from typing import Any
from uuid import uuid4

from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe
from django_htmx.http import HttpResponseClientRedirect

from tournaments import queries
from tournaments.views.tables import sheet
from tournaments.views.tables.doors import Door


@require_safe
@never_cache
def page(request: HttpRequest, door: Door) -> HttpResponse:
    """The table. htmx asks with the `seen` version, and hears 204 when nothing changed since."""
    version = queries.live_version(door.tournament)
    asks_again = getattr(request, "htmx", False)
    if asks_again and request.GET.get("seen") == version:
        return HttpResponse(status=204)
    template = "table/_live.html" if asks_again else "table/table.html"
    calling = door.match.calls.filter(answered_at__isnull=True).first()
    given = list(door.match.rulings.order_by("id"))
    context = {**table_context(door), "live_version": version, "calling": calling, "rulings": given}
    return render(request, template, context)


def go_to(request: HttpRequest, url: str) -> HttpResponse:
    """On to `url` after a POST, as htmx or as a plain form takes it."""
    if getattr(request, "htmx", False):
        return HttpResponseClientRedirect(url)
    response = redirect(url)
    response.status_code = 303
    return response


def table_context(door: Door) -> dict[str, Any]:
    """What every page of a table shows of it."""
    read = sheet.read(door, why=True)
    round_ = door.match.round
    ends_at = round_.started_at and round_.started_at + timedelta(minutes=door.tournament.turn_minutes)
    return {
        "club": door.tournament.club,
        "tournament": door.tournament,
        "round": round_,
        "match": door.match,
        "door": door,
        "sheet": read,
        "rows": [{"shown": each, "url": door.url("table_deal", each.number)} for each in read.deals],
        "side_names": sheet.side_names(read),
        # For a browser without scripts; the same answer sent twice is one answer.
        "answer_key": uuid4(),
        "ends_at": ends_at if round_.takes_results else None,
        "next_url": door.url("table_deal", read.next_missing) if read.next_missing else "",
    }
