"""The grande: how it opens, how far down it runs, and where and why it breaks.

Sources: Barilli 2.3 and 2.4; Pagat, "Sequences", "Scavezzo della grande" and "Scoring the Grande". Two small
caches hold all results: one for openings (Angelo, pezzi, contatori), one for the run of numbers from 16 to 5.
"""

from dataclasses import dataclass
from enum import Enum
from functools import cache
from typing import Final, NamedTuple

from scoring.bolognese.cards import ANGEL, BIT, CONTATORI, MOORS, NUMBERS, PEZZI, bits
from scoring.errors import ScoringError

#: Pagat, "Scoring the Grande": the Accademia's reading, then the two that Laghi notes as house rules.
ACCADEMIA: Final = "accademia"
LAGHI_SOLE_LUNA: Final = "laghi-sole-luna"
LAGHI_LUNA_16: Final = "laghi-luna-16"
HOUSE_RULES: Final = (ACCADEMIA, LAGHI_SOLE_LUNA, LAGHI_LUNA_16)

ANGEL_BIT: Final = BIT[ANGEL]
PEZZI_BITS: Final = bits(PEZZI)
CONTATORI_BITS: Final = bits(CONTATORI)
MOORS_BITS: Final = bits(MOORS)
NUMBERS_BITS: Final = bits(NUMBERS)
OPENING_BITS: Final = ANGEL_BIT | PEZZI_BITS | CONTATORI_BITS
#: All cards on which the grande's count can depend.
GRANDE_BITS: Final = OPENING_BITS | NUMBERS_BITS | MOORS_BITS


class Gate(Enum):
    """How the 16 may follow the pezzi."""

    OPEN = "open"
    REAL_ONLY = "real-only"
    CLOSED = "closed"


@dataclass(frozen=True, slots=True)
class Opening:
    """An established grande before its numbers: Angelo, pezzi and every contatore held."""

    cards: int
    #: The pezzo that a contatore stands for "in terza", if only one pezzo is real.
    third: str | None
    #: Contatori left to stand for numbers.
    free: int
    gate: Gate
    #: Why the gate is not open; empty when it is.
    gate_reason: str


@dataclass(frozen=True, slots=True)
class Run:
    """The numbers that follow: the held ones, those that a contatore stands for, and the scavezzo."""

    held: int
    stood_for: tuple[str, ...]
    #: The number at which the run breaks; None when it goes past the 5.
    scavezzo: str | None
    reason: str


def require_house_rule(rules: str | None) -> str:
    """Returns the house rule, the Accademia's when none is named; ScoringError ``unknown-rules``."""
    if rules is None:
        return ACCADEMIA
    if rules not in HOUSE_RULES:
        raise ScoringError("unknown-rules", rules=rules)
    return rules


def grande_cards(pile: int, rules: str) -> int:
    """Returns the number of cards of a pile's grande, contatori included; 0 if there is no grande."""
    if not pile & ANGEL_BIT:
        return 0
    start = opening(pile & OPENING_BITS, rules)
    if start is None:
        return 0
    follow = run(pile & NUMBERS_BITS, start.free, start.gate, start.gate_reason)
    moors = pile & MOORS_BITS if follow.scavezzo is None else 0
    return start.cards + (follow.held | moors).bit_count()


@cache
def opening(held: int, rules: str) -> Opening | None:
    """Returns the opening made by these cards; None when they establish no grande.

    The Angelo and at least one pezzo must be real; a contatore may go in terza for a second pezzo (Barilli
    2.4).
    """
    pezzi = held & PEZZI_BITS
    contatori = (held & CONTATORI_BITS).bit_count()
    missing = [pezzo for pezzo in PEZZI if not pezzi & BIT[pezzo]]
    spent = 1 if len(missing) == 2 else 0
    if not held & ANGEL_BIT or len(missing) == 3 or spent > contatori:
        return None
    gate, reason = opening_gate(missing, rules)
    return Opening(
        cards=1 + pezzi.bit_count() + contatori,
        third=missing[0] if spent else None,
        free=contatori - spent,
        gate=gate,
        gate_reason=reason,
    )


def opening_gate(missing: list[str], rules: str) -> tuple[Gate, str]:
    """Returns whether the 16 can follow, and a contatore stand for it, with these pezzi missing."""
    both_rosse = "Sol" in missing and "Lun" in missing
    if rules == LAGHI_SOLE_LUNA and both_rosse:
        return Gate.CLOSED, "house-sole-luna"
    if rules == LAGHI_LUNA_16 and "Lun" in missing:
        return Gate.REAL_ONLY, "house-luna-16"
    if both_rosse:
        # Scavezzo reale: the contatore that stands for Sole or Luna would touch the one for the 16 (Barilli
        # 2.4).
        return Gate.REAL_ONLY, "scavezzo-reale"
    return Gate.OPEN, ""


@cache
def run(numbers: int, free: int, gate: Gate, gate_reason: str) -> Run:
    """Returns the run of these numbers; two contatori never stand side by side (Barilli 2.4)."""
    stood_for: list[str] = []
    held = 0
    for place, number in enumerate(NUMBERS):
        real = numbers & BIT[number]
        if place == 0 and (gate is Gate.CLOSED or (gate is Gate.REAL_ONLY and not real)):
            # Without a free contatore, the lack of one is the reason.
            return Run(held, tuple(stood_for), number, gate_reason if free or real else "no-contatore")
        if real:
            held |= real
        elif not free:
            return Run(held, tuple(stood_for), number, "no-contatore")
        elif place + 1 < len(NUMBERS) and not numbers & BIT[NUMBERS[place + 1]]:
            return Run(held, tuple(stood_for), number, "two-together")
        else:
            stood_for.append(number)
            free -= 1
    return Run(held, tuple(stood_for), None, "")


class Shortcut(NamedTuple):
    """Pagat's count of a grande from the cards of the side *without* the Angelo."""

    scavezzo: int
    missing: int
    points: int


def shortcut(pile: int, scavezzo: str | None) -> Shortcut:
    """Returns the points of a grande from its scavezzo: 21 − scavezzo − the trumps above it and the contatori
    that the other side holds, times 5.

    Without a scavezzo the number is 0 and every trump of the others counts (Pagat, "Scavezzo della grande").
    """
    others = GRANDE_BITS & ~pile
    if scavezzo is None:
        number, counted = 0, others
    else:
        number, counted = int(scavezzo), others & (BIT[scavezzo] - 1 | CONTATORI_BITS)
    missing = counted.bit_count()
    return Shortcut(number, missing, (21 - number - missing) * 5)
