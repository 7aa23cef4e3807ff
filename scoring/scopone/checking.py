"""Whether figures of a smazzata could have happened: exact over every split of the forty cards.

What a split gives besides scope is few things: who has each of the four points, and how many cards each side
took. The splits are joined suit by suit and kept as these alone; all sheets that can be written are then few
enough to be looked through.
"""

from collections.abc import Iterator, Mapping
from functools import cache
from heapq import nsmallest
from itertools import combinations, product
from typing import Final

from scoring.answers import Feasibility
from scoring.document import Document
from scoring.errors import ScoringError
from scoring.game import Game
from scoring.scopone.cards import DECK, PRIMIERA, RANKS
from scoring.scopone.points import (
    CARDS_FOR_A_POINT,
    DENARI_FOR_A_POINT,
    FIGURES,
    MOST_SCOPE,
    ONE_POINT,
    most_scope,
)

#: What a line of ``check`` says besides the figures: a smazzata of scopone depends on none of it.
CONDITIONS: Final = frozenset(("game", "dealer", "last_trick", "rules"))
NAMES: Final = (*FIGURES, "total")
#: CONTRACT: at most this many are offered.
OFFERED: Final = 5

#: A figure of the sheet, by side and name.
Figure = tuple[str, str]
COLUMNS: Final[tuple[Figure, ...]] = tuple((side, name) for side in ("A", "B") for name in NAMES)
Sheet = Mapping[Figure, int]


def check_scopone(game: Game, written: Document) -> Feasibility:
    """Whether some split of the cards, with scope that there was room for, gives these figures.

    A, B or both give any of the points and ``total``. Raises ScoringError for what is no figure at all.
    """
    asked = _read(game, written)
    if _possible(asked):
        return Feasibility(True, None, ())
    return Feasibility(False, _why(asked), tuple(map(_as_json, _nearest(asked))))


def _read(game: Game, written: Document) -> Sheet:
    found: dict[Figure, int] = {}
    for side, figures in written.items():
        if side in CONDITIONS or figures is None:
            continue
        game.require_side(side)
        if not isinstance(figures, Mapping):
            raise ScoringError("figures-not-an-object", side=side)
        for name, value in figures.items():
            if name not in NAMES:
                raise ScoringError("unknown-figure", figure=str(name), side=side)
            if value is not None:
                found[side, name] = _whole(value, side, name)
    return dict(sorted(found.items(), key=lambda item: (item[0][0], NAMES.index(item[0][1]))))


def _whole(value: object, side: str, name: str) -> int:
    if not isinstance(value, int) or isinstance(value, bool):
        raise ScoringError("figure-not-whole", figure=name, side=side)
    return value


def _possible(asked: Sheet) -> bool:
    return tuple(asked.values()) in _rows(tuple(asked))


@cache
def _rows(figures: tuple[Figure, ...]) -> frozenset[tuple[int, ...]]:
    """All that these figures can be together. There are few sheets, and fewer ways of asking about them."""
    places = [COLUMNS.index(figure) for figure in figures]
    return frozenset(tuple([row[place] for place in places]) for row in sheets())


def _why(asked: Sheet) -> ScoringError:
    """The fewest figures that cannot stand together, and what that means where it can be said."""
    for number in range(1, len(asked) + 1):
        for few in combinations(asked, number):
            part = {figure: asked[figure] for figure in few}
            if not _possible(part):
                return _said(part)
    raise LookupError("a sheet that is impossible has an impossible part")


def _said(part: Sheet) -> ScoringError:
    told = tuple(f"{name} {side} {value}" for (side, name), value in part.items())
    if len(part) == 1:
        return ScoringError("impossible-figure", figures=told)
    names = {name for _, name in part}
    if len(names) == 1 and names <= set(ONE_POINT):
        (name,) = names
        if any(part.values()):
            return ScoringError("point-of-both", figure=name)
        return ScoringError("point-of-nobody", figure=name)
    return ScoringError("impossible-together", figures=told)


def _nearest(asked: Sheet) -> list[Sheet]:
    """The possible sheets with the fewest figures changed, then with the smallest change."""

    def distance(values: tuple[int, ...]) -> tuple[int, int, tuple[int, ...]]:
        changes = [abs(new - old) for new, old in zip(values, asked.values(), strict=True)]
        return sum(1 for change in changes if change), sum(changes), values

    ranked = nsmallest(OFFERED, map(distance, _rows(tuple(asked))))
    return [dict(zip(asked, values, strict=True)) for changed, _, values in ranked if changed == ranked[0][0]]


def _as_json(sheet: Sheet) -> dict[str, dict[str, int]]:
    told: dict[str, dict[str, int]] = {}
    for (side, name), value in sheet.items():
        told.setdefault(side, {})[name] = value
    return told


@cache
def sheets() -> frozenset[tuple[int, ...]]:
    """Every sheet that can be written, whole, its figures in the order of ``COLUMNS``."""
    return frozenset(
        (*of_a, sum(of_a), *of_b, sum(of_b))
        for size, *points in _splits()
        for scope_a, scope_b in _scope(size)
        for of_a, of_b in [((*points[0::2], scope_a), (*points[1::2], scope_b))]
    )


@cache
def _scope(size: int) -> tuple[tuple[int, int], ...]:
    """The scope of A and of B for which there was room, A having so many cards."""
    both = product(range(most_scope(size) + 1), range(most_scope(len(DECK) - size) + 1))
    return tuple((a, b) for a, b in both if a + b <= MOST_SCOPE)


#: A's cards, A's best card of primiera and B's, 0 for none.
_Suit = tuple[int, int, int]
#: A's cards, and who has the primiera: 1 for A, -1 for B, 0 for nobody.
_Lead = tuple[int, int]


@cache
def _splits() -> frozenset[tuple[int, ...]]:
    """For every split: A's cards, then for each point whether A and whether B has it."""
    found = set()
    for held in _halves():
        number, best_a, best_b = _suit(held)
        for cards, lead in _leads(best_a, best_b):
            size = number + cards
            if size not in (1, len(DECK) - 1):
                found.add((size, number, int("7" in held), lead))
    return frozenset(
        (
            size,
            int(size >= CARDS_FOR_A_POINT),
            int(len(DECK) - size >= CARDS_FOR_A_POINT),
            int(denari >= DENARI_FOR_A_POINT),
            int(len(RANKS) - denari >= DENARI_FOR_A_POINT),
            settebello,
            1 - settebello,
            int(lead > 0),
            int(lead < 0),
        )
        for size, denari, settebello, lead in found
    )


@cache
def _leads(best_a: int, best_b: int) -> frozenset[_Lead]:
    """What the three other suits can give beside these best denari."""
    found = set()
    for cards, sum_a, sum_b in _three_suits():
        primiera_a = best_a + sum_a if best_a and sum_a else 0
        primiera_b = best_b + sum_b if best_b and sum_b else 0
        found.add((cards, max(-1, min(1, primiera_a - primiera_b))))
    return frozenset(found)


@cache
def _three_suits() -> frozenset[_Suit]:
    """Three suits together; a best of 0 in one leaves no primiera in all."""
    one = {_suit(held) for held in _halves()}
    found = one
    for _ in range(2):
        found = {
            (cards + more, a + c if a and c else 0, b + d if b and d else 0)
            for cards, a, b in found
            for more, c, d in one
        }
    return frozenset(found)


def _halves() -> Iterator[frozenset[str]]:
    """Every way of sharing a suit: the ranks that A holds."""
    for size in range(len(RANKS) + 1):
        yield from map(frozenset, combinations(RANKS, size))


def _suit(held: frozenset[str]) -> _Suit:
    best_a = max((PRIMIERA[rank] for rank in held), default=0)
    best_b = max((PRIMIERA[rank] for rank in RANKS if rank not in held), default=0)
    return len(held), best_a, best_b
