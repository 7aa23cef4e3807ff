"""Checks figures in the games whose piles are checked by sums: Centocinquanta, Quindici and Mattazza."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace
from functools import reduce
from itertools import product
from operator import or_
from typing import Final

from scoring.bolognese.counting import LAST_TRICK_POINTS
from scoring.bolognese.feasibility.check import CONDITIONS as WITH_DECLARATIONS
from scoring.bolognese.feasibility.check import answer
from scoring.bolognese.feasibility.sheet import DECLARED, NAMES, OF_PILES, Deal
from scoring.bolognese.grande import require_house_rule
from scoring.bolognese.mattazza import TRICKS
from scoring.bolognese.pile import CENTOCINQUANTA
from scoring.bolognese.sums import (
    MOST_OVER,
    SideFigures,
    Table,
    card_points_with,
    cricche_by_points,
    sequences_within,
    totals_by_points,
)
from scoring.document import Document, optional_text
from scoring.errors import ScoringError
from scoring.game import Game
from scoring.match import FEWEST_PLAYERS
from scoring.results import Feasibility
from scoring.sheet import (
    OFFERED,
    Figure,
    Figures,
    as_json,
    each_number,
    facts,
    fewest_in_conflict,
    nearest,
    read_figures,
    side_by_side,
    sides_in_turn,
    verdict,
)

#: Figures by side and name.
Entry = dict[str, dict[str, int]]


@dataclass(frozen=True, slots=True)
class Sums:
    """A sheet's figures and sides, and the side of the last trick if known."""

    figures: Figures
    sides: tuple[str, ...]
    table: Table
    last_trick: str | None

    def possible(self, figures: Figures) -> bool:
        """Whether each pile can give its figures with one last trick, and the card points add up."""
        figures_by_side = {side: self._side(figures, side) for side in self.sides}
        takers = self.sides if self.last_trick is None else (self.last_trick,)
        return any(self._closes(figures_by_side, taker) for taker in takers)

    def _closes(self, figures_by_side: Mapping[str, SideFigures], taker: str) -> bool:
        """Whether the piles can give these figures when that side took the last trick."""
        fewest = most = 0
        for side, own in figures_by_side.items():
            found = card_points_with(self.table, own, LAST_TRICK_POINTS if side == taker else 0)
            if found is None:
                return False
            fewest, most = fewest + found[0], most + found[1]
        return fewest <= self.table.groups + MOST_OVER and most >= self.table.groups

    def side_possible(self, figures: Figures, side: str) -> bool:
        """Whether one pile can give that side's figures, with the last trick if it is known."""
        own = self._side(figures, side)
        takes = (True, False) if self.last_trick is None else (side == self.last_trick,)
        return any(card_points_with(self.table, own, LAST_TRICK_POINTS * took) for took in takes)

    def values(self, figure: Figure, _beside: Figures) -> Iterable[int]:
        """Returns the values that a figure of some pile can have."""
        if figure.name == "sequences":
            return each_number(sequences_within(self.table)[-1])
        cricche = cricche_by_points(self.table)
        if figure.name == "cricche":
            return each_number(reduce(or_, cricche.values()))
        if figure.name == "card_points":
            return cricche
        totals = totals_by_points(self.table, None, None).values()
        return range(max(totals).bit_length() + LAST_TRICK_POINTS)

    def _side(self, figures: Figures, side: str) -> SideFigures:
        return SideFigures(**{figure.name: value for figure, value in figures.items() if figure.side == side})


#: Keys of a line of ``check`` besides the sides' figures.
CONDITIONS: Final = frozenset(("game", "last_trick", "dealer", "rules"))
#: Barilli 4.3.2: card points are counted by pairs of cards, sixteen in all.
_TWO: Final = Table(2, CENTOCINQUANTA.cards // 2)


def check_centocinquanta(game: Game, written: Document) -> Feasibility:
    """Returns whether the figures add up; ``scoring.bolognese.sums`` says which part of the check is exact.

    A and B give any of ``sequences``, ``cricche``, ``card_points`` and ``total`` (without declarations, with
    the last trick). Raises ScoringError for a value that is no figure.
    """
    sums = _read_sheet(game, written, game.sides, _TWO, NAMES, WITH_DECLARATIONS)
    shown = {figure: value for figure, value in sums.figures.items() if figure.name == DECLARED}
    of_piles = {figure: value for figure, value in sums.figures.items() if figure.name != DECLARED}
    house = require_house_rule(optional_text(written, "rules"))
    deal = Deal(CENTOCINQUANTA, house, (game.sides[:1], game.sides[1:]), (1, 1))
    declared = answer(game, written, shown, deal)
    return _both(declared, _verdict(replace(sums, figures=of_piles)), as_json(shown), as_json(of_piles))


def _both(declared: Feasibility, piles: Feasibility, shown: Entry, of_piles: Entry) -> Feasibility:
    """Returns the answer for declarations and piles, which do not depend on each other."""
    why = declared.why or piles.why
    if why is None:
        return declared
    entries = [
        {side: {**other.get(side, {}), **one.get(side, {})} for side in {**other, **one}}
        for one, other in product(
            (shown,) if declared.possible else declared.nearest,
            (of_piles,) if piles.possible else piles.nearest,
        )
    ]
    is_complete = declared.nearest_complete and piles.nearest_complete
    return Feasibility(False, why, tuple(entries[:OFFERED]), is_complete)


def check_mattazza(game: Game, written: Document) -> Feasibility:
    """Returns whether the figures of the players named, three at least (Barilli 4.4.1), add up."""
    named = {written.get(key) for key in ("last_trick", "dealer") if isinstance(written.get(key), str)}
    named_sides = [side for side in game.sides if written.get(side) is not None or side in named]
    last = max((game.sides.index(side) + 1 for side in named_sides), default=0)
    sides = game.sides[: max(FEWEST_PLAYERS, last)]
    return _verdict(_read_sheet(game, written, sides, Table(len(sides), TRICKS)))


def _read_sheet(
    game: Game,
    written: Document,
    sides: tuple[str, ...],
    table: Table,
    names: tuple[str, ...] = OF_PILES,
    conditions: frozenset[str] = CONDITIONS,
) -> Sums:
    figures = read_figures(game, written, conditions, names)
    require_house_rule(optional_text(written, "rules"))
    last_trick, dealer = game.side_in(written, "last_trick"), game.side_in(written, "dealer")
    order = tuple(sides_in_turn(sides, figures, NAMES, (last_trick, dealer)))
    return Sums(side_by_side(figures, order), order, table, last_trick)


def _verdict(sums: Sums) -> Feasibility:
    return verdict(
        sums.possible(sums.figures),
        lambda: _reason(sums),
        lambda: nearest(sums.figures, sums.possible, sums.values),
    )


def _reason(sums: Sums) -> ScoringError:
    """Returns the refusal, with the fewest figures of one side that are impossible together; where every side
    is possible by itself, with the sums over all sides."""
    for side in sums.sides:
        own = {figure: value for figure, value in sums.figures.items() if figure.side == side}
        if not sums.side_possible(own, side):
            few = fewest_in_conflict(own, lambda figures: sums.side_possible(figures, side))  # noqa: B023
            return ScoringError("sums-of-a-pile", figures=facts(few))
    points = sum(value for figure, value in sums.figures.items() if figure.name == "card_points")
    most = sums.table.groups + MOST_OVER
    if points > most:
        return ScoringError("sums-of-card-points", sum=points, most=most)
    return ScoringError("sums-of-all", last_trick=LAST_TRICK_POINTS, least=sums.table.groups, most=most)
