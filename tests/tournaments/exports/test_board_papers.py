"""The sheets of boards to compose by hand: as many pages as they say, none of them blank."""

import io
from datetime import date

import pytest
from pypdf import PdfReader

from tournaments.core import boards
from tournaments.exports.board_papers import composing_sheets
from tournaments.models import Tournament


@pytest.mark.parametrize("game", ["quattro-scartate", "genovese-coppie"])
@pytest.mark.parametrize(("two_a_page", "pages"), [(False, 8), (True, 4)])
def test_each_page_has_its_boards_and_none_is_blank(game: str, two_a_page: bool, pages: int) -> None:
    tournament = Tournament(game=game, name="Serata", date=date(2026, 11, 28))
    made = [boards.board(game, "a seed", number) for number in range(1, 9)]
    paper = PdfReader(io.BytesIO(composing_sheets(tournament, 1, made, two_a_page=two_a_page)))
    words = [page.extract_text() for page in paper.pages]
    assert len(words) == pages
    for number in range(1, 9):
        of_board = words[(number - 1) // 2 if two_a_page else number - 1]
        assert f"Smazzata {number}" in of_board
        assert of_board.count("Alla fine") == (2 if two_a_page else 1)


def test_the_heading_of_two_a_page_is_one_line_above_the_cut_marks() -> None:
    name = "Mazzini – Circolo ricreativo Corticella e Navile"
    tournament = Tournament(game="quattro-scartate", name=name, date=date(2026, 11, 28))
    made = [boards.board("quattro-scartate", "a seed", number) for number in (1, 2)]
    paper = PdfReader(io.BytesIO(composing_sheets(tournament, 1, made, two_a_page=True)))
    lines = paper.pages[0].extract_text().splitlines()
    assert sum("Mazzetto 1" in line and "novembre" in line for line in lines) == 2
