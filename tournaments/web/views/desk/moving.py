"""Changing tables by hand: choosing the change, seeing its cost, giving a reason."""

import json

from django.http import HttpResponse
from django.http.response import HttpResponseBase
from django.urls import reverse
from django.utils.translation import gettext as _

from club.access import Right
from club.web.guards import OfficerRequest, form_page
from tournaments import queries
from tournaments.core.draws import LayoutTable, Swap
from tournaments.entries import entries
from tournaments.errors import InputRefused, Outdated, TournamentError
from tournaments.models import RoundState, Tournament
from tournaments.pairing import mending, moves
from tournaments.pairing.moves import Weighing
from tournaments.presenters.tables import shown_round
from tournaments.text import move_wording
from tournaments.text.names import AT_THE_TABLE
from tournaments.web.forms.reasons import WhyForm, device_key, swap_in
from tournaments.web.views.access import officers
from tournaments.web.views.desk import pages
from tournaments.web.views.desk.cockpit import seated_entries, swap_words
from tournaments.web.views.desk.pages import Question
from tournaments.web.views.desk.rounds import asking_first, seen_version

Context = dict[str, object]


@form_page
@officers(Right.RUN_EVENING)
def move(request: OfficerRequest, tournament: Tournament, turn: int) -> HttpResponseBase:
    """Asks which change to make, then shows its cost; POST makes the change."""
    swap = swap_in(request.POST or request.GET)
    if swap is None:
        return _choosing(request, tournament, turn)
    if request.method == "POST":
        return _moved(request, tournament, turn, swap)
    return _weighed(request, tournament, turn, swap)


def _moved(request: OfficerRequest, tournament: Tournament, turn: int, swap: Swap) -> HttpResponseBase:
    form = WhyForm(request.POST)
    if not form.is_valid():
        return _weighed(request, tournament, turn, swap, form=form)
    given = form.cleaned_data
    words = {"version": given["version"], "reason": form.full_reason(), "key": given["key"]}
    try:
        moves.move(tournament.pk, turn, swap, by=pages.actor(request), **words)
    except Outdated as refusal:
        return _weighed(request, tournament, turn, swap, refusal=refusal)
    except InputRefused as refusal:
        if refusal.code != "reason-missing":
            return _choosing(request, tournament, turn, refusal)
        form.add_error("usual", str(refusal))
        return _weighed(request, tournament, turn, swap, form=form)
    except TournamentError as refusal:
        return _choosing(request, tournament, turn, refusal)
    return _done(request, tournament, f"coppia-{swap.first}" if swap.kind == "entries" else "cockpit")


def _weighed(
    request: OfficerRequest,
    tournament: Tournament,
    turn: int,
    swap: Swap,
    *,
    form: WhyForm | None = None,
    refusal: TournamentError | None = None,
) -> HttpResponse:
    """Shows the change with its cost and asks for a reason; a refusal of the first attempt is shown above."""
    try:
        weighing = moves.weigh(tournament, turn, swap)
    except TournamentError as impossible:
        return _choosing(request, tournament, turn, impossible)
    shown = {
        **_weighing_context(tournament, weighing),
        "title": _("Cambiare così? %(change)s") % {"change": swap_words(swap.as_json())},
        "action": _("Fai lo spostamento"),
        "swap": swap,
        "form": form or WhyForm.asking(weighing.round.version),
        "refusal": refusal,
    }
    status = refusal.status if refusal else 422 if form else 200
    return _answer(request, tournament, "weighed", turn, status, shown)


def _choosing(
    request: OfficerRequest, tournament: Tournament, turn: int, refusal: TournamentError | None = None
) -> HttpResponse:
    """Shows all entries of the round to choose from; the refusal of a change is shown above."""
    round_ = queries.with_tables(tournament.rounds.filter(number=turn)).first()
    if round_ is None and refusal is None:
        refusal = TournamentError(
            "no-round", _("Il turno %(turn)s non c'è: abbinalo prima.") % {"turn": turn}
        )
    shown: Context = {"refusal": refusal, "everybody": [], "tables": [], "chairs": []}
    if round_ is not None:
        seated = shown_round(round_, {**AT_THE_TABLE, "drafts": True})
        chairs = {seat.position for table in seated.tables for seat in table.seats}
        shown |= {"everybody": seated_entries(seated), "tables": seated.tables, "chairs": sorted(chairs)}
    status = refusal.status if refusal else 200
    return _answer(request, tournament, "choosing", turn, status, shown)


@form_page
@officers(Right.RUN_EVENING)
def mend(request: OfficerRequest, tournament: Tournament, turn: int) -> HttpResponseBase:
    """Shows the changes and the cost of adapting the draft to the entries present; POST adapts it."""
    refusal: TournamentError | None = None
    if request.method == "POST":
        try:
            version, sent = seen_version(request), device_key(request.POST)
            mending.mend(tournament.pk, turn, by=pages.actor(request), version=version, key=sent)
        except TournamentError as refused:
            refusal = refused
        else:
            return _done(request, tournament, "cockpit")
    shown: Context = {"refusal": refusal, "action": None, "form": None}
    try:
        weighing = mending.weigh_mend(tournament, turn)
    except TournamentError as impossible:
        refusal = refusal or impossible
        shown |= {"refusal": refusal}
    else:
        form = WhyForm.asking(weighing.round.version)
        del form.fields["usual"], form.fields["reason"]
        is_late = weighing.round.is_announced
        action = _("Fai giocare chi è arrivato") if is_late else _("Sistema la bozza")
        shown |= {
            **_weighing_context(tournament, weighing),
            "action": action,
            "form": form,
            "is_late": is_late,
        }
    shown["title"] = _mend_title(tournament, turn)
    status = refusal.status if refusal else 200
    return _answer(request, tournament, "weighed", turn, status, shown)


def _mend_title(tournament: Tournament, turn: int) -> str:
    is_draft = tournament.rounds.filter(number=turn, state=RoundState.DRAFT).exists()
    title = (
        _("Sistemare la bozza del turno %(turn)s?")
        if is_draft
        else _("Chi è arrivato gioca già nel turno %(turn)s?")
    )
    return title % {"turn": turn}


def _undo_question(tournament: Tournament, turn: int) -> Question:
    last = swap_words(moves.last_move(tournament, turn)["swap"])
    return Question(
        _("Annullare l'ultimo spostamento?"),
        _("Torna com'era prima: %(change)s. Il registro ricorda tutte e due le cose.") % {"change": last},
        _("Annulla lo spostamento"),
        "rounds",
        danger=False,
    )


@asking_first(_undo_question)
def undo(request: OfficerRequest, tournament: Tournament, turn: int) -> None:
    reason = request.POST.get("reason", "")[:300]
    moves.undo(tournament.pk, turn, by=pages.actor(request), version=seen_version(request), reason=reason)


def _weighing_context(tournament: Tournament, weighing: Weighing) -> Context:
    """Returns the change in words and figures, with the names of its entries."""
    play = tournament.play()
    numbers = {id_ for table in (*weighing.before, *weighing.after) for id_ in table.entrants}
    numbers |= {*weighing.rests_before, *weighing.rests_after}
    involved = queries.entries(tournament).filter(number__in=numbers)
    names = {each.number: entries.names_of(each) for each in involved}
    return {
        "rows": _rows(weighing, names),
        "costs": move_wording.costs(weighing.cost, play),
        "gains": move_wording.gains(weighing.cost),
        "needs_reason": weighing.needs_reason,
        "is_announced": weighing.round.is_announced,
    }


def _rows(weighing: Weighing, names: dict[int, str]) -> list[Context]:
    """Returns each changed table before and after the change, then the byes."""
    before = {table.number: table for table in weighing.before}
    after = {table.number: table for table in weighing.after}

    def people(table: LayoutTable | None) -> list[Context]:
        return [{"number": one, "name": names.get(one, "")} for one in table.entrants] if table else []

    rows: list[Context] = []
    for number in sorted({*before, *after}):
        was, now = before.get(number), after.get(number)
        dealers = (was.first_dealer, now.first_dealer) if was and now else ("", "")
        is_dealer = bool(was and now and was.sides == now.sides and dealers[0] != dealers[1])
        rows.append(
            {
                "table": number,
                "before": people(was),
                "after": people(now),
                "dealers": dealers if is_dealer else None,
            }
        )
    if set(weighing.rests_before) != set(weighing.rests_after):
        byes = [
            [{"number": one, "name": names.get(one, "")} for one in rests]
            for rests in (weighing.rests_before, weighing.rests_after)
        ]
        rows.append({"table": None, "before": byes[0], "after": byes[1], "dealers": None})
    return rows


def _answer(
    request: OfficerRequest, tournament: Tournament, name: str, turn: int, status: int, shown: Context
) -> HttpResponse:
    """Renders a page, or the content of the dialog for htmx."""
    template = f"desk/moving/{name}_dialog.html" if pages.is_fragment(request) else f"desk/moving/{name}.html"
    back = reverse("rounds", args=[tournament.code])
    return pages.page(request, tournament, template, "rounds", shown, status=status, turn=turn, back=back)


def _done(request: OfficerRequest, tournament: Tournament, focus: str) -> HttpResponseBase:
    """Redirects to the round; for htmx, an event makes the page reload and set the focus."""
    if not pages.is_fragment(request):
        return pages.go("rounds", tournament.code)
    response = HttpResponse(status=204)
    response["HX-Trigger"] = json.dumps({"moved": {"focus": focus}})
    return response
