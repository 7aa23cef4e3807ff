"""The draw of an announced turn, for anyone to check: the page, its file, and a form for any such file."""

from typing import Any

from django.http import Http404, HttpRequest, HttpResponse
from django.http.response import HttpResponseBase
from django.shortcuts import render
from django.utils.cache import get_conditional_response, patch_cache_control
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods, require_safe

from tournaments import draw_checks, draw_files, queries
from tournaments.api.serializers import EntrySerializer, RoundSerializer
from tournaments.api.throttles import PerAddress
from tournaments.check_wording import check_sentence
from tournaments.draw_wording import MOVEMENTS
from tournaments.draws import DrawInput, Entrant
from tournaments.errors import TournamentError
from tournaments.forms.draws import DrawFileForm
from tournaments.models import Round, Tournament
from tournaments.views.access import everybody
from tournaments.views.public.live_parts import PUBLIC


class CheckedFiles(PerAddress):
    """Files sent to be checked, from one address: a room may share one."""

    scope = "checked-files"
    rate = "20/min"


@require_safe
@everybody
def draw_file(request: HttpRequest, tournament: Tournament, turn: int) -> HttpResponseBase:
    """The file of an announced turn, to keep and to check wherever one likes."""
    made = draw_files.file_of(_announced(tournament, turn))
    etag = f'"{made.digest}"'
    response = get_conditional_response(request, etag=etag)
    if response is None:
        response = HttpResponse(made.written, content_type="application/json")
        name = f"sorteggio-{tournament.code}-{turn}.json"
        response["Content-Disposition"] = f'attachment; filename="{name}"'
    response["ETag"] = etag
    patch_cache_control(response, public=True, no_cache=True)
    return response


@require_safe
@everybody
def draw(request: HttpRequest, tournament: Tournament, turn: int) -> HttpResponseBase:
    """How the turn was drawn, in words, and what checking its file tells."""
    round_ = _announced(tournament, turn)
    file, movement = draw_files.file_of(round_), draw_files.movement_of(round_)
    context = {
        "tournament": tournament,
        "club": tournament.club,
        "turn": RoundSerializer(round_, context=PUBLIC).data,
        "seed": round_.seed,
        "moves": len(draw_files.moves_of(round_)),
        "thrown_away": draw_files.thrown_away(round_),
        "movement": MOVEMENTS[movement.kind],
        "goes_by_classifica": not movement.is_closed,
        "has_larger_tables": movement.kind == "larger",
        "is_rotation": movement.kind == "rotation",
        **_inputs(tournament, round_),
        **_own_checks(file.written),
    }
    return render(request, "public/draw.html", context)


@require_http_methods(["GET", "HEAD", "POST"])
def check_draw(request: HttpRequest) -> HttpResponse:
    """The form for anybody's file, and what checking it tells."""
    form = DrawFileForm(request.POST or None, request.FILES or None)
    context: dict[str, Any] = {"form": form}
    status = 200
    if request.method == "POST":
        status = 422
        if not CheckedFiles().allow_request(request):  # type: ignore[arg-type]  # asks for its address only
            form.add_error(None, _("Hai verificato molti file in poco tempo: riprova fra un minuto."))
            status = 429
        elif form.is_valid():
            try:
                context |= _checks(form.written())
                context["name"] = form.cleaned_data["file"].name
                status = 200
            except TournamentError as refusal:
                form.add_error("file", str(refusal))
    return render(request, "public/draw_check.html", context, status=status)


def _announced(tournament: Tournament, turn: int) -> Round:
    rounds = queries.with_tables(queries.visible_rounds(tournament))
    round_ = rounds.filter(number=turn).first()
    if round_ is None:
        raise Http404(_("Il turno %(turn)s non è ancora stato annunciato.") % {"turn": turn})
    return round_


def _own_checks(written: bytes) -> dict[str, Any]:
    """What was found; the page is there all the same while it cannot be looked at."""
    try:
        return _checks(written)
    except TournamentError as refusal:
        return {"unchecked": str(refusal)}


def _checks(written: bytes) -> dict[str, Any]:
    """What was found, and a sentence for each check."""
    found = draw_checks.checked(written)
    sentences = [
        {"outcome": check.outcome, "sentence": check_sentence(check.code, check.outcome, check.params)}
        for check in found.checks
    ]
    return {"found": found, "checks": sentences}


def _inputs(tournament: Tournament, round_: Round) -> dict[str, Any]:
    """What the draw was made from: everyone who played, best place first, with what counted of each."""
    given = DrawInput.from_json(round_.draw_input)
    entries = queries.entries(tournament)
    names = {
        entry["number"]: entry["name"] for entry in EntrySerializer(entries, many=True, context=PUBLIC).data
    }
    met: dict[int, list[tuple[int, int]]] = {entrant.id: [] for entrant in given.entrants}
    for one in given.meetings:
        for mine, other in ((one.first_id, one.second_id), (one.second_id, one.first_id)):
            met.setdefault(mine, []).append((other, one.turn))
    ordered = sorted(
        given.entrants, key=lambda entrant: (entrant.rank is None, entrant.rank or entrant.number)
    )
    return {
        "avoids_rematches": given.rematches == "avoided",
        "entrants": [_entrant(entrant, names, met[entrant.id]) for entrant in ordered],
        "has_places": any(entrant.rank is not None for entrant in given.entrants),
        "has_fixed_tables": any(entrant.fixed_table for entrant in given.entrants),
        "has_met": bool(given.meetings),
    }


def _entrant(entrant: Entrant, names: dict[int, str], met: list[tuple[int, int]]) -> dict[str, Any]:
    return {
        "number": entrant.number,
        "name": names.get(entrant.number, ""),
        "place": entrant.rank,
        "rests": entrant.rests,
        "fixed_table": entrant.fixed_table,
        "met": [other for other, _turn in sorted(met, key=lambda pair: pair[1])],
    }
