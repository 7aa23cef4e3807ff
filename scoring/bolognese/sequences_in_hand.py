"""What one hand can show in sequences, of the cards that are left to it and are not in the hand already."""

from collections.abc import Iterable, Iterator
from functools import cache, lru_cache
from itertools import accumulate, combinations, groupby, product
from typing import Final, NamedTuple

from scoring.bolognese.cards import ANGEL, BIT, CONTATORI, MOORS, bits, codes_of
from scoring.bolognese.combinations import DOUBLING_FROM, SHORTEST
from scoring.bolognese.grande import grande_cards

#: Whether a card is left to a player, and whether it is in the hand already, for a cricca or for assi.
GONE, FREE, HELD = range(3)

#: Hands that are remembered: some 20 MB at most.
_REMEMBERED: Final = 40_000


class Suit(NamedTuple):
    """What is left of a suit to who has its Re."""

    re: int
    #: Regina, cavallo and fante in the hand already, and those free to take.
    court: int
    more: int
    asso: int


class Share(NamedTuple):
    """What is left to a player, and how much of the hand is taken: by cricche and assi, and by contatori."""

    taken: int
    contatori: int
    suits: tuple[Suit, ...]
    #: Assi in the hand already.
    assi: int
    angelo: int
    mondo: int
    mori: int


class Left(NamedTuple):
    """What is not laid aside of Sole and Luna, and of the numbers; and the house rule of the grande."""

    rosse: int
    numbers: int
    rules: str


class Way(NamedTuple):
    """Sequences added to a hand: how many, the cards they take, and their cards after the first of each."""

    number: int
    cards: int
    steps: int


#: Ways of trumps by how many sequences, the most steps first; what takes more room and adds no more left out.
Trumps = tuple[tuple[Way, ...], ...]
#: The most steps of suits, by how many sequences and how many cards more; -1 for no way.
Suits = tuple[tuple[int, ...], ...]


@lru_cache(_REMEMBERED)
def shown_by(share: Share, hand: int, left: Left) -> int:
    """The points of sequences, in fives, that a hand of so many cards can show, doubling included: bit n for
    n; none where the hand is too small for what is in it already.

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
    """Put the most steps of trumps and suits in so much room, by how many sequences, where they are more."""
    for ways in trumps:
        for more, longest in enumerate(suits):
            number = ways[0].number + more
            best[number] = _most(ways, longest, room, best.get(number, -1))


def _most(ways: tuple[Way, ...], longest: tuple[int, ...], room: int, most: int) -> int:
    """The most steps in so much room, or so many if they are more; ``ways`` have the most first."""
    last = len(longest) - 1
    for _, cards, steps in ways:
        if steps + longest[last] <= most:
            break
        if cards <= room:
            found = longest[min(room - cards, last)]
            if found >= 0 and steps + found > most:
                most = steps + found
    return most


def points_of(best: dict[int, int]) -> int:
    """The points, in fives, of so many sequences that have so many cards after the first, or fewer; of none
    nothing."""
    found = 1
    for number, steps in best.items():
        found |= _fives(number, steps)
    return found


@cache
def _fives(number: int, steps: int) -> int:
    """The points of so many sequences that have so many cards after the first, or fewer."""
    each = 2 if number >= DOUBLING_FROM else 1
    return sum(1 << each * fives for fives in range(number * (SHORTEST - 1), steps + 1))


@lru_cache(_REMEMBERED)
def of_suits(suits: tuple[Suit, ...], assi: int, contatori: int) -> Suits:
    """The most steps of suits and assi, by how many sequences and how many cards more; -1 for no way."""
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
    """The most steps by how many sequences and how many cards, with one of these ways or none."""
    found = dict(best)
    for (number, cards), steps in best.items():
        for way in ways:
            place = (number + way.number, cards + way.cards)
            found[place] = max(found.get(place, 0), steps + way.steps)
    return found


@lru_cache(_REMEMBERED)
def of_trumps(angelo: int, mondo: int, mori: int, contatori: int, left: Left) -> Trumps:
    """What the trumps add, by how many sequences and the most first, but for what takes more room and adds no
    more."""
    kept: list[Way] = []
    for way in sorted({Way(0, 0, 0), *_trumps(angelo, mondo, mori, contatori, left)}):
        if not any(each.number == way.number and each.steps >= way.steps for each in kept):
            kept.append(way)
    return tuple(tuple(ways)[::-1] for _, ways in groupby(kept, key=lambda way: way.number))


def _in_suit(suit: Suit, contatori: int) -> Iterator[Way]:
    """The Re, two of the court or one and a contatore, and whatever else there is (Barilli 2.4)."""
    fresh = max(0, max(1, 2 - contatori) - suit.court)
    if fresh > suit.more:
        return
    taken, own = int(suit.re != HELD) + fresh, 1 + suit.court + fresh + (suit.asso == HELD)
    for extra in range(suit.more - fresh + (suit.asso == FREE) + 1):
        yield Way(1, taken + extra, own + extra + contatori - 1)


def _is_run(own: int, contatori: int) -> bool:
    """Whether so many assi or Moors are a sequence (Barilli 2.4)."""
    return own >= SHORTEST - 1 and own + contatori >= SHORTEST


def _trumps(angelo: int, mondo: int, moors: int, spare: int, left: Left) -> Iterator[Way]:
    """Mori, the grande, or both; a grande past the 5 has the Moors that the mori have."""
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
    """Grandi without Moors with so many contatori, and those of them that run past the 5: the cards that they
    add to the hand, and their cards after the first."""
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
        found = {
            Way(1, len({*cards} - held), len(cards) + contatori - 1)
            for cards in rows
            if grande_cards(bits((*cards, *spare)) | further, left.rules)
            == len(cards) + contatori + further.bit_count()
        }
        return tuple(sorted(found))

    return ways(broken, 0), ways(through, moor)
