"""The draw of an announced round, which anyone can verify: its page, its file, a form that checks a file."""

from django import forms
from django.core.files.uploadedfile import UploadedFile
from django.http import HttpRequest, HttpResponse
from django.http.response import HttpResponseBase
from django.shortcuts import render
from django.utils.cache import get_conditional_response, patch_cache_control
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy
from django.views.decorators.http import require_http_methods, require_safe

from club.web.guards import takes_files
from club.web.pages import file_of
from tournaments.errors import TournamentError
from tournaments.models import Tournament
from tournaments.pairing import draw_checks, draw_files
from tournaments.pairing.draw_checks import MOST_BYTES
from tournaments.presenters.draws import announced, checks_of, inputs, own_checks
from tournaments.presenters.tables import shown_round
from tournaments.text.draw_wording import MOVEMENTS
from tournaments.text.names import PUBLIC
from tournaments.web.throttles import CheckedFiles
from tournaments.web.views.access import everybody


@require_safe
@everybody
def draw_file(request: HttpRequest, tournament: Tournament, turn: int) -> HttpResponseBase:
    """Returns the draw of an announced round as a file that can be verified anywhere."""
    made = draw_files.file_of(announced(tournament, turn))
    etag = f'"{made.digest}"'
    response = get_conditional_response(request, etag=etag)
    if response is None:
        name = f"sorteggio-{tournament.code}-{turn}.json"
        response = file_of(made.written, "application/json", name, is_download=True)
    response["ETag"] = etag
    patch_cache_control(response, public=True, no_cache=True)
    return response


@require_safe
@everybody
def draw(request: HttpRequest, tournament: Tournament, turn: int) -> HttpResponseBase:
    """Explains how the round was drawn, with the result of verifying its file."""
    round_ = announced(tournament, turn)
    file, movement = draw_files.file_of(round_), draw_files.stored_movement(round_)
    context = {
        "tournament": tournament,
        "club": tournament.club,
        "turn": shown_round(round_, PUBLIC),
        "seed": round_.seed,
        "moves": len(draw_files.moves_of(round_)),
        "thrown_away": draw_files.thrown_away(round_),
        "movement": MOVEMENTS[movement.kind],
        "goes_by_classifica": not movement.is_closed,
        "has_larger_tables": movement.kind == "larger",
        "is_rotation": movement.kind == "rotation",
        **inputs(tournament, round_),
        **own_checks(file.written),
    }
    return render(request, "public/draws/draw.html", context)


@takes_files(draw_checks.MOST_BYTES)
@require_http_methods(["GET", "HEAD", "POST"])
def check_draw(request: HttpRequest) -> HttpResponse:
    """Shows a form for a draw's file, and the result of verifying the file sent."""
    form = DrawFileForm(request.POST or None, request.FILES or None)
    context: dict[str, object] = {"form": form}
    status = 200
    if request.method == "POST":
        status = 422
        if not CheckedFiles().allow_request(request):
            form.add_error(None, _("Hai verificato molti file in poco tempo: riprova fra un minuto."))
            status = 429
        elif form.is_valid():
            try:
                context |= checks_of(form.written())
                context["name"] = form.cleaned_data["file"].name
                status = 200
            except TournamentError as refusal:
                form.add_error("file", str(refusal))
    return render(request, "public/draws/check.html", context, status=status)


class DrawFileForm(forms.Form):
    """The file of a draw, to be checked."""

    file = forms.FileField(
        label=gettext_lazy("File del sorteggio"),
        help_text=gettext_lazy(
            "Si scarica dalla pagina del sorteggio di ogni turno; il nome finisce in .json."
        ),
        allow_empty_file=True,
        widget=forms.ClearableFileInput(attrs={"accept": ".json,application/json", "class": "input"}),
    )

    def written(self) -> bytes:
        """Returns the file up to one byte above the limit, so that a larger file is refused."""
        file: UploadedFile[bytes] = self.cleaned_data["file"]
        return bytes(file.read(MOST_BYTES + 1))
