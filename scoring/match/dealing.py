"""Who deals next."""

from scoring.errors import ScoringError
from scoring.match.state import LastDeal


def to_the_right(last: LastDeal) -> str:
    """The player to the dealer's right (Barilli 3.7; one against one, the other: 4.3)."""
    return _from_the_right(last)[0]


def the_soloist(last: LastDeal) -> str:
    """Who played alone (Barilli 4.2.1); ScoringError ``missing-key`` when nobody is named."""
    if last.soloist is None:
        raise ScoringError("missing-key", key="soloist")
    return last.soloist


def the_loser_or_to_the_right(last: LastDeal) -> str:
    """By turns; at some tables who lost (Barilli 4.4.1), and of several the first to the dealer's right.

    Which of several is nowhere said: the deal passes to the right, so the first it meets takes it.
    """
    return next((player for player in _from_the_right(last) if player in last.losers), to_the_right(last))


def _from_the_right(last: LastDeal) -> tuple[str, ...]:
    """Those who play on, the first to the dealer's right first; who rests deals no more than he plays."""
    place = last.players.index(last.dealer) + 1
    around = last.players[place:] + last.players[:place]
    return tuple(player for player in around if player not in last.resting)
