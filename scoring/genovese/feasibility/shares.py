"""What a camp's buone may be made of: those declared, and those of the cards captured."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import lru_cache
from typing import Final, NamedTuple

from scoring.document import Document, figure, sides_in_turn
from scoring.errors import ScoringError
from scoring.game import Game
from scoring.genovese.counting import BUONE_CAPTURED, FIGURES
from scoring.genovese.declarations import BOTH, CAPTURED, DECLARED
from scoring.genovese.feasibility.buone import in_piles, needs_of, of_piles, together
from scoring.genovese.forms import Form


class Shares(NamedTuple):
    """How much of a camp's buone is declared and how much captured; None where it may be anything."""

    declared: int | None
    captured: int | None


@lru_cache(maxsize=1024)
def sums_of(form: Form, rules: str, players: int, captured: int | None = None) -> Mapping[int, Shares]:
    """What a camp of so many players can score in buone, whatever the others have, with what makes it up.

    ``captured`` is how much of it is of cards captured, None where nobody told.
    """
    declared = tuple(needs_of(form, players)) if rules in (DECLARED, BOTH) else (0,)
    in_piles = captured_sums(form, rules) if captured is None else (captured,)
    if captured is not None and captured not in captured_sums(form, rules):
        return {}
    if len(declared) > 1 and len(in_piles) > 1:
        return dict.fromkeys(
            sorted({one + other for one in declared for other in in_piles}), Shares(None, None)
        )
    return {one + other: Shares(one, other) for one in declared for other in in_piles}


@lru_cache(maxsize=32)
def captured_sums(form: Form, rules: str) -> tuple[int, ...]:
    """What a pile can hold in buone that count."""
    return tuple(needs_of(of_piles(form), 1)) if rules in (CAPTURED, BOTH) else (0,)


def joined(form: Form, players: tuple[int, ...], camps: Sequence[Shares]) -> bool:
    """Whether camps of so many players can have these buone in one deal."""
    declared, captured = zip(*camps, strict=True)
    return together(form, players, declared) and in_piles(form, captured)


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
