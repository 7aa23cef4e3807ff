"""Whether figures of a deal of scopone could have happened: exact over every split of the forty cards.

A split matters only through the owners of the four points and the sizes of the two piles. Splits are joined
suit by suit and reduced to these facts, which leaves some thousands of sheets. Scope are bounded by the
number of plays and of each side's cards; see ``MOST_SCOPE`` and ``most_scope``.
"""

from collections.abc import Iterator, Mapping
from functools import cache
from itertools import combinations, product
from typing import Final

from scoring.document import Document
from scoring.errors import ScoringError
from scoring.game import Game
from scoring.results import Feasibility
from scoring.scopone.counting import (
    CARDS_FOR_A_POINT,
    DECK,
    DENARI_FOR_A_POINT,
    FIGURES,
    MOST_SCOPE,
    ONE_POINT,
    PRIMIERA,
    RANKS,
    most_scope,
)
from scoring.sheet import (
    Figure,
    Figures,
    facts,
    fewest_in_conflict,
    nearest,
    read_figures,
    side_by_side,
    sides_in_turn,
    verdict,
)

NAMES: Final = (*FIGURES, "total")

COLUMNS: Final[tuple[Figure, ...]] = tuple(Figure(side, name) for side in ("A", "B") for name in NAMES)

#: A set of sheets as a bit mask.
Rows = int
EVERY: Final[Rows] = -1


def rows_with(sheet: Figures) -> Rows:
    """Returns the sheets with these figures, 0 for none; it takes microseconds once the cache is filled."""
    rows = EVERY
    for column, value in sheet.items():
        rows &= _rows_by_value()[column].get(value, 0)
    return rows


@cache
def _rows_by_value() -> Mapping[Figure, Mapping[int, Rows]]:
    """Returns for each figure and each of its values the sheets with that value."""
    rows_by_value: dict[Figure, dict[int, Rows]] = {column: {} for column in COLUMNS}
    for place, sheet in enumerate(sorted(sheets())):
        for column, value in zip(COLUMNS, sheet, strict=True):
            rows_by_value[column][value] = rows_by_value[column].get(value, 0) | 1 << place
    return rows_by_value


@cache
def sheets() -> frozenset[tuple[int, ...]]:
    """Returns every complete sheet, its figures in the order of ``COLUMNS``."""
    return frozenset(
        (*of_a, scope_a, sum(of_a) + scope_a, *of_b, scope_b, sum(of_b) + scope_b)
        for size, of_a, of_b in _splits()
        for scope_a, scope_b in _scope(size)
    )


@cache
def _scope(size: int) -> tuple[tuple[int, int], ...]:
    """Returns the possible scope of A and of B when A has this many cards."""
    both = product(range(most_scope(size) + 1), range(most_scope(len(DECK) - size) + 1))
    return tuple((a, b) for a, b in both if a + b <= MOST_SCOPE)


#: Number of A's cards, and the primiera values of A's and B's best cards; 0 for none.
_Suit = tuple[int, int, int]
#: Number of A's cards, and the owner of the primiera: 1 for A, -1 for B, 0 for nobody.
_Lead = tuple[int, int]


def _splits() -> set[tuple[int, tuple[int, ...], tuple[int, ...]]]:
    """Returns, for every split, A's cards, and the points of A and of B in the order of ``ONE_POINT``. A pile
    of one card, which no take leaves, adds no sheet."""
    splits = {
        (number + cards, number, int("7" in held), lead)
        for held in _halves()
        for number, best_a, best_b in [_suit(held)]
        for cards, lead in _leads(best_a, best_b)
    }
    return {
        (
            size,
            (*_points(size, denari), settebello, int(lead > 0)),
            (*_points(len(DECK) - size, len(RANKS) - denari), 1 - settebello, int(lead < 0)),
        )
        for size, denari, settebello, lead in splits
    }


def _points(cards: int, denari: int) -> tuple[int, int]:
    return int(cards >= CARDS_FOR_A_POINT), int(denari >= DENARI_FOR_A_POINT)


@cache
def _leads(best_a: int, best_b: int) -> frozenset[_Lead]:
    """Returns A's possible numbers of cards in the other three suits with the owner of the primiera, from the
    primiera values of both sides' best denari."""
    leads = set()
    for cards, sum_a, sum_b in _three_suits():
        primiera_a = best_a + sum_a if best_a and sum_a else 0
        primiera_b = best_b + sum_b if best_b and sum_b else 0
        leads.add((cards, max(-1, min(1, primiera_a - primiera_b))))
    return frozenset(leads)


@cache
def _three_suits() -> frozenset[_Suit]:
    """Returns the possible contributions of three suits; a side that lacks a suit has no primiera."""
    one = {_suit(held) for held in _halves()}
    sums = one
    for _ in range(2):
        sums = {
            (cards + more, a + c if a and c else 0, b + d if b and d else 0)
            for cards, a, b in sums
            for more, c, d in one
        }
    return frozenset(sums)


def _halves() -> Iterator[frozenset[str]]:
    """Yields every way of sharing a suit: the ranks that A holds."""
    for size in range(len(RANKS) + 1):
        yield from map(frozenset, combinations(RANKS, size))


def _suit(held: frozenset[str]) -> _Suit:
    best_a = max((PRIMIERA[rank] for rank in held), default=0)
    best_b = max((PRIMIERA[rank] for rank in RANKS if rank not in held), default=0)
    return len(held), best_a, best_b


#: Keys of a line of ``check`` besides the figures; the check of a deal of scopone depends on none of them.
CONDITIONS: Final = frozenset(("game", "dealer", "last_trick", "rules"))


def check_scopone(game: Game, written: Document) -> Feasibility:
    """Returns whether some split of the cards, with possible scope, gives the sides' points and ``total``."""
    sheet = _read_sheet(game, written)
    return verdict(
        _is_possible(sheet),
        lambda: _refusal(fewest_in_conflict(sheet, _is_possible)),
        lambda: nearest(sheet, _is_possible, _values),
    )


def _is_possible(figures: Figures) -> bool:
    return rows_with(figures) != 0


def _read_sheet(game: Game, written: Document) -> Figures:
    dealer = game.side_in(written, "dealer")
    sheet = read_figures(game, written, CONDITIONS, NAMES)
    return side_by_side(sheet, sides_in_turn(game.sides, sheet, NAMES, (dealer,)))


def _refusal(part: Figures) -> ScoringError:
    if len(part) == 1:
        return ScoringError("impossible-figure", figures=facts(part))
    names = {name for _, name in part}
    if len(names) == 1 and names <= set(ONE_POINT):
        (name,) = names
        if any(part.values()):
            return ScoringError("point-of-both", figure=name)
        return ScoringError("point-of-nobody", figure=name)
    return ScoringError("impossible-together", figures=facts(part))


def _values(figure: Figure, beside: Figures) -> Iterator[int]:
    """Yields the values that a figure may have beside others."""
    rows = rows_with(beside)
    yield from (value for value, having in _rows_by_value()[figure].items() if rows & having)
