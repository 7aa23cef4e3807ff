"""Who plays alone at Terziglio: the calls, one after the other (Barilli 4.2.1)."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from scoring.errors import ScoringError

PASSED: Final = "passo"
MAY_I: Final = "posso"
OWN: Final = "faccio-di-mio"
GRANTED: Final = "va-bene"
OPPOSED: Final = "no-faccio-di-mio"


@dataclass(frozen=True, slots=True)
class Call:
    """What one player said."""

    player: str
    said: str

    def as_json(self) -> dict[str, str]:
        return {"player": self.player, "said": self.said}


@dataclass(frozen=True, slots=True)
class Contract:
    """Who plays alone, and whether without the pozzo."""

    soloist: str
    own: bool


def next_to_call(order: Sequence[str], calls: Sequence[Call]) -> str | None:
    """Whose turn it is to speak, the receiver first in the order; None when all is said.

    Who asks is answered by both others, the next on the right first.
    """
    all_passed = [call.said for call in calls] == [PASSED] * len(order)
    if all_passed or contract(order, calls) is not None:
        return None
    # Everybody speaks in turn, to bid or to answer; who passed before has an answer too.
    return order[len(calls) % len(order)]


def legal_calls(order: Sequence[str], calls: Sequence[Call]) -> tuple[str, ...]:
    """What may be said now: an answer to who asked, else a bid; nothing when all is said."""
    if next_to_call(order, calls) is None:
        return ()
    asked = any(call.said == MAY_I for call in calls)
    return (GRANTED, OPPOSED) if asked else (PASSED, MAY_I, OWN)


def can_call(order: Sequence[str], calls: Sequence[Call], call: Call) -> bool:
    """Whether this player may say this now."""
    return call.player == next_to_call(order, calls) and call.said in legal_calls(order, calls)


def verify_call(order: Sequence[str], calls: Sequence[Call], call: Call) -> None:
    """Refuse a call: ScoringError ``calls-over``, ``call-out-of-turn`` or ``call-not-allowed``."""
    turn = next_to_call(order, calls)
    if turn is None:
        raise ScoringError("calls-over")
    if call.player != turn:
        raise ScoringError("call-out-of-turn", player=call.player, turn=turn)
    if not can_call(order, calls, call):
        raise ScoringError("call-not-allowed", call=call.said, calls=legal_calls(order, calls))


def contract(order: Sequence[str], calls: Sequence[Call]) -> Contract | None:
    """Who plays alone; None while it is open, or when all have passed.

    Who opposes takes the right from who asked, and is bound to play without the pozzo.
    """
    for call in calls:
        if call.said in (OWN, OPPOSED):
            return Contract(call.player, own=True)
    granted = sum([call.said == GRANTED for call in calls])
    if granted == len(order) - 1:
        return Contract(next(call.player for call in calls if call.said == MAY_I), own=False)
    return None
