"""Could these figures have happened? If not: why, and what was perhaps meant."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import replace
from functools import lru_cache, partial
from itertools import combinations, product

from scoring.answers import Feasibility
from scoring.document import Document
from scoring.errors import ScoringError
from scoring.game import Game
from scoring.genovese.bagatto import WON_POINTS
from scoring.genovese.cards import DECK
from scoring.genovese.counting import BOTH, CAPTURED, DECLARED, read_buone_rules
from scoring.genovese.feasibility.buone import needs_of, together
from scoring.genovese.feasibility.deck_points import Points, deck_points
from scoring.genovese.feasibility.nearest import nearest
from scoring.genovese.feasibility.scenes import Scene, scenes
from scoring.genovese.feasibility.sheet import Figure, Sheet, read_sheet
from scoring.genovese.forms import Form

Ask = Callable[[Sheet], bool]
#: By the deck points a camp may have: its buone.
Parts = Mapping[int, int | None]


def check_genovese(form: Form, game: Game, written: Document) -> Feasibility:
    """Whether the parts of some deal give these figures.

    Sides give any of ``deck_points``, ``buone``, ``bagatto`` and ``total``. Deck points are exact over every
    split of the deck in piles of allowed sizes, declared buone over every deal of hands, the Bagatto ultimo
    over every way it can go; the three are joined by their sums and by the owner of the Bagatto. Captured
    buone are weighed by what piles can hold at most: there an impossible sheet may pass, never a possible one
    be refused. ScoringError for what is no figure at all.
    """
    rules = read_buone_rules(game, written)
    open_scenes = scenes(game, form, written)
    sheet = read_sheet(game, written)
    ask = partial(feasible, form, rules, open_scenes)
    if ask(sheet):
        return Feasibility(True, None, ())
    entries = tuple(
        entry.as_json() for entry in nearest(sheet, ask, _values(form, rules, _most_players(game, form)))
    )
    return Feasibility(False, _reason(form, game, rules, written, sheet, ask), entries)


def feasible(form: Form, rules: str, open_scenes: tuple[Scene, ...], sheet: Sheet) -> bool:
    """Whether some deal of one of these scenes has the figures of the sheet."""
    return any(_agrees(form, rules, scene, sheet) for scene in open_scenes)


def _agrees(form: Form, rules: str, scene: Scene, sheet: Sheet) -> bool:
    camps = _by_camp(scene, sheet)
    if camps is None:
        return False
    open_parts: list[Parts] = []
    for camp, points, players in zip(camps, scene.bagatto, scene.players, strict=True):
        if camp.get("bagatto", points) != points:
            return False
        open_parts.append(_parts(form, _possible_buone(form, rules, players), camp, points))
    if not all(open_parts) or not _within_reach(open_parts, form.deck_points_in_all):
        return False
    found = deck_points(form, len(camps), scene.dealer, scene.last, scene.owner)
    return any(
        decks in found and _joined(form, rules, scene.players, buone)
        for decks, buone in _adding_up(open_parts, form.deck_points_in_all)
    )


def _parts(form: Form, possible: frozenset[int], camp: Mapping[str, int], bagatto: int) -> Parts:
    """What a camp's figures leave to its deck points, each with its buone; None where they may be any."""
    deck, buone, total = camp.get("deck_points"), camp.get("buone"), camp.get("total")
    if buone is not None and buone not in possible:
        return {}
    if total is None:
        return dict.fromkeys(range(form.deck_points_in_all + 1) if deck is None else (deck,), buone)
    rest = total - bagatto
    left = {rest - points: points for points in (possible if buone is None else (buone,))}
    return left if deck is None else {deck: left[deck]} if deck in left else {}


def _within_reach(camps: Sequence[Parts], in_all: int) -> bool:
    """Whether the deal's deck points lie between the least and the most of all camps: a quick no."""
    return sum(map(min, camps)) <= in_all <= sum(map(max, camps))


def _adding_up(camps: Sequence[Parts], in_all: int) -> Iterator[tuple[Points, tuple[int | None, ...]]]:
    """Deck points of all camps that make the deal's, one camp's being what the others leave; with their
    buone."""
    *others, last = camps
    for split in product(*(camp.items() for camp in others)):
        left = in_all - sum(points for points, _ in split)
        if left in last:
            told = (*split, (left, last[left]))
            yield tuple(points for points, _ in told), tuple(buone for _, buone in told)


def _by_camp(scene: Scene, sheet: Sheet) -> list[dict[str, int]] | None:
    """The figures of each camp; None when allies differ, who score the same."""
    of_side = scene.camps.of_side
    told: dict[str, dict[str, int]] = {camp: {} for camp in scene.camps.names}
    for (side, name), value in sheet.figures.items():
        if told[of_side[side]].setdefault(name, value) != value:
            return None
    return list(told.values())


def _joined(form: Form, rules: str, players: tuple[int, ...], sums: tuple[int | None, ...]) -> bool:
    """Whether camps can have these sums of buone in one deal."""
    if rules == DECLARED:
        return together(form, players, sums)
    return rules != CAPTURED or together(_of_piles(form), (1,) * len(sums), sums)


@lru_cache(maxsize=32)
def _possible_buone(form: Form, rules: str, players: int) -> frozenset[int]:
    """What a camp of so many players can score in buone, whatever the others have."""
    declared = frozenset(needs_of(form, players)) if rules in (DECLARED, BOTH) else frozenset((0,))
    captured = frozenset(needs_of(_of_piles(form), 1)) if rules in (CAPTURED, BOTH) else frozenset((0,))
    return frozenset(points + more for points in declared for more in captured)


def _of_piles(form: Form) -> Form:
    """The buone of a pile are those of a hand that could hold the whole deck."""
    return replace(form, hand_size=len(DECK), cards_in_deal=len(DECK))


def _most_players(game: Game, form: Form) -> int:
    """The players of the largest camp: where a re is called, three against one."""
    return len(game.players) - 1 if form.calls else len(game.players_of(game.sides[0]))


@lru_cache(maxsize=32)
def _values(form: Form, rules: str, players: int) -> dict[str, tuple[int, ...]]:
    """The values that each figure can have in some deal."""
    buone = tuple(sorted(_possible_buone(form, rules, players)))
    in_all = form.deck_points_in_all
    return {
        "deck_points": tuple(range(in_all + 1)),
        "buone": buone,
        "bagatto": tuple(sorted({0, form.bagatto_failed, WON_POINTS})),
        "total": tuple(range(in_all + buone[-1] + WON_POINTS + 1)),
    }


def _reason(form: Form, game: Game, rules: str, written: Document, sheet: Sheet, ask: Ask) -> ScoringError:
    """Why no deal agrees with the sheet: the fewest of its figures that cannot stand together."""
    points = [value for figure, value in sheet.figures.items() if figure.name == "deck_points"]
    if not form.calls and len(points) == len(game.sides) and sum(points) != form.deck_points_in_all:
        return ScoringError("deck-points-sum", sum=sum(points), expected=form.deck_points_in_all)
    few = next(_conflicts(sheet, ask))
    told = tuple(f"{figure.name} {figure.side} {few.figures[figure]}" for figure in few.figures)

    def would_be(*keys: str) -> bool:
        without = {name: value for name, value in written.items() if name not in keys}
        return feasible(form, rules, scenes(game, form, without), few)

    dealer, last = written.get("dealer"), written.get("last_trick")
    if form.calls and dealer is not None and would_be("dealer", "partner"):
        return ScoringError("impossible-with-call", figures=told, side=dealer)
    if not form.calls and dealer is not None and would_be("dealer"):
        return ScoringError("impossible-with-dealer", figures=told, side=dealer)
    if last is not None and would_be("dealer", "partner", "last_trick"):
        return ScoringError("impossible-with-last-trick", figures=told, side=last)
    if len(told) == 1:
        return ScoringError("impossible-figure", figures=told)
    return ScoringError("impossible-together", figures=told)


def _conflicts(sheet: Sheet, ask: Ask) -> Iterator[Sheet]:
    """The parts of the sheet that are impossible by themselves, those with the fewest figures first."""
    figures: tuple[Figure, ...] = tuple(sheet.figures)
    for number in range(1, len(figures) + 1):
        for few in combinations(figures, number):
            part = sheet.only(few)
            if not ask(part):
                yield part
