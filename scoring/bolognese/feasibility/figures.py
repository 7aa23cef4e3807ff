"""Figures as a table writes them, and the conditions of the deal they belong to."""

from collections.abc import Collection, Iterable, Iterator, Mapping
from dataclasses import dataclass, replace
from typing import Final, NamedTuple

from scoring.bolognese.cards import DECK
from scoring.bolognese.pile import DISCARD_SIZE, TRICK_SIZE
from scoring.errors import ScoringError
from scoring.game import Game

#: In the order in which they are told (CONTRACT).
NAMES: Final = ("sequences", "cricche", "card_points", "total")


class Figure(NamedTuple):
    """Which figure of the sheet: side A or B, and its name."""

    side: str
    name: str


@dataclass(frozen=True, slots=True)
class Sheet:
    """The figures given, by side and name, and what is known of the deal; what is left out may be
    anything."""

    figures: Mapping[Figure, int]
    #: The sides that may have the last trick.
    last_tricks: tuple[str, ...]
    #: The sides that may have dealt.
    dealers: tuple[str, ...]
    rules: str

    def get(self, side: str, name: str) -> int | None:
        return self.figures.get(Figure(side, name))

    def only(self, figures: Iterable[Figure]) -> "Sheet":
        """The same deal with these of its figures."""
        return replace(self, figures={figure: self.figures[figure] for figure in figures})

    def without(self, figures: Collection[Figure]) -> "Sheet":
        """The same deal with these figures left out."""
        return self.only(figure for figure in self.figures if figure not in figures)

    @property
    def has_totals(self) -> bool:
        return any(figure.name == "total" for figure in self.figures)

    @property
    def only_totals(self) -> bool:
        return all(figure.name == "total" for figure in self.figures)


def read_figures(game: Game, written: Mapping[str, object]) -> dict[Figure, int]:
    """The figures somebody wrote, A's first; ScoringError for what is no figure."""
    found: dict[Figure, int] = {}
    for side, figures in written.items():
        game.require_side(side)
        if not isinstance(figures, Mapping):
            raise ScoringError("figures-not-an-object", side=side)
        for name, value in figures.items():
            if name not in NAMES:
                raise ScoringError("unknown-figure", figure=str(name), side=side)
            if value is not None:
                found[Figure(side, str(name))] = _whole(value, side, str(name))
    return dict(sorted(found.items(), key=lambda item: (item[0].side, NAMES.index(item[0].name))))


def _whole(value: object, side: str, name: str) -> int:
    if not isinstance(value, int) or isinstance(value, bool):
        raise ScoringError("figure-not-whole", figure=name, side=side)
    return value


def as_json(figures: Mapping[Figure, int]) -> dict[str, dict[str, int]]:
    """The figures by side and name."""
    told: dict[str, dict[str, int]] = {}
    for (side, name), value in figures.items():
        told.setdefault(side, {})[name] = value
    return told


def sizes_of(sheet: Sheet) -> int:
    """The sizes that A's pile may have, bit n for n cards (Barilli 3.9, 3.9.1).

    4k + 2 for the dealer's side and 4k for the other, both with a trick at least; or all the cards with the
    side of the last trick.
    """
    allowed = 1 << len(DECK) if "A" in sheet.last_tricks else 0
    if "B" in sheet.last_tricks:
        allowed |= 1
    for dealer in sheet.dealers:
        own = DISCARD_SIZE if dealer == "A" else 0
        for size in range(TRICK_SIZE + own, len(DECK) - TRICK_SIZE + 1, TRICK_SIZE):
            # The other side needs a trick too, and the discard besides when it dealt.
            if len(DECK) - size >= TRICK_SIZE + DISCARD_SIZE - own:
                allowed |= 1 << size
    return allowed


def each_size(sizes: int) -> Iterator[int]:
    """The sizes in a set, the smallest first."""
    while sizes:
        lowest = sizes & -sizes
        yield lowest.bit_length() - 1
        sizes ^= lowest
