"""The referee's ruling at a table: what it would do, then done; and one taken back."""

from typing import Any

from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import get_language
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_POST

from scoring import ScoringError
from scoring.wording.rulings import ruling_sentence
from tournaments import rulings
from tournaments.errors import TournamentError
from tournaments.forms.asked import RequiredReasonForm
from tournaments.forms.ruling import RulingForm
from tournaments.models import OF_DEALS
from tournaments.refusals import sentence_of, status_of
from tournaments.views.tables import sheet
from tournaments.views.tables.doors import Door
from tournaments.views.tables.pages import table_context


@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
def rule(request: HttpRequest, door: Door) -> HttpResponse:
    """The ruling asked for; with `preview` only what it would do, with before and after."""
    _verify_may_rule(door)
    form = _form(request, door)
    if request.method != "POST" or not form.is_valid():
        return _page(request, door, form, status=422 if form.is_bound else 200)
    given = form.cleaned_data
    try:
        if "preview" in request.POST:
            return _page(request, door, form, preview=_preview(door, given))
        rulings.give(
            door.match,
            given["article"],
            side=given["side"],
            by=door.by,
            reason=given["reason"],
            deal_number=given["deal"],
        )
    except (ScoringError, TournamentError) as refused:
        return _page(request, door, form, status=status_of(refused) or 409, refused=sentence_of(refused))
    messages.success(request, _("Provvedimento dato: è nel registro."))
    return _back(door)


@require_POST
def revoke(request: HttpRequest, door: Door, number: int) -> HttpResponse:
    """A ruling of this table taken back."""
    _verify_may_rule(door)
    ruling = door.match.rulings.filter(pk=number).first()
    if ruling is None:
        raise Http404(_("A questo tavolo non c'è quel provvedimento."))
    form = RequiredReasonForm(request.POST)
    if not form.is_valid():
        messages.error(request, _("Scrivi perché il provvedimento è ritirato."))
        return _back(door)
    try:
        rulings.revoke(ruling, by=door.by, reason=form.cleaned_data["reason"])
        messages.success(request, _("Provvedimento ritirato."))
    except TournamentError as refused:
        messages.error(request, str(refused))
    return _back(door)


def _verify_may_rule(door: Door) -> None:
    if not door.may_correct:
        raise Http404(_("In questo turno quel tavolo non c'è."))


def _form(request: HttpRequest, door: Door) -> RulingForm:
    names = sheet.side_names(sheet.read(door))
    deals = sorted(deal.number for deal in door.match.deals.all())
    data = request.POST if request.method == "POST" else None
    return RulingForm(data, club=door.tournament.club, sides=names, deals=deals)


def _preview(door: Door, given: dict[str, Any]) -> str:
    """What the ruling would do, in a sentence."""
    article, side = given["article"], given["side"]
    if article.effect in OF_DEALS:
        ruling = rulings.preview(door.match, article, side, given["deal"])
        names = {each.key: each.short for each in sheet.read(door).sides}
        return ruling_sentence(ruling, "en" if get_language() == "en" else "it", names)
    facts = {
        "effect": article.get_effect_display(),
        "side": sheet.side_names(sheet.read(door))[side],
        "points": article.points,
    }
    if article.points:
        return _("%(side)s: %(effect)s (%(points)s punti).") % facts
    return _("%(side)s: %(effect)s.") % facts


def _back(door: Door) -> HttpResponse:
    response = redirect(door.url())
    response.status_code = 303
    return response


def _page(
    request: HttpRequest,
    door: Door,
    form: RulingForm,
    *,
    status: int = 200,
    preview: str = "",
    refused: str = "",
) -> HttpResponse:
    context = {**table_context(door), "form": form, "preview": preview, "refused": refused}
    return render(request, "table/ruling.html", context, status=status)
