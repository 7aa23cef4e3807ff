"""The page of the rounds: the current round with its tables, and the acts from its draw to its end."""

from collections.abc import Callable
from functools import wraps
from typing import Any, Concatenate

from django import forms
from django.contrib import messages
from django.http import Http404, HttpResponse
from django.http.response import HttpResponseBase
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST

from club.access import Right
from club.web.guards import OfficerRequest, form_page, uncached_page
from tournaments import queries
from tournaments.errors import TournamentError
from tournaments.evenings import lifecycle
from tournaments.models import Tournament
from tournaments.pairing.formats import MOST_TURNS
from tournaments.rounds import rounds
from tournaments.web.forms.reasons import ReasonForm, version_in
from tournaments.web.views.access import View, officers
from tournaments.web.views.desk import cockpit, pages
from tournaments.web.views.desk.pages import Question, ask

Act = Callable[Concatenate[OfficerRequest, Tournament, ...], None]


@uncached_page
@officers(Right.ENTER_RESULTS)
def current(request: OfficerRequest, tournament: Tournament) -> HttpResponse:
    """Shows the current round. htmx polls with the version `seen`, and gets 204 while nothing changes."""
    if pages.is_fragment(request) and request.GET.get("seen") == queries.live_version(tournament):
        return HttpResponse(status=204)
    return _cockpit(request, tournament)


@uncached_page
@officers(Right.ENTER_RESULTS)
def show_round(request: OfficerRequest, tournament: Tournament, turn: int) -> HttpResponse:
    """Shows a round by its number, to look back and to correct."""
    shown = cockpit.round_page(request, tournament, turn)
    if shown.round is None:
        raise Http404(_("Questo turno non c'è."))
    return pages.page(request, tournament, "desk/rounds/rounds.html", "rounds", vars(shown))


def act_view(act: Act) -> View:
    """Makes a view of an act on a round: POST, for organisers; a refusal shows the round as it is now."""

    @require_POST
    @officers(Right.RUN_EVENING)
    @wraps(act)
    def run(request: OfficerRequest, tournament: Tournament, *args: Any, **kwargs: Any) -> HttpResponseBase:
        try:
            act(request, tournament, *args, **kwargs)
        except TournamentError as refusal:
            return _cockpit(request, tournament, refusal=refusal, status=refusal.status)
        return pages.go("rounds", tournament.code)

    return run


@act_view
def draw(request: OfficerRequest, tournament: Tournament) -> None:
    rounds.draw(tournament.pk, by=pages.actor(request), turn=version_in(request.POST, "turn"))


@act_view
def one_more(request: OfficerRequest, tournament: Tournament) -> None:
    """Raises the number of rounds to the one sent, so that a challenge continues. Idempotent."""
    turns = version_in(request.POST, "turns")
    if turns is not None and turns > tournament.turns:
        lifecycle.change(tournament.pk, by=pages.actor(request), turns=min(turns, MOST_TURNS))


@act_view
def publish(request: OfficerRequest, tournament: Tournament, turn: int) -> None:
    rounds.publish(tournament.pk, turn, by=pages.actor(request), version=seen_version(request))


@act_view
def play(request: OfficerRequest, tournament: Tournament, turn: int) -> None:
    rounds.play(tournament.pk, turn, by=pages.actor(request), version=seen_version(request))


@act_view
def settle(request: OfficerRequest, tournament: Tournament, turn: int) -> None:
    """Settles the round, and draws the next one if the button says so."""
    accept = "accept_unconfirmed" in request.POST
    version = seen_version(request)
    rounds.settle(tournament.pk, turn, by=pages.actor(request), version=version, accept_unconfirmed=accept)
    messages.success(request, _("Il turno %(turn)s è concluso.") % {"turn": turn})
    planned = tournament.planned_turns
    if "and_draw" in request.POST and (planned is None or turn < planned):
        rounds.draw(tournament.pk, by=pages.actor(request), turn=turn + 1)


def asking_first(question: Callable[[Tournament, int], Question]) -> Callable[[Act], View]:
    """Makes a view of an act that needs a confirmation: GET asks the question, POST acts.

    If the act is impossible, `question` raises TournamentError, and the refusal is shown instead.
    """

    def guarded(act: Act) -> View:
        carry_out = act_view(act)

        @officers(Right.RUN_EVENING)
        def show_question(request: OfficerRequest, tournament: Tournament, turn: int) -> HttpResponse:
            try:
                asked_about = question(tournament, turn)
            except TournamentError as refusal:
                return _not_asked(request, tournament, refusal)
            return ask(request, tournament, asked_about, SeenForm(tournament, turn), tab="rounds")

        @form_page
        @wraps(act)
        def run(request: OfficerRequest, code: str, turn: int) -> HttpResponseBase:
            return (carry_out if request.method == "POST" else show_question)(request, code, turn)

        return run

    return guarded


def _not_asked(request: OfficerRequest, tournament: Tournament, refusal: TournamentError) -> HttpResponse:
    """Shows why an act is impossible: in the dialog of the question, or above the round."""
    status = refusal.status
    if pages.is_fragment(request):
        explanation = Question(str(refusal), "", "", "rounds", danger=False)
        return ask(request, tournament, explanation, tab="rounds", status=status)
    return _cockpit(request, tournament, refusal=refusal, status=status)


def _redraw_question(tournament: Tournament, turn: int) -> Question:
    rounds.verify_can_redraw(tournament, turn)
    text = _(
        "La bozza si butta e se ne fa un'altra, con un altro sorteggio. Il registro ricorda tutte e due."
    )
    if tournament.rounds.filter(number=turn).exclude(moves=[]).exists():
        text = " ".join((text, _("Gli spostamenti fatti a mano si perdono.")))
    text = _with_boards(tournament, text)
    return Question(
        _("Rifare l'abbinamento del turno %(turn)s?") % {"turn": turn},
        text,
        _("Rifai l'abbinamento"),
        "rounds",
    )


def _with_boards(tournament: Tournament, text: str, turn: int = 0) -> str:
    """Adds to the text what happens to duplicated deals, which may be composed or even played already."""
    if not tournament.is_duplicated:
        return text
    if _shows_boards(tournament, turn):
        boards = _(
            "I giocatori ne hanno già visto le carte: il turno avrà smazzate nuove, da comporre di nuovo. I "
            "fogli stampati e i mazzi già composti non valgono più."
        )
        return f"{text} {boards}"
    boards = _(
        "Le smazzate restano le stesse: i mazzi già composti valgono ancora, ma chi ne ha già visto le carte "
        "non può giocarle."
    )
    return f"{text} {boards}"


def _discard_question(tournament: Tournament, turn: int) -> Question:
    rounds.verify_can_discard(tournament, turn)
    if is_announced(tournament, turn):
        return Question(
            _("Ritirare i tavoli del turno %(turn)s?") % {"turn": turn},
            _with_boards(
                tournament,
                _("Sono già annunciati: avvisa la sala. Il turno si potrà abbinare di nuovo."),
                turn,
            ),
            _("Ritira i tavoli"),
            "rounds",
        )
    return Question(
        _("Buttare la bozza del turno %(turn)s?") % {"turn": turn},
        _with_boards(
            tournament,
            _("Nessuno ha ancora visto i tavoli. Potrai cambiare le presenze e abbinare di nuovo."),
        ),
        _("Butta la bozza"),
        "rounds",
    )


def _renew_question(tournament: Tournament, turn: int) -> Question:
    rounds.verify_is_drawn(tournament, turn)
    return Question(
        _("Rinnovare i codici del turno %(turn)s?") % {"turn": turn},
        _("I codici sui fogli già stampati smettono di funzionare: dopo, ristampa i fogli di gara."),
        _("Rinnova i codici"),
        "rounds",
    )


@asking_first(_redraw_question)
def redraw(request: OfficerRequest, tournament: Tournament, turn: int) -> None:
    rounds.redraw(tournament.pk, turn, by=pages.actor(request), version=seen_version(request))


@asking_first(_discard_question)
def discard(request: OfficerRequest, tournament: Tournament, turn: int) -> None:
    reason = request.POST.get("reason", "")[:300]
    rounds.discard(
        tournament.pk,
        turn,
        by=pages.actor(request),
        version=seen_version(request),
        reason=reason,
        keep_boards="keep_boards" in request.POST,
    )


@asking_first(_renew_question)
def renew_codes(request: OfficerRequest, tournament: Tournament, turn: int) -> None:
    rounds.renew_codes(tournament.pk, turn, by=pages.actor(request))
    messages.success(request, _("I codici sono nuovi: ristampa i fogli di gara."))


def is_announced(tournament: Tournament, turn: int) -> bool:
    round_ = tournament.rounds.filter(number=turn).first()
    return round_ is not None and round_.is_announced


def _shows_boards(tournament: Tournament, turn: int) -> bool:
    round_ = tournament.rounds.filter(number=turn).first()
    return round_ is not None and rounds.shows_boards(tournament, round_)


class SeenForm(forms.Form):
    """The form of a question about a round: a hidden field with the round's version.

    For an announced round it asks for a reason; if players may have seen its boards, whether to keep them.
    """

    version = forms.IntegerField(widget=forms.HiddenInput)

    def __init__(self, tournament: Tournament, turn: int) -> None:
        round_ = tournament.rounds.filter(number=turn).first()
        super().__init__(initial={"version": round_.version if round_ else None})
        if round_ and round_.is_announced:
            self.fields["reason"] = ReasonForm.base_fields["reason"]
        if round_ and rounds.shows_boards(tournament, round_):
            self.fields["keep_boards"] = forms.BooleanField(
                label=_("Tieni le stesse smazzate: nessuno ne ha visto le carte"), required=False
            )


def seen_version(request: OfficerRequest) -> int | None:
    """Returns the version of the round on the page that sent the act; None if it sent none."""
    return version_in(request.POST, "version")


def _cockpit(
    request: OfficerRequest,
    tournament: Tournament,
    *,
    status: int = 200,
    refusal: TournamentError | None = None,
) -> HttpResponse:
    template = "desk/rounds/cockpit.html" if pages.is_fragment(request) else "desk/rounds/rounds.html"
    shown = cockpit.round_page(request, tournament)
    return pages.page(request, tournament, template, "rounds", vars(shown), status=status, refusal=refusal)
