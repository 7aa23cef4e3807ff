"""Entering, correcting and erasing a deal; a refusal keeps everything that was typed."""

from dataclasses import dataclass, replace
from typing import Any
from uuid import uuid4

from django.contrib import messages
from django.http import HttpResponse
from django.shortcuts import render
from django.utils.translation import get_language
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from club.web.guards import PageRequest
from scoring import ScoringError
from tournaments.core.play import WHOLE_MATCH
from tournaments.errors import DealDecided, Outdated, TournamentError
from tournaments.models import Deal
from tournaments.presenters.scorecards import counting_data
from tournaments.results import calls, scores
from tournaments.text.deal_terms import SIDE_NAMES, seat_name
from tournaments.web.forms.deal import FORMS, CardsForm, DealForm, initial_of, ways_of
from tournaments.web.forms.reasons import version_in
from tournaments.web.refusals import status_of
from tournaments.web.views.tables import pages
from tournaments.web.views.tables.ahead import NUMBER, VERSION, WAYS, may_be_written
from tournaments.web.views.tables.pages import go_to, table_page
from tournaments.web.views.tables.previews import Preview, preview_correction
from tournaments.web.views.tables.table_access import TableVisit
from tournaments.web.views.tables.tallies import Offer, offers_beside


@dataclass(frozen=True)
class Refusal:
    """Why nothing was stored: sentences, an HTTP status, and the nearest possible figures."""

    sentences: list[str]
    status: int
    offers: list[Offer]
    # The stored deal, where that is the reason of the refusal.
    current: dict[str, object] | None = None
    # The version to send in order to replace it; None where it may not be replaced.
    over: int | None = None
    is_decided: bool = False


@require_http_methods(["GET", "HEAD", "POST"])
@never_cache
def deal(request: PageRequest, visit: TableVisit, number: int) -> HttpResponse:
    """Shows the form of a deal, and stores the deal that is sent."""
    stored = _stored(visit, number)
    place = scores.place_of(visit.match, number, visit.match.deals.all())
    way = _way(request, visit, stored, ways_of(place, number))
    people = pages.people_by_side(pages.sheet_of(visit))
    if request.method != "POST":
        form = FORMS[way](place=place, people=people, initial=initial_of(stored, way, place))
        return _deal_page(request, visit, number, form, stored)
    form = FORMS[way](request.POST, place=place, people=people)
    written = _write(visit, number, form)
    if isinstance(written, Preview):
        return _preview_page(request, visit, number, form, stored, written)
    if isinstance(written, Deal):
        return _saved(request, visit, written, is_new=form.seen == 0)
    return _refused(request, visit, number, form, stored, written)


@require_safe
@never_cache
def blank(request: PageRequest, visit: TableVisit) -> HttpResponse:
    """Shows the form for any deal that is not stored; the phone replaces `NUMBER` and `VERSION`."""
    deals = visit.match.deals.all()
    number = next(iter(visit.match.play.missing(visit.match.points)), visit.numbers[0])
    place = scores.place_of(visit.match, number, deals)
    way = _way(request, visit, None, ways_of(place, number))
    form = FORMS[way](place=place, people=pages.people_by_side(pages.sheet_of(visit)))
    context = _deal_context(visit, number, form, None)
    url = visit.url("table_deal", number)
    url_with_placeholder = url.removesuffix(f"{number}/") + f"{NUMBER}/"
    context |= {
        "number": NUMBER,
        "row": replace(context["row"], deal=None),
        "based_on": VERSION,
        "stored_version": VERSION,
        "takes_results": may_be_written(visit),
        "ways": [{**each, "url": each["url"].replace(url, url_with_placeholder)} for each in context["ways"]],
        "count_url": f"{url_with_placeholder}conto/",
        "deal_url": url_with_placeholder,
    }
    return render(request, "table/deal/deal.html", context)


@require_POST
def erase(request: PageRequest, visit: TableVisit, number: int) -> HttpResponse:
    """Deletes the deal from the sheet; the log keeps its figures."""
    scores.erase(visit.match, number, by=visit.by, based_on=version_in(request.POST, "based_on") or 0)
    if number == WHOLE_MATCH:
        messages.success(request, _("I totali della partita sono stati tolti."))
        return go_to(request, visit.url("table_sheet"))
    messages.success(request, _("La smazzata %(number)s è stata tolta dal foglio.") % {"number": number})
    return go_to(request, visit.url())


def _stored(visit: TableVisit, number: int) -> Deal | None:
    return next((each for each in visit.match.deals.all() if each.number == number), None)


def _way(request: PageRequest, visit: TableVisit, stored: Deal | None, ways: list[str]) -> str:
    """Returns the requested way, else the way of this deal, of the table's last deal, or the usual one."""
    way = request.POST.get("way") or WAYS.get(request.GET.get("modo", ""))
    if way in ways:
        return way
    written = stored or max(visit.match.deals.all(), key=lambda each: each.number, default=None)
    # Calling out ends a match, so another deal is entered in an ordinary way.
    usual = written and (written == stored or written.way != Deal.Way.OUT) and written.way in ways
    return written.way if written and usual else ways[0]


def _write(visit: TableVisit, number: int, form: DealForm) -> Deal | Refusal | Preview:
    """Returns the stored deal, the refusal, or the preview that a correction must show first."""
    if not form.is_valid():
        return Refusal(form.sentences(), 422, [])
    try:
        if visit.corrects and (preview := preview_correction(visit, number, form)):
            return preview
        return scores.enter(
            visit.match,
            number,
            form.way,
            form.written(),
            by=visit.by,
            based_on=form.seen,
            after=form.follows,
            key=form.cleaned_data["key"],
            may_correct=visit.may_correct,
            reason=form.cleaned_data["reason"],
        )
    except (ScoringError, TournamentError) as refused:
        return _refusal(visit, form, refused)


def _refusal(visit: TableVisit, form: DealForm, refused: ScoringError | TournamentError) -> Refusal:
    status = status_of(refused) or 409
    if isinstance(refused, ScoringError):
        sentence = scores.refusal_sentence(
            refused, pages.players_by_name(visit), get_language() or "it", place=form.place
        )
        return Refusal([sentence], status, [])
    if isinstance(refused, Outdated):
        current: Any = refused.details["current"]
        over: Any = refused.details["version"]
        return Refusal([str(refused)], status, [], current, over)
    if isinstance(refused, DealDecided):
        decided: Any = refused.details["current"]
        return Refusal([str(refused)], status, [], decided, is_decided=True)
    return Refusal([str(refused)], status, offers_beside(refused, form))


def _saved(request: PageRequest, visit: TableVisit, written: Deal, *, is_new: bool) -> HttpResponse:
    """Redirects to the next missing deal of a table being played, else to the table."""
    names = {side.key: side.short for side in pages.sheet_of(visit).sides}
    points = ", ".join(f"{names[side]} {points}" for side, points in written.points.items())
    if written.is_whole_match:
        saved = _("Totali della partita salvati: %(points)s.")
    else:
        saved = _("Smazzata %(number)s salvata: %(points)s.")
    messages.success(request, saved % {"number": written.number, "points": points})
    missing = visit.match.play.missing({**visit.match.points, written.number: written.points})
    goes_on = is_new and missing and not visit.corrects
    return go_to(request, visit.url("table_deal", missing[0]) if goes_on else visit.url())


def _refused(
    request: PageRequest,
    visit: TableVisit,
    number: int,
    form: DealForm,
    stored: Deal | None,
    refusal: Refusal,
) -> HttpResponse:
    if request.htmx:
        deal_url = visit.url("table_deal", number)
        context = {"refusal": _in_words(refusal), "visit": visit, "form": form, "deal_url": deal_url}
        return render(request, "table/deal/refusal.html", context, status=refusal.status)
    return _deal_page(request, visit, number, form, stored, refusal)


def _preview_page(
    request: PageRequest,
    visit: TableVisit,
    number: int,
    form: DealForm,
    stored: Deal | None,
    preview: Preview,
) -> HttpResponse:
    if request.htmx:
        if not request.headers.get("HX-Target"):  # sent by the device's outbox in the background
            sentence = _("Il turno è concluso: apri la smazzata e guarda che cosa cambia, poi salva.")
            return render(request, "table/deal/not_saved.html", {"sentence": sentence}, status=409)
        return render(request, "table/deal/preview.html", {"foreseen": preview, "visit": visit})
    return _deal_page(request, visit, number, form, stored, preview=preview)


def _cards_context(form: DealForm, visit: TableVisit) -> dict[str, object]:
    """Returns the cards that are already tapped, and the data with which the device counts them."""
    if not isinstance(form, CardsForm):
        return {}
    place = form.place
    return {
        "held": set(form["cards"].value() or ()),
        "grande": set(form["grande"].value() or ()),
        "moors": form.moors_tapped(),
        "heap_sides": list(SIDE_NAMES.items()),
        "counting": counting_data(
            place.rules,
            {side: place.game.players_of(side) for side in place.sides},
            dealer=place.dealer,
            names=pages.players_by_name(visit),
        ),
    }


def _in_words(refusal: Refusal) -> dict[str, object]:
    return {
        "sentences": refusal.sentences,
        "offers": refusal.offers,
        "outdated": refusal.over is not None,
        "over": refusal.over,
        "decided": refusal.is_decided,
        "current": refusal.current["points"] if refusal.current else None,
    }


def _deal_page(
    request: PageRequest,
    visit: TableVisit,
    number: int,
    form: DealForm,
    stored: Deal | None,
    refusal: Refusal | None = None,
    preview: Preview | None = None,
) -> HttpResponse:
    context = _deal_context(visit, number, form, stored) | {
        "refusal": _in_words(refusal) if refusal else None,
        "foreseen": preview,
    }
    return render(request, "table/deal/deal.html", context, status=refusal.status if refusal else 200)


def _deal_context(visit: TableVisit, number: int, form: DealForm, stored: Deal | None) -> dict[str, Any]:
    shown = table_page(visit)
    version = stored.version if stored else 0
    return {
        **vars(shown),
        "takes_results": visit.takes_results,
        "form": form,
        "number": number,
        "row": next(row for row in shown.sheet.deals if row.number == number),
        "ways": _ways(visit, number, form),
        "based_on": form["based_on"].value() if form.is_bound else version,
        "stored_version": version,
        **(_call_context(visit, stored) if visit.side and stored and stored.is_decided else {}),
        # For a browser without scripts; with scripts the device makes its own key.
        "key": uuid4(),
        **_cards_context(form, visit),
        "players": _players(visit),
        "count_url": visit.url("table_count", number),
        "deal_url": visit.url("table_deal", number),
    }


def _call_context(visit: TableVisit, stored: Deal) -> dict[str, object]:
    """Returns the context of a decided deal, about which a side can only call the referee."""
    return {
        "only_by_referee": True,
        "accepted": scores.is_accepted(stored),
        "calling": calls.shown_at(visit.match),
        "call_reason": _("Smazzata %(number)s") % {"number": stored.number},
    }


def _ways(visit: TableVisit, number: int, form: DealForm) -> list[dict[str, Any]]:
    names = {"carte": _("Carte"), "parti": _("Parti"), "totali": _("Totali"), "fuori": _("Fuori")}
    url = visit.url("table_deal", number)
    return [
        {"name": names[word], "url": f"{url}?modo={word}", "chosen": way == form.way, "word": word}
        for word, way in WAYS.items()
        if way in ways_of(form.place, number)
    ]


def _players(visit: TableVisit) -> list[dict[str, str]]:
    """Returns the players under the engine's names, with seat and short name, in the order of play."""
    names, play = pages.first_names(visit), visit.match.play
    return [
        {"player": player, "side": player[0], "seat": seat_name(seat), "short": names.get(seat, "")}
        for player, seat in zip(play.players, play.positions, strict=True)
    ]
