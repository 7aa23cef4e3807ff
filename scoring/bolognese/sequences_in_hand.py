"""The points of the sequences that a hand can show, from the cards in it and those that it may still take."""

from collections.abc import Iterable, Iterator
from functools import cache, lru_cache
from itertools import accumulate, combinations, groupby, product
from typing import Final, NamedTuple

from scoring.bolognese.cards import ANGEL, BIT, CONTATORI, MOORS, bits, codes_of
from scoring.bolognese.combinations import DOUBLING_FROM, SHORTEST
from scoring.bolognese.grande import grande_cards

#: Status of a card for one player: gone elsewhere, free to take, or in the hand already for a cricca or for
#: assi.
GONE, FREE, HELD = range(3)

#: Cache size in hands: about 20 MB at most.
_CACHE_SIZE: Final = 40_000


class Suit(NamedTuple):
    """The cards of a suit that the player with its Re may have."""

    re: int
    #: How many of regina, cavallo and fante are in the hand already, and how many are free.
    court: int
    more: int
    asso: int


class Share(NamedTuple):
    """The cards that a player may have; ``taken`` and ``contatori`` are cards in the hand already."""

    taken: int
    contatori: int
    suits: tuple[Suit, ...]
    #: Assi in the hand already.
    assi: int
    angelo: int
    mondo: int
    mori: int


class Left(NamedTuple):
    """The Sole, Luna and numbers that are not laid aside, and the house rule of the grande."""

    rosse: int
    numbers: int
    rules: str


class Way(NamedTuple):
    """Sequences added to a hand: their number, the further cards of the hand that they take, and their steps.

    A sequence of n cards has n - 1 steps.
    """

    number: int
    cards: int
    steps: int


#: For each number of sequences its ways, the most steps first; ways that take more room for no more steps are
#: left out.
Trumps = tuple[tuple[Way, ...], ...]
#: The most steps of the suits, for each number of sequences and of cards taken; -1 where impossible.
Suits = tuple[tuple[int, ...], ...]


@lru_cache(_CACHE_SIZE)
def shown_by(share: Share, hand: int, left: Left) -> int:
    """Returns a bit mask of the points that a hand of this size can show with sequences: bit n stands for
    n times 5 points after doubling. The mask is 0 when the cards already in the hand do not fit.

    Any sequence can be shown shorter, down to three cards (Pagat, "Declarations").
    """
    room = hand - share.taken - share.contatori
    if room < 0:
        return 0
    best: dict[int, int] = {}
    suits = of_suits(share.suits, share.assi, share.contatori)
    add_best(best, of_trumps(share.angelo, share.mondo, share.mori, share.contatori, left), suits, room)
    return points_of(best)


def add_best(best: dict[int, int], trumps: Trumps, suits: Suits, room: int) -> None:
    """Adds trumps and suits to ``best``: the most steps that fit into this room, by number of sequences."""
    for ways in trumps:
        for more, longest in enumerate(suits):
            number = ways[0].number + more
            best[number] = _most(ways, longest, room, best.get(number, -1))


def _most(ways: tuple[Way, ...], longest: tuple[int, ...], room: int, most: int) -> int:
    """Returns the most steps in this room, at least `most`; ``ways`` are sorted by steps, the most first."""
    last = len(longest) - 1
    for _, cards, steps in ways:
        if steps + longest[last] <= most:
            break
        if cards <= room:
            further_steps = longest[min(room - cards, last)]
            if further_steps >= 0 and steps + further_steps > most:
                most = steps + further_steps
    return most


def points_of(best: dict[int, int]) -> int:
    """Returns a bit mask of the points in fives that can be shown; bit 0 is always set.

    ``best`` has the most steps by number of sequences.
    """
    points = 1
    for number, steps in best.items():
        points |= _fives(number, steps)
    return points


@cache
def _fives(number: int, steps: int) -> int:
    """Returns the points in fives of this many sequences with up to this many steps."""
    each = 2 if number >= DOUBLING_FROM else 1
    return sum(1 << each * fives for fives in range(number * (SHORTEST - 1), steps + 1))


@lru_cache(_CACHE_SIZE)
def of_suits(suits: tuple[Suit, ...], assi: int, contatori: int) -> Suits:
    """Returns the most steps of suits and assi, by number of sequences and number of cards taken; -1 where
    impossible."""
    best = {(0, 0): 0}
    for suit in suits:
        best = _with(best, tuple(_in_suit(suit, contatori)))
    if _is_run(assi, contatori):
        best = _with(best, (Way(1, 0, assi + contatori - 1),))
    most = max(cards for _, cards in best)
    return tuple(
        tuple(accumulate((best.get((number, cards), -1) for cards in range(most + 1)), max))
        for number in range(max(number for number, _ in best) + 1)
    )


def _with(best: dict[tuple[int, int], int], ways: tuple[Way, ...]) -> dict[tuple[int, int], int]:
    """Returns the most steps by number of sequences and of cards, after adding at most one of these ways."""
    extended = dict(best)
    for (number, cards), steps in best.items():
        for way in ways:
            place = (number + way.number, cards + way.cards)
            extended[place] = max(extended.get(place, 0), steps + way.steps)
    return extended


@lru_cache(_CACHE_SIZE)
def of_trumps(angelo: int, mondo: int, mori: int, contatori: int, left: Left) -> Trumps:
    """Returns the useful ways of trumps by number of sequences, the most steps first."""
    kept: list[Way] = []
    for way in sorted({Way(0, 0, 0), *_trumps(angelo, mondo, mori, contatori, left)}):
        if not any(each.number == way.number and each.steps >= way.steps for each in kept):
            kept.append(way)
    return tuple(tuple(ways)[::-1] for _, ways in groupby(kept, key=lambda way: way.number))


def _in_suit(suit: Suit, contatori: int) -> Iterator[Way]:
    """Yields the ways of a suit: the Re, two court cards (or one and a contatore), and any of the rest
    (Barilli 2.4)."""
    fresh = max(0, max(1, 2 - contatori) - suit.court)
    if fresh > suit.more:
        return
    taken, own = int(suit.re != HELD) + fresh, 1 + suit.court + fresh + (suit.asso == HELD)
    for extra in range(suit.more - fresh + (suit.asso == FREE) + 1):
        yield Way(1, taken + extra, own + extra + contatori - 1)


def _is_run(own: int, contatori: int) -> bool:
    """Whether this many assi or Moors make a sequence (Barilli 2.4)."""
    return own >= SHORTEST - 1 and own + contatori >= SHORTEST


def _trumps(angelo: int, mondo: int, moors: int, spare: int, left: Left) -> Iterator[Way]:
    """Yields the ways of trumps: mori, the grande, or both; a grande past the 5 shares its Moors with the
    mori."""
    mori = [Way(1, own, own + spare - 1) for own in range(2, moors + 1) if _is_run(own, spare)]
    yield from mori
    if not angelo:
        return
    broken, through = grandi(angelo, mondo, spare, left)
    for way in broken:
        yield way
        yield from (Way(2, way.cards + run.cards, way.steps + run.steps) for run in mori)
    for way, own in product(through, range(1, moors + 1)):
        yield Way(1, way.cards + own, way.steps + own)
        if _is_run(own, spare):
            yield Way(2, way.cards + own, way.steps + own + own + spare - 1)


@lru_cache(1_000)
def grandi(angelo: int, mondo: int, contatori: int, left: Left) -> tuple[tuple[Way, ...], tuple[Way, ...]]:
    """Returns the ways of a grande without Moors, and of those that run past the 5, with this many
    contatori."""
    pezzi = (*(("Mon",) if mondo else ()), *codes_of(left.rosse))
    numbers = codes_of(left.numbers)
    held = {card for card, status in ((ANGEL, angelo), ("Mon", mondo)) if status == HELD}
    row = (ANGEL, *pezzi, *numbers)
    broken = (row[:end] for end in range(2, len(row) + 1))
    through = (
        tuple(card for card in row if card not in missing)
        for number in range(len(CONTATORI) + 2)
        for missing in combinations(row[1:], number)
    )
    spare = CONTATORI[:contatori]
    moor = BIT[MOORS[0]]

    def ways(rows: Iterable[tuple[str, ...]], further: int) -> tuple[Way, ...]:
        every = {
            Way(1, len({*cards} - held), len(cards) + contatori - 1)
            for cards in rows
            if grande_cards(bits((*cards, *spare)) | further, left.rules)
            == len(cards) + contatori + further.bit_count()
        }
        return tuple(sorted(every))

    return ways(broken, 0), ways(through, moor)
