"""The possible entries nearest to a sheet that is not: fewest figures changed, then the smallest change."""

from bisect import insort
from collections.abc import Callable, Iterator, Mapping
from heapq import heappop, heappush
from itertools import combinations
from typing import Final

from scoring.genovese.feasibility.sheet import Figure, Sheet

#: CONTRACT: at most this many are offered.
OFFERED: Final = 5
#: Entries tried before a sheet is given up as too far from any that can be: three figures wrong and more, at
#: three or four sides, would else be looked for among millions.
MOST_TRIED: Final = 1500

Ask = Callable[[Sheet], bool]
Values = Mapping[str, tuple[int, ...]]


def nearest(sheet: Sheet, ask: Ask, values: Values) -> list[Sheet]:
    """Up to five possible entries with the same figures, none for a sheet far from all; of equal changes the
    first found stay."""
    figures = tuple(sheet.figures)
    tries = iter(range(MOST_TRIED))
    for number in range(1, len(figures) + 1):
        best: list[tuple[int, int, Sheet]] = []
        for free in combinations(figures, number):
            if next(tries, None) is None:
                break
            if ask(sheet.only(figure for figure in figures if figure not in free)):
                _look(best, sheet, free, ask, values, tries)
        if best:
            return [entry for _, _, entry in best]
    return []


def _look(
    best: list[tuple[int, int, Sheet]],
    sheet: Sheet,
    free: tuple[Figure, ...],
    ask: Ask,
    values: Values,
    tries: Iterator[int],
) -> None:
    """Put into the best those that change these figures, all of them, while there are tries left."""
    for change, told in _outwards(sheet, free, values):
        if (len(best) == OFFERED and change >= best[-1][0]) or next(tries, None) is None:
            return
        entry = sheet.with_values(told)
        if ask(entry):
            insort(best, (change, len(best), entry), key=lambda ranked: ranked[0])
            del best[OFFERED:]


def _outwards(
    sheet: Sheet, free: tuple[Figure, ...], values: Values
) -> Iterator[tuple[int, dict[Figure, int]]]:
    """Every change of these figures, the smallest first."""
    nearer = [_by_distance(sheet.figures[figure], values[figure.name]) for figure in free]
    first = (0,) * len(free)
    queue = [(_change(nearer, first), first)]
    seen = {first}
    while queue:
        change, places = heappop(queue)
        yield change, {figure: own[at][1] for figure, own, at in zip(free, nearer, places, strict=True)}
        for number, at in enumerate(places):
            further = (*places[:number], at + 1, *places[number + 1 :])
            if at + 1 < len(nearer[number]) and further not in seen:
                seen.add(further)
                heappush(queue, (_change(nearer, further), further))


def _by_distance(written: int, values: tuple[int, ...]) -> list[tuple[int, int]]:
    return sorted((abs(value - written), value) for value in values if value != written)


def _change(nearer: list[list[tuple[int, int]]], places: tuple[int, ...]) -> int:
    return sum(own[at][0] for own, at in zip(nearer, places, strict=True))
