"""Advice before an evening («Prima della serata»): which formats fit, their simulations, and the choice."""

from collections.abc import Mapping
from urllib.parse import urlencode

from django.contrib import messages
from django.http import HttpResponse, HttpResponseRedirect
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST

from club.access import Right
from club.queries import first_or_not_found
from club.web.guards import OfficerRequest, uncached_page
from tournaments.errors import TournamentError
from tournaments.evenings import advice, simulations
from tournaments.evenings.simulations import MOST_ENTRIES
from tournaments.models import Tournament
from tournaments.text.draw_wording import MOVEMENTS
from tournaments.web.forms.advice import AdviceForm
from tournaments.web.forms.reasons import version_in
from tournaments.web.views.access import officers
from tournaments.web.views.desk import pages


@uncached_page
@officers(Right.RUN_EVENING)
def show(request: OfficerRequest, tournament: Tournament) -> HttpResponse:
    """Shows the formats that fit. While a simulation runs, htmx polls, and each poll requests a slice."""
    form = _form(tournament, request.GET)
    if form.is_valid() and (simulation := simulations.simulation_of(tournament.club, form.question)):
        simulations.ask_for_slice(simulation)
    return _page(request, tournament, form)


@require_POST
@officers(Right.RUN_EVENING)
def ask(request: OfficerRequest, tournament: Tournament) -> HttpResponse:
    """Starts a simulation of the plan in the form. Idempotent."""
    form = _form(tournament, request.POST)
    if not form.is_valid():
        return _page(request, tournament, form)
    try:
        simulations.start(tournament.club, form.question)
    except TournamentError as refusal:
        return _page(request, tournament, form, refusal)
    return _back(tournament, form)


@require_POST
@officers(Right.RUN_EVENING)
def stop(request: OfficerRequest, tournament: Tournament, simulation_id: int) -> HttpResponse:
    """Stops the simulation; its results so far stay."""
    simulations_of_id = tournament.club.simulations.filter(pk=simulation_id)
    simulation = first_or_not_found(simulations_of_id, _("Questa prova non c'è."))
    simulations.stop(simulation)
    return _back(tournament, _form(tournament, request.POST))


@require_POST
@officers(Right.RUN_EVENING)
def choose(request: OfficerRequest, tournament: Tournament) -> HttpResponse:
    """Sets the tournament's format."""
    form = _form(tournament, request.POST)
    if not form.is_valid():
        return _page(request, tournament, form)
    movement = request.POST.get("movement", "")
    version = version_in(request.POST, "version")
    try:
        advice.choose(tournament.pk, movement, form.planned, by=pages.actor(request), version=version)
    except TournamentError as refusal:
        return _page(request, Tournament.objects.select_related("club").get(pk=tournament.pk), form, refusal)
    messages.success(
        request, _("La formula è scelta: %(formula)s.") % {"formula": MOVEMENTS.get(movement, movement)}
    )
    return _back(tournament, form)


def _form(tournament: Tournament, written: Mapping[str, str]) -> AdviceForm:
    return AdviceForm(tournament, written, timezone.now())


def _page(
    request: OfficerRequest, tournament: Tournament, form: AdviceForm, refusal: TournamentError | None = None
) -> HttpResponse:
    shown: dict[str, object] = {"form": form, "refusal": refusal}
    status = refusal.status if refusal else 200
    if form.is_valid():
        shown |= _advice_context(tournament, form)
    else:
        status = 422
    template = "desk/advice/options.html" if pages.is_fragment(request) else "desk/advice/advice.html"
    return pages.page(request, tournament, template, "entries", shown, status=status)


def _advice_context(tournament: Tournament, form: AdviceForm) -> dict[str, object]:
    simulation = simulations.simulation_of(tournament.club, form.question)
    choices = advice.choices(tournament, form.planned, simulation)
    findings = advice.warnings(tournament, form.planned)
    return {
        "choices": [
            (each, MOVEMENTS[each.option.movement], [one for one in each.findings if one not in findings])
            for each in choices
        ],
        "findings": findings,
        "question": form.question,
        "simulation": simulation,
        "ranked_by": simulations.ranked_by(form.question),
        "points_ahead": simulations.points_ahead(simulation) if simulation else None,
        "written": form.data,
        "address": _address(tournament, form),
        "has_begun": tournament.rounds.exists(),
        "most": MOST_ENTRIES,
    }


def _address(tournament: Tournament, form: AdviceForm) -> str:
    return f"{reverse('advice', args=[tournament.code])}?{urlencode(form.data)}"


def _back(tournament: Tournament, form: AdviceForm) -> HttpResponseRedirect:
    """Redirects to the page with the form's values, at its list of formats."""
    return HttpResponseRedirect(f"{_address(tournament, form)}#formule", status=pages.SEE_OTHER)
