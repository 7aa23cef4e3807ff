"""Checks whether figures could have happened; if not, says why and offers the nearest that can."""

from collections.abc import Iterable, Mapping, Sequence
from functools import cache, lru_cache, partial
from itertools import groupby
from typing import Final, NamedTuple

from scoring.document import Document
from scoring.errors import ScoringError
from scoring.game import Game
from scoring.genovese.cards import Form
from scoring.genovese.counting import BUONE_CAPTURED, WON_POINTS
from scoring.genovese.declarations import read_buone_rules
from scoring.genovese.feasibility.deck_points import deck_points_among
from scoring.genovese.feasibility.shares import (
    NAMES,
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


class Camp(NamedTuple):
    """The figures of a camp; None where the sheet is open. The fields are in the order of ``NAMES``."""

    deck_points: int | None
    buone: int | None
    bagatto: int | None
    captured: int | None
    total: int | None


class Parts(NamedTuple):
    """The ways to make up a camp's buone, by its possible deck points."""

    ways: Mapping[int, Shares]
    #: The deck points that are no more than the deal's, as a bit mask.
    points: int
    #: The make-up of the buone if there is only one.
    only: Shares | None


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
    return any(
        _agrees(form, rules, scene, camps)
        for of_side, alike in groupby(open_scenes, key=lambda scene: scene.camps.members)
        if (camps := _by_camp(dict(of_side), sheet)) is not None
        for scene in alike
    )


def _agrees(form: Form, rules: str, scene: Scene, camps: Sequence[Camp]) -> bool:
    open_parts: list[Parts] = []
    for camp, points, players in zip(camps, scene.bagatto, scene.players, strict=True):
        if camp.bagatto not in (None, points):
            return False
        parts = _parts(form, rules, players, camp, points)
        if not parts.points:
            return False
        open_parts.append(parts)
    if not _within_reach(open_parts, form.deck_points_in_all):
        return False
    if all(parts.only for parts in open_parts):
        only = tuple(parts.only for parts in open_parts if parts.only)
        if not joined(form, scene.players, only):
            return False
    fit = cache(partial(joined, form, scene.players))
    masks = [parts.points for parts in open_parts]
    return any(
        fit(tuple(parts.ways[points] for parts, points in zip(open_parts, decks, strict=True)))
        for decks in deck_points_among(form, masks, scene.dealer, scene.last, scene.owner)
    )


@lru_cache(maxsize=512)
def _parts(form: Form, rules: str, players: int, camp: Camp, bagatto: int) -> Parts:
    """The deck points that a camp's figures allow, each with the make-up of its buone."""
    ways = _ways(form, sums_of(form, rules, players, camp.captured), camp, bagatto)
    alone = {*ways.values()}
    return Parts(
        ways,
        sum(1 << points for points in ways if 0 <= points <= form.deck_points_in_all),
        alone.pop() if len(alone) == 1 else None,
    )


def _ways(form: Form, sums: Mapping[int, Shares], camp: Camp, bagatto: int) -> Mapping[int, Shares]:
    deck, buone, total = camp.deck_points, camp.buone, camp.total
    possible = sums if buone is None else {buone: sums[buone]} if buone in sums else {}
    if not possible:
        return {}
    if total is None:
        shares = Shares(None, camp.captured) if buone is None else possible[buone]
        return dict.fromkeys(range(form.deck_points_in_all + 1) if deck is None else (deck,), shares)
    left = {total - bagatto - points: shares for points, shares in possible.items()}
    return left if deck is None else {deck: left[deck]} if deck in left else {}


def _within_reach(camps: Sequence[Parts], in_all: int) -> bool:
    """Whether the deal's deck points lie between the camps' sums of minima and of maxima: a quick refusal."""
    least = sum((parts.points & -parts.points).bit_length() - 1 for parts in camps)
    return least <= in_all <= sum(parts.points.bit_length() - 1 for parts in camps)


def _by_camp(of_side: Mapping[str, str], sheet: Figures) -> list[Camp] | None:
    """The figures of each camp; None when allies, who score the same, differ."""
    by_camp: dict[str, dict[str, int]] = {camp: {} for camp in of_side.values()}
    for (side, name), value in sheet.items():
        if by_camp[of_side[side]].setdefault(name, value) != value:
            return None
    return [Camp(*map(figures.get, NAMES)) for figures in by_camp.values()]


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
