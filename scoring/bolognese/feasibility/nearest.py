"""The possible entries nearest to an impossible sheet: the fewest figures changed, then the least change."""

from collections.abc import Sequence
from dataclasses import replace
from typing import Final

from scoring.bolognese.combinations import CARD_POINTS_IN_ALL, POINTS_PER_CARD
from scoring.bolognese.feasibility.reasons import MOST_OF, possible_cricche
from scoring.bolognese.feasibility.search import Questions, totals_within_bounds
from scoring.bolognese.feasibility.sheet import DECLARED, Sheet
from scoring.bolognese.feasibility.shown import every_sum
from scoring.sheet import Figure, Figures, Nearest
from scoring.sheet import nearest as nearest_of

#: The steps that the search may take: some tenths of a second.
STEPS: Final = 60_000


def nearest(sheet: Sheet) -> Nearest:
    """Returns up to five possible entries with the same figures as an impossible sheet."""
    questions = Questions(STEPS)

    def is_possible(figures: Figures) -> bool:
        return questions.is_possible(replace(sheet, figures=figures))

    def values(figure: Figure, beside: Figures) -> Sequence[int]:
        return _values(figure, replace(sheet, figures=beside))

    return nearest_of(sheet.figures, is_possible, values, last_first=True)


def _values(figure: Figure, beside: Sheet) -> Sequence[int]:
    """Returns the values that the figure may have beside others."""
    pile = beside.deal.pile_of(figure.side)
    ally, other = beside.get(pile, figure.name), beside.get(1 - pile, figure.name)
    if ally is not None:
        return [ally]
    if figure.name == "card_points" and other is not None:
        return [CARD_POINTS_IN_ALL - other]
    if figure.name == "cricche":
        return list(possible_cricche())
    if figure.name == DECLARED:
        return every_sum(beside.deal, pile)
    if figure.name == "total":
        # Those of a cappotto besides.
        return [*totals_within_bounds(beside, pile), 0, MOST_OF["total"]]
    return range(0, MOST_OF[figure.name] + 1, POINTS_PER_CARD if figure.name == "sequences" else 1)
