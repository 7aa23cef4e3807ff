"""Whether accusi told by how many cards they have could be shown together: hands that hold them all.

A sheet says "Nord: three re, danari of four". The points need no more; what must still be sure is that some
hands show all of it at once, no card in two of them.
"""

from collections.abc import Iterator, Sequence
from functools import cache
from itertools import combinations, product
from typing import Final

from scoring.bolognese.cards import ANGEL, BIT, MOORS, NUMBERS, PEZZI, bits, codes_of
from scoring.bolognese.cricche import CRICCA_BITS, one_cricca
from scoring.bolognese.grande import CONTATORI_BITS, grande_cards
from scoring.bolognese.sequences import FAMILY_BITS, one_sequence
from scoring.declaration import Declaration

#: Looking further is not worth the wait: so many accusi at once were never heard, and pass.
_PATIENCE: Final = 20_000

#: Each player's cards so far.
Hands = dict[str, int]


def can_be_held(shown: Sequence[Declaration], rules: str, hand_size: int) -> bool:
    """Whether some hands, no card in two and none too large, show all these accusi.

    Exact, but for tangles of many accusi that would take too long: these pass. The discard is not weighed.
    """
    asked = sorted(
        ((item.player, possible_cards(item, rules)) for item in shown), key=lambda each: len(each[1])
    )
    return _hold(asked, {}, hand_size, iter(range(_PATIENCE)))


def _hold(
    asked: list[tuple[str, tuple[int, ...]]], hands: Hands, hand_size: int, patience: Iterator[int]
) -> bool:
    if not asked or next(patience, None) is None:
        return True
    # The accuso with the fewest ways left is settled first: what cannot be is found soon.
    left = [(player, _free(player, ways, hands, hand_size)) for player, ways in asked]
    left.sort(key=lambda each: len(each[1]))
    (player, ways), *others = left
    return any(
        _hold(others, {**hands, player: hands.get(player, 0) | cards}, hand_size, patience) for cards in ways
    )


def _free(player: str, ways: tuple[int, ...], hands: Hands, hand_size: int) -> tuple[int, ...]:
    """The ways that take no card of another hand and leave this one small enough."""
    taken = sum(hand for other, hand in hands.items() if other != player)
    own = hands.get(player, 0)
    return tuple(cards for cards in ways if not cards & taken and (own | cards).bit_count() <= hand_size)


def possible_cards(item: Declaration, rules: str) -> tuple[int, ...]:
    """Every set of cards that the accuso may be: one, if they were named.

    Of a grande one for each choice of the cards that other combinations use too.
    """
    if item.number is None:
        return (bits(item.cards),)
    if item.family == "grande":
        return _grandi(item.number, rules)
    return _ways(item.kind, item.family, item.number, rules)


@cache
def _ways(kind: str, family: str, number: int, rules: str) -> tuple[int, ...]:
    cricca = family in CRICCA_BITS and kind == "cricca"
    cards = CRICCA_BITS[family] if cricca else FAMILY_BITS[family] | CONTATORI_BITS
    sets = (bits(chosen) for chosen in combinations(codes_of(cards), number))
    return tuple(each for each in sets if _counts(each, family, number, rules, cricca=cricca))


def _counts(cards: int, family: str, number: int, rules: str, *, cricca: bool) -> bool:
    found = one_cricca(family, cards) if cricca else one_sequence(family, cards, rules)
    return found is not None and found.cards == number


@cache
def _grandi(number: int, rules: str) -> tuple[int, ...]:
    """Grandi of so many cards: any pezzi and contatori, then the run from the 16 without a break."""
    run = (*NUMBERS, *MOORS)
    found: dict[int, None] = {}
    for size, spare in product(range(1, len(PEZZI) + 1), range(3)):
        follow = number - 1 - size - spare
        if not 0 <= follow <= len(run):
            continue
        for pezzi, contatori in product(combinations(PEZZI, size), combinations(("Beg", "Mat"), spare)):
            cards = BIT[ANGEL] | bits((*pezzi, *contatori, *run[:follow]))
            if grande_cards(cards, rules) == number:
                found[cards] = None
    return tuple(found)
