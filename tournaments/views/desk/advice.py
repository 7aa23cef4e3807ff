"""Prima della serata: which formulas fit, what each brings, and the one that is chosen."""

from collections.abc import Mapping
from typing import Any
from urllib.parse import urlencode

from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse, HttpResponseRedirect
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_POST, require_safe

from club.access import Right
from tournaments import advice
from tournaments.draw_wording import MOVEMENTS
from tournaments.errors import TournamentError
from tournaments.forms.advice import AdviceForm
from tournaments.forms.asked import version_in
from tournaments.models import Tournament
from tournaments.refusals import status_of
from tournaments.simulations import asking, telling
from tournaments.simulations.questions import MOST_ENTRIES
from tournaments.views.access import officers
from tournaments.views.desk import pages


@never_cache
@require_safe
@officers(Right.RUN_EVENING)
def show(request: HttpRequest, tournament: Tournament) -> HttpResponse:
    """The formulas for what is written; while a simulation runs, htmx asks for them again and it goes on."""
    form = _form(tournament, request.GET)
    if form.is_valid() and (simulation := asking.find(tournament.club, form.question)):
        asking.go_on(simulation)
    return _page(request, tournament, form)


@require_POST
@officers(Right.RUN_EVENING)
def ask(request: HttpRequest, tournament: Tournament) -> HttpResponse:
    """A simulation of what is written; asking twice is asking once."""
    form = _form(tournament, request.POST)
    if not form.is_valid():
        return _page(request, tournament, form)
    try:
        asking.ask(tournament.club, form.question)
    except TournamentError as refusal:
        return _page(request, tournament, form, refusal)
    return _back(tournament, form)


@require_POST
@officers(Right.RUN_EVENING)
def stop(request: HttpRequest, tournament: Tournament, simulation_id: int) -> HttpResponse:
    """The simulation stopped; what it told so far stays."""
    simulation = tournament.club.simulations.filter(pk=simulation_id).first()
    if simulation is None:
        raise Http404(_("Questa prova non c'è."))
    asking.stop(simulation)
    return _back(tournament, _form(tournament, request.POST))


@require_POST
@officers(Right.RUN_EVENING)
def choose(request: HttpRequest, tournament: Tournament) -> HttpResponse:
    """The formula in force from now on."""
    form = _form(tournament, request.POST)
    if not form.is_valid():
        return _page(request, tournament, form)
    movement = request.POST.get("movement", "")
    version = version_in(request.POST, "version")
    try:
        advice.choose(tournament.pk, movement, form.intended, by=pages.actor(request), version=version)
    except TournamentError as refusal:
        return _page(request, Tournament.objects.select_related("club").get(pk=tournament.pk), form, refusal)
    messages.success(
        request, _("La formula è scelta: %(formula)s.") % {"formula": MOVEMENTS.get(movement, movement)}
    )
    return _back(tournament, form)


def _form(tournament: Tournament, written: Mapping[str, str]) -> AdviceForm:
    return AdviceForm(tournament, written, timezone.now())


def _page(
    request: HttpRequest, tournament: Tournament, form: AdviceForm, refusal: TournamentError | None = None
) -> HttpResponse:
    shown: dict[str, Any] = {"form": form, "refusal": refusal}
    status = (status_of(refusal) or 409) if refusal else 200
    if form.is_valid():
        shown |= _told(tournament, form)
    else:
        status = 422
    template = "advice_formulas.html" if pages.is_fragment(request) else "advice.html"
    return pages.page(request, tournament, template, "entries", status=status, **shown)


def _told(tournament: Tournament, form: AdviceForm) -> dict[str, Any]:
    simulation = asking.find(tournament.club, form.question)
    choices = advice.choices(tournament, form.intended, simulation)
    findings = advice.warnings(tournament, form.intended)
    return {
        "choices": [
            (each, MOVEMENTS[each.option.movement], [one for one in each.findings if one not in findings])
            for each in choices
        ],
        "findings": findings,
        "question": form.question,
        "simulation": simulation,
        "ranked_by": telling.ranked_by(form.question),
        "points_ahead": telling.points_ahead(simulation) if simulation else None,
        "written": form.data,
        "address": _address(tournament, form),
        "has_begun": tournament.rounds.exists(),
        "most": MOST_ENTRIES,
    }


def _address(tournament: Tournament, form: AdviceForm) -> str:
    return f"{reverse('advice', args=[tournament.code])}?{urlencode(form.data)}"


def _back(tournament: Tournament, form: AdviceForm) -> HttpResponseRedirect:
    """The page with what was written, the formulas in sight."""
    return HttpResponseRedirect(f"{_address(tournament, form)}#formule", status=pages.SEE_OTHER)
