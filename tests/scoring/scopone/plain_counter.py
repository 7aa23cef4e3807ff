"""A second counter of scopone, written from the articles' prose; it shares only the cards' codes."""

SUITS = "dcsb"
PRIMIERA = {"7": 21, "6": 18, "1": 16, "5": 15, "4": 14, "3": 13, "2": 12, "F": 10, "C": 10, "R": 10}
ALL = [rank + suit for suit in SUITS for rank in PRIMIERA]


def plain_primiera(pile):
    """The sum of the best card of each suit; minus one without a card of every suit."""
    total = 0
    for suit in SUITS:
        values = [PRIMIERA[code[:-1]] for code in pile if code.endswith(suit)]
        if not values:
            return -1
        total += max(values)
    return total


def plain_side(pile, others, scope):
    """(cards, denari, settebello, primiera, scope) of the side that owns this pile."""
    mine, theirs = plain_primiera(pile), plain_primiera(others)
    return (
        1 if len(pile) > 20 else 0,
        1 if sum(code.endswith("d") for code in pile) > 5 else 0,
        1 if "7d" in pile else 0,
        1 if mine > theirs else 0,
        scope,
    )
