"""The figures people love, each with the number of smazzate that it rests on."""

from collections import defaultdict
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass

from tournaments.careers.played import DealSide, Played


@dataclass(frozen=True, slots=True)
class Average:
    """A sum and how many it is of."""

    sum: int
    of: int

    @property
    def tenths(self) -> int:
        """The average in tenths of a point, halves away from nought; 0 of nothing."""
        if not self.of:
            return 0
        whole = (20 * abs(self.sum) + self.of) // (2 * self.of)
        return whole if self.sum >= 0 else -whole


@dataclass(frozen=True, slots=True)
class Times:
    """How often something happened, in so many smazzate that tell."""

    times: int
    of: int


@dataclass(frozen=True, slots=True)
class Best:
    """The smazzata with the most points; of equal ones the first."""

    points: int
    others: int
    evening: int
    turn: int
    table: int
    number: int


@dataclass(frozen=True, slots=True)
class Figures:
    """Of all smazzate of one game."""

    game: str
    deals: int
    average: Average
    #: None where who has the fewest points is ahead.
    best: Best | None
    declared: Average
    earned: Average
    #: By name, in the order of the game; those that no smazzata tells are left out.
    parts: dict[str, Average]
    criccone: Times
    sequences: Average
    doubled: Times
    cappotti: Times
    suffered: Times

    @property
    def declared_percent(self) -> int:
        """How much of every hundred points was declared in hand; 0 where there were no points."""
        whole = self.declared.sum + self.earned.sum
        return (200 * self.declared.sum + whole) // (2 * whole) if whole > 0 else 0


def figures_by_game(matches: Iterable[Played]) -> list[Figures]:
    """The figures of each game that was played, the one with most smazzate first."""
    found: defaultdict[str, list[Played]] = defaultdict(list)
    for match in matches:
        if match.deals:
            found[match.game].append(match)
    made = [_figures(game, each) for game, each in found.items()]
    return sorted(made, key=lambda figures: (-figures.deals, figures.game))


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


def _average(deals: Iterable[DealSide], told: Callable[[DealSide], int | None]) -> Average:
    values = [value for deal in deals if (value := told(deal)) is not None]
    return Average(sum(values), len(values))


def _times(deals: Iterable[DealSide], told: Callable[[DealSide], bool | None]) -> Times:
    values = [value for deal in deals if (value := told(deal)) is not None]
    return Times(sum(values), len(values))


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
