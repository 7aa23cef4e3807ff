"""What a player shows in hand, in any game."""

from dataclasses import dataclass

from scoring.errors import ScoringError


@dataclass(frozen=True, slots=True)
class Declaration:
    """What one player shows: the family, and exactly the cards laid on the table.

    Where nobody wrote down which cards they were, ``number`` says how many, and ``cards`` is empty.
    """

    side: str
    player: str
    kind: str
    family: str
    cards: tuple[str, ...]
    number: int | None = None

    def __post_init__(self) -> None:
        """ScoringError ``declaration-not-understood`` for what is no word, no list of cards, no number."""
        words = (self.side, self.player, self.kind, self.family)
        if not (
            all(isinstance(word, str) for word in words)
            and isinstance(self.cards, list | tuple)
            and (self.number is None or type(self.number) is int)
        ):
            raise ScoringError("declaration-not-understood")

    def as_json(self) -> dict[str, object]:
        """CONTRACT's declaration."""
        told = {"cards": list(self.cards)} if self.number is None else {"number": self.number}
        return {"side": self.side, "player": self.player, self.kind: self.family, **told}
