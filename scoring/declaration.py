"""What a player shows in hand, in any game."""

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Declaration:
    """What one player shows: the family, and exactly the cards laid on the table."""

    side: str
    player: str
    kind: str
    family: str
    cards: tuple[str, ...]

    def as_json(self) -> dict[str, object]:
        """CONTRACT's declaration."""
        return {
            "side": self.side,
            "player": self.player,
            self.kind: self.family,
            "cards": list(self.cards),
        }
