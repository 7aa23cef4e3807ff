"""Whether figures of a smazzata could have happened: exact over every split of the forty cards.

Scope are bounded by the plays and by the cards of each side; see ``MOST_SCOPE`` and ``most_scope``.
"""

from collections.abc import Iterator, Mapping
from heapq import nsmallest
from itertools import combinations
from typing import Final

from scoring.answers import Feasibility
from scoring.document import Document, figure, optional_text, sides_in_turn
from scoring.errors import ScoringError
from scoring.game import Game
from scoring.scopone.points import ONE_POINT
from scoring.scopone.sheets import NAMES, Figure, Sheet, rows_with, values_in

#: What a line of ``check`` says besides the figures: a smazzata of scopone depends on none of it.
CONDITIONS: Final = frozenset(("game", "dealer", "last_trick", "rules"))
#: CONTRACT: at most this many are offered.
OFFERED: Final = 5


def check_scopone(game: Game, written: Document) -> Feasibility:
    """Whether some split of the cards, with scope that there was room for, gives these figures.

    A, B or both give any of the points and ``total``. Raises ScoringError for what is no figure at all.
    """
    asked = _read(game, written)
    if rows_with(asked):
        return Feasibility(True, None, ())
    return Feasibility(False, _why(asked), tuple(map(_as_json, _nearest(asked))))


def _read(game: Game, written: Document) -> Sheet:
    dealer = optional_text(written, "dealer")
    if dealer is not None:
        game.require_side(dealer)
    found: dict[Figure, int] = {}
    for side, figures in game.figures_in(written, CONDITIONS).items():
        if not isinstance(figures, Mapping):
            raise ScoringError("figures-not-an-object", side=side)
        for name, value in figures.items():
            if name not in NAMES:
                raise ScoringError("unknown-figure", figure=name, known=NAMES)
            if value is not None:
                found[side, name] = figure(value, side, name)
    order = sides_in_turn(game.sides, found, NAMES, (dealer,))
    return dict(sorted(found.items(), key=lambda item: (order.index(item[0][0]), NAMES.index(item[0][1]))))


def _why(asked: Sheet) -> ScoringError:
    """The fewest figures that cannot stand together, and what that means where it can be said."""
    for number in range(1, len(asked) + 1):
        for few in combinations(asked, number):
            part = {figure: asked[figure] for figure in few}
            if not rows_with(part):
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
    for number in range(1, len(asked) + 1):
        found = [sheet for few in combinations(asked, number) for sheet in _changed(asked, few)]
        if found:
            best = nsmallest(OFFERED, ((_distance(sheet, asked), sheet) for sheet in found))
            return [dict(zip(asked, sheet, strict=True)) for _, sheet in best]
    raise LookupError("some sheet has whatever figures are asked for")


def _changed(asked: Sheet, few: tuple[Figure, ...]) -> Iterator[tuple[int, ...]]:
    """The possible values of the figures asked for, when these few become others."""
    kept = {figure: value for figure, value in asked.items() if figure not in few}
    for values in values_in(rows_with(kept), few):
        others = dict(zip(few, values, strict=True))
        yield tuple(others.get(figure, value) for figure, value in asked.items())


def _distance(sheet: tuple[int, ...], asked: Sheet) -> int:
    return sum(abs(new - old) for new, old in zip(sheet, asked.values(), strict=True))


def _as_json(sheet: Sheet) -> dict[str, dict[str, int]]:
    told: dict[str, dict[str, int]] = {}
    for (side, name), value in sheet.items():
        told.setdefault(side, {})[name] = value
    return told
