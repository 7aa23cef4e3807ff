"""A deal that was played: hands, tricks, the Matto's payment, piles, as they can be told afterwards."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Final

from scoring.declaration import Declaration

#: What a deal's line tells of how it was played, which no count reads.
BESIDES: Final = ("seed", "dealer_player", "hands", "tricks", "matto")


@dataclass(frozen=True, slots=True)
class Trick:
    """One card from each player in the order of play, from the leader to the right."""

    leader: str
    cards: tuple[str, ...]
    winner: str

    def as_json(self) -> dict[str, object]:
        return {"leader": self.leader, "cards": list(self.cards), "winner": self.winner}


@dataclass(frozen=True, slots=True)
class MattoPayment:
    """The card given for the Matto, and the side that received it."""

    trick: int
    payer: str
    receiver: str
    card: str

    def as_json(self) -> dict[str, object]:
        return {"trick": self.trick, "payer": self.payer, "receiver": self.receiver, "card": self.card}


@dataclass(frozen=True, slots=True)
class PlayedDeal:
    """A whole deal; ``hands`` are the cards each player began the first trick with."""

    game: str
    seed: int
    dealer: str
    hands: Mapping[str, tuple[str, ...]]
    discards: tuple[str, ...]
    declarations: tuple[Declaration, ...]
    tricks: tuple[Trick, ...]
    piles: Mapping[str, tuple[str, ...]]
    #: Whose last trick it was; None where it is worth nothing.
    last_trick: str | None
    #: None when no card was due: the Matto's own side took that trick, or it took none and lost the Matto.
    matto: MattoPayment | None = None
    #: What else the game's ``count`` must know, and what else there is to tell, by the keys of its documents.
    facts: Mapping[str, object] = field(default_factory=dict)

    @property
    def dealer_side(self) -> str:
        return self.dealer[0]

    def as_json(self) -> dict[str, object]:
        """A line of ``python -m scoring deal``; ``count`` reads the keys it knows and passes over the
        others."""
        return {
            "game": self.game,
            "seed": self.seed,
            "dealer": self.dealer_side,
            "dealer_player": self.dealer,
            "hands": {player: list(hand) for player, hand in self.hands.items()},
            "discards": list(self.discards),
            "declarations": [item.as_json() for item in self.declarations],
            "tricks": [trick.as_json() for trick in self.tricks],
            "matto": self.matto.as_json() if self.matto else None,
            "cards": {side: list(pile) for side, pile in self.piles.items()},
            "last_trick": self.last_trick,
            **self.facts,
        }
