"""A match so far, as the games' endings read it, and a deal that is over, as the passing of the deal does."""

from collections.abc import Mapping
from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Match:
    """The deals played, and what was agreed before the first."""

    #: What each deal added to each side.
    deals: tuple[Mapping[str, int], ...]
    #: The points that end it; None where the game has no target.
    target: int | None = None
    #: Which of ``Game.agreements`` ends it; None where there is nothing to agree.
    agreement: str | None = None


@dataclass(frozen=True, slots=True)
class LastDeal:
    """Who sat at the table in the deal just played, and who has a claim to the next."""

    #: In the order of play.
    players: tuple[str, ...]
    dealer: str
    #: Those who have reached the target and play no more (Barilli 4.4.1).
    resting: tuple[str, ...] = ()
    #: Who played alone, where somebody does.
    soloist: str | None = None
    #: Those who lost it, where the table lets them deal.
    losers: tuple[str, ...] = ()
