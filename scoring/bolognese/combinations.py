"""What a side's combinations are, whatever their kind: items, and a sum that three of them double."""

from typing import Final, NamedTuple

#: Barilli 2.2.3: three or more of a kind double their sum (criccone, sequenza).
DOUBLING_FROM: Final = 3


class Combination(NamedTuple):
    """One combination: its family, how many cards make it, and its points before doubling."""

    family: str
    cards: int
    points: int

    def as_json(self) -> dict[str, str | int]:
        """CONTRACT's item."""
        return {"family": self.family, "cards": self.cards, "points": self.points}


class Combinations(NamedTuple):
    """All combinations of one kind that a side makes; ``total`` is after doubling."""

    items: tuple[Combination, ...]
    doubled: bool
    total: int

    def as_json(self) -> dict[str, object]:
        """CONTRACT's ``sequences`` or ``cricche``."""
        items = [item.as_json() for item in self.items]
        return {"items": items, "doubled": self.doubled, "total": self.total}


def add_up(items: tuple[Combination, ...]) -> Combinations:
    """The items with their sum, doubled from three on (Barilli 2.2.3)."""
    total = doubled_from_three(len(items), sum([item.points for item in items]))
    return Combinations(items, len(items) >= DOUBLING_FROM, total)


def doubled_from_three(number: int, points: int) -> int:
    """The points of so many combinations of a kind, doubled from three on (Barilli 2.2.3)."""
    return points * 2 if number >= DOUBLING_FROM else points
