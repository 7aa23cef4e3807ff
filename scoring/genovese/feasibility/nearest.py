"""The possible sheets nearest to an impossible one: the fewest figures changed, then the smallest change.

A deal determines each camp's figures by its deck points, buone and Bagatto ultimo. Deals are tried in order
of a lower bound on their cost: the changes of each camp's figures, as if the camps' buone never excluded each
other. So no nearer sheet is missed.
"""

from bisect import insort
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from heapq import heapify, heappop
from math import inf
from typing import Final, NamedTuple

from scoring.genovese.cards import Form
from scoring.genovese.counting import BUONE_CAPTURED
from scoring.genovese.feasibility.deck_points import deck_points
from scoring.genovese.feasibility.shares import Scene, Shares, captured_sums, joined, sums_of
from scoring.sheet import OFFERED, Figure, Figures

#: The cost of changing a figure at all: more than all differences together.
A_FIGURE: Final = 10**9


class Choice(NamedTuple):
    """Possible figures of a camp by name, their cost, and the make-up of its buone."""

    cost: int
    values: Mapping[str, int]
    shares: Shares


class _Buone(NamedTuple):
    """Possible buone of a camp; None where none of its figures depends on them."""

    cost: int
    points: int | None
    captured: int | None
    shares: Shares


@dataclass
class CampCosts:
    """The cost of one camp's figures, beside a given outcome of the Bagatto ultimo."""

    form: Form
    rules: str
    players: int
    bagatto: int
    figures: Mapping[Figure, int]
    _choices: dict[int | None, list[Choice]] = field(default_factory=dict)

    @cached_property
    def names(self) -> frozenset[str]:
        return frozenset(figure.name for figure in self.figures)

    @property
    def tells_deck(self) -> bool:
        """Whether the figures depend on deck points."""
        return not self.names.isdisjoint(("deck_points", "total"))

    def least(self, deck: int | None) -> int:
        """A lower bound on the cost with these deck points."""
        return self._least[deck]

    def choices(self, deck: int | None, at_most: float) -> list[Choice]:
        """The camp's choices with these deck points that cost at most `at_most`, the cheapest first.

        The first answer is kept: later calls get it too, with a lower `at_most` perhaps dearer choices, and
        must not raise `at_most`.
        """
        if deck not in self._choices:
            found = (self._choice(deck, buone) for buone in self._buone if buone.cost <= at_most)
            kept = [choice for choice in found if choice.cost <= at_most]
            self._choices[deck] = sorted(kept, key=lambda choice: choice.cost)
        return self._choices[deck]

    @cached_property
    def _least(self) -> Mapping[int | None, int]:
        own = self._cost("bagatto", self.bagatto)
        by_points: dict[int | None, int] = {}
        for buone in self._buone:
            by_points[buone.points] = min(buone.cost, by_points.get(buone.points, buone.cost))
        if not self.tells_deck:
            return {None: own + min(by_points.values())}
        decks = range(self.form.deck_points_in_all + 1)
        if "total" not in self.names:
            return {deck: own + self._cost("deck_points", deck) + min(by_points.values()) for deck in decks}
        most = decks[-1] + max(points or 0 for points in by_points) + self.bagatto
        totals = [self._cost("total", total) for total in range(most + 1)]
        return {
            deck: own
            + self._cost("deck_points", deck)
            + min(cost + totals[deck + (points or 0) + self.bagatto] for points, cost in by_points.items())
            for deck in decks
        }

    @cached_property
    def _buone(self) -> tuple[_Buone, ...]:
        return tuple(self._each_buone())

    def _each_buone(self) -> Iterator[_Buone]:
        every_captured = captured_sums(self.form, self.rules) if BUONE_CAPTURED in self.names else (None,)
        for captured in every_captured:
            cost = 0 if captured is None else self._cost(BUONE_CAPTURED, captured)
            if self.names.isdisjoint(("buone", "total")):
                yield _Buone(cost, None, captured, Shares(None, captured))
                continue
            for points, shares in sums_of(self.form, self.rules, self.players, captured).items():
                yield _Buone(cost + self._cost("buone", points), points, captured, shares)

    def _choice(self, deck: int | None, buone: _Buone) -> Choice:
        values = {
            "deck_points": deck or 0,
            "buone": buone.points or 0,
            BUONE_CAPTURED: buone.captured or 0,
            "bagatto": self.bagatto,
            "total": (deck or 0) + (buone.points or 0) + self.bagatto,
        }
        cost = sum(self._cost(name, values[name]) for name in ("deck_points", "bagatto", "total"))
        return Choice(buone.cost + cost, values, buone.shares)

    def _cost(self, name: str, value: int) -> int:
        """The cost of this value for all of the camp's figures of that name."""
        changes = (abs(value - written) for figure, written in self.figures.items() if figure.name == name)
        return sum(A_FIGURE + change for change in changes if change)


#: Limit of partial and complete choices tried; then the sheets found so far are offered, nearest or not.
#: Only a sheet of three players with points far from those of any deal reaches it.
MOST_LOOKED_AT: Final = 20_000
#: Deck points of each camp; None where none of its figures depends on them.
Decks = tuple[int | None, ...]
#: Sides with their camps, and each camp's points for the Bagatto ultimo.
_Kind = tuple[tuple[tuple[str, str], ...], tuple[int, ...]]


def nearest(form: Form, rules: str, open_scenes: Sequence[Scene], sheet: Figures) -> list[Figures]:
    """Up to five possible sheets with as few changes as possible; first those of earlier figures, and lower
    values."""
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
    """The scenes that differ only in dealer, last trick and owner of the Bagatto."""

    camps: tuple[CampCosts, ...]
    players: tuple[int, ...]
    decks: set[Decks] = field(default_factory=set)


def _tables(form: Form, rules: str, open_scenes: Sequence[Scene], sheet: Figures) -> Iterator[_Table]:
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
    """The sides of each camp."""
    members = scene.camps.members
    return [tuple(side for side, camp in members if camp == name) for name in scene.camps.names]


def _figures(sheet: Figures, sides: tuple[str, ...]) -> dict[Figure, int]:
    return {figure: value for figure, value in sheet.items() if figure.side in sides}


def _look(best: "_Best", form: Form, table: _Table, decks: Decks) -> None:
    """Adds the best sheets with these deck points, while they can be nearer than those found."""
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
    """The nearest sheets found so far, with their costs."""

    sheet: Figures
    found: list[tuple[int, tuple[int, ...], tuple[int, ...]]] = field(default_factory=list)
    known: set[tuple[int, ...]] = field(default_factory=set)
    looked_at: int = 0

    @property
    def bound(self) -> float:
        """The highest cost that is still kept: no sheet may change more figures than the nearest one."""
        if not self.found:
            return inf
        as_few = (self.found[0][0] // A_FIGURE + 1) * A_FIGURE - 1
        return min(as_few, self.found[-1][0]) if len(self.found) == OFFERED else as_few

    @property
    def will_do(self) -> bool:
        """Whether the limit is reached and some sheet is found."""
        return bool(self.found) and self.looked_at >= MOST_LOOKED_AT

    def add(self, cost: int, values: Mapping[Figure, int]) -> None:
        row = tuple(values[figure] for figure in self.sheet)
        if row in self.known:
            return
        changed = tuple(
            number
            for number, (value, written) in enumerate(zip(row, self.sheet.values(), strict=True))
            if value != written
        )
        self.known.add(row)
        insort(self.found, (cost, changed, row))
        del self.found[OFFERED:]

    def entries(self) -> list[Figures]:
        return [dict(zip(self.sheet, row, strict=True)) for cost, _, row in self.found if cost <= self.bound]
