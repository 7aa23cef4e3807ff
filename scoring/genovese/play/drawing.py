"""Drawing from the pozzo after each trick (Maillard, "A pizzico", "Svolgimento")."""

from collections.abc import Sequence
from dataclasses import dataclass

from scoring.errors import ScoringError


@dataclass(frozen=True, slots=True)
class Draw:
    """A card drawn and shown to the opponent, after the trick of that number, from 1."""

    trick: int
    player: str
    card: str

    def as_json(self) -> dict[str, object]:
        return {"trick": self.trick, "player": self.player, "card": self.card}


def draw_order(players: Sequence[str], winner: str) -> tuple[str, ...]:
    """Who draws after a trick: the winner, then the others to the right."""
    first = players.index(winner)
    return (*players[first:], *players[:first])


def may_draw(players: Sequence[str], winner: str, drawn: Sequence[str], pozzo: int) -> str | None:
    """Whose turn it is to draw when these have drawn since the trick and so many cards are left.

    None when everyone has drawn or the pozzo is empty.
    """
    order = draw_order(players, winner)
    return order[len(drawn)] if pozzo and len(drawn) < len(order) else None


def can_draw(players: Sequence[str], winner: str, drawn: Sequence[str], pozzo: int, player: str) -> bool:
    """Whether that player draws now."""
    return may_draw(players, winner, drawn, pozzo) == player


def verify_draw(players: Sequence[str], winner: str, drawn: Sequence[str], pozzo: int, player: str) -> None:
    """Refuse a draw: ScoringError ``pozzo-empty``, ``drawn-already`` or ``draw-out-of-turn``."""
    if not pozzo:
        raise ScoringError("pozzo-empty", player=player)
    if player in drawn:
        raise ScoringError("drawn-already", player=player)
    turn = may_draw(players, winner, drawn, pozzo)
    if turn is not None and turn != player:
        raise ScoringError("draw-out-of-turn", player=player, turn=turn)
