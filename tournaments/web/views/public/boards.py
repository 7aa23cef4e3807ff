"""The boards of an evening with duplicated deals, compared once nobody has them still to play."""

from django.http import Http404, HttpRequest
from django.http.response import HttpResponseBase
from django.utils.translation import gettext as _
from django.views.decorators.http import require_safe

from club.typesetting import for_everybody
from club.web.pages import file_of
from tournaments import queries
from tournaments.exports.board_papers import comparison
from tournaments.models import Tournament, closed_boards
from tournaments.presenters.boards import compared, known_values, shown_board
from tournaments.results.board_values import ask_for
from tournaments.results.boards import board_of
from tournaments.text.names import PUBLIC
from tournaments.web.views.public.live_pages import Page, page_response


@require_safe
def boards(request: HttpRequest, code: str) -> HttpResponseBase:
    """Shows every open board with its mean, or the live part for `?fragment`."""
    # The number of known values is part of the cache key: values arrive without a new version of the evening.
    return page_response(request, code, BOARDS, known_values(queries.tournament(code)))


def _boards_context(tournament: Tournament, _version: str, _known: int) -> dict[str, object]:
    opened = compared(tournament, PUBLIC)
    ask_for(tournament, [board.number for board in opened])
    return {"boards": opened, "are_closed": closed_boards.are_all_closed(tournament)}


BOARDS = Page("boards", "public/boards/boards_part.html", "public/boards/boards.html", _boards_context)


@require_safe
def board(request: HttpRequest, code: str, number: int) -> HttpResponseBase:
    """Shows one open board: its hands, and what each table made of it; or the live part for `?fragment`."""
    return page_response(request, code, BOARD, number, known_values(queries.tournament(code)))


def _board_context(tournament: Tournament, _version: str, number: int, _known: int) -> dict[str, object]:
    opened = compared(tournament, PUBLIC, number)
    if not opened:
        raise Http404(_("La smazzata %(number)s non si confronta ancora, o non c'è.") % {"number": number})
    ask_for(tournament, [number])
    return {"compared": opened[0], "board": shown_board(tournament.game, board_of(tournament, number))}


BOARD = Page(
    "board",
    "public/boards/board_part.html",
    "public/boards/board.html",
    _board_context,
    lambda _request, _tournament, number, _known: {"number": number},
)


@require_safe
def paper(_request: HttpRequest, code: str) -> HttpResponseBase:
    """Returns the comparison of all open boards as PDF."""
    tournament = queries.tournament(code)
    with for_everybody():
        body = comparison(tournament, PUBLIC)
    return file_of(body, "application/pdf", f"smazzate-{code}.pdf", is_download=False)
