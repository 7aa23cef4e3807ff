"""What it costs the figures that a camp wrote to be those of a deal."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from functools import cached_property
from typing import Final, NamedTuple

from scoring.genovese.counting import BUONE_CAPTURED
from scoring.genovese.feasibility.shares import Shares, captured_sums, sums_of
from scoring.genovese.feasibility.sheet import Figure
from scoring.genovese.forms import Form

#: One figure changed costs more than the greatest change of all of them.
A_FIGURE: Final = 10**9


class Choice(NamedTuple):
    """What a camp's figures may be, by name, with what makes up its buone."""

    cost: int
    values: Mapping[str, int]
    shares: Shares


class _Buone(NamedTuple):
    """Buone that a camp may have; None where none of its figures tells."""

    cost: int
    points: int | None
    captured: int | None
    shares: Shares


@dataclass
class CampCosts:
    """The figures of one camp, beside a Bagatto ultimo of so many points."""

    form: Form
    rules: str
    players: int
    bagatto: int
    figures: Mapping[Figure, int]
    _choices: dict[int | None, list[Choice]] = field(default_factory=dict)

    @cached_property
    def names(self) -> frozenset[str]:
        return frozenset(figure.name for figure in self.figures)

    @property
    def tells_deck(self) -> bool:
        """Whether the figures are others with other deck points."""
        return not self.names.isdisjoint(("deck_points", "total"))

    def least(self, deck: int | None) -> int:
        """What the figures cost with these deck points at least."""
        return self._least[deck]

    def choices(self, deck: int | None, at_most: float) -> list[Choice]:
        """What the figures may be with these deck points, the cheapest first: all that cost so much at most,
        and perhaps others.

        Who asks again asks for no more than before.
        """
        if deck not in self._choices:
            found = (self._choice(deck, buone) for buone in self._buone if buone.cost <= at_most)
            kept = [choice for choice in found if choice.cost <= at_most]
            self._choices[deck] = sorted(kept, key=lambda choice: choice.cost)
        return self._choices[deck]

    @cached_property
    def _least(self) -> Mapping[int | None, int]:
        own = self._cost("bagatto", self.bagatto)
        by_points: dict[int | None, int] = {}
        for buone in self._buone:
            by_points[buone.points] = min(buone.cost, by_points.get(buone.points, buone.cost))
        if not self.tells_deck:
            return {None: own + min(by_points.values())}
        decks = range(self.form.deck_points_in_all + 1)
        if "total" not in self.names:
            return {deck: own + self._cost("deck_points", deck) + min(by_points.values()) for deck in decks}
        most = decks[-1] + max(points or 0 for points in by_points) + self.bagatto
        totals = [self._cost("total", total) for total in range(most + 1)]
        return {
            deck: own
            + self._cost("deck_points", deck)
            + min(cost + totals[deck + (points or 0) + self.bagatto] for points, cost in by_points.items())
            for deck in decks
        }

    @cached_property
    def _buone(self) -> tuple[_Buone, ...]:
        return tuple(self._each_buone())

    def _each_buone(self) -> Iterator[_Buone]:
        told = captured_sums(self.form, self.rules) if BUONE_CAPTURED in self.names else (None,)
        for captured in told:
            cost = 0 if captured is None else self._cost(BUONE_CAPTURED, captured)
            if self.names.isdisjoint(("buone", "total")):
                yield _Buone(cost, None, captured, Shares(None, captured))
                continue
            for points, shares in sums_of(self.form, self.rules, self.players, captured).items():
                yield _Buone(cost + self._cost("buone", points), points, captured, shares)

    def _choice(self, deck: int | None, buone: _Buone) -> Choice:
        values = {
            "deck_points": deck or 0,
            "buone": buone.points or 0,
            BUONE_CAPTURED: buone.captured or 0,
            "bagatto": self.bagatto,
            "total": (deck or 0) + (buone.points or 0) + self.bagatto,
        }
        cost = sum(self._cost(name, values[name]) for name in ("deck_points", "bagatto", "total"))
        return Choice(buone.cost + cost, values, buone.shares)

    def _cost(self, name: str, value: int) -> int:
        """What it costs the figures of that name, of each of the allies, to be this."""
        changes = (abs(value - written) for figure, written in self.figures.items() if figure.name == name)
        return sum(A_FIGURE + change for change in changes if change)
