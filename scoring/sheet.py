"""The figures on a sheet, in any game: read, the fewest that cannot stand together, the nearest that can."""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from heapq import heappop, heappush
from itertools import combinations
from typing import Final, NamedTuple

from scoring.document import Document, unknown_key
from scoring.document import figure as whole_figure
from scoring.errors import ScoringError
from scoring.game import Game
from scoring.results import Feasibility


class Figure(NamedTuple):
    """Names one figure of the sheet."""

    side: str
    name: str


#: The figures given; a missing one may have any value.
Figures = Mapping[Figure, int]
#: Answers whether figures are possible together.
Ask = Callable[[Figures], bool]
#: Returns the values that a figure can have beside others.
Values = Callable[[Figure, Figures], Iterable[int]]


def read_figures(
    game: Game, written: Document, conditions: frozenset[str], names: Sequence[str]
) -> dict[Figure, int]:
    """Returns the figures as written, side by side in the order of ``names``, without ``conditions``, the
    other keys; ScoringError for a value that is no figure, and for another side or key."""
    for key, value in written.items():
        if key not in game.sides and key not in conditions:
            if isinstance(value, Mapping):
                raise ScoringError("unknown-side", side=key, sides=game.sides)
            raise unknown_key(key, (*game.sides, *conditions))
    found: dict[Figure, int] = {}
    for side in game.sides:
        figures = {} if written.get(side) is None else written[side]
        if not isinstance(figures, Mapping):
            raise ScoringError("figures-not-an-object", side=side)
        for name, value in figures.items():
            if name not in names:
                raise ScoringError("unknown-figure", figure=name, known=tuple(names))
            if value is not None:
                found[Figure(side, name)] = whole_figure(value, side, name)
    return dict(sorted(found.items(), key=lambda item: (item[0].side, names.index(item[0].name))))


def sides_in_turn(
    sides: Iterable[str], figures: Figures, names: Sequence[str], named: Sequence[object] = ()
) -> list[str]:
    """Returns the sides in an order that depends only on the sheet, so that exchanging the sides of a sheet
    only exchanges the sides of the answer.

    First come the sides with the most figures, because a search decides them soonest; among these the sides
    in ``named``, in its order; then the sides with the greatest figures, compared in the order of ``names``.
    """

    def sort_key(side: str) -> tuple[int, list[bool], list[int]]:
        own = [figures.get(Figure(side, name), -1) for name in names]
        return own.count(-1), [fact != side for fact in named], [-value for value in own]

    return sorted(sides, key=sort_key)


def side_by_side(figures: Figures, sides: Sequence[str]) -> dict[Figure, int]:
    """Returns the figures in this order of the sides."""
    return dict(sorted(figures.items(), key=lambda item: sides.index(item[0].side)))


def as_json(figures: Figures) -> dict[str, dict[str, int]]:
    """Returns the figures by side and name."""
    by_side: dict[str, dict[str, int]] = {}
    for (side, name), value in figures.items():
        by_side.setdefault(side, {})[name] = value
    return by_side


def facts(figures: Figures) -> tuple[str, ...]:
    """Returns each figure as "name side value", the form in which refusals carry figures."""
    return tuple(f"{name} {side} {value}" for (side, name), value in figures.items())


def fewest_in_conflict(figures: Figures, ask: Ask) -> dict[Figure, int]:
    """Returns the fewest of these figures that are impossible by themselves."""
    for number in range(1, len(figures) + 1):
        for few in combinations(figures.items(), number):
            if not ask(dict(few)):
                return dict(few)
    raise LookupError("impossible figures have an impossible part")


def each_number(mask: int) -> Iterator[int]:
    """Yields the numbers in a bit mask, the smallest first: bit n stands for n."""
    while mask:
        lowest = mask & -mask
        yield lowest.bit_length() - 1
        mask ^= lowest


#: At most this many entries are offered (CONTRACT).
OFFERED: Final = 5
#: The questions that the search for them may ask.
ASKS: Final = 5_000


class OutOfEffort(Exception):
    """A search has taken too long."""


class Nearest(NamedTuple):
    """The entries found, and whether they are certain to be the nearest ones."""

    entries: list[dict[Figure, int]]
    is_complete: bool


def nearest(
    figures: Figures, ask: Ask, values: Values, *, last_first: bool = False, asks: int = ASKS
) -> Nearest:
    """Returns up to five possible entries in place of impossible figures: the fewest figures changed, then
    the smallest change.

    Of equal changes, those of the first figures come first, or with ``last_first`` those of the last. The
    search gives up after so many questions, or when ``ask`` raises OutOfEffort; then one entry at hand is
    offered if it has found none.
    """
    search = _Search(figures, ask, values, tuple(figures)[::-1] if last_first else tuple(figures), asks)
    try:
        for number in range(1, len(figures) + 1):
            search.change(number)
            if search.found:
                break
    except OutOfEffort:
        return Nearest(search.entries() or search.at_hand(), is_complete=False)
    return Nearest(search.entries(), is_complete=True)


def verdict(
    is_possible: bool, reason: Callable[[], ScoringError], near: Callable[[], Nearest]
) -> Feasibility:
    """Returns the answer for a sheet; an impossible one has its reason and the nearest possible entries."""
    if is_possible:
        return Feasibility(True, None, ())
    found = near()
    return Feasibility(False, reason(), tuple(map(as_json, found.entries)), found.is_complete)


class _Try(NamedTuple):
    """A value to be tried for the first of some free figures; ordered by change."""

    #: The least change of an entry with this value, and the change so far.
    change: int
    #: Decides between equals: the place of the free figures, then that of each value chosen, this one's last.
    path: tuple[int, ...]
    made: int
    entry: Figures
    free: tuple[Figure, ...]
    values: list[int]


class _Search:
    """Finds entries, the smallest change first; of equal ones, those that change the first figures."""

    def __init__(
        self, figures: Figures, ask: Ask, values: Values, order: tuple[Figure, ...], asks: int
    ) -> None:
        self.found: list[Figures] = []
        self._figures, self._asked, self._values, self._order = figures, ask, values, order
        self._asks = asks
        self._tries: list[_Try] = []

    def entries(self) -> list[dict[Figure, int]]:
        return [{each: entry[each] for each in self._figures} for entry in self.found]

    def at_hand(self) -> list[dict[Figure, int]]:
        """Returns an entry made figure by figure, each changed as little as those before it allow; none if
        ``ask`` gives up, or has accepted figures beside which another has no value."""
        entry: dict[Figure, int] = {}
        try:
            for each in self._figures:
                near = self._by_change(each, entry)
                value = next((value for value in near if self._asked({**entry, each: value})), None)
                if value is None:
                    return []
                entry[each] = value
        except OutOfEffort:
            return []
        return [entry]

    def change(self, number: int) -> None:
        """Finds the entries in which so many figures change, where fewer do not suffice."""
        ways = {tuple(sorted(map(self._order.index, free))) for free in self._free(self._figures, number)}
        for place, places in enumerate(sorted(ways)):
            free = tuple(self._order[each] for each in places)
            kept = {each: value for each, value in self._figures.items() if each not in free}
            self._begin(kept, free, 0, (place,))
        while self._tries and len(self.found) < OFFERED:
            self._try_next(heappop(self._tries))

    def _free(self, kept: Figures, number: int) -> Iterator[frozenset[Figure]]:
        """Yields the sets of so many figures without which the others are possible: one of each conflict."""
        if self._ask(kept):
            yield frozenset()
        elif number:
            for each in self._conflict(kept):
                yield from (others | {each} for others in self._free(_without(each, kept), number - 1))

    def _conflict(self, kept: Figures) -> Figures:
        """Returns figures that are impossible together, and possible without any one of them."""
        for each in kept:
            fewer = _without(each, kept)
            if not self._ask(fewer):
                kept = fewer
        return kept

    def _begin(self, entry: Figures, free: tuple[Figure, ...], made: int, path: tuple[int, ...]) -> None:
        """Goes on to the first of the free figures."""
        values = [value for value in self._by_change(free[0], entry) if value != self._figures[free[0]]]
        self._push(_Try(0, (*path, 0), made, entry, free, values))

    def _by_change(self, figure: Figure, beside: Figures) -> list[int]:
        """Returns the values that the figure can have, those that change it least first."""
        written = self._figures[figure]
        return sorted({*self._values(figure, beside)}, key=lambda value: (abs(value - written), value))

    def _push(self, tried: _Try) -> None:
        if tried.path[-1] < len(tried.values):
            # Each of the other free figures changes by one at least.
            heappush(self._tries, tried._replace(change=self._made(tried) + len(tried.free) - 1))

    def _made(self, tried: _Try) -> int:
        return tried.made + abs(tried.values[tried.path[-1]] - self._figures[tried.free[0]])

    def _try_next(self, tried: _Try) -> None:
        *before, place = tried.path
        self._push(tried._replace(path=(*before, place + 1)))
        figure, *others = tried.free
        entry = {**tried.entry, figure: tried.values[place]}
        if not self._ask(entry):
            return
        if others:
            self._begin(entry, tuple(others), self._made(tried), tried.path)
        else:
            self.found.append(entry)

    def _ask(self, figures: Figures) -> bool:
        self._asks -= 1
        if self._asks < 0:
            raise OutOfEffort
        return self._asked(figures)


def _without(figure: Figure, figures: Figures) -> dict[Figure, int]:
    return {each: value for each, value in figures.items() if each != figure}
