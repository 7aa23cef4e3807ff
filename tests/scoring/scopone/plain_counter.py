"""A second counter of scopone, written from the articles' prose; it shares only the cards' codes."""

from functools import lru_cache

SUITS = "dcsb"
PRIMIERA = {"7": 21, "6": 18, "1": 16, "5": 15, "4": 14, "3": 13, "2": 12, "F": 10, "C": 10, "R": 10}
VALUES = {rank + suit: value for suit in SUITS for rank, value in PRIMIERA.items()}
DENARI = {code for code in VALUES if code[-1] == "d"}
ALL = [rank + suit for suit in SUITS for rank in PRIMIERA]


def plain_primiera(pile):
    """The sum of the best card of each suit; minus one without a card of every suit."""
    return _primiera(frozenset(pile))


@lru_cache(4)
def _primiera(pile):
    best = dict.fromkeys(SUITS, 0)
    for code in pile:
        best[code[-1]] = max(best[code[-1]], VALUES[code])
    return sum(best.values()) if all(best.values()) else -1


def plain_side(pile, others, scope):
    """(cards, denari, settebello, primiera, scope) of the side that owns this pile."""
    mine, theirs = plain_primiera(pile), plain_primiera(others)
    return (
        1 if len(pile) > 20 else 0,
        1 if len(DENARI & pile) > 5 else 0,
        1 if "7d" in pile else 0,
        1 if mine > theirs else 0,
        scope,
    )
