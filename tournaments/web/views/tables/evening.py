"""The evening of an entry on its players' phone: the table where it sits now, or what it waits for.

The scanned address returns a document without any data of the entry, so that a browser may cache it and open
it without a connection, over plain http too. Its script (static/js/evening_page.js) fetches the pages and
stores them on the device.
"""

from django.contrib.staticfiles.storage import staticfiles_storage
from django.http import HttpResponse
from django.http.response import HttpResponseBase
from django.shortcuts import redirect, render
from django.template.loader import render_to_string
from django.utils import timezone
from django.utils.cache import get_conditional_response, patch_cache_control
from django.utils.translation import get_language
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_POST, require_safe
from django_htmx.http import HttpResponseClientRefresh

from club.membership_cards import card_of_token
from club.web.guards import PageRequest
from tournaments import queries
from tournaments.errors import TournamentError
from tournaments.models import Entry
from tournaments.presenters.evening_now import EveningNow, evening_now
from tournaments.presenters.tournaments import shown_entry
from tournaments.results import evening_codes
from tournaments.results.codes import CodeRefused
from tournaments.results.evening_codes import EVENING_SIGNER
from tournaments.results.push import subscriptions
from tournaments.results.push.web_push import Subscriber
from tournaments.text.names import PUBLIC
from tournaments.web.refusals import status_of
from tournaments.web.throttles import WrongLinks
from tournaments.web.views.tables import pages
from tournaments.web.views.tables.table_access import evening_visit, explain

#: How long a browser may use its copy of the document: an evening, with the hours before and after it.
DOCUMENT_SECONDS = 12 * 3600


@require_safe
def evening(request: PageRequest, evening_code: str) -> HttpResponseBase:
    """Returns the document of the evening: the same for everybody in that language. No query."""
    if not EVENING_SIGNER.is_signed(evening_code):
        return evening_now_page(request, evening_code)
    edition = _document_edition()
    etag = f'W/"{edition}"'
    response = get_conditional_response(request, etag=etag)
    if response is None:
        # Rendered without the request, so that the reader and their cookies change nothing in it.
        context = {"for_anybody": True, "edition": edition, "manual_name": "evening"}
        response = HttpResponse(render_to_string("table/evening/document.html", context))
    response["ETag"] = etag
    patch_cache_control(response, private=True, max_age=DOCUMENT_SECONDS)
    return response


def _document_edition() -> str:
    """Returns what the document depends on: the static files and the language."""
    return f"{getattr(staticfiles_storage, 'manifest_hash', '')}-{get_language()}"


@require_safe
@never_cache
def evening_now_page(request: PageRequest, evening_code: str) -> HttpResponseBase:
    """Returns what the entry does now, with the edition of the document that shows it."""
    response = _now_page(request, evening_code)
    response["X-Edition"] = _document_edition()
    return response


def _now_page(request: PageRequest, evening_code: str) -> HttpResponseBase:
    """Shows the entry's table, or why it has none now.

    htmx polls with the version `now`, and gets 204 while nothing changes.
    """
    try:
        entry = evening_codes.entry_of(evening_code)
    except CodeRefused as refused:
        return explain(request, refused, renews=True)
    now = evening_now(entry)
    if request.htmx and (now.match or "now" not in request.GET):
        return HttpResponseClientRefresh()
    if now.match:
        try:
            visit = evening_visit(request, entry, now.match, evening_code, renews=True)
        except CodeRefused:
            return _now_page(request, evening_code)  # the round was settled meanwhile
        return pages.page(request, visit)
    if request.htmx and request.GET["now"] == now.version:
        return HttpResponse(status=204)
    template = "table/evening/between_part.html" if request.htmx else "table/evening/between.html"
    return render(request, template, _between(entry, now, evening_code))


def _between(entry: Entry, now: EveningNow, evening_code: str) -> dict[str, object]:
    named = queries.entries_by_number(entry.tournament, [entry.number])[0]
    return {
        "club": entry.tournament.club,
        "tournament": entry.tournament,
        "entry": shown_entry(named, PUBLIC),
        "now": now,
        "evening_code": evening_code,
        "push_key": subscriptions.public_key(),
    }


@require_POST
def notices(request: PageRequest, evening_code: str) -> HttpResponse:
    """Keeps the browser's subscription to the notices of the entry, or forgets it with `off`."""
    try:
        entry = evening_codes.entry_of(evening_code)
    except CodeRefused as refused:
        return explain(request, refused, renews=False)
    endpoint, public_key, secret = (
        request.POST.get(name, "")[:600] for name in ("endpoint", "public_key", "secret")
    )
    if "off" in request.POST:
        subscriptions.unsubscribe(entry, endpoint)
        return HttpResponse(status=204)
    try:
        subscriptions.subscribe(entry, Subscriber(endpoint, public_key, secret))
    except TournamentError as refused:
        return HttpResponse(str(refused), status=status_of(refused) or 409, content_type="text/plain")
    return HttpResponse(status=204)


@require_safe
@never_cache
def by_card(request: PageRequest, card_word: str) -> HttpResponseBase:
    """Redirects the holder of a membership card to the open evening in which they are entered."""
    card = card_of_token(card_word)
    if card is None and not WrongLinks().allow_request(request):
        return render(request, "429.html", status=429)
    entry = evening_codes.entry_of_person(card.person_id, timezone.localdate()) if card else None
    if entry is not None:
        return redirect("evening", evening_codes.code_of(entry))
    context = {"card": card, "club": card.club if card else None}
    return render(request, "table/evening/no_evening.html", context, status=404)
