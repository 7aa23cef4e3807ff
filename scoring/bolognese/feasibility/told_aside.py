"""What splits can give where the discards are known: in the pile of who laid them aside (Barilli 3.3).

The classes are those of ``splits``, each made with these cards on one side: for few classes only, since what
is impossible without knowing the cards is so with them.
"""

from functools import lru_cache, partial
from typing import NamedTuple

from scoring.bolognese.cards import DECK, codes_of
from scoring.bolognese.feasibility.figures import Deal, usual_sizes
from scoring.bolognese.feasibility.splits import (
    NUMBERS_OF_CONTATORI,
    Ranks,
    Sequences,
    join,
    seen_from_b,
    spread_out,
)
from scoring.bolognese.feasibility.suits import states_with
from scoring.bolognese.feasibility.trumps import Given, trump_states
from scoring.bolognese.grande import MOORS_BITS, NUMBERS_BITS, PEZZI_BITS
from scoring.bolognese.sequences import POINTS_PER_CARD, SUIT_BITS

#: Without a trick there is no pile: what was laid aside passes over (Barilli 3.9.1).
_CAPPOTTO_SIZES = 1 << len(DECK) | 1
#: Classes with cards on one side that are remembered: some 20 MB at most.
_REMEMBERED = 150


class Aside(NamedTuple):
    """Cards that one side holds, as far as it matters which they are."""

    #: Of each suit the honours, bit by bit; suits are alike, so that these are in increasing order.
    suits: tuple[int, ...]
    trumps: Given
    scartini: int


def sizes_with_aside(deal: Deal, ranks: Ranks, a: int, b: int, sizes: int, last_trick: str) -> int:
    """Those of these sizes of A's pile that go with such points of sequences, where the cards laid aside are
    with who laid them aside."""
    found = sizes & _CAPPOTTO_SIZES
    for side in deal.discarders_with(last_trick):
        usual = sizes & usual_sizes(deal.shape, side)
        if usual:
            row = sequences_with(ranks, side, deal.aside, deal.rules).get(a // POINTS_PER_CARD, {})
            found |= usual & row.get(b // POINTS_PER_CARD, 0)
    return found


def sequences_with(ranks: Ranks, side: str, cards: int, rules: str) -> Sequences:
    """What the sequences can be where A holds so many cards of value and that side holds these cards."""
    return _seen_from(side, ranks if side == "A" else ranks.others, _aside_of(cards), rules)


@lru_cache(_REMEMBERED)
def _seen_from(side: str, ranks: Ranks, aside: Aside, rules: str) -> Sequences:
    """The same of the side that holds them; A's sequences come first all the same."""
    found: Sequences = {}
    tarocchi, *kinds = ranks
    for contatori in NUMBERS_OF_CONTATORI:
        if 0 <= tarocchi - contatori <= 2:
            trumps = trump_states(contatori, tarocchi, rules, aside.trumps)
            suits = states_with(contatori, kinds, aside.suits)
            join(found, suits, partial(spread_out, trumps, aside.scartini))
    return found if side == "A" else seen_from_b(found)


@lru_cache(_REMEMBERED)
def _aside_of(cards: int) -> Aside:
    honours = [cards & those for those in SUIT_BITS.values()]
    suits = (
        sum(1 << place for place, card in enumerate(codes_of(those)) if card in codes_of(held))
        for held, those in zip(honours, SUIT_BITS.values(), strict=True)
    )
    trumps = Given(cards & (PEZZI_BITS | NUMBERS_BITS), (cards & MOORS_BITS).bit_count())
    scartini = cards & ~(sum(honours) | PEZZI_BITS | NUMBERS_BITS | MOORS_BITS)
    return Aside(tuple(sorted(suits)), trumps, scartini.bit_count())
