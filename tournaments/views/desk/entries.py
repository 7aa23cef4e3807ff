"""The desk where pairs enter: one line a pair, then check-in, withdrawals and corrections."""

from typing import Any
from uuid import uuid4

from django.contrib import messages
from django.db import transaction
from django.db.models import Q
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils import timezone
from django.utils.translation import ngettext
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from club.access import Right
from tournaments import entries, queries, registering, season_keeping
from tournaments.api.serializers import EntrySerializer
from tournaments.bookings import arriving
from tournaments.cash import fees
from tournaments.errors import TournamentError
from tournaments.forms import asked, pair_line
from tournaments.forms.pair import Pair
from tournaments.models import Entry, RoundState, Tournament
from tournaments.movements import movement_of
from tournaments.refusals import status_of
from tournaments.views.access import officers
from tournaments.views.desk import bookings, entry_lines, pages

FULL = {"full_names": True}


@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
@officers(Right.RUN_EVENING)
def desk(request: HttpRequest, tournament: Tournament) -> HttpResponse:
    """The pairs and the line that adds one."""
    if request.method != "POST":
        # A card read of somebody not entered yet comes here with the name.
        line, booking = request.GET.get("line", "")[:200], request.GET.get("booking", "")[:9]
        present = tournament.date <= timezone.localdate()
        return _desk(request, tournament, present=present, line=line, booking=booking)
    present = "present" in request.POST
    key = asked.key(request.POST)
    circle = request.POST.get("circle", "").strip()[:60]
    written: dict[str, Any] = {
        "line": request.POST.get("line", ""),
        "present": present,
        "key": key,
        "circle": circle,
        "booking": request.POST.get("booking", "")[:9],
    }
    try:
        pair = Pair(tournament.club, request.POST, tournament.entry_size)
        if not pair.is_sure:
            return _desk(request, tournament, pair=pair, **written)
        entry = _enter(request, tournament, pair, key=key, present=present, circle=circle)
    except TournamentError as refusal:
        return _desk(request, tournament, refusal=refusal, status=status_of(refusal) or 409, **written)
    if not pages.is_fragment(request):
        return pages.go("entries", tournament.code, anchor=f"coppia-{entry.number}")
    return _desk(request, tournament, present=present, entered=entry.number)


@transaction.atomic
def _enter(request: HttpRequest, tournament: Tournament, pair: Pair, **fields: Any) -> Entry:
    """The entry, and the booking from a phone that it answers, if the line was opened for one."""
    entry = registering.enter(tournament.pk, pair.players(), by=pages.actor(request), **fields)
    if booking := asked.version_in(request.POST, "booking"):
        arriving.attach_written(tournament.pk, booking, entry)
    return entry


@require_safe
@officers(Right.RUN_EVENING)
def people(request: HttpRequest, tournament: Tournament) -> HttpResponse:
    """Whom the last name on the line may mean, as options that complete the line."""
    kept, letters = pair_line.being_written(request.GET.get("line", ""))
    found = list(pair_line.suggestions(tournament, letters)[: pair_line.SHOWN])
    return render(
        request,
        "desk/entries_options.html",
        {"options": pair_line.options(kept, letters, found, tournament.entry_size)},
    )


@require_POST
@officers(Right.RUN_EVENING)
def check_in_all(request: HttpRequest, tournament: Tournament) -> HttpResponse:
    entries.check_in_all(tournament.pk, by=pages.actor(request))
    if not pages.is_fragment(request):
        return pages.go("entries", tournament.code)
    return _desk(request, tournament, present=True)


@require_POST
@officers(Right.RUN_EVENING)
def seed(request: HttpRequest, tournament: Tournament) -> HttpResponse:
    """The teste di serie as a season has them."""
    chosen = request.POST.get("season", "")
    season = int(chosen) if chosen.isdecimal() and len(chosen) < 18 else 0
    count = season_keeping.seed(tournament.pk, season, by=pages.actor(request))
    said = ngettext(
        "%(count)s testa di serie dalla stagione.", "%(count)s teste di serie dalla stagione.", count
    )
    messages.success(request, said % {"count": count})
    return pages.go("entries", tournament.code)


def row(request: HttpRequest, tournament: Tournament, entry: Entry) -> HttpResponse:
    """The pair's line as it is now with the counts of the page, or the page at that line."""
    if not pages.is_fragment(request):
        return pages.go("entries", tournament.code, anchor=f"coppia-{entry.number}")
    shown = _shown(tournament)
    line = next(line for line in shown["entries"] if line["number"] == entry.number)
    return pages.page(request, tournament, "entries_rows.html", "entries", lines=[line], is_row=True, **shown)


def _desk(request: HttpRequest, tournament: Tournament, *, status: int = 200, **own: Any) -> HttpResponse:
    template = "entries_desk.html" if pages.is_fragment(request) else "entries.html"
    shown = {**_shown(tournament), "key": uuid4(), **own}
    shown["seasons"] = [] if shown["drawn"] else season_keeping.offered(tournament)
    if tournament.takes_bookings and template == "entries.html":
        shown |= bookings.listed(request, tournament)
    if "entered" in own:
        shown["entered"] = next(line for line in shown["entries"] if line["number"] == own["entered"])
    return pages.page(request, tournament, template, "entries", status=status, **shown)


def _shown(tournament: Tournament) -> dict[str, Any]:
    """Every pair, and how many are here. Five queries, seven where there is a fee."""
    lines = EntrySerializer(queries.fully_named(tournament), many=True, context=FULL).data
    staying = [line for line in lines if not line["withdrawn"]]
    present = sum(line["present"] for line in staying)
    last = tournament.rounds.order_by("-number").first()
    marks = entry_lines.Marks(_drawn(tournament), fees.unpaid(tournament), _from_phone(tournament))
    return {
        "entries": entry_lines.told(tournament, lines, marks),
        "drawn": marks.drawn,
        "present_count": present,
        "absent_count": len(staying) - present,
        "is_odd": present % 2 == 1,
        "resting_count": present % 4 if present > 4 else 0,
        "last_round": last if last and last.state != RoundState.DRAFT else None,
    }


def _from_phone(tournament: Tournament) -> set[int]:
    """The numbers of those who entered from a phone. One query where the evening takes any, else none."""
    if not tournament.takes_bookings:
        return set()
    return set(tournament.entries.filter(booking__isnull=False).values_list("number", flat=True))


def _drawn(tournament: Tournament) -> set[int]:
    """The numbers of the pairs that have been at a table or at rest, and so cannot be taken off the list."""
    had_place = Q(seats__isnull=False) | Q(rests__isnull=False)
    drawn = set(tournament.entries.filter(had_place).values_list("number", flat=True).distinct())
    if movement_of(tournament).is_decided_by_winning:
        for passing in tournament.rounds.values_list("passing", flat=True):
            drawn |= set(passing)
    return drawn
