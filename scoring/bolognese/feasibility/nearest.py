"""The possible entries nearest to an impossible sheet: the fewest figures changed, then the least change."""

from collections.abc import Sequence
from dataclasses import replace
from itertools import combinations, product
from math import inf
from typing import Final, NamedTuple

from scoring.bolognese.combinations import CARD_POINTS_IN_ALL, POINTS_PER_CARD
from scoring.bolognese.feasibility.reasons import MOST_OF, possible_cricche
from scoring.bolognese.feasibility.search import OutOfEffort, Questions, totals_within_bounds
from scoring.bolognese.feasibility.sheet import DECLARED, Figure, Figures, Sheet
from scoring.bolognese.feasibility.shown import every_sum

#: At most this many entries are offered (CONTRACT).
OFFERED: Final = 5
#: The steps that the search may take: some tenths of a second.
STEPS: Final = 60_000
#: By the number of figures that change together: how many values of each are tried, the nearest first. All
#: values are tried of a figure that changes alone.
TRIED: Final = {2: 40, 3: 12, 4: 6}
TRIED_OF_MANY: Final = 4


class Nearest(NamedTuple):
    """The entries found, and whether they are certain to be the nearest ones."""

    entries: list[Figures]
    is_complete: bool


def nearest(sheet: Sheet) -> Nearest:
    """Returns up to five possible entries with the same figures as an impossible sheet.

    All change the same number of figures, the smallest that suffices; of equal changes the first found stay.
    """
    questions, entries, is_complete = Questions(STEPS), list[Figures](), True
    try:
        for changed in range(1, len(sheet.figures) + 1):
            tries, are_all = _tries(sheet, changed, questions)
            for change in tries:
                entry = {**sheet.figures, **change}
                if questions.is_possible(replace(sheet, figures=entry)):
                    entries.append(entry)
                if len(entries) == OFFERED:
                    return Nearest(entries, is_complete)
            is_complete &= are_all
            if entries:
                break
    except OutOfEffort:
        is_complete = False
    return Nearest(entries, is_complete)


def _tries(sheet: Sheet, changed: int, questions: Questions) -> tuple[list[Figures], bool]:
    """Returns changes of this many figures, the smallest first, and whether these are all; others are
    larger."""
    found: list[tuple[int, Figures]] = []
    limit = inf
    # Of equal changes, those of the last figures come first.
    for free in combinations(tuple(sheet.figures)[::-1], changed):
        kept, tried = sheet.without(free), []
        if not questions.is_possible(kept):
            continue
        for figure in free:
            values = _values(figure, sheet.figures[figure], kept)
            most = len(values) if changed == 1 else TRIED.get(changed, TRIED_OF_MANY)
            limit = min([limit, *(abs(value - sheet.figures[figure]) for value in values[most:])])
            tried.append(values[:most])
        for chosen in product(*tried):
            change = dict(zip(free, chosen, strict=True))
            found.append((sum(abs(value - sheet.figures[each]) for each, value in change.items()), change))
    found.sort(key=lambda item: item[0])
    return [change for size, change in found if size <= limit], limit == inf


def _values(figure: Figure, written: int, kept: Sheet) -> list[int]:
    """Returns the other values that the figure may have beside those that are kept, the nearest first."""
    pile = kept.deal.pile_of(figure.side)
    ally, other = kept.get(pile, figure.name), kept.get(1 - pile, figure.name)
    every: Sequence[int]
    if ally is not None:
        every = [ally]
    elif figure.name == "card_points" and other is not None:
        every = [CARD_POINTS_IN_ALL - other]
    elif figure.name == "cricche":
        every = list(possible_cricche())
    elif figure.name == DECLARED:
        every = every_sum(kept.deal, pile)
    elif figure.name == "total":
        # Those of a cappotto besides.
        every = [*totals_within_bounds(kept, pile), 0, MOST_OF["total"]]
    else:
        every = range(0, MOST_OF[figure.name] + 1, POINTS_PER_CARD if figure.name == "sequences" else 1)
    return sorted(({*every} - {written}), key=lambda value: (abs(value - written), value))
