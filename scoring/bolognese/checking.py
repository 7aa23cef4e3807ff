"""Could these figures have happened, in the games whose piles are checked by their own sums?"""

from collections.abc import Callable, Iterator, Mapping
from itertools import combinations, product
from typing import Final

from scoring.answers import Feasibility
from scoring.bolognese.counting import LAST_TRICK_POINTS
from scoring.bolognese.feasibility.figures import Figure, as_json, read_figures
from scoring.bolognese.grande import require_house_rule
from scoring.bolognese.mattazza import FEWEST_PLAYERS, TRICKS
from scoring.bolognese.pile import CENTOCINQUANTA
from scoring.bolognese.sums import (
    MOST_OVER,
    SideFigures,
    Table,
    card_points_range,
    last_tricks,
    of_value,
    sequence_points,
)
from scoring.document import Document, optional_text
from scoring.errors import ScoringError
from scoring.game import Game

#: What a line of ``check`` says besides the sides' figures.
CONDITIONS: Final = frozenset(("game", "last_trick", "dealer", "rules"))
#: CONTRACT: at most this many are offered.
OFFERED: Final = 5
#: How many of a sheet's figures are changed together at most in looking for what was meant.
MOST_CHANGED: Final = 2
#: Of two figures changed together, how many values each are tried, the nearest first.
TRIED_TOGETHER: Final = 12
#: Barilli 4.3.2: cards in pairs, sixteen in all.
_TWO: Final = Table(2, CENTOCINQUANTA.cards // 2)

Figures = Mapping[Figure, int]
Possible = Callable[[Figures], bool]


def check_centocinquanta(game: Game, written: Document) -> Feasibility:
    """Whether the figures close by their own sums; see ``scoring.bolognese.sums`` for what is exact.

    A and B give any of ``sequences``, ``cricche``, ``card_points`` and ``total`` (declarations left out, the
    last trick included). Raises ScoringError for what is no figure at all.
    """
    return _check(game, written, game.sides, _TWO)


def check_mattazza(game: Game, written: Document) -> Feasibility:
    """The same for as many players as have figures, three at least (Barilli 4.4.1)."""
    told = [side for side in game.sides if written.get(side) is not None]
    last = max((game.sides.index(side) + 1 for side in told), default=0)
    sides = game.sides[: max(FEWEST_PLAYERS, last)]
    return _check(game, written, sides, Table(len(sides), TRICKS))


def _check(game: Game, written: Document, sides: tuple[str, ...], table: Table) -> Feasibility:
    figures = read_figures(
        game, {key: value for key, value in written.items() if key not in CONDITIONS and value is not None}
    )
    last_trick = _conditions(game, written)

    def possible(some: Figures) -> bool:
        return _possible(some, sides, table, last_trick)

    if possible(figures):
        return Feasibility(True, None, ())
    entries = tuple(as_json(entry) for entry in _nearest(figures, possible, table))
    return Feasibility(False, _reason(figures, possible, table), entries)


def _conditions(game: Game, written: Document) -> str | None:
    """The side of the last trick, once everything said of the deal has been read."""
    require_house_rule(optional_text(written, "rules"))
    last_trick, dealer = optional_text(written, "last_trick"), optional_text(written, "dealer")
    for side in (last_trick, dealer):
        if side is not None:
            game.require_side(side)
    return last_trick


def _possible(figures: Figures, sides: tuple[str, ...], table: Table, last_trick: str | None) -> bool:
    told = {side: _of_side(figures, side) for side in sides}
    lasts = {side: last_tricks(own, table) for side, own in told.items()}
    if not all(lasts.values()):
        return False
    takers = [
        side
        for side in (sides if last_trick is None else (last_trick,))
        if LAST_TRICK_POINTS in lasts.get(side, ())
        and all(0 in others for other, others in lasts.items() if other != side)
    ]
    ranges = [card_points_range(own, table) for own in told.values()]
    fewest, most = (sum(ends) for ends in zip(*ranges, strict=True))
    return bool(takers) and fewest <= table.groups + MOST_OVER and most >= table.groups


def _of_side(figures: Figures, side: str) -> SideFigures:
    return SideFigures(**{figure.name: value for figure, value in figures.items() if figure.side == side})


def _reason(figures: Figures, possible: Possible, table: Table) -> ScoringError:
    """The fewest figures of one side that cannot stand together; else what all sides share."""
    for side in dict.fromkeys(figure.side for figure in figures):
        own = [figure for figure in figures if figure.side == side]
        for few in _subsets(own):
            if not possible({figure: figures[figure] for figure in few}):
                told = tuple(f"{figure.name} {figure.side} {figures[figure]}" for figure in few)
                return ScoringError("sums-of-a-pile", figures=told)
    points = sum(value for figure, value in figures.items() if figure.name == "card_points")
    most = table.groups + MOST_OVER
    if points > most:
        return ScoringError("sums-of-card-points", sum=points, most=most)
    return ScoringError("sums-of-all", last_trick=LAST_TRICK_POINTS)


def _subsets(figures: list[Figure]) -> Iterator[tuple[Figure, ...]]:
    for number in range(1, len(figures) + 1):
        yield from combinations(figures, number)


def _nearest(figures: Figures, possible: Possible, table: Table) -> list[Figures]:
    """Up to five possible entries, one figure changed, else two; the smallest change first."""
    for number in range(1, MOST_CHANGED + 1):
        tried = _changed(figures, number, table)
        found = [entry for entry in tried if possible(entry)]
        if found:
            return sorted(found, key=lambda entry: _change(figures, entry))[:OFFERED]
    return []


def _changed(figures: Figures, number: int, table: Table) -> Iterator[Figures]:
    for free in combinations(figures, number):
        values = [_candidates(figure, figures[figure], table) for figure in free]
        short = values if number == 1 else [each[:TRIED_TOGETHER] for each in values]
        for chosen in product(*short):
            yield {**figures, **dict(zip(free, chosen, strict=True))}


def _candidates(figure: Figure, written: int, table: Table) -> list[int]:
    """Other values of the figure, the nearest first."""
    known = {
        "sequences": lambda: sequence_points(table),
        "cricche": lambda: {cricche for cricche, _ in of_value(table)},
        "card_points": lambda: {points for _, points in of_value(table)},
    }
    values = known.get(figure.name, lambda: range(_largest_total(table) + 1))()
    return sorted((value for value in values if value != written), key=lambda value: abs(value - written))


def _largest_total(table: Table) -> int:
    return max(sequence_points(table)) + max(map(sum, of_value(table))) + LAST_TRICK_POINTS


def _change(figures: Figures, entry: Figures) -> int:
    return sum(abs(entry[figure] - value) for figure, value in figures.items())
