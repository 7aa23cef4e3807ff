"""Why a sheet is impossible: the fewest of its figures that cannot stand together, as a refusal; and the
possible entries nearest to it: the fewest figures changed, then the least change.
"""

from collections.abc import Callable, Sequence
from dataclasses import replace
from functools import cache
from itertools import product
from typing import Final

from scoring.bolognese.cards import codes_of
from scoring.bolognese.combinations import (
    CARD_POINTS_IN_ALL,
    CRICCHE,
    POINTS_PER_CARD,
    THREE_OF_A_KIND,
    cricche_of,
)
from scoring.bolognese.feasibility.search import MOST_OF, Questions, totals_within_bounds
from scoring.bolognese.feasibility.sheet import ANY_HOLDERS, DECLARED, PILES, Deal, Sheet, every_sum
from scoring.bolognese.pile import TERZIGLIO
from scoring.errors import ScoringError
from scoring.sheet import Figure, Nearest, facts, fewest_in_conflict
from scoring.sheet import nearest as nearest_of

#: Answers whether a sheet is possible.
Ask = Callable[[Sheet], bool]


def reason(sheet: Sheet, ask: Ask) -> ScoringError:
    """Returns the refusal of an impossible sheet."""
    declared = {figure: value for figure, value in sheet.figures.items() if figure.name == DECLARED}
    if not ask(replace(sheet, figures=declared)):
        return _of_figures(_fewest(replace(sheet, figures=declared), ask))
    points, theirs = (sheet.get(pile, "card_points") for pile in PILES)
    if points is not None and theirs is not None and points + theirs != CARD_POINTS_IN_ALL:
        return ScoringError("impossible-card-points", sum=points + theirs, expected=CARD_POINTS_IN_ALL)
    few = _fewest(sheet, ask)
    return _of_the_deal(few, ask) or _of_figures(few)


def _fewest(sheet: Sheet, ask: Ask) -> Sheet:
    """Returns the sheet with the fewest of its figures that are impossible by themselves."""
    few = fewest_in_conflict(sheet.figures, lambda figures: ask(replace(sheet, figures=figures)))
    return replace(sheet, figures=few)


def _of_the_deal(few: Sheet, ask: Ask) -> ScoringError | None:
    """Returns the refusal that names the fact of the deal without which the figures are possible."""
    deal, figures = few.deal, facts(few.figures)

    def possible(deal: Deal) -> bool:
        return ask(replace(few, deal=deal))

    if few.has_allies_differing:
        return None
    if any(figure.name == DECLARED for figure in few.figures) or possible(replace(deal, holders=ANY_HOLDERS)):
        return ScoringError("impossible-with-declarations", figures=figures)
    if deal.aside and possible(replace(deal, aside=0)):
        return ScoringError("impossible-with-discards", figures=figures, cards=codes_of(deal.aside))
    if not deal.pozzo and possible(replace(deal, discarders=PILES)):
        # At terziglio the soloist discards, whoever dealt (Barilli 4.2.1).
        code = "impossible-with-discarder" if deal.shape == TERZIGLIO else "impossible-with-dealer"
        return ScoringError(code, figures=figures, side=deal.sides[deal.discarders[0]][0])
    if possible(replace(deal, discarders=PILES, last_tricks=PILES)):
        return ScoringError(
            "impossible-with-last-trick", figures=figures, side=deal.sides[deal.last_tricks[0]][0]
        )
    return None


def _of_figures(few: Sheet) -> ScoringError:
    """Returns the refusal of figures that no deal gives together, whatever is known about it."""
    figures, names = facts(few.figures), {figure.name for figure in few.figures}
    if len(figures) == 1:
        return _alone(few)
    if names == {DECLARED}:
        (side, points), (other, theirs) = ((figure.side, value) for figure, value in few.figures.items())
        code = "declared-by-allies" if few.has_allies_differing else "declared-by-nobody-together"
        return ScoringError(code, side=side, points=points, other=other, theirs=theirs)
    if few.has_allies_differing:
        return ScoringError("allies-differ", figures=figures)
    if names == {"total"}:
        return ScoringError("impossible-totals", figures=figures)
    # The last figure that is not of the first one's side, else the last one.
    first, *_, last = few.figures
    blamed = next((figure for figure in [*few.figures][::-1] if figure.side != first.side), last)
    others = tuple(words for words, figure in zip(figures, few.figures, strict=True) if figure != blamed)
    what = _meaning(blamed, few.figures[blamed])
    return ScoringError("cannot-have", figures=figures, others=others, side=blamed.side, what=what)


def _alone(few: Sheet) -> ScoringError:
    """Returns the refusal of a figure that no deal can give, whatever the other figures are."""
    ((figure, value),) = few.figures.items()
    figures = facts(few.figures)
    if figure.name == DECLARED:
        if few.deal.listed is not None:
            listed = few.deal.listed[few.deal.pile_of(figure.side)]
            return ScoringError("declared-otherwise", side=figure.side, points=value, listed=listed)
        return ScoringError("declared-by-nobody", side=figure.side, points=value)
    if not 0 <= value <= MOST_OF[figure.name]:
        return ScoringError("figure-out-of-range", figures=figures, most=MOST_OF[figure.name])
    if figure.name == "sequences" and value % POINTS_PER_CARD:
        return ScoringError("sequences-by-fives", figures=figures, each=POINTS_PER_CARD)
    if figure.name == "cricche" and value not in possible_cricche():
        return ScoringError("no-such-cricche", figures=figures)
    return ScoringError("impossible-figure", figures=figures)


def _meaning(figure: Figure, value: int) -> str:
    """Returns "name value", with family and number of cards where only one cricca is worth that."""
    made = possible_cricche().get(value, ()) if figure.name == "cricche" else ()
    words = " ".join(f"{family} {cards}" for family, cards in made) if len(made) == 1 else ""
    return f"{figure.name} {value} {words}".strip()


@cache
def possible_cricche() -> dict[int, tuple[tuple[str, int], ...]]:
    """Returns all points that cricche can make, with the cricche where only one choice makes them."""
    found: dict[int, list[tuple[tuple[str, int], ...]]] = {}
    # Three or four cards make a cricca (Barilli 2.2.1).
    for counts in product((0, 3, 4), repeat=len(THREE_OF_A_KIND)):
        made = tuple((family, cards) for family, cards in zip(CRICCHE, counts, strict=True) if cards)
        found.setdefault(cricche_of(*counts).total, []).append(made)
    return {points: ways[0] if len(ways) == 1 else () for points, ways in found.items()}


#: The steps that the search may take: some tenths of a second.
STEPS: Final = 45_000


def nearest(sheet: Sheet) -> Nearest:
    """Returns up to five possible entries with the same figures as an impossible sheet."""
    questions = Questions(STEPS)
    return nearest_of(
        sheet.figures,
        lambda figures: questions.is_possible(replace(sheet, figures=figures)),
        lambda figure, beside: _values(figure, replace(sheet, figures=beside)),
        last_first=True,
    )


def _values(figure: Figure, beside: Sheet) -> Sequence[int]:
    """Returns the values that the figure may have beside others."""
    pile = beside.deal.pile_of(figure.side)
    ally, other = beside.get(pile, figure.name), beside.get(1 - pile, figure.name)
    if ally is not None:
        return [ally]
    if figure.name == "card_points" and other is not None:
        return [CARD_POINTS_IN_ALL - other]
    if figure.name == "cricche":
        return list(possible_cricche())
    if figure.name == DECLARED:
        return every_sum(beside.deal, pile)
    if figure.name == "total":
        # Those of a cappotto besides.
        return [*totals_within_bounds(beside, pile), 0, MOST_OF["total"]]
    return range(0, MOST_OF[figure.name] + 1, POINTS_PER_CARD if figure.name == "sequences" else 1)
