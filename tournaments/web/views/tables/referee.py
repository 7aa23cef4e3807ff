"""The referee at a table: rulings, substitutions and withdrawals.

A ruling, or a revocation, is shown with its effects before it is given.
"""

from collections.abc import Callable, Mapping
from types import MappingProxyType

from django.contrib import messages
from django.forms import Form
from django.http import Http404, HttpResponse
from django.shortcuts import render
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_POST

from club.web.guards import PageRequest
from scoring import ScoringError
from tournaments.entries import entries, substitutions
from tournaments.errors import TournamentError
from tournaments.models import Substitution
from tournaments.results import catalogue, correction_preview, rulings, scores
from tournaments.results.rulings import RulingRequest
from tournaments.text.deal_terms import seat_name, side_label
from tournaments.text.names import by_entry
from tournaments.web.forms.reasons import RequiredReasonForm, version_in
from tournaments.web.forms.referee import RulingForm, SubstitutionForm, WithdrawalForm, side_and_entry
from tournaments.web.refusals import sentence_of, status_of
from tournaments.web.views.desk.pages import Sentence, go
from tournaments.web.views.tables import pages
from tournaments.web.views.tables.pages import table_page
from tournaments.web.views.tables.previews import effect_sentence, preview_mark, preview_of
from tournaments.web.views.tables.table_access import TableVisit


@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
def rule(request: PageRequest, visit: TableVisit) -> HttpResponse:
    """Shows the effects of a ruling and, once they were shown, gives it."""
    verify_may_correct(visit)
    late = request.GET.get("ritardo", "")
    if request.method != "POST" and late in (pages.players_apart(visit) or visit.match.play.sides):
        return _late(request, visit, late)
    form = _ruling_form(request, visit)
    if request.method != "POST" or not form.is_valid():
        return _ruling_page(request, visit, form, status=422 if form.is_bound else 200)
    return _give_or_show(request, visit, form)


@require_POST
def end_by_clock(request: PageRequest, visit: TableVisit) -> HttpResponse:
    """Ends the match with the deal `last`, because the time is over, or lets it go on."""
    verify_may_correct(visit)
    last = None if "go_on" in request.POST else version_in(request.POST, "last") or 0
    try:
        scores.end_match(visit.match, last, by=visit.by, seen=version_in(request.POST, "seen"))
    except TournamentError as refused:
        messages.error(request, str(refused))
        return _back_to_table(visit)
    messages.success(
        request,
        _("Al tavolo %(table)s si gioca ancora.") % {"table": visit.match.table}
        if last is None
        else _("Tempo scaduto: la partita finisce con la smazzata %(number)s.") % {"number": last},
    )
    return _back_to_table(visit)


def _give_or_show(request: PageRequest, visit: TableVisit, form: RulingForm) -> HttpResponse:
    """Gives the ruling if the page has just shown its preview, else shows the preview."""
    ruling_request = form.ruling_request()
    try:
        mark = _ruling_mark(visit, ruling_request)
        if request.POST.get("shown") != mark:
            return _ruling_page(request, visit, form, _preview_context(visit, ruling_request, mark))
        rulings.give(
            visit.match,
            ruling_request.article,
            side=ruling_request.side,
            by=visit.by,
            reason=form.cleaned_data["reason"],
            deal_number=ruling_request.deal_number,
            assigned=ruling_request.assigned,
            entry=ruling_request.entry,
        )
    except (ScoringError, TournamentError) as refused:
        sides = {side: side_label(visit.match.play, side) for side in visit.match.play.sides}
        return _ruling_page(
            request, visit, form, status=status_of(refused) or 409, refused=sentence_of(refused, sides)
        )
    messages.success(request, _("Provvedimento dato: è nel registro."))
    return _back_to_table(visit)


def _late(request: PageRequest, visit: TableVisit, late: str) -> HttpResponse:
    """Shows the next step of the ladder of lateness for the side that is late, with its preview."""
    steps = catalogue.ladder(visit.tournament.club)
    side, number = side_and_entry(late)
    seats = [seat for seat in visit.match.seats.all() if seat.side == side]
    seat = next(seat for seat in seats if number in (None, seat.entry.number))
    already = catalogue.late_already(visit.tournament, seat.entry)
    step = catalogue.next_step(steps, already, visit.match.round.number)
    if step is None:
        return _ruling_page(request, visit, _ruling_form(request, visit), ladder=[], late=True)
    given = {article for article, _turn in already}
    ladder = [{"article": each, "given": each.pk in given, "next": each.pk == step.pk} for each in steps]
    ruling_request = RulingRequest(step, side, entry=number)
    first = {"article": step, "side": late, "reason": _("In ritardo al tavolo")}
    form = _ruling_form(request, visit, first)
    try:
        shown = _preview_context(visit, ruling_request, _ruling_mark(visit, ruling_request))
    except TournamentError as refused:
        return _ruling_page(request, visit, form, status=status_of(refused) or 409, refused=str(refused))
    return _ruling_page(request, visit, form, shown, ladder=ladder, late=True)


def _ruling_mark(visit: TableVisit, ruling_request: RulingRequest) -> str:
    """Returns the mark of the ruling and of those before it, which tells a second warning from the first."""
    before = visit.tournament.rulings.filter(revoked_at__isnull=True).count()
    shown = [
        ruling_request.article.pk,
        ruling_request.side,
        ruling_request.entry,
        ruling_request.deal_number,
        ruling_request.assigned,
        before,
    ]
    return preview_mark(visit.tournament, shown)


def _preview_context(visit: TableVisit, ruling_request: RulingRequest, mark: str) -> dict[str, object]:
    change = correction_preview.preview_ruling(visit.match, ruling_request)
    return {"preview": effect_sentence(visit.match, ruling_request), "foreseen": preview_of(change, mark)}


@require_POST
def revoke(request: PageRequest, visit: TableVisit, number: int) -> HttpResponse:
    """Shows the effects of revoking a ruling of this table and, once they were shown, revokes it."""
    verify_may_correct(visit)
    ruling = visit.match.rulings.filter(pk=number).first()
    if ruling is None:
        raise Http404(_("A questo tavolo non c'è quel provvedimento."))
    form = RequiredReasonForm(request.POST)
    if not form.is_valid():
        messages.error(request, _("Scrivi perché il provvedimento è ritirato."))
        return _back_to_table(visit)
    mark = preview_mark(visit.tournament, ["revoke", ruling.pk])
    if request.POST.get("shown") != mark:
        foreseen = preview_of(correction_preview.preview_revocation(visit.match, ruling), mark)
        shown = {"ruling": ruling, "foreseen": foreseen, "reason": form.cleaned_data["reason"]}
        return render(request, "table/referee/revoking.html", {**vars(table_page(visit)), **shown})
    try:
        rulings.revoke(ruling, by=visit.by, reason=form.cleaned_data["reason"])
        messages.success(request, _("Provvedimento ritirato."))
    except TournamentError as refused:
        messages.error(request, str(refused))
    return _back_to_table(visit)


def _ruling_form(
    request: PageRequest, visit: TableVisit, initial: dict[str, object] | None = None
) -> RulingForm:
    names = pages.side_names(pages.sheet_of(visit))
    deals = sorted(deal.number for deal in visit.match.deals.all() if not deal.is_whole_match)
    data = request.POST if request.method == "POST" else None
    players = pages.players_apart(visit)
    return RulingForm(
        data, club=visit.tournament.club, sides=names, deals=deals, players=players, initial=initial
    )


def _back_to_table(visit: TableVisit) -> HttpResponse:
    return go(visit.url())


def _ruling_page(
    request: PageRequest,
    visit: TableVisit,
    form: RulingForm,
    shown: Mapping[str, object] = MappingProxyType({}),
    *,
    status: int = 200,
    **own: object,
) -> HttpResponse:
    context = {**vars(table_page(visit)), "form": form, **shown, **own}
    return render(request, "table/referee/ruling.html", context, status=status)


@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
def substitute(request: PageRequest, visit: TableVisit) -> HttpResponse:
    """Seats a substitute for one of the players, with a reason for the log."""
    verify_may_correct(visit)
    form = SubstitutionForm(_data(request), match=visit.match, seats=_seat_choices(visit))

    def act() -> str:
        given = form.cleaned_data
        made = substitutions.substitute(
            visit.match, given["position"], form.substitute(), by=visit.by, reason=given["reason"]
        )
        facts = {"name": made.substitute.full_name, "replaced": made.replaced.full_name}
        return _("%(name)s gioca al posto di %(replaced)s.") % facts

    explanation = by_entry(
        visit.tournament,
        _(
            "Chi sostituisce non può giocare in un'altra coppia. "
            "Se gioca più di metà dei turni, la coppia è fuori dai premi."
        ),
        _(
            "Chi sostituisce non può giocare in questo torneo anche per sé. "
            "Se gioca più di metà dei turni, chi è sostituito è fuori dai premi."
        ),
    )
    return _act_page(
        request, visit, form, gettext_lazy("Sostituzione"), explanation, gettext_lazy("Sostituisci"), act
    )


@require_POST
def end_substitution(request: PageRequest, visit: TableVisit, number: int) -> HttpResponse:
    """Ends a substitution: the player is back."""
    verify_may_correct(visit)
    made = Substitution.objects.filter(pk=number, entry__seats__match=visit.match).first()
    if made is None:
        raise Http404(_("A questo tavolo non c'è quella sostituzione."))
    form = RequiredReasonForm(request.POST)
    if not form.is_valid():
        messages.error(request, _("Scrivi il motivo: resta nel registro."))
        return _back_to_table(visit)
    try:
        ended = substitutions.end_substitution(made, by=visit.by, reason=form.cleaned_data["reason"])
    except TournamentError as refused:
        messages.error(request, str(refused))
        return _back_to_table(visit)
    if ended.until_turn:
        messages.success(request, _("Il titolare torna dal turno %(turn)s.") % {"turn": ended.until_turn + 1})
    else:
        messages.success(request, _("Il titolare è di nuovo al suo posto."))
    return _back_to_table(visit)


@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
def withdraw(request: PageRequest, visit: TableVisit) -> HttpResponse:
    """Withdraws a pair of this table, or a player of an individual event."""
    verify_may_correct(visit)
    leaving = pages.players_apart(visit) or pages.side_names(pages.sheet_of(visit))
    form = WithdrawalForm(_data(request), sides=leaving)

    def act() -> str:
        given, reason = side_and_entry(form.cleaned_data["side"]), form.cleaned_data["reason"]
        number = _entry_number(visit, *given)
        entries.withdraw(visit.tournament.pk, number, withdrawn=True, by=visit.by, reason=reason)
        explanation = by_entry(
            visit.tournament,
            _("La coppia %(number)s è ritirata: dal prossimo turno non avrà un tavolo."),
            _("Il giocatore %(number)s è ritirato: dal prossimo turno non avrà un tavolo."),
        )
        return explanation % {"number": number}

    explanation = by_entry(
        visit.tournament,
        _(
            "I risultati già giocati restano. "
            "Se la partita non è finita, agli avversari va il punteggio del riposo."
        ),
        _(
            "I risultati già giocati restano. "
            "Se la partita non è finita, a chi resta va il punteggio del riposo."
        ),
    )
    title = by_entry(visit.tournament, _("Ritiro di una coppia"), _("Ritiro di un giocatore"))
    action = by_entry(visit.tournament, _("Ritira la coppia"), _("Ritira il giocatore"))
    return _act_page(request, visit, form, title, explanation, action, act)


def _entry_number(visit: TableVisit, side: str, number: int | None) -> int:
    """Returns the number of the entry: the one named, or the only one of the side."""
    return number or next(seat.entry.number for seat in visit.match.seats.all() if seat.side == side)


def verify_may_correct(visit: TableVisit) -> None:
    """Raises Http404 for visitors who may not rule at this table."""
    if not visit.may_correct:
        raise Http404(_("In questo turno quel tavolo non c'è."))


def _data(request: PageRequest) -> object:
    return request.POST if request.method == "POST" else None


def _seat_choices(visit: TableVisit) -> dict[str, str]:
    names = pages.names_by_seat(visit)
    return {seat: f"{names[seat]} ({seat_name(seat)})" for seat in visit.match.play.positions}


def _act_page(
    request: PageRequest,
    visit: TableVisit,
    form: Form,
    title: Sentence,
    explanation: Sentence,
    action: Sentence,
    act: Callable[[], str],
) -> HttpResponse:
    """Shows the form, does the act once it is filled in, and shows why an act is refused."""
    status, refused = (422 if form.is_bound and not form.is_valid() else 200), ""
    if form.is_bound and form.is_valid():
        try:
            messages.success(request, act())
            return _back_to_table(visit)
        except TournamentError as refusal:
            status, refused = status_of(refusal) or 409, str(refusal)
    shown = {"form": form, "title": title, "explanation": explanation, "action": action, "refused": refused}
    return render(request, "table/referee/seats.html", {**vars(table_page(visit)), **shown}, status=status)
