"""The referee's ruling at a table: what it would do, then done; and one taken back."""

from typing import Any

from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_POST

from scoring import ScoringError
from tournaments import catalogue, consequences, rulings
from tournaments.errors import TournamentError
from tournaments.forms.asked import RequiredReasonForm
from tournaments.forms.ruling import RulingForm, whom
from tournaments.refusals import sentence_of, status_of
from tournaments.rulings import Asked
from tournaments.views.tables import sheet
from tournaments.views.tables.doors import Door
from tournaments.views.tables.effects import effect_sentence
from tournaments.views.tables.foreseen import mark_of, told
from tournaments.views.tables.pages import table_context
from tournaments.views.tables.seats import verify_may_correct


@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
def rule(request: HttpRequest, door: Door) -> HttpResponse:
    """The ruling asked for: first what it would do, with before and after, then, once shown, given."""
    verify_may_correct(door)
    late = request.GET.get("ritardo", "")
    if request.method != "POST" and late in (sheet.players_apart(door) or door.match.play.sides):
        return _late(request, door, late)
    form = _form(request, door)
    if request.method != "POST" or not form.is_valid():
        return _page(request, door, form, status=422 if form.is_bound else 200)
    return _asked(request, door, form)


def _asked(request: HttpRequest, door: Door, form: RulingForm) -> HttpResponse:
    """The ruling given if the page has just shown this very one; else shown."""
    asked = form.asked()
    try:
        mark = _mark(door, asked)
        if request.POST.get("shown") != mark:
            return _page(request, door, form, **_foreseen(door, asked, mark))
        rulings.give(
            door.match,
            asked.article,
            side=asked.side,
            by=door.by,
            reason=form.cleaned_data["reason"],
            deal_number=asked.deal_number,
            assigned=asked.assigned,
            entry=asked.entry,
        )
    except (ScoringError, TournamentError) as refused:
        return _page(request, door, form, status=status_of(refused) or 409, refused=sentence_of(refused))
    messages.success(request, _("Provvedimento dato: è nel registro."))
    return _back(door)


def _late(request: HttpRequest, door: Door, late: str) -> HttpResponse:
    """The next step of the ladder of lateness for who is late, shown at once with what it would do."""
    steps = catalogue.ladder(door.tournament.club)
    side, number = whom(late)
    seats = [seat for seat in door.match.seats.all() if seat.side == side]
    seat = next(seat for seat in seats if number in (None, seat.entry.number))
    already = catalogue.late_already(door.tournament, seat.entry)
    step = catalogue.next_step(steps, already, door.match.round.number)
    if step is None:
        return _page(request, door, _form(request, door), ladder=[], late=True)
    given = {article for article, _turn in already}
    ladder = [{"article": each, "given": each.pk in given, "next": each.pk == step.pk} for each in steps]
    asked = Asked(step, side, entry=number)
    first = {"article": step, "side": late, "reason": _("In ritardo al tavolo")}
    form = _form(request, door, first)
    try:
        shown = _foreseen(door, asked, _mark(door, asked))
    except TournamentError as refused:
        return _page(request, door, form, status=status_of(refused) or 409, refused=str(refused))
    return _page(request, door, form, ladder=ladder, late=True, **shown)


def _mark(door: Door, asked: Asked) -> str:
    """Of the ruling and of those before it: the second of two warnings is not what was shown as the first."""
    before = door.tournament.rulings.filter(revoked_at__isnull=True).count()
    said = [asked.article.pk, asked.side, asked.entry, asked.deal_number, asked.assigned, before]
    return mark_of(door.tournament, said)


def _foreseen(door: Door, asked: Asked, mark: str) -> dict[str, Any]:
    change = consequences.of_ruling(door.match, asked)
    return {"preview": effect_sentence(door.match, asked), "foreseen": told(change, mark)}


@require_POST
def revoke(request: HttpRequest, door: Door, number: int) -> HttpResponse:
    """A ruling of this table taken back: first what that would change, then, once shown, done."""
    verify_may_correct(door)
    ruling = door.match.rulings.filter(pk=number).first()
    if ruling is None:
        raise Http404(_("A questo tavolo non c'è quel provvedimento."))
    form = RequiredReasonForm(request.POST)
    if not form.is_valid():
        messages.error(request, _("Scrivi perché il provvedimento è ritirato."))
        return _back(door)
    mark = mark_of(door.tournament, ["revoke", ruling.pk])
    if request.POST.get("shown") != mark:
        foreseen = told(consequences.of_revocation(door.match, ruling), mark)
        shown = {"ruling": ruling, "foreseen": foreseen, "reason": form.cleaned_data["reason"]}
        return render(request, "table/revoking.html", {**table_context(door), **shown})
    try:
        rulings.revoke(ruling, by=door.by, reason=form.cleaned_data["reason"])
        messages.success(request, _("Provvedimento ritirato."))
    except TournamentError as refused:
        messages.error(request, str(refused))
    return _back(door)


def _form(request: HttpRequest, door: Door, initial: dict[str, Any] | None = None) -> RulingForm:
    names = sheet.side_names(sheet.read(door))
    deals = sorted(deal.number for deal in door.match.deals.all())
    data = request.POST if request.method == "POST" else None
    players = sheet.players_apart(door)
    return RulingForm(
        data, club=door.tournament.club, sides=names, deals=deals, players=players, initial=initial
    )


def _back(door: Door) -> HttpResponse:
    response = redirect(door.url())
    response.status_code = 303
    return response


def _page(
    request: HttpRequest, door: Door, form: RulingForm, *, status: int = 200, **shown: Any
) -> HttpResponse:
    return render(request, "table/ruling.html", {**table_context(door), "form": form, **shown}, status=status)
