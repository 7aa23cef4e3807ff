"""Could these figures have happened? If not: why, and what was perhaps meant."""

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, replace
from itertools import combinations
from typing import Final

from scoring.card_points import CARD_POINTS_IN_ALL
from scoring.errors import ScoringError
from scoring.feasibility.figures import Sheet, as_json, read_figures
from scoring.feasibility.nearest import nearest
from scoring.feasibility.search import cells
from scoring.feasibility.totals import totals_possible
from scoring.games import game_of, require_side
from scoring.grande import require_house_rule

#: Figures are told for two sides in every game whose whole deck is played out.
SIDES: Final = ("A", "B")


@dataclass(frozen=True, slots=True)
class Feasibility:
    """Whether the figures can have happened; when not, the reason and up to five entries near them."""

    possible: bool
    #: A refusal that was not raised: its code, its facts and its sentence in either language.
    why: ScoringError | None
    #: Entries of the same figures by side and name, fewest figures changed, then smallest change.
    nearest: tuple[dict[str, dict[str, int]], ...]

    def as_json(self, language: str = "it") -> dict[str, object]:
        """CONTRACT's answer of ``check``."""
        if self.why is None:
            return {"possible": True}
        return {"possible": False, "why": self.why.message(language), "nearest": list(self.nearest)}


def check(
    game: str,
    figures: Mapping[str, object],
    *,
    last_trick: str | None = None,
    dealer: str | None = None,
    rules: str | None = None,
) -> Feasibility:
    """Whether some split of the deck, with piles of allowed sizes, gives these figures: exactly.

    ``figures`` gives, for A, B or both, any of ``sequences``, ``cricche``, ``card_points`` and ``total``
    (declarations left out, the last trick included). Raises ScoringError for what is no figure at all. The
    first answers take some tenths of a second, while the splits are worked out.
    """
    played = game_of(game)
    sheet = Sheet(
        read_figures(played, figures),
        played.sides if last_trick is None else (require_side(played, last_trick),),
        played.sides if dealer is None else (require_side(played, dealer),),
        require_house_rule(rules),
    )
    if feasible(sheet):
        return Feasibility(True, None, ())
    ask = remembered()
    entries = tuple(as_json(entry) for entry in nearest(sheet, ask))
    return Feasibility(False, reason(sheet, ask), entries)


def remembered() -> Callable[[Sheet], bool]:
    """``feasible`` with a memory, for the many questions asked about parts of one sheet."""
    known: dict[tuple[object, ...], bool] = {}

    def ask(sheet: Sheet) -> bool:
        key = (tuple(sheet.figures), sheet.dealers)
        if key not in known:
            known[key] = feasible(sheet)
        return known[key]

    return ask


def feasible(sheet: Sheet) -> bool:
    """Whether some split agrees with the sheet."""
    if sheet.figures and sheet.only_totals:
        return totals_possible(sheet)
    return next(cells(sheet), None) is not None


def reason(sheet: Sheet, ask: Callable[[Sheet], bool]) -> ScoringError:
    """Why no split agrees with the sheet: the fewest of its figures that cannot stand together."""
    points = [sheet.figures[figure] for figure in sheet.figures if figure.name == "card_points"]
    if len(points) == len(SIDES) and sum(points) != CARD_POINTS_IN_ALL:
        return ScoringError("impossible-card-points", sum=sum(points), expected=CARD_POINTS_IN_ALL)
    few = next(_conflicts(sheet, ask))
    told = tuple(f"{figure.name} {figure.side} {few.figures[figure]}" for figure in few.figures)
    if ask(replace(few, dealers=SIDES)):
        return ScoringError("impossible-with-dealer", figures=told, side=sheet.dealers[0])
    if feasible(replace(few, dealers=SIDES, last_tricks=SIDES)):
        return ScoringError("impossible-with-last-trick", figures=told, side=sheet.last_tricks[0])
    if len(told) == 1:
        return ScoringError("impossible-figure", figures=told)
    return ScoringError("impossible-together", figures=told)


def _conflicts(sheet: Sheet, ask: Callable[[Sheet], bool]) -> Iterator[Sheet]:
    """The parts of the sheet that are impossible by themselves, those with the fewest figures first."""
    for number in range(1, len(sheet.figures) + 1):
        for few in combinations(sheet.figures, number):
            part = sheet.only(few)
            if not ask(part):
                yield part
