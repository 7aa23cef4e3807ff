"""A player's record at the tables: figures of deals, tallies of matches, records by person.

Pure functions over plain rows, with integers only. Each figure comes with the number of deals that it is
computed from, since a deal entered by cards has all figures, one entered by parts has the parts of each
side's points, and one entered by totals has only points and declarations.
"""

from collections import defaultdict
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from enum import StrEnum


class Outcome(StrEnum):
    WON = "won"
    TIED = "tied"
    LOST = "lost"
    #: Neither won nor lost: opponents or the partner were expelled, or the match was not finished.
    RESTED = "rested"


@dataclass(frozen=True, slots=True)
class DealSide:
    """One side's figures of a deal; None for figures that were not entered."""

    number: int
    #: Points added to the match, and the most that another side added.
    points: int
    others: int
    #: Points of the side's declarations, and all other points of its count; rulings applied.
    declared: int | None = None
    earned: int | None = None
    #: The parts of the count by name; empty if only totals were entered.
    figures: Mapping[str, int] = field(default_factory=dict)
    criccone: bool | None = None
    #: Sequences made, and whether they doubled; known only from cards.
    sequences: int | None = None
    doubled: bool | None = None
    #: Whether this side took every trick, and whether the others did.
    cappotto: bool | None = None
    suffered: bool | None = None


@dataclass(frozen=True, slots=True)
class Played:
    """A match of a settled round, with people, evenings and games by their keys."""

    evening: int
    game: str
    turn: int
    table: int
    beside: tuple[int, ...]
    against: tuple[int, ...]
    outcome: Outcome
    #: None where the match was forfeited.
    points: int | None
    conceded: int | None
    #: Empty for a match that a ruling decided, whose deals do not count.
    deals: tuple[DealSide, ...] = ()
    fewest_win: bool = False


@dataclass(frozen=True, slots=True)
class Average:
    """A sum, and the number of values in it."""

    sum: int
    of: int

    @property
    def tenths(self) -> int:
        """The average in tenths of a point, halves away from zero; 0 without values."""
        if not self.of:
            return 0
        whole = (20 * abs(self.sum) + self.of) // (2 * self.of)
        return whole if self.sum >= 0 else -whole


@dataclass(frozen=True, slots=True)
class Frequency:
    """How often something happened, in the `of` deals for which it is known."""

    times: int
    of: int


@dataclass(frozen=True, slots=True)
class Best:
    """The deal with the most points; the first among equals."""

    points: int
    others: int
    evening: int
    turn: int
    table: int
    number: int


@dataclass(frozen=True, slots=True)
class Figures:
    """The figures of all deals of one game."""

    game: str
    deals: int
    average: Average
    #: None in games won by the fewest points.
    best: Best | None
    declared: Average
    earned: Average
    #: Averages by name, in the order of the game, without parts that no deal has.
    parts: dict[str, Average]
    criccone: Frequency
    sequences: Average
    doubled: Frequency
    cappotti: Frequency
    suffered: Frequency

    @property
    def declared_percent(self) -> int:
        """The percentage of points that were declared in hand; 0 without points."""
        whole = self.declared.sum + self.earned.sum
        return (200 * self.declared.sum + whole) // (2 * whole) if whole > 0 else 0


def figures_by_game(matches: Iterable[Played]) -> list[Figures]:
    """The figures of each game that was played, the game with most deals first."""
    by_game: defaultdict[str, list[Played]] = defaultdict(list)
    for match in matches:
        if match.deals:
            by_game[match.game].append(match)
    all_figures = [_figures(game, each) for game, each in by_game.items()]
    return sorted(all_figures, key=lambda figures: (-figures.deals, figures.game))


def _figures(game: str, matches: Sequence[Played]) -> Figures:
    deals = [deal for match in matches for deal in match.deals]
    return Figures(
        game=game,
        deals=len(deals),
        average=_average(deals, lambda deal: deal.points),
        best=_best(matches),
        declared=_average(deals, lambda deal: deal.declared),
        earned=_average(deals, lambda deal: deal.earned),
        parts=_parts(deals),
        criccone=_times(deals, lambda deal: deal.criccone),
        sequences=_average(deals, lambda deal: deal.sequences),
        doubled=_times(deals, lambda deal: deal.doubled),
        cappotti=_times(deals, lambda deal: deal.cappotto),
        suffered=_times(deals, lambda deal: deal.suffered),
    )


def _average(deals: Iterable[DealSide], value_of: Callable[[DealSide], int | None]) -> Average:
    values = [value for deal in deals if (value := value_of(deal)) is not None]
    return Average(sum(values), len(values))


def _times(deals: Iterable[DealSide], value_of: Callable[[DealSide], bool | None]) -> Frequency:
    values = [value for deal in deals if (value := value_of(deal)) is not None]
    return Frequency(sum(values), len(values))


def _parts(deals: Sequence[DealSide]) -> dict[str, Average]:
    names = dict.fromkeys(name for deal in deals for name in deal.figures)
    return {name: _average(deals, lambda deal, name=name: deal.figures.get(name)) for name in names}  # type: ignore[misc]


def _best(matches: Sequence[Played]) -> Best | None:
    dealt = [
        Best(deal.points, deal.others, match.evening, match.turn, match.table, deal.number)
        for match in matches
        if not match.fewest_win
        for deal in match.deals
    ]
    return max(dealt, key=lambda best: best.points, default=None)


@dataclass(frozen=True, slots=True)
class Tally:
    """Matches won, tied and lost; points of the matches that were played out."""

    won: int = 0
    tied: int = 0
    lost: int = 0
    scored: int = 0
    conceded: int = 0
    evenings: int = 0

    @property
    def matches(self) -> int:
        return self.won + self.tied + self.lost

    @property
    def difference(self) -> int:
        return self.scored - self.conceded


@dataclass(frozen=True, slots=True)
class Record:
    """The tally of the matches with one person, or against one."""

    person: int
    tally: Tally


def tally(matches: Iterable[Played]) -> Tally:
    """The tally of the matches; those with the outcome `RESTED` do not count."""
    counted = [match for match in matches if match.outcome is not Outcome.RESTED]

    def count_of(outcome: Outcome) -> int:
        return sum(match.outcome is outcome for match in counted)

    return Tally(
        won=count_of(Outcome.WON),
        tied=count_of(Outcome.TIED),
        lost=count_of(Outcome.LOST),
        scored=sum(match.points or 0 for match in counted),
        conceded=sum(match.conceded or 0 for match in counted),
        evenings=len({match.evening for match in counted}),
    )


def records(matches: Sequence[Played], people: Callable[[Played], Sequence[int]]) -> list[Record]:
    """A record for each person whom `people` returns for a match; most matches first, then most won."""
    by_person: defaultdict[int, list[Played]] = defaultdict(list)
    for match in matches:
        for person in dict.fromkeys(people(match)):
            by_person[person].append(match)
    all_records = [Record(person, tally(each)) for person, each in by_person.items()]
    return sorted(
        (record for record in all_records if record.tally.matches),
        key=lambda record: (-record.tally.matches, -record.tally.won, record.person),
    )
