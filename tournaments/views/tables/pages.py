"""The table's own page: who sits where, the foglio di gara, what to do next."""

from typing import Any
from uuid import uuid4

from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe
from django_htmx.http import HttpResponseClientRedirect

from tournaments import history, queries
from tournaments.models import OF_ENTRIES
from tournaments.views.tables import sheet
from tournaments.views.tables.doors import Door

#: Acts of a table shown on its page; the log has them all.
MOST_ACTS = 60


@require_safe
@never_cache
def page(request: HttpRequest, door: Door) -> HttpResponse:
    """The table. htmx asks with the `seen` version, and hears 204 when nothing changed since."""
    asks_again = getattr(request, "htmx", False)
    if asks_again and request.GET.get("seen") == door.version:
        return HttpResponse(status=204)
    template = "table/_live.html" if asks_again else "table/table.html"
    calling = door.match.calls.filter(answered_at__isnull=True).first()
    given = list(door.match.rulings.select_related("entry").order_by("id"))
    context = {
        **table_context(door),
        "live_version": door.version,
        "calling": calling,
        "rulings": given,
        "of_entries": OF_ENTRIES,
    }
    return render(
        request, template, context | (_for_officers(door, context["sheet"]) if door.is_officer else {})
    )


def _for_officers(door: Door, read: sheet.Sheet) -> dict[str, Any]:
    """What only officers see: who sits in for whom, and who may be late."""
    made = queries.substitutions(door.tournament, door.match.round.number)
    here = made.filter(entry__seats__match=door.match).distinct()
    late = sheet.players_apart(door) or {side.key: side.short for side in read.sides}
    return {"substitutes": here.select_related("substitute", "replaced"), "may_be_late": late}


@require_safe
@never_cache
def happened(request: HttpRequest, door: Door) -> HttpResponse:
    """Every act on the table, the newest first; htmx puts it into the table's page."""
    here = {f"subject__{key}": value for key, value in door.match.subject.items()}
    lines = history.told(door.tournament.log.filter(**here).order_by("-number")[:MOST_ACTS])
    if getattr(request, "htmx", False):
        return render(request, "components/log_lines.html", {"lines": lines})
    return render(request, "table/history.html", {**table_context(door), "lines": lines})


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
        "ends_at": round_.ends_at if round_.takes_results else None,
        "next_url": door.url("table_deal", read.next_missing) if read.next_missing else "",
    }
