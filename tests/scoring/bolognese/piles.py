"""Random splits of the deck for the tests: any size, or only sizes that a deal can leave."""

import random

from hypothesis import strategies as st

from scoring import DECK


def random_pile(chance: random.Random) -> set[str]:
    """A pile of an even size, from one trick up; every card with its own side's luck, so that runs do
    occur."""
    luck = chance.choice((0.15, 0.3, 0.5, 0.5, 0.7, 0.85))
    while True:
        pile = {card for card in DECK if chance.random() < luck}
        if len(pile) % 2 == 0 and 4 <= len(pile) <= 58:
            return pile


@st.composite
def piles(draw) -> set[str]:
    """A pile of an even size from 4 to 58 cards."""
    size = draw(st.integers(2, 29)) * 2
    return set(draw(st.permutations(DECK))[:size])
