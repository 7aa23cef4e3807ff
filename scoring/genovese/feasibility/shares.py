"""What a camp's buone may be made of: those declared, and those of the cards captured."""

from collections.abc import Mapping, Sequence
from functools import lru_cache
from typing import NamedTuple

from scoring.genovese.counting import BOTH, CAPTURED, DECLARED
from scoring.genovese.feasibility.buone import needs_of, together
from scoring.genovese.feasibility.captured import in_piles, of_piles
from scoring.genovese.forms import Form


class Shares(NamedTuple):
    """How much of a camp's buone is declared and how much captured; None where it may be anything."""

    declared: int | None
    captured: int | None


@lru_cache(maxsize=1024)
def sums_of(form: Form, rules: str, players: int, captured: int | None = None) -> Mapping[int, Shares]:
    """What a camp of so many players can score in buone, whatever the others have, with what makes it up.

    ``captured`` is how much of it is of cards captured, None where nobody told.
    """
    declared = tuple(needs_of(form, players)) if rules in (DECLARED, BOTH) else (0,)
    in_piles = captured_sums(form, rules) if captured is None else (captured,)
    if captured is not None and captured not in captured_sums(form, rules):
        return {}
    if len(declared) > 1 and len(in_piles) > 1:
        return dict.fromkeys(
            sorted({one + other for one in declared for other in in_piles}), Shares(None, None)
        )
    return {one + other: Shares(one, other) for one in declared for other in in_piles}


@lru_cache(maxsize=32)
def captured_sums(form: Form, rules: str) -> tuple[int, ...]:
    """What a pile can hold in buone that count."""
    return tuple(needs_of(of_piles(form), 1)) if rules in (CAPTURED, BOTH) else (0,)


def joined(form: Form, players: tuple[int, ...], camps: Sequence[Shares]) -> bool:
    """Whether camps of so many players can have these buone in one deal."""
    declared, captured = zip(*camps, strict=True)
    return together(form, players, declared) and in_piles(form, captured)
