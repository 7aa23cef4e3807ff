"""Writing, correcting and erasing one smazzata; a refusal keeps everything that was typed."""

from dataclasses import dataclass
from typing import Any
from uuid import uuid4

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils.translation import get_language
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_POST

from scoring import ScoringError
from tournaments import scores
from tournaments.errors import Outdated, TournamentError
from tournaments.forms.asked import version_in
from tournaments.forms.deal import FORMS, DealForm, FiguresForm, initial_of
from tournaments.models import Deal
from tournaments.refusals import status_of
from tournaments.views.tables import sheet
from tournaments.views.tables.doors import Door
from tournaments.views.tables.offers import Offer, offers
from tournaments.views.tables.pages import go_to, table_context

# The ways as the address spells them.
WAYS = {"carte": Deal.Way.CARDS, "parti": Deal.Way.PARTS, "totali": Deal.Way.TOTALS}


@dataclass(frozen=True)
class Refusal:
    """Why nothing was stored: sentences, an HTTP status, and what helps to go on."""

    sentences: list[str]
    status: int
    offers: list[Offer]
    # What another device wrote meanwhile, and the version to name for writing over it.
    current: dict[str, Any] | None = None
    over: int | None = None


@require_http_methods(["GET", "HEAD", "POST"])
@never_cache
def deal(request: HttpRequest, door: Door, number: int) -> HttpResponse:
    """The page of one smazzata, and its writing."""
    stored = _stored(door, number)
    way = _way(request, door, stored)
    dealer = scores.dealer_side(door.tournament, door.match, number)
    if request.method != "POST":
        form = FORMS[way](dealer=dealer, initial=initial_of(stored, way))
        return _shown(request, door, number, form, stored)
    form = FORMS[way](request.POST, dealer=dealer)
    written = _write(door, number, form)
    if isinstance(written, Deal):
        return _saved(request, door, written, is_new=form.seen == 0)
    return _refused(request, door, number, form, stored, written)


@require_POST
def erase(request: HttpRequest, door: Door, number: int) -> HttpResponse:
    """Takes the smazzata off the sheet; the way back is the log's."""
    scores.erase(door.match, number, by=door.by, based_on=version_in(request.POST, "based_on") or 0)
    messages.success(request, _("La smazzata %(number)s è stata tolta dal foglio.") % {"number": number})
    return go_to(request, door.url())


def _stored(door: Door, number: int) -> Deal | None:
    return next((each for each in door.match.deals.all() if each.number == number), None)


def _way(request: HttpRequest, door: Door, stored: Deal | None) -> str:
    """The way asked for; else as this smazzata was written, or the table's last one, or by cards."""
    asked = request.POST.get("way") or WAYS.get(request.GET.get("modo", ""))
    if asked in FORMS:
        return asked
    written = stored or max(door.match.deals.all(), key=lambda each: each.number, default=None)
    return written.way if written else Deal.Way.CARDS


def _write(door: Door, number: int, form: DealForm) -> Deal | Refusal:
    """The smazzata as stored, or why it is not."""
    if not form.is_valid():
        return Refusal(form.sentences(), 422, [])
    try:
        return scores.enter(
            door.match,
            number,
            form.way,
            form.written(),
            by=door.by,
            based_on=form.seen,
            after=form.follows,
            key=form.cleaned_data["key"],
            may_correct=door.may_correct,
            reason=form.cleaned_data["reason"],
        )
    except (ScoringError, TournamentError) as refused:
        return _refusal(door, form, refused)


def _refusal(door: Door, form: DealForm, refused: ScoringError | TournamentError) -> Refusal:
    status = status_of(refused) or 409
    if isinstance(refused, ScoringError):
        told = scores.sentence(refused, sheet.players(door), get_language() or "it")
        return Refusal([told], status, [])
    if isinstance(refused, Outdated):
        current: Any = refused.details["current"]
        over: Any = refused.details["version"]
        return Refusal([str(refused)], status, [], current, over)
    nearest: Any = refused.details.get("nearest", [])
    typed = form.typed() if isinstance(form, FiguresForm) else {}
    return Refusal([str(refused)], status, offers(nearest, typed))


def _saved(request: HttpRequest, door: Door, written: Deal, *, is_new: bool) -> HttpResponse:
    """On to the next missing smazzata of a table being played; else back to the table."""
    facts = {"number": written.number, "a": written.points_a, "b": written.points_b}
    messages.success(request, _("Smazzata %(number)s salvata: N-S %(a)s, E-O %(b)s.") % facts)
    there = {written.number, *(each.number for each in door.match.deals.all())}
    missing = next((number for number in door.numbers if number not in there), None)
    goes_on = is_new and missing is not None and not door.corrects
    return go_to(request, door.url("table_deal", missing) if goes_on else door.url())


def _refused(
    request: HttpRequest, door: Door, number: int, form: DealForm, stored: Deal | None, refusal: Refusal
) -> HttpResponse:
    if getattr(request, "htmx", False):
        context = {"refusal": _in_words(refusal), "door": door}
        return render(request, "table/refusal.html", context, status=refusal.status)
    return _shown(request, door, number, form, stored, refusal)


def _in_words(refusal: Refusal) -> dict[str, Any]:
    return {
        "sentences": refusal.sentences,
        "offers": refusal.offers,
        "outdated": refusal.over is not None,
        "over": refusal.over,
        "current": refusal.current["counted"] if refusal.current else None,
    }


def _shown(
    request: HttpRequest,
    door: Door,
    number: int,
    form: DealForm,
    stored: Deal | None,
    refusal: Refusal | None = None,
) -> HttpResponse:
    context = table_context(door)
    version = stored.version if stored else 0
    context |= {
        "form": form,
        "number": number,
        "row": context["sheet"].deals[number - 1],
        "ways": _ways(door, number, form.way),
        "based_on": form["based_on"].value() if form.is_bound else version,
        "stored_version": version,
        # For a browser without scripts; the device makes its own as soon as it can.
        "key": uuid4(),
        "held": set(form["cards"].value() or ()) if "cards" in form.fields else set(),
        "players": _players(door),
        "refusal": _in_words(refusal) if refusal else None,
        "count_url": door.url("table_count", number),
        "deal_url": door.url("table_deal", number),
    }
    return render(request, "table/deal.html", context, status=refusal.status if refusal else 200)


def _ways(door: Door, number: int, chosen: str) -> list[dict[str, Any]]:
    names = {"carte": _("Carte"), "parti": _("Parti"), "totali": _("Totali")}
    url = door.url("table_deal", number)
    return [
        {"name": names[word], "url": f"{url}?modo={word}", "chosen": way == chosen, "word": word}
        for word, way in WAYS.items()
    ]


def _players(door: Door) -> list[dict[str, str]]:
    """The four players as the engine calls them, with names and seats, in the order of play."""
    return [
        {"player": player, "side": player[0], "name": name} for player, name in sheet.players(door).items()
    ]
