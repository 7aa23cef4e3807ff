"""Could these figures have happened? If not: why, and what was perhaps meant."""

from collections.abc import Callable, Iterator
from dataclasses import replace
from functools import cache
from itertools import combinations, product
from typing import Final

from scoring.bolognese.cards import codes_of, parse
from scoring.bolognese.combinations import (
    CARD_POINTS_IN_ALL,
    CRICCHE,
    POINTS_PER_CARD,
    THREE_OF_A_KIND,
    cricche_of,
)
from scoring.bolognese.counting import LAST_TRICK_POINTS
from scoring.bolognese.feasibility.declared import TOLD, with_accusi, without_declared
from scoring.bolognese.feasibility.figures import (
    NAMES,
    SIDES,
    Deal,
    Figure,
    Sheet,
    as_json,
    owned,
    read_figures,
    under_names,
)
from scoring.bolognese.feasibility.nearest import nearest
from scoring.bolognese.feasibility.totals import (
    MOST,
    MOST_IN_CRICCHE,
    MOST_IN_SEQUENCES,
    feasible,
    remembered,
)
from scoring.bolognese.grande import require_house_rule
from scoring.bolognese.pile import MILLONE_DUE, PAIRS, TERZIGLIO, DealShape
from scoring.document import Document, listed, optional_text, sides_in_turn
from scoring.errors import ScoringError
from scoring.game import Game
from scoring.results import Feasibility

#: What a line of ``check`` says besides the sides' figures.
CONDITIONS: Final = frozenset(("game", "last_trick", "dealer", "rules")) | TOLD


def check_pairs(game: Game, written: Document, shape: DealShape = PAIRS) -> Feasibility:
    """Whether some split of the deck, with piles of allowed sizes, gives these figures: exactly.

    A, B or both give any of ``sequences``, ``cricche``, ``card_points`` and ``total`` (declarations left out,
    the last trick included), and ``declarations``, the points of their declarations; besides, a list of
    ``declarations`` and the ``discards``, weighed as in ``declared``. Raises ScoringError for what is no
    figure at all. The first answers take some tenths of a second, while the splits are worked out.
    """
    house = require_house_rule(optional_text(written, "rules"))
    last_trick, dealer = (_side(game, written, fact) for fact in ("last_trick", "dealer"))
    aside = parse(listed(written, "discards"))
    figures = read_figures(game, figures_in(game, written, CONDITIONS))
    owners = dict(zip(sides_in_turn(game.sides, figures, NAMES, (last_trick, dealer)), SIDES, strict=True))
    deal = Deal(
        shape,
        house,
        last_tricks=SIDES if last_trick is None else (owners[last_trick],),
        discarders=SIDES if dealer is None else (owners[dealer],),
        aside=aside,
    )

    def piles() -> Feasibility:
        return under_names(verdict(Sheet(owned(figures, owners), deal)), figures, owners)

    return with_accusi(game, written, shape, owners, piles, deal)


def _side(game: Game, written: Document, fact: str) -> str | None:
    told = optional_text(written, fact)
    return None if told is None else game.require_side(told)


def check_millone_due(game: Game, written: Document) -> Feasibility:
    """The same for tricks of two, ten cards laid aside by each and two more by the dealer (Barilli 4.3.1)."""
    return check_pairs(game, written, MILLONE_DUE)


def figures_in(game: Game, written: Document, conditions: frozenset[str]) -> Document:
    """The sides' figures besides the conditions of the deal and the declarations."""
    told = game.figures_in(written, conditions)
    return {side: without_declared(figures) for side, figures in told.items()}


def verdict(sheet: Sheet) -> Feasibility:
    """The answer for one sheet of two owners, with the reason and the nearest entries where it is no."""
    if feasible(sheet):
        return Feasibility(True, None, ())
    ask = remembered()
    entries = tuple(as_json(entry) for entry in nearest(sheet, ask))
    return Feasibility(False, reason(sheet, ask), entries)


def reason(sheet: Sheet, ask: Callable[[Sheet], bool]) -> ScoringError:
    """Why no split agrees with the sheet: the fewest of its figures that cannot stand together."""
    points = [sheet.figures[figure] for figure in sheet.figures if figure.name == "card_points"]
    if len(points) == len(SIDES) and sum(points) != CARD_POINTS_IN_ALL:
        return ScoringError("impossible-card-points", sum=sum(points), expected=CARD_POINTS_IN_ALL)
    few = next(_conflicts(sheet, ask))
    told = facts_of(few)
    deal = few.deal
    if deal.aside and ask(replace(few, deal=replace(deal, aside=0))):
        return ScoringError("impossible-with-discards", figures=told, cards=codes_of(deal.aside))
    if not deal.pozzo and ask(replace(few, deal=replace(deal, discarders=SIDES))):
        return _with_discarder(deal, told)
    if ask(replace(few, deal=replace(deal, discarders=SIDES, last_tricks=SIDES))):
        return ScoringError("impossible-with-last-trick", figures=told, side=deal.last_tricks[0])
    return why_not(few)


def _with_discarder(deal: Deal, told: tuple[str, ...]) -> ScoringError:
    """At terziglio who went up has laid aside, whoever dealt (Barilli 4.2.1)."""
    if deal.shape == TERZIGLIO:
        return ScoringError("impossible-with-discarder", figures=told, side=deal.discarders[0])
    return ScoringError("impossible-with-dealer", figures=told, side=deal.discarders[0])


def _conflicts(sheet: Sheet, ask: Callable[[Sheet], bool]) -> Iterator[Sheet]:
    """The parts of the sheet that are impossible by themselves, those with the fewest figures first."""
    for number in range(1, len(sheet.figures) + 1):
        for few in combinations(sheet.figures, number):
            part = sheet.only(few)
            if not ask(part):
                yield part


#: The most that a figure can be (Barilli 3.9.1).
MOST_OF: Final = {
    "sequences": MOST_IN_SEQUENCES,
    "cricche": MOST_IN_CRICCHE,
    "card_points": CARD_POINTS_IN_ALL,
    "total": MOST + LAST_TRICK_POINTS,
}
#: Cards of a cricca (Barilli 2.2.1), or none.
_CARDS: Final = (0, 3, 4)


def why_not(few: Sheet) -> ScoringError:
    """What cannot be, of the fewest figures that cannot stand together."""
    told = facts_of(few)
    if len(told) == 1:
        return _alone(few, told)
    if all(figure.name == "total" for figure in few.figures):
        return ScoringError("impossible-totals", figures=told)
    blamed = _blamed(tuple(few.figures))
    others = tuple(words for words, figure in zip(told, few.figures, strict=True) if figure != blamed)
    return ScoringError(
        "cannot-have",
        figures=told,
        others=others,
        side=blamed.side,
        what=meaning(blamed, few.figures[blamed]),
    )


def facts_of(sheet: Sheet) -> tuple[str, ...]:
    """Each figure as "name side value", the way refusals carry them."""
    return tuple(f"{figure.name} {figure.side} {value}" for figure, value in sheet.figures.items())


def _alone(few: Sheet, told: tuple[str, ...]) -> ScoringError:
    """A figure that no deal can give whatever the others are."""
    ((figure, value),) = few.figures.items()
    if not 0 <= value <= MOST_OF[figure.name]:
        return ScoringError("figure-out-of-range", figures=told, most=MOST_OF[figure.name])
    if figure.name == "sequences" and value % POINTS_PER_CARD:
        return ScoringError("sequences-by-fives", figures=told, each=POINTS_PER_CARD)
    if figure.name == "cricche" and value not in _cricche():
        return ScoringError("no-such-cricche", figures=told)
    return ScoringError("impossible-figure", figures=told)


def _blamed(figures: tuple[Figure, ...]) -> Figure:
    """The figure that is told as what cannot be: one of the other side than the first, else the last."""
    return next((figure for figure in reversed(figures) if figure.side != figures[0].side), figures[-1])


def meaning(figure: Figure, value: int) -> str:
    """The figure as "name value", with family and cards where it can only mean one cricca."""
    made = _cricche().get(value, ()) if figure.name == "cricche" else ()
    words = " ".join(f"{family} {cards}" for family, cards in made) if len(made) == 1 else ""
    return f"{figure.name} {value} {words}".strip()


@cache
def _cricche() -> dict[int, tuple[tuple[str, int], ...]]:
    """Points that cricche can make, with the cricche that make them where they can be no others."""
    found: dict[int, list[tuple[tuple[str, int], ...]]] = {}
    for counts in product(_CARDS, repeat=len(THREE_OF_A_KIND)):
        made = tuple((family, cards) for family, cards in zip(CRICCHE, counts, strict=True) if cards)
        found.setdefault(cricche_of(*counts).total, []).append(made)
    return {points: ways[0] if len(ways) == 1 else () for points, ways in found.items()}
