"""Figures as a table writes them."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace
from typing import Final, NamedTuple

from scoring.document import Document, figure, sides_in_turn
from scoring.errors import ScoringError
from scoring.game import Game
from scoring.genovese.counting import BUONE_CAPTURED, FIGURES

#: In the order in which they are told.
NAMES: Final = (*FIGURES, BUONE_CAPTURED, "total")
#: What a line of ``check`` says besides the sides' figures.
CONDITIONS: Final = frozenset(("game", "last_trick", "dealer", "partner", "called", "rules", "buone"))


class Figure(NamedTuple):
    """Which figure of the sheet: a side and its name."""

    side: str
    name: str


@dataclass(frozen=True, slots=True)
class Sheet:
    """The figures given, by side and name; what is left out may be anything."""

    figures: Mapping[Figure, int]

    def only(self, figures: Iterable[Figure]) -> "Sheet":
        """These of its figures."""
        return replace(self, figures={figure: self.figures[figure] for figure in figures})

    def with_values(self, values: Mapping[Figure, int]) -> "Sheet":
        """The sheet with these figures written instead."""
        return replace(self, figures={**self.figures, **values})

    def as_json(self) -> dict[str, dict[str, int]]:
        """The figures by side and name."""
        told: dict[str, dict[str, int]] = {}
        for (side, name), value in self.figures.items():
            told.setdefault(side, {})[name] = value
        return told


def read_sheet(game: Game, written: Document) -> Sheet:
    """The figures somebody wrote; ScoringError for what is no figure."""
    found: dict[Figure, int] = {}
    for side, figures in game.figures_in(written, CONDITIONS).items():
        if not isinstance(figures, Mapping):
            raise ScoringError("figures-not-an-object", side=side)
        for name, value in figures.items():
            if name not in NAMES:
                raise ScoringError("figure-not-in-game", figure=name, side=side, known=NAMES)
            if value is not None:
                found[Figure(side, str(name))] = figure(value, side, name)
    order = sides_in_turn(game.sides, found, NAMES, (written.get("last_trick"), written.get("dealer")))
    return Sheet(
        dict(sorted(found.items(), key=lambda item: (order.index(item[0].side), NAMES.index(item[0].name))))
    )
