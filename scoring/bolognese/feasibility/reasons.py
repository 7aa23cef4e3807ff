"""Why a sheet is impossible: the fewest of its figures that cannot stand together, as a refusal."""

from collections.abc import Callable, Iterator
from dataclasses import replace
from functools import cache
from itertools import combinations, product
from typing import Final

from scoring.bolognese.cards import codes_of
from scoring.bolognese.combinations import (
    CARD_POINTS_IN_ALL,
    CRICCHE,
    POINTS_PER_CARD,
    THREE_OF_A_KIND,
    cricche_of,
)
from scoring.bolognese.counting import LAST_TRICK_POINTS
from scoring.bolognese.feasibility.search import MOST, MOST_IN_CRICCHE, MOST_IN_SEQUENCES
from scoring.bolognese.feasibility.sheet import ANY_HOLDERS, DECLARED, PILES, Deal, Figure, Sheet
from scoring.bolognese.pile import TERZIGLIO
from scoring.errors import ScoringError

#: The largest value of each figure (Barilli 3.9.1).
MOST_OF: Final = {
    "sequences": MOST_IN_SEQUENCES,
    "cricche": MOST_IN_CRICCHE,
    "card_points": CARD_POINTS_IN_ALL,
    "total": MOST + LAST_TRICK_POINTS,
}

#: Answers whether a sheet is possible.
Ask = Callable[[Sheet], bool]


def reason(sheet: Sheet, ask: Ask) -> ScoringError:
    """Returns the refusal of an impossible sheet."""
    declared = sheet.only(figure for figure in sheet.figures if figure.name == DECLARED)
    if not ask(declared):
        return _of_figures(next(_conflicts(declared, ask)))
    points, theirs = (sheet.get(pile, "card_points") for pile in PILES)
    if points is not None and theirs is not None and points + theirs != CARD_POINTS_IN_ALL:
        return ScoringError("impossible-card-points", sum=points + theirs, expected=CARD_POINTS_IN_ALL)
    few = next(_conflicts(sheet, ask))
    return _of_the_deal(few, ask) or _of_figures(few)


def _conflicts(sheet: Sheet, ask: Ask) -> Iterator[Sheet]:
    """Yields the subsets of the sheet's figures that are impossible by themselves, the smallest first."""
    for number in range(1, len(sheet.figures) + 1):
        for few in map(sheet.only, combinations(sheet.figures, number)):
            if not ask(few):
                yield few


def _of_the_deal(few: Sheet, ask: Ask) -> ScoringError | None:
    """Returns the refusal that names the declarations, the discard or the last trick, where these figures are
    possible without it."""
    deal, facts = few.deal, _facts(few)

    def possible(deal: Deal) -> bool:
        return ask(replace(few, deal=deal))

    if few.has_allies_differing:
        return None
    if any(figure.name == DECLARED for figure in few.figures) or possible(replace(deal, holders=ANY_HOLDERS)):
        return ScoringError("impossible-with-declarations", figures=facts)
    if deal.aside and possible(replace(deal, aside=0)):
        return ScoringError("impossible-with-discards", figures=facts, cards=codes_of(deal.aside))
    if not deal.pozzo and possible(replace(deal, discarders=PILES)):
        return _of_discarder(deal, facts)
    if possible(replace(deal, discarders=PILES, last_tricks=PILES)):
        return ScoringError(
            "impossible-with-last-trick", figures=facts, side=deal.sides[deal.last_tricks[0]][0]
        )
    return None


def _of_discarder(deal: Deal, facts: tuple[str, ...]) -> ScoringError:
    side = deal.sides[deal.discarders[0]][0]
    if deal.shape == TERZIGLIO:
        # The soloist discards, whoever dealt (Barilli 4.2.1).
        return ScoringError("impossible-with-discarder", figures=facts, side=side)
    return ScoringError("impossible-with-dealer", figures=facts, side=side)


def _of_figures(few: Sheet) -> ScoringError:
    """Returns the refusal of figures that no deal gives together, whatever is known about it."""
    facts, names = _facts(few), {figure.name for figure in few.figures}
    if len(facts) == 1:
        return _alone(few)
    if names == {DECLARED}:
        return _of_declarations(few)
    if few.has_allies_differing:
        return ScoringError("allies-differ", figures=facts)
    if names == {"total"}:
        return ScoringError("impossible-totals", figures=facts)
    blamed = _blamed(tuple(few.figures))
    others = tuple(words for words, figure in zip(facts, few.figures, strict=True) if figure != blamed)
    what = _meaning(blamed, few.figures[blamed])
    return ScoringError("cannot-have", figures=facts, others=others, side=blamed.side, what=what)


def _of_declarations(few: Sheet) -> ScoringError:
    """Returns the refusal of two sides' points of declarations."""
    (side, _), (other, _) = few.figures
    points, theirs = few.figures.values()
    if few.has_allies_differing:
        return ScoringError("declared-by-allies", side=side, points=points, other=other, theirs=theirs)
    return ScoringError("declared-by-nobody-together", side=side, points=points, other=other, theirs=theirs)


def _facts(sheet: Sheet) -> tuple[str, ...]:
    """Returns each figure as "name side value", the form in which refusals carry figures."""
    return tuple(f"{figure.name} {figure.side} {value}" for figure, value in sheet.figures.items())


def _alone(few: Sheet) -> ScoringError:
    """Returns the refusal of a figure that no deal can give, whatever the other figures are."""
    ((figure, value),) = few.figures.items()
    facts = _facts(few)
    if figure.name == DECLARED:
        if few.deal.listed is not None:
            listed = few.deal.listed[few.deal.pile_of(figure.side)]
            return ScoringError("declared-otherwise", side=figure.side, points=value, listed=listed)
        return ScoringError("declared-by-nobody", side=figure.side, points=value)
    if not 0 <= value <= MOST_OF[figure.name]:
        return ScoringError("figure-out-of-range", figures=facts, most=MOST_OF[figure.name])
    if figure.name == "sequences" and value % POINTS_PER_CARD:
        return ScoringError("sequences-by-fives", figures=facts, each=POINTS_PER_CARD)
    if figure.name == "cricche" and value not in possible_cricche():
        return ScoringError("no-such-cricche", figures=facts)
    return ScoringError("impossible-figure", figures=facts)


def _blamed(figures: tuple[Figure, ...]) -> Figure:
    """Returns the figure to blame: the last one that is not of the first figure's side, else the last one."""
    return next((figure for figure in reversed(figures) if figure.side != figures[0].side), figures[-1])


def _meaning(figure: Figure, value: int) -> str:
    """Returns the figure as "name value", followed by family and number of cards where only one cricca is
    worth that much."""
    made = possible_cricche().get(value, ()) if figure.name == "cricche" else ()
    words = " ".join(f"{family} {cards}" for family, cards in made) if len(made) == 1 else ""
    return f"{figure.name} {value} {words}".strip()


@cache
def possible_cricche() -> dict[int, tuple[tuple[str, int], ...]]:
    """Returns all points that cricche can make, with the cricche that make them where only one combination
    does."""
    found: dict[int, list[tuple[tuple[str, int], ...]]] = {}
    # Three or four cards make a cricca (Barilli 2.2.1).
    for counts in product((0, 3, 4), repeat=len(THREE_OF_A_KIND)):
        made = tuple((family, cards) for family, cards in zip(CRICCHE, counts, strict=True) if cards)
        found.setdefault(cricche_of(*counts).total, []).append(made)
    return {points: ways[0] if len(ways) == 1 else () for points, ways in found.items()}
