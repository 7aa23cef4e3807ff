"""The desk's page of duplicated deals: where each set is played, and its cards, to compose them."""

from django.http import HttpResponse

from club.access import Right
from club.web.guards import OfficerRequest, form_page
from club.web.pages import private_file
from tournaments.core.boards import Board
from tournaments.exports.board_papers import composing_sheets, set_title
from tournaments.models import Tournament
from tournaments.presenters.boards import shown_board
from tournaments.results import boards
from tournaments.results.boards import Use
from tournaments.web.forms.boards import PAPER, PHONE, TWO, BoardsForm
from tournaments.web.views.access import officers
from tournaments.web.views.desk import pages

USES = {PAPER: Use.PRINT, TWO: Use.PRINT, PHONE: Use.COMPOSE}


@form_page
@officers(Right.ENTER_RESULTS)
def compose(request: OfficerRequest, tournament: Tournament) -> HttpResponse:
    """Shows where each set is played; a POST with a reason returns the cards of one set."""
    sets = boards.sets_of(tournament) if tournament.is_duplicated else []
    form = BoardsForm(sets, request.POST or None)
    if request.method == "POST":
        boards.verify_duplicated(tournament)
        if form.is_valid():
            return _cards(request, tournament, form)
    shown = {"sets": sets, "turns": range(1, tournament.turns + 1), "form": form}
    status = 422 if form.errors else 200
    return pages.page(request, tournament, "desk/boards/boards.html", "rounds", shown, status=status)


def _cards(request: OfficerRequest, tournament: Tournament, form: BoardsForm) -> HttpResponse:
    of_set, how, reason = (form.cleaned_data[name] for name in ("of_set", "how", "reason"))
    use = USES.get(how, Use.LOOK)
    made = boards.use(tournament.pk, of_set, by=pages.actor(request), how=use, reason=reason)
    if use is Use.PRINT:
        body = composing_sheets(tournament, of_set, made, two_a_page=how == TWO)
        return private_file(body, "application/pdf", f"smazzate-{of_set}.pdf", is_download=False)
    shown = {"of_set": of_set, "boards": [shown_board(tournament.game, each) for each in made]}
    if use is Use.COMPOSE:
        shown["title"] = set_title(tournament, of_set)
        steps = [_steps(tournament, each) for each in made]
        return pages.page(request, tournament, "desk/boards/helper.html", "rounds", shown, steps=steps)
    return pages.page(request, tournament, "desk/boards/hands.html", "rounds", shown)


def _steps(tournament: Tournament, made: Board) -> dict[str, object]:
    """Returns the data of the helper on the phone: each card with its heap, and the heaps at the end."""
    board = shown_board(tournament.game, made)
    return {
        "number": board.number,
        "dealer": board.dealer,
        "cards": [
            {
                "name": each.card.name,
                "face": each.card.face or each.card.name,
                "suit": suit,
                "heap": each.heap,
            }
            for suit, column in board.plan
            for each in column
        ],
        "heaps": [vars(heap) for heap in board.heaps],
    }
