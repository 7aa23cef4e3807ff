"""The figures on a sheet, and the conditions of their deal."""

from collections.abc import Collection, Iterable, Iterator, Mapping
from dataclasses import dataclass, replace
from functools import cache, reduce
from operator import or_
from typing import Final, NamedTuple

from scoring.bolognese.cards import DECK
from scoring.bolognese.pile import DealShape
from scoring.document import Document, figure
from scoring.errors import ScoringError
from scoring.game import Game
from scoring.results import Feasibility

#: In the order of the answers (CONTRACT).
NAMES: Final = ("sequences", "cricche", "card_points", "total")

#: Two owners share the deck in every game in which the whole deck is played out.
SIDES: Final = ("A", "B")


class Figure(NamedTuple):
    """Names one figure of the sheet: side A or B, and its name."""

    side: str
    name: str


@dataclass(frozen=True, slots=True)
class Deal:
    """Known facts about the deal of the figures."""

    shape: DealShape
    rules: str
    #: The sides that may have the last trick.
    last_tricks: tuple[str, ...] = SIDES
    #: The sides that may have laid aside more cards: the dealer, or at terziglio the soloist.
    discarders: tuple[str, ...] = SIDES
    #: Whether the cards laid aside go to the winner of the last trick: the pozzo of "faccio di mio" (Barilli
    #: 4.2.1).
    pozzo: bool = False
    #: The known discards of the side that laid aside more, as a set of cards.
    aside: int = 0
    #: Whether a discarder's pile must have enough discardable cards, although not all discards are known.
    bound: bool = False

    def discarders_with(self, last_trick: str) -> tuple[str, ...]:
        """The sides whose pile may hold the larger discard when this side has the last trick."""
        return (last_trick,) if self.pozzo else self.discarders

    @property
    def binds_piles(self) -> bool:
        """Whether discards restrict more than the sizes of the piles."""
        return self.bound or bool(self.aside)

    @property
    def sizes(self) -> int:
        """The possible sizes of A's pile, bit n for n cards."""
        return reduce(or_, (self.sizes_with(last) for last in self.last_tricks))

    def sizes_with(self, last_trick: str) -> int:
        """The possible sizes of A's pile when this side has the last trick: both sides have a trick, or this
        one has all cards (Barilli 3.9.1)."""
        both = (usual_sizes(self.shape, discarder) for discarder in self.discarders_with(last_trick))
        return reduce(or_, both, 1 << len(DECK) if last_trick == "A" else 1)


@cache
def usual_sizes(shape: DealShape, discarder: str) -> int:
    """The possible sizes of A's pile when both sides have a trick (Barilli 3.9)."""
    return sum(1 << size for size in shape.sizes(discards=discarder == "A"))


@dataclass(frozen=True, slots=True)
class Sheet:
    """The figures given, by side and name, and their deal; a missing figure may be anything."""

    figures: Mapping[Figure, int]
    deal: Deal

    def get(self, side: str, name: str) -> int | None:
        return self.figures.get(Figure(side, name))

    def only(self, figures: Iterable[Figure]) -> "Sheet":
        """The sheet with only these figures."""
        return replace(self, figures={figure: self.figures[figure] for figure in figures})

    def without(self, figures: Collection[Figure]) -> "Sheet":
        """The sheet without these figures."""
        return self.only(figure for figure in self.figures if figure not in figures)

    @property
    def has_totals(self) -> bool:
        return any(figure.name == "total" for figure in self.figures)

    @property
    def only_totals(self) -> bool:
        return all(figure.name == "total" for figure in self.figures)


def read_figures(game: Game, written: Mapping[str, object]) -> dict[Figure, int]:
    """The figures as written, A's first; ScoringError for a value that is no figure."""
    found: dict[Figure, int] = {}
    for side, figures in written.items():
        game.require_side(side)
        if not isinstance(figures, Mapping):
            raise ScoringError("figures-not-an-object", side=side)
        for name, value in figures.items():
            if name not in NAMES:
                shown = () if game.declared_figure is None else (game.declared_figure,)
                raise ScoringError("unknown-figure", figure=name, known=(*NAMES, *shown))
            if value is not None:
                found[Figure(side, str(name))] = figure(value, side, name)
    return dict(sorted(found.items(), key=lambda item: (item[0].side, NAMES.index(item[0].name))))


def as_json(figures: Mapping[Figure, int]) -> dict[str, dict[str, int]]:
    """The figures by side and name."""
    by_side: dict[str, dict[str, int]] = {}
    for (side, name), value in figures.items():
        by_side.setdefault(side, {})[name] = value
    return by_side


def each_size(sizes: int) -> Iterator[int]:
    """Yields the sizes in a bit mask, the smallest first."""
    while sizes > 0:
        lowest = sizes & -sizes
        yield lowest.bit_length() - 1
        sizes ^= lowest


#: The owner of each side's pile. Declarations of one owner's players count together; the first owner comes
#: first.
Owners = Mapping[str, str]

#: Parameters of a refusal that are figures, each as "name owner value".
_FIGURES: Final = ("figures", "others")


def owned(figures: Mapping[Figure, int], owners: Owners) -> dict[Figure, int]:
    """The figures by owner instead of side, the first owner's first."""
    found = {Figure(owners[side], name): value for (side, name), value in figures.items()}
    return dict(sorted(found.items(), key=lambda item: SIDES.index(item[0].side)))


def under_names(found: Feasibility, figures: Mapping[Figure, int], owners: Owners) -> Feasibility:
    """An answer about owners, rewritten with the sheet's names of sides."""
    if found.why is None:
        return found
    entries = tuple(as_json(_by_side(entry, figures, owners)) for entry in found.nearest)
    return Feasibility(False, _named(found.why, figures, owners), entries)


def _by_side(
    entry: Mapping[str, Mapping[str, int]], figures: Mapping[Figure, int], owners: Owners
) -> dict[Figure, int]:
    return {figure: entry[owners[figure.side]][figure.name] for figure in figures}


def _named(why: ScoringError, figures: Mapping[Figure, int], owners: Owners) -> ScoringError:
    """The reason with the sides' names; allies get the name of the first one with figures."""
    names: dict[str, str] = {}
    for side in (*(each.side for each in figures), *owners):
        names.setdefault(owners[side], side)
    facts = dict(why.params)
    owner = facts.get("side")
    for fact in _FIGURES:
        given = facts.get(fact)
        if isinstance(given, tuple):
            facts[fact] = tuple(_written(words, figures, owners) for words in given)
    if isinstance(owner, str):
        facts["side"] = names[owner]
    return ScoringError(why.code, **facts)


def _written(words: str, figures: Mapping[Figure, int], owners: Owners) -> str:
    """A figure under the name of the first side that gave it."""
    name, owner, value = words.split()
    side = next(figure.side for figure in figures if figure.name == name and owners[figure.side] == owner)
    return f"{name} {side} {value}"


Entry = dict[str, dict[str, int]]


def changed(written: Document, sides: Iterable[str], change: Mapping[str, Mapping[str, int]]) -> Entry:
    """The sheet's figures with some of them replaced."""
    by_side = {side: {**figures_of(written, side), **change.get(side, {})} for side in sides}
    return {side: figures for side, figures in by_side.items() if figures}


def changes(entry: Entry, written: Document) -> list[int]:
    """The differences, other than zero, between an entry's figures and the sheet's."""
    wanted = ((side, *figure) for side in entry for figure in figures_of(written, side).items())
    by = (abs(value - entry[side][name]) for side, name, value in wanted)
    return [change for change in by if change]


def figures_of(written: Document, side: str) -> Mapping[str, int]:
    figures = written.get(side)
    if not isinstance(figures, Mapping):
        return {}
    return {name: value for name, value in figures.items() if value is not None}
