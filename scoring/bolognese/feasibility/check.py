"""Checks whether figures of a deal could have happened; if not, says why and offers the nearest possible
ones."""

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
from scoring.bolognese.feasibility.declared import DECLARATION_KEYS, with_accusi, without_declared
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

#: Keys of a line of ``check`` besides the sides.
CONDITIONS: Final = frozenset(("game", "last_trick", "dealer", "rules")) | DECLARATION_KEYS


def check_pairs(game: Game, written: Document, shape: DealShape = PAIRS) -> Feasibility:
    """Whether some split of the deck, with piles of allowed sizes, gives these figures. Exact.

    Each side gives any of ``sequences``, ``cricche``, ``card_points`` and ``total`` (last trick included,
    declarations excluded), and ``declarations``, the points of its declarations. A list of ``declarations``
    and the ``discards`` may be added; see ``declared``. Raises ScoringError for values that are no figures.
    The first answers take some tenths of a second, while caches fill.
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
    named = optional_text(written, fact)
    return None if named is None else game.require_side(named)


def check_millone_due(game: Game, written: Document) -> Feasibility:
    """Like ``check_pairs`` for tricks of two cards, ten discards by each player and two more by the dealer
    (Barilli 4.3.1)."""
    return check_pairs(game, written, MILLONE_DUE)


def figures_in(game: Game, written: Document, conditions: frozenset[str]) -> Document:
    """The sides' figures, without the conditions of the deal and the declarations."""
    by_side = game.figures_in(written, conditions)
    return {side: without_declared(figures) for side, figures in by_side.items()}


def verdict(sheet: Sheet) -> Feasibility:
    """The answer for a sheet of two owners; a refusal has its reason and the nearest possible entries."""
    if feasible(sheet):
        return Feasibility(True, None, ())
    ask = remembered()
    entries = tuple(as_json(entry) for entry in nearest(sheet, ask))
    return Feasibility(False, reason(sheet, ask), entries)


def reason(sheet: Sheet, ask: Callable[[Sheet], bool]) -> ScoringError:
    """Why no split agrees with the sheet: blames the smallest infeasible subset of its figures."""
    points = [sheet.figures[figure] for figure in sheet.figures if figure.name == "card_points"]
    if len(points) == len(SIDES) and sum(points) != CARD_POINTS_IN_ALL:
        return ScoringError("impossible-card-points", sum=sum(points), expected=CARD_POINTS_IN_ALL)
    few = next(_conflicts(sheet, ask))
    facts = facts_of(few)
    deal = few.deal
    if deal.aside and ask(replace(few, deal=replace(deal, aside=0))):
        return ScoringError("impossible-with-discards", figures=facts, cards=codes_of(deal.aside))
    if not deal.pozzo and ask(replace(few, deal=replace(deal, discarders=SIDES))):
        return _with_discarder(deal, facts)
    if ask(replace(few, deal=replace(deal, discarders=SIDES, last_tricks=SIDES))):
        return ScoringError("impossible-with-last-trick", figures=facts, side=deal.last_tricks[0])
    return why_not(few)


def _with_discarder(deal: Deal, facts: tuple[str, ...]) -> ScoringError:
    """The refusal that blames the discarder: at terziglio the soloist, whoever dealt (Barilli 4.2.1)."""
    if deal.shape == TERZIGLIO:
        return ScoringError("impossible-with-discarder", figures=facts, side=deal.discarders[0])
    return ScoringError("impossible-with-dealer", figures=facts, side=deal.discarders[0])


def _conflicts(sheet: Sheet, ask: Callable[[Sheet], bool]) -> Iterator[Sheet]:
    """Yields the subsets of the sheet's figures that are infeasible by themselves, the smallest first."""
    for number in range(1, len(sheet.figures) + 1):
        for few in combinations(sheet.figures, number):
            part = sheet.only(few)
            if not ask(part):
                yield part


#: The largest value of each figure (Barilli 3.9.1).
MOST_OF: Final = {
    "sequences": MOST_IN_SEQUENCES,
    "cricche": MOST_IN_CRICCHE,
    "card_points": CARD_POINTS_IN_ALL,
    "total": MOST + LAST_TRICK_POINTS,
}
#: Possible numbers of cards in a cricca (Barilli 2.2.1); 0 for no cricca.
_CARDS: Final = (0, 3, 4)


def why_not(few: Sheet) -> ScoringError:
    """The refusal for a minimal infeasible set of figures."""
    facts = facts_of(few)
    if len(facts) == 1:
        return _alone(few, facts)
    if all(figure.name == "total" for figure in few.figures):
        return ScoringError("impossible-totals", figures=facts)
    blamed = _blamed(tuple(few.figures))
    others = tuple(words for words, figure in zip(facts, few.figures, strict=True) if figure != blamed)
    return ScoringError(
        "cannot-have",
        figures=facts,
        others=others,
        side=blamed.side,
        what=meaning(blamed, few.figures[blamed]),
    )


def facts_of(sheet: Sheet) -> tuple[str, ...]:
    """Each figure as "name side value", the form in which refusals carry figures."""
    return tuple(f"{figure.name} {figure.side} {value}" for figure, value in sheet.figures.items())


def _alone(few: Sheet, facts: tuple[str, ...]) -> ScoringError:
    """The refusal of a figure that no deal can give, whatever the other figures are."""
    ((figure, value),) = few.figures.items()
    if not 0 <= value <= MOST_OF[figure.name]:
        return ScoringError("figure-out-of-range", figures=facts, most=MOST_OF[figure.name])
    if figure.name == "sequences" and value % POINTS_PER_CARD:
        return ScoringError("sequences-by-fives", figures=facts, each=POINTS_PER_CARD)
    if figure.name == "cricche" and value not in _cricche():
        return ScoringError("no-such-cricche", figures=facts)
    return ScoringError("impossible-figure", figures=facts)


def _blamed(figures: tuple[Figure, ...]) -> Figure:
    """The figure to blame: the last one that is not of the first figure's side, else the last one."""
    return next((figure for figure in reversed(figures) if figure.side != figures[0].side), figures[-1])


def meaning(figure: Figure, value: int) -> str:
    """The figure as "name value", followed by family and number of cards where only one cricca is worth that
    much."""
    made = _cricche().get(value, ()) if figure.name == "cricche" else ()
    words = " ".join(f"{family} {cards}" for family, cards in made) if len(made) == 1 else ""
    return f"{figure.name} {value} {words}".strip()


@cache
def _cricche() -> dict[int, tuple[tuple[str, int], ...]]:
    """All points that cricche can make, with the cricche that make them where only one combination does."""
    found: dict[int, list[tuple[tuple[str, int], ...]]] = {}
    for counts in product(_CARDS, repeat=len(THREE_OF_A_KIND)):
        made = tuple((family, cards) for family, cards in zip(CRICCHE, counts, strict=True) if cards)
        found.setdefault(cricche_of(*counts).total, []).append(made)
    return {points: ways[0] if len(ways) == 1 else () for points, ways in found.items()}
