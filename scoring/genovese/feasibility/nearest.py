"""The possible entries nearest to a sheet that is not: fewest figures changed, then the smallest change.

A deal gives each camp its deck points, its buone and its Bagatto ultimo, and these all the camp's figures. So
the deals are gone through, those first that may cost the least: what each camp's figures cost to be those of
the deal, as if any buone could be together. Nothing that may be nearer is left out.
"""

from bisect import insort
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from heapq import heapify, heappop
from math import inf
from typing import Final

from scoring.genovese.feasibility.costs import A_FIGURE, CampCosts, Choice
from scoring.genovese.feasibility.deck_points import deck_points
from scoring.genovese.feasibility.scenes import Scene
from scoring.genovese.feasibility.shares import joined
from scoring.genovese.feasibility.sheet import Figure, Sheet
from scoring.genovese.forms import Form

#: CONTRACT: at most this many are offered.
OFFERED: Final = 5
#: Ways to begin or to complete a deal that are looked at before those found so far have to do, the nearest or
#: not: only a sheet of three who all tell points that no deal comes near has so many.
MOST_LOOKED_AT: Final = 20_000
#: Deck points of each camp; None where none of its figures depends on them.
Decks = tuple[int | None, ...]
#: The camps by their first sides with who is in each, and the Bagatto ultimo of each.
_Kind = tuple[tuple[tuple[str, str], ...], tuple[int, ...]]


def nearest(form: Form, rules: str, open_scenes: Sequence[Scene], sheet: Sheet) -> list[Sheet]:
    """Up to five possible entries with the same figures, changing as few as any can; of equal changes those
    of the first figures come first, then the lower values."""
    best = _Best(sheet)
    tables = list(_tables(form, rules, open_scenes, sheet))
    deals = [
        (sum(camp.least(deck) for camp, deck in zip(table.camps, decks, strict=True)), number, decks)
        for number, table in enumerate(tables)
        for decks in table.decks
    ]
    heapify(deals)
    while deals and deals[0][0] <= best.bound and not best.will_do:
        _, number, decks = heappop(deals)
        _look(best, form, tables[number], decks)
    return best.entries()


@dataclass
class _Table:
    """The camps of scenes that differ in nothing but who dealt, who was last and who owns the Bagatto."""

    camps: tuple[CampCosts, ...]
    players: tuple[int, ...]
    decks: set[Decks] = field(default_factory=set)


def _tables(form: Form, rules: str, open_scenes: Sequence[Scene], sheet: Sheet) -> Iterator[_Table]:
    known: dict[tuple[tuple[str, ...], int], CampCosts] = {}
    found: dict[_Kind, _Table] = {}
    for scene in open_scenes:
        kind = (scene.camps.members, scene.bagatto)
        if kind not in found:
            camps = tuple(
                known.setdefault(
                    (sides, points), CampCosts(form, rules, players, points, _figures(sheet, sides))
                )
                for sides, points, players in zip(_sides(scene), scene.bagatto, scene.players, strict=True)
            )
            found[kind] = _Table(camps, scene.players)
        table = found[kind]
        for points in deck_points(form, len(table.camps), scene.dealer, scene.last, scene.owner):
            table.decks.add(
                tuple(
                    deck if camp.tells_deck else None for camp, deck in zip(table.camps, points, strict=True)
                )
            )
    yield from found.values()


def _sides(scene: Scene) -> list[tuple[str, ...]]:
    """Who is in each camp."""
    members = scene.camps.members
    return [tuple(side for side, camp in members if camp == name) for name in scene.camps.names]


def _figures(sheet: Sheet, sides: tuple[str, ...]) -> dict[Figure, int]:
    return {figure: value for figure, value in sheet.figures.items() if figure.side in sides}


def _look(best: "_Best", form: Form, table: _Table, decks: Decks) -> None:
    """Put into the best what the camps may have with these deck points, as long as it may be nearer."""
    least = [camp.least(deck) for camp, deck in zip(table.camps, decks, strict=True)]

    def add_others(chosen: tuple[Choice, ...], cost: int) -> None:
        place = len(chosen)
        if place == len(decks):
            best.add(cost, _entry(table, chosen))
            return
        others = cost + sum(least[place + 1 :])
        for choice in table.camps[place].choices(decks[place], best.bound - others):
            if others + choice.cost > best.bound or best.will_do:
                return
            more = (*chosen, choice)
            best.looked_at += 1
            if joined(form, table.players[: len(more)], [each.shares for each in more]):
                add_others(more, cost + choice.cost)

    add_others((), 0)


def _entry(table: _Table, chosen: tuple[Choice, ...]) -> dict[Figure, int]:
    return {
        figure: choice.values[figure.name]
        for camp, choice in zip(table.camps, chosen, strict=True)
        for figure in camp.figures
    }


@dataclass
class _Best:
    """The nearest entries found so far, with their costs."""

    sheet: Sheet
    found: list[tuple[int, tuple[int, ...], tuple[int, ...]]] = field(default_factory=list)
    known: set[tuple[int, ...]] = field(default_factory=set)
    looked_at: int = 0

    @property
    def bound(self) -> float:
        """What costs more is not among them: no more figures are changed than in the first."""
        if not self.found:
            return inf
        as_few = (self.found[0][0] // A_FIGURE + 1) * A_FIGURE - 1
        return min(as_few, self.found[-1][0]) if len(self.found) == OFFERED else as_few

    @property
    def will_do(self) -> bool:
        """Whether it takes too long to look for nearer ones."""
        return bool(self.found) and self.looked_at >= MOST_LOOKED_AT

    def add(self, cost: int, values: Mapping[Figure, int]) -> None:
        told = tuple(values[figure] for figure in self.sheet.figures)
        if told in self.known:
            return
        changed = tuple(
            number
            for number, (value, written) in enumerate(zip(told, self.sheet.figures.values(), strict=True))
            if value != written
        )
        self.known.add(told)
        insort(self.found, (cost, changed, told))
        del self.found[OFFERED:]

    def entries(self) -> list[Sheet]:
        return [
            self.sheet.with_values(dict(zip(self.sheet.figures, told, strict=True)))
            for cost, _, told in self.found
            if cost <= self.bound
        ]
