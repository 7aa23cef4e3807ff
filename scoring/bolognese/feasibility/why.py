"""Why figures cannot be: from the fewest that cannot stand together to a refusal that can be said."""

from functools import cache
from itertools import product
from typing import Final

from scoring.bolognese.card_points import CARD_POINTS_IN_ALL
from scoring.bolognese.counting import LAST_TRICK_POINTS
from scoring.bolognese.cricche import CRICCHE, THREE_OF_A_KIND, cricche_of
from scoring.bolognese.feasibility.figures import Figure, Sheet
from scoring.bolognese.feasibility.totals import MOST, MOST_IN_CRICCHE, MOST_IN_SEQUENCES
from scoring.bolognese.sequences import POINTS_PER_CARD
from scoring.errors import ScoringError

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
