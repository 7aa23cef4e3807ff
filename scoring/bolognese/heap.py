"""Completes a pile from a short description: the cards that matter, the gaps of the grande and the tricks.

Players turn up the smaller heap and lay out only the cards that count (Pagat, "Scoring Procedure"). They do
not name the others: the 10 to 6 of the suits, and the numbers that the grande does not reach. Each of these
is a scartino on either side (Barilli 2.1), so any of them may fill the pile up to its size.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Final

from scoring.bolognese.cards import ANGEL, BIT, DECK, NUMBERS, RANKS, SUITS, WHOLE_DECK, bits, codes_of, parse
from scoring.bolognese.grande import OPENING_BITS, Gate, opening, require_house_rule, run
from scoring.bolognese.pile import PAIRS
from scoring.errors import ScoringError

#: Cards that no sequence and no cricca holds (Barilli 2.1).
PLAIN_BITS: Final = bits(rank + suit for suit in SUITS for rank in RANKS[5:])
#: Cards described by absence: the Sole, Luna and numbers that the side with the Angelo lacks.
RUN_BITS: Final = bits(("Sol", "Lun", *NUMBERS))
#: Cards described by name.
NAMED_BITS: Final = WHOLE_DECK & ~PLAIN_BITS & ~RUN_BITS


@dataclass(frozen=True, slots=True)
class Heap:
    """A side's completed pile, and the cards that could as well lie with the other side."""

    cards: tuple[str, ...]
    #: Cards that count the same on either side.
    idle: tuple[str, ...]


def complete_heap(
    cards: object, missing: object, tricks: int, *, discards: bool, rules: str | None = None
) -> Heap:
    """Returns the pile of a side that took this many tricks, with the discard if it ``discards``.

    ``cards`` names its cards except Sole, Luna, numbers and plain cards; ``missing`` names the Sole, Luna and
    numbers that the side with the Angelo lacks, down to where its grande breaks. Both sides' counts are the
    same for every pile of this description. Raises ScoringError ``heap-card``, ``heap-missing``,
    ``heap-tricks``, ``heap-too-many`` or ``heap-too-few``.
    """
    held, lacked = _held_and_missing(cards, missing)
    idle = idle_cards(held, lacked, require_house_rule(rules))
    if tricks == PAIRS.tricks:
        _verify_whole(held, lacked)
        return Heap(DECK, codes_of(idle))
    run_held = RUN_BITS & ~lacked if held & BIT[ANGEL] else lacked
    certain = held | run_held & ~idle
    size = heap_size(tricks, discards=discards)
    free = size - certain.bit_count()
    if free < 0:
        raise ScoringError("heap-too-many", tricks=tricks, size=size, count=certain.bit_count())
    if free > idle.bit_count():
        raise ScoringError("heap-too-few", tricks=tricks, size=size, count=free - idle.bit_count())
    return Heap(codes_of(certain | _filling(idle, free, run_held)), codes_of(idle))


def _verify_whole(held: int, lacked: int) -> None:
    """Refuses all tricks with only some of the named cards: probably 15 was typed instead of 5."""
    absent = (WHOLE_DECK & ~RUN_BITS & ~PLAIN_BITS & ~held).bit_count() + lacked.bit_count()
    if (held or lacked) and absent:
        raise ScoringError("heap-too-few", tricks=PAIRS.tricks, size=PAIRS.cards, count=absent)


def heap_size(tricks: int, *, discards: bool) -> int:
    """Returns the number of cards in a pile of that many tricks (Barilli 3.9; 3.9.1 for none or all)."""
    if type(tricks) is not int or not 0 <= tricks <= PAIRS.tricks:
        raise ScoringError("heap-tricks", most=PAIRS.tricks)
    if tricks in (0, PAIRS.tricks):
        return PAIRS.cards if tricks else 0
    return tricks * PAIRS.trick + PAIRS.laid_aside(discards)


def idle_numbers(cards: object, missing: object, *, rules: str | None = None) -> tuple[str, ...]:
    """Returns the numbers that need not be given, because the grande cannot reach them."""
    held, lacked = _held_and_missing(cards, missing)
    return codes_of(idle_cards(held, lacked, require_house_rule(rules)) & ~PLAIN_BITS)


def idle_cards(named: int, lacked: int, rules: str) -> int:
    """Returns the cards that count the same on either side: plain cards, and numbers that the grande cannot
    reach.

    ``named`` are the heap's cards given by name, ``lacked`` the Sole, Luna and numbers that the side with the
    Angelo lacks. The side without the Angelo has no grande (Barilli 2.2.2).
    """
    with_angel = named if named & BIT[ANGEL] else NAMED_BITS & ~named
    held = (with_angel | RUN_BITS & ~lacked) & ~PLAIN_BITS
    start = opening(held & OPENING_BITS, rules)
    if start is None:
        return PLAIN_BITS | bits(NUMBERS)
    follow = run(held & bits(NUMBERS), start.free, start.gate, start.gate_reason)
    if follow.scavezzo is None:
        return PLAIN_BITS
    if start.gate is Gate.CLOSED:
        # A 16 that a house rule excludes is as idle as the numbers after it, on either side.
        return PLAIN_BITS | bits(NUMBERS)
    # The second of two missing numbers is not idle: if the side held it, the run would not break.
    at = NUMBERS.index(follow.scavezzo)
    return PLAIN_BITS | bits(NUMBERS[at + (2 if follow.reason == "two-together" else 1) :])


def heap_entry(pile: object) -> Mapping[str, tuple[str, ...]]:
    """Returns the short description of a pile: the ``cards`` that are named, and the ``missing`` ones."""
    held = parse(pile)
    with_angel = held if held & BIT[ANGEL] else WHOLE_DECK & ~held
    return {"cards": codes_of(held & NAMED_BITS), "missing": codes_of(RUN_BITS & ~with_angel)}


def _held_and_missing(cards: object, missing: object) -> tuple[int, int]:
    held, lacked = parse(cards), parse(missing)
    if held & ~NAMED_BITS:
        raise ScoringError("heap-card", cards=codes_of(held & ~NAMED_BITS))
    if lacked & ~RUN_BITS:
        raise ScoringError("heap-missing", cards=codes_of(lacked & ~RUN_BITS))
    return held, lacked


def _filling(idle: int, free: int, run_held: int) -> int:
    """Returns this many idle cards: first the numbers said to be in the pile, then the plain ones."""
    chosen = [
        *codes_of(idle & run_held & ~PLAIN_BITS),
        *codes_of(idle & PLAIN_BITS),
        *codes_of(idle & ~run_held & ~PLAIN_BITS),
    ]
    return bits(chosen[:free])
