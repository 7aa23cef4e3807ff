"""All ways in which two or three camps can share the deck points, computed exactly from the cards' values.

A set of shares is a bit mask. With two camps, a bit's place is the points of the first camp; with three, 128
times the points of the first camp plus those of the second. The last camp has the rest.
"""

from collections import Counter
from collections.abc import Iterator, Sequence
from functools import lru_cache
from operator import le
from typing import Final

from scoring.genovese.cards import DECK, VALUES, Form
from scoring.genovese.piles import sizes_of
from scoring.sheet import each_number

#: Each value that counts, with its number of cards: seven have the value 4, the Matto, the Bagatto, the Mondo
#: and the re.
CLASSES: Final = tuple((value, number) for value, number in Counter(VALUES.values()).items() if value)
#: The value of the Bagatto. Seven cards have it and count the same, so an owner of any of them can be taken
#: for the owner of the Bagatto.
HIGHEST: Final = max(VALUES.values())
#: More than all the points of a deal.
STRIDE: Final = 128

Points = tuple[int, ...]


def deck_points_among(
    form: Form, camps: Sequence[int], dealer: int | None, last: int | None, bagatto: int | None
) -> Iterator[Points]:
    """Yields the tuples of deck points that the camps can have together, with for each camp only the points
    of its bit mask; each tuple adds up to the deal's points.

    Camps are numbered. ``dealer`` dealt, ``last`` took the last trick, ``bagatto`` owns the Bagatto or a card
    of equal value; None leaves them open. The first answer takes some hundredths of a second.
    """
    shares, in_all = _deck_points(form, len(camps), dealer, last, bagatto), form.deck_points_in_all
    *others, one, rest = camps
    left_by_rest = int(f"{rest:0{in_all + 1}b}"[::-1], 2)
    for first in each_number(others[0]) if others else (0,):
        for points in each_number(shares >> STRIDE * first & left_by_rest >> first & one):
            yield (*([first] if others else []), points, in_all - first - points)


@lru_cache(maxsize=512)
def _deck_points(form: Form, camps: int, dealer: int | None, last: int | None, bagatto: int | None) -> int:
    """The set of all shares that this many camps can have."""
    mask = 0
    for sizes in _sizes(form, camps, dealer, last):
        mask |= _values(sizes, bagatto) << _place([form.tricks_in(size) for size in sizes])
    return mask


@lru_cache(maxsize=4096)
def _values(sizes: Points, bagatto: int | None) -> int:
    """The values of the cards that piles of these sizes can hold, as a bit mask."""
    values = 0
    for counted, mask in _shares(len(sizes), bagatto).items():
        if all(map(le, counted, sizes)):
            values |= mask
    return values


def _place(points: Sequence[int]) -> int:
    return points[0] if len(points) == 2 else STRIDE * points[0] + points[1]


@lru_cache(maxsize=16)
def _shares(camps: int, bagatto: int | None) -> dict[Points, int]:
    """The sums that the valued cards of the camps can have, by the number of valued cards in each camp."""
    shares: dict[Points, int] = {(0,) * camps: 1}
    for value, number in CLASSES:
        grown: dict[Points, int] = {}
        for split in splits(number, camps):
            if value == HIGHEST and bagatto is not None and not split[bagatto]:
                continue
            shift = value * _place(split)
            for counted, mask in shares.items():
                key = tuple(map(sum, zip(counted, split, strict=True)))
                grown[key] = grown.get(key, 0) | mask << shift
        shares = grown
    return shares


def splits(number: int, parts: int) -> Iterator[Points]:
    """Yields every way of sharing this many equal things."""
    if parts == 1:
        yield (number,)
        return
    for first in range(number + 1):
        for rest in splits(number - first, parts - 1):
            yield (first, *rest)


def _sizes(form: Form, camps: int, dealer: int | None, last: int | None) -> Iterator[Points]:
    """Yields the sizes of all piles of a deal; see ``scoring.genovese.piles``."""
    allowed = sizes_of(form)
    tricks = (len(DECK) - form.discard_size) // form.trick_size
    for trick_counts in splits(tricks, camps):
        if last is not None and not trick_counts[last]:
            continue
        for owner in _discard_owners(trick_counts, dealer, last):
            sizes = [form.trick_size * number for number in trick_counts]
            sizes[owner] += form.discard_size
            if allowed.issuperset(sizes):
                yield tuple(sizes)


def _discard_owners(tricks: Points, dealer: int | None, last: int | None) -> Iterator[int]:
    """Yields the possible owners of the discard: the dealer, or without a trick who took the last."""
    for dealt in range(len(tricks)) if dealer is None else (dealer,):
        if tricks[dealt]:
            yield dealt
        else:
            yield from (place for place, won in enumerate(tricks) if won and last in (None, place))
