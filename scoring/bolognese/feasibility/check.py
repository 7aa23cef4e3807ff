"""Could these figures have happened? If not: why, and what was perhaps meant."""

from collections.abc import Callable, Iterator
from dataclasses import replace
from itertools import combinations
from typing import Final

from scoring.answers import Feasibility
from scoring.bolognese.card_points import CARD_POINTS_IN_ALL
from scoring.bolognese.feasibility.figures import Sheet, as_json, read_figures
from scoring.bolognese.feasibility.nearest import nearest
from scoring.bolognese.feasibility.search import cells
from scoring.bolognese.feasibility.totals import totals_possible
from scoring.bolognese.grande import require_house_rule
from scoring.document import Document, optional_text
from scoring.errors import ScoringError
from scoring.game import Game

#: Figures are told for two sides in every game whose whole deck is played out.
SIDES: Final = ("A", "B")


#: What a line of ``check`` says besides the sides' figures.
CONDITIONS: Final = frozenset(("game", "last_trick", "dealer", "rules"))


def check_pairs(game: Game, written: Document) -> Feasibility:
    """Whether some split of the deck, with piles of allowed sizes, gives these figures: exactly.

    A, B or both give any of ``sequences``, ``cricche``, ``card_points`` and ``total`` (declarations left out,
    the last trick included). Raises ScoringError for what is no figure at all. The first answers take some
    tenths of a second, while the splits are worked out.
    """
    sheet = _sheet(game, written)
    if feasible(sheet):
        return Feasibility(True, None, ())
    ask = remembered()
    entries = tuple(as_json(entry) for entry in nearest(sheet, ask))
    return Feasibility(False, reason(sheet, ask), entries)


def _sheet(game: Game, written: Document) -> Sheet:
    last_trick, dealer = optional_text(written, "last_trick"), optional_text(written, "dealer")
    figures = {key: value for key, value in written.items() if key not in CONDITIONS and value is not None}
    return Sheet(
        read_figures(game, figures),
        game.sides if last_trick is None else (game.require_side(last_trick),),
        game.sides if dealer is None else (game.require_side(dealer),),
        require_house_rule(optional_text(written, "rules")),
    )


def remembered() -> Callable[[Sheet], bool]:
    """``feasible`` with a memory, for the many questions asked about parts of one sheet."""
    known: dict[tuple[object, ...], bool] = {}

    def ask(sheet: Sheet) -> bool:
        key = (tuple(sheet.figures), sheet.dealers)
        if key not in known:
            known[key] = feasible(sheet)
        return known[key]

    return ask


def feasible(sheet: Sheet) -> bool:
    """Whether some split agrees with the sheet."""
    if sheet.figures and sheet.only_totals:
        return totals_possible(sheet)
    return next(cells(sheet), None) is not None


def reason(sheet: Sheet, ask: Callable[[Sheet], bool]) -> ScoringError:
    """Why no split agrees with the sheet: the fewest of its figures that cannot stand together."""
    points = [sheet.figures[figure] for figure in sheet.figures if figure.name == "card_points"]
    if len(points) == len(SIDES) and sum(points) != CARD_POINTS_IN_ALL:
        return ScoringError("impossible-card-points", sum=sum(points), expected=CARD_POINTS_IN_ALL)
    few = next(_conflicts(sheet, ask))
    told = tuple(f"{figure.name} {figure.side} {few.figures[figure]}" for figure in few.figures)
    if ask(replace(few, dealers=SIDES)):
        return ScoringError("impossible-with-dealer", figures=told, side=sheet.dealers[0])
    if feasible(replace(few, dealers=SIDES, last_tricks=SIDES)):
        return ScoringError("impossible-with-last-trick", figures=told, side=sheet.last_tricks[0])
    if len(told) == 1:
        return ScoringError("impossible-figure", figures=told)
    return ScoringError("impossible-together", figures=told)


def _conflicts(sheet: Sheet, ask: Callable[[Sheet], bool]) -> Iterator[Sheet]:
    """The parts of the sheet that are impossible by themselves, those with the fewest figures first."""
    for number in range(1, len(sheet.figures) + 1):
        for few in combinations(sheet.figures, number):
            part = sheet.only(few)
            if not ask(part):
                yield part
