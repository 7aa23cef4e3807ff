"""Checks whether figures could have happened; if not, says why and offers the nearest that can."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import cache, partial
from itertools import product
from typing import Final

from scoring.document import Document
from scoring.errors import ScoringError
from scoring.game import Game
from scoring.genovese.cards import Form
from scoring.genovese.counting import BUONE_CAPTURED, WON_POINTS
from scoring.genovese.declarations import read_buone_rules
from scoring.genovese.feasibility.deck_points import Points, deck_points
from scoring.genovese.feasibility.shares import (
    Scene,
    Shares,
    captured_sums,
    joined,
    read_sheet,
    scenes,
    sums_of,
)
from scoring.results import Feasibility
from scoring.sheet import Ask, Figure, Figures, facts, fewest_in_conflict, nearest, verdict

#: The questions that the search for the nearest entries may ask: some tenths of a second.
ASKS: Final = 2_500

#: The ways to make up a camp's buone, by its possible deck points.
Parts = Mapping[int, Shares]


def check_genovese(form: Form, game: Game, written: Document) -> Feasibility:
    """Whether some deal gives these figures.

    Sides give any of ``deck_points``, ``buone``, ``buone_captured`` (the part of the buone that was not
    declared), ``bagatto`` and ``total``. The check covers every split of the deck into piles of allowed sizes
    for the deck points, every deal of hands for the declared buone, and every outcome of the Bagatto ultimo;
    it joins the three by their sums and by the owner of the Bagatto. For captured buone it tests only an
    upper bound: an impossible sheet may pass, but no possible one is refused. Raises ScoringError for values
    that are no figures.
    """
    rules = read_buone_rules(game, written)
    open_scenes = scenes(game, form, written)
    sheet = read_sheet(game, written)
    ask = partial(feasible, form, rules, open_scenes)
    return verdict(
        ask(sheet),
        lambda: _reason(form, game, rules, written, sheet, ask),
        lambda: nearest(sheet, ask, partial(_values, form, rules, open_scenes), asks=ASKS),
    )


def _values(
    form: Form, rules: str, open_scenes: tuple[Scene, ...], figure: Figure, _beside: Figures
) -> Iterable[int]:
    """Returns the values that a figure can have in one of these scenes."""
    buone = sums_of(form, rules, max(max(scene.players) for scene in open_scenes))
    if figure.name == "buone":
        return buone
    if figure.name == BUONE_CAPTURED:
        return captured_sums(form, rules)
    if figure.name == "bagatto":
        return {points for scene in open_scenes for points in scene.bagatto}
    return range(form.deck_points_in_all + (max(buone) + WON_POINTS if figure.name == "total" else 0) + 1)


def feasible(form: Form, rules: str, open_scenes: tuple[Scene, ...], sheet: Figures) -> bool:
    """Whether some deal of one of these scenes has the figures of the sheet."""
    return any(_agrees(form, rules, scene, sheet) for scene in open_scenes)


def _agrees(form: Form, rules: str, scene: Scene, sheet: Figures) -> bool:
    camps = _by_camp(scene, sheet)
    if camps is None:
        return False
    open_parts: list[Parts] = []
    for camp, points, players in zip(camps, scene.bagatto, scene.players, strict=True):
        if camp.get("bagatto", points) != points:
            return False
        sums = sums_of(form, rules, players, camp.get(BUONE_CAPTURED))
        open_parts.append(_parts(form, sums, camp, points))
    if not all(open_parts) or not _within_reach(open_parts, form.deck_points_in_all):
        return False
    alone = [set(parts.values()) for parts in open_parts]
    if all(len(ways) == 1 for ways in alone):
        only = tuple(ways.pop() for ways in alone)
        if not joined(form, scene.players, only):
            return False
    found = deck_points(form, len(camps), scene.dealer, scene.last, scene.owner)
    fit = cache(partial(joined, form, scene.players))
    return any(
        decks in found and fit(shares) for decks, shares in _adding_up(open_parts, form.deck_points_in_all)
    )


def _parts(form: Form, sums: Mapping[int, Shares], camp: Mapping[str, int], bagatto: int) -> Parts:
    """The deck points that a camp's figures allow, each with the make-up of its buone."""
    deck, buone, total = camp.get("deck_points"), camp.get("buone"), camp.get("total")
    possible = sums if buone is None else {buone: sums[buone]} if buone in sums else {}
    if not possible:
        return {}
    if total is None:
        shares = Shares(None, camp.get(BUONE_CAPTURED)) if buone is None else possible[buone]
        return dict.fromkeys(range(form.deck_points_in_all + 1) if deck is None else (deck,), shares)
    left = {total - bagatto - points: shares for points, shares in possible.items()}
    return left if deck is None else {deck: left[deck]} if deck in left else {}


def _within_reach(camps: Sequence[Parts], in_all: int) -> bool:
    """Whether the deal's deck points lie between the camps' sums of minima and of maxima: a quick refusal."""
    return sum(map(min, camps)) <= in_all <= sum(map(max, camps))


def _adding_up(camps: Sequence[Parts], in_all: int) -> Iterator[tuple[Points, tuple[Shares, ...]]]:
    """Yields the camps' deck points that add up to the deal's, with the make-up of their buone."""
    *others, last = camps
    for split in product(*(camp.items() for camp in others)):
        left = in_all - sum(points for points, _ in split)
        if left in last:
            parts = (*split, (left, last[left]))
            yield tuple(points for points, _ in parts), tuple(shares for _, shares in parts)


def _by_camp(scene: Scene, sheet: Figures) -> list[dict[str, int]] | None:
    """The figures of each camp; None when allies, who score the same, differ."""
    of_side = scene.camps.of_side
    by_camp: dict[str, dict[str, int]] = {camp: {} for camp in scene.camps.names}
    for (side, name), value in sheet.items():
        if by_camp[of_side[side]].setdefault(name, value) != value:
            return None
    return list(by_camp.values())


def _reason(form: Form, game: Game, rules: str, written: Document, sheet: Figures, ask: Ask) -> ScoringError:
    """Why no deal agrees with the sheet: blames the smallest infeasible subset of its figures."""
    points = [value for figure, value in sheet.items() if figure.name == "deck_points"]
    if not form.calls and len(points) == len(game.sides) and sum(points) != form.deck_points_in_all:
        return ScoringError("deck-points-sum", sum=sum(points), expected=form.deck_points_in_all)
    few = fewest_in_conflict(sheet, ask)
    figures = facts(few)

    def is_possible_without(*keys: str) -> bool:
        without = {name: value for name, value in written.items() if name not in keys}
        return feasible(form, rules, scenes(game, form, without), few)

    dealer, last = written.get("dealer"), written.get("last_trick")
    if form.calls and dealer is not None and is_possible_without("dealer", "partner"):
        return ScoringError("impossible-with-call", figures=figures, side=dealer)
    if not form.calls and dealer is not None and is_possible_without("dealer"):
        return ScoringError("impossible-with-dealer", figures=figures, side=dealer)
    if last is not None and is_possible_without("dealer", "partner", "last_trick"):
        return ScoringError("impossible-with-last-trick", figures=figures, side=last)
    if len(figures) == 1:
        return ScoringError("impossible-figure", figures=figures)
    return ScoringError("impossible-together", figures=figures)
