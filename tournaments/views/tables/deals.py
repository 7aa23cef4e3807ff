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
from tournaments.forms.deal import FORMS, CardsForm, DealForm, FiguresForm, initial_of, ways_of
from tournaments.models import Deal
from tournaments.refusals import status_of
from tournaments.scores.shapes import seat_name
from tournaments.views.tables import sheet
from tournaments.views.tables.doors import Door
from tournaments.views.tables.foreseen import Foreseen, correction
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
    place = scores.place_of(door.match, number, door.match.deals.all())
    way = _way(request, door, stored, ways_of(place))
    people = sheet.people(sheet.read(door))
    if request.method != "POST":
        form = FORMS[way](place=place, people=people, initial=initial_of(stored, way, place))
        return _shown(request, door, number, form, stored)
    form = FORMS[way](request.POST, place=place, people=people)
    written = _write(door, number, form)
    if isinstance(written, Foreseen):
        return _foreseen(request, door, number, form, stored, written)
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


def _way(request: HttpRequest, door: Door, stored: Deal | None, ways: list[str]) -> str:
    """The way asked for; else as this smazzata was written, or the table's last one, or the usual one."""
    asked = request.POST.get("way") or WAYS.get(request.GET.get("modo", ""))
    if asked in ways:
        return asked
    written = stored or max(door.match.deals.all(), key=lambda each: each.number, default=None)
    return written.way if written and written.way in ways else ways[0]


def _write(door: Door, number: int, form: DealForm) -> Deal | Refusal | Foreseen:
    """The smazzata as stored, or why it is not; a correction first as what it would change."""
    if not form.is_valid():
        return Refusal(form.sentences(), 422, [])
    try:
        if door.corrects and (foreseen := correction(door, number, form)):
            return foreseen
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
        told = scores.sentence(refused, sheet.players(door), get_language() or "it", place=form.place)
        return Refusal([told], status, [])
    if isinstance(refused, Outdated):
        current: Any = refused.details["current"]
        over: Any = refused.details["version"]
        return Refusal([str(refused)], status, [], current, over)
    nearest: Any = refused.details.get("nearest", [])
    return Refusal([str(refused)], status, offers(nearest, form) if isinstance(form, FiguresForm) else [])


def _saved(request: HttpRequest, door: Door, written: Deal, *, is_new: bool) -> HttpResponse:
    """On to the next missing smazzata of a table being played; else back to the table."""
    names = {side.key: side.short for side in sheet.read(door).sides}
    told = ", ".join(f"{names[side]} {points}" for side, points in written.points.items())
    messages.success(
        request,
        _("Smazzata %(number)s salvata: %(points)s.") % {"number": written.number, "points": told},
    )
    missing = door.match.play.missing({**door.match.points, written.number: written.points})
    goes_on = is_new and missing and not door.corrects
    return go_to(request, door.url("table_deal", missing[0]) if goes_on else door.url())


def _refused(
    request: HttpRequest, door: Door, number: int, form: DealForm, stored: Deal | None, refusal: Refusal
) -> HttpResponse:
    if getattr(request, "htmx", False):
        context = {"refusal": _in_words(refusal), "door": door, "form": form}
        return render(request, "table/refusal.html", context, status=refusal.status)
    return _shown(request, door, number, form, stored, refusal)


def _foreseen(
    request: HttpRequest, door: Door, number: int, form: DealForm, stored: Deal | None, foreseen: Foreseen
) -> HttpResponse:
    if getattr(request, "htmx", False):
        if not request.headers.get("HX-Target"):  # sent by the device's outbox, with nobody there to look
            sentence = _("Il turno è concluso: apri la smazzata e guarda che cosa cambia, poi salva.")
            return render(request, "table/not_saved.html", {"sentence": sentence}, status=409)
        return render(request, "table/foreseen.html", {"foreseen": foreseen, "door": door})
    return _shown(request, door, number, form, stored, foreseen=foreseen)


def _tapped(form: DealForm) -> dict[str, Any]:
    """What the deck opens with: the cards held, and those that the grande lacks."""
    if not isinstance(form, CardsForm):
        return {}
    return {
        "held": set(form["cards"].value() or ()),
        "missing": set(form["missing"].value() or ()),
    }


def _in_words(refusal: Refusal) -> dict[str, Any]:
    return {
        "sentences": refusal.sentences,
        "offers": refusal.offers,
        "outdated": refusal.over is not None,
        "over": refusal.over,
        "current": refusal.current["points"] if refusal.current else None,
    }


def _shown(
    request: HttpRequest,
    door: Door,
    number: int,
    form: DealForm,
    stored: Deal | None,
    refusal: Refusal | None = None,
    foreseen: Foreseen | None = None,
) -> HttpResponse:
    context = table_context(door)
    version = stored.version if stored else 0
    context |= {
        "form": form,
        "number": number,
        "row": context["sheet"].deals[number - 1],
        "ways": _ways(door, number, form),
        "based_on": form["based_on"].value() if form.is_bound else version,
        "stored_version": version,
        # For a browser without scripts; the device makes its own as soon as it can.
        "key": uuid4(),
        **_tapped(form),
        "players": _players(door),
        "refusal": _in_words(refusal) if refusal else None,
        "foreseen": foreseen,
        "count_url": door.url("table_count", number),
        "deal_url": door.url("table_deal", number),
    }
    return render(request, "table/deal.html", context, status=refusal.status if refusal else 200)


def _ways(door: Door, number: int, form: DealForm) -> list[dict[str, Any]]:
    names = {"carte": _("Carte"), "parti": _("Parti"), "totali": _("Totali")}
    url = door.url("table_deal", number)
    return [
        {"name": names[word], "url": f"{url}?modo={word}", "chosen": way == form.way, "word": word}
        for word, way in WAYS.items()
        if way in ways_of(form.place)
    ]


def _players(door: Door) -> list[dict[str, str]]:
    """The players as the engine calls them, with their seats and a short name, in the order of play."""
    names, play = sheet.first_names(door), door.match.play
    return [
        {"player": player, "side": player[0], "seat": seat_name(seat), "short": names.get(seat, "")}
        for player, seat in zip(play.players, play.positions, strict=True)
    ]
