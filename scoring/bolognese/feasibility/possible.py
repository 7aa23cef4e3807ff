"""Whether some split of the deck agrees with a sheet, asked once or many times."""

from collections.abc import Callable, Iterable
from typing import Final

from scoring.bolognese.feasibility.figures import Sheet
from scoring.bolognese.feasibility.search import cells
from scoring.bolognese.feasibility.splits import RankSplit, rank_splits
from scoring.bolognese.feasibility.totals import totals_possible

#: Splits of the cards of value, the most even first, among which most totals are found.
SOON: Final = 100


def remembered() -> Callable[[Sheet], bool]:
    """``feasible`` with a memory and the table of totals, for the many questions asked about one sheet."""
    known: dict[tuple[object, ...], bool] = {}

    def ask(sheet: Sheet) -> bool:
        key = (tuple(sheet.figures.items()), sheet.deal)
        if key not in known:
            from_table = sheet.figures and sheet.only_totals
            known[key] = totals_possible(sheet) if from_table else feasible(sheet)
        return known[key]

    return ask


def feasible(sheet: Sheet) -> bool:
    """Whether some split agrees with the sheet.

    Totals that a table wrote are mostly possible by one of the first splits: the table of all totals is made
    only for the others.
    """
    if sheet.figures and sheet.only_totals:
        return _is_met(sheet, rank_splits()[:SOON]) or totals_possible(sheet)
    return _is_met(sheet, None)


def _is_met(sheet: Sheet, splits: Iterable[RankSplit] | None) -> bool:
    return next(cells(sheet, splits), None) is not None
