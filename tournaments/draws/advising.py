"""Before the evening: which movements fit, when each ends, who rests, and what may go wrong later."""

from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Literal

from tournaments.draws.larger import table_sizes
from tournaments.draws.mitchell import most_turns

Movement = Literal[
    "danish", "swiss", "girone", "groups", "groups-final", "mitchell", "knockout", "rotation", "larger"
]
Rematches = Literal["none", "possible", "certain"]


@dataclass(frozen=True, slots=True)
class Wanted:
    """What the organiser has: entries, turns, minutes, and how many sides a table may have."""

    entries: int
    turns: int
    turn_minutes: int
    break_minutes: int = 15
    tables: int | None = None
    sizes: tuple[int, ...] = (2,)
    are_singles: bool = False


@dataclass(frozen=True, slots=True)
class Option:
    """A movement that fits into the wanted turns.

    ``minutes`` are from the first card to the last, without a break after it. ``resting`` is how many rest in
    a turn, at most; ``most_rests`` how often one entry may have to. ``rematches`` says whether anybody meets
    again: ``none`` whatever the results, ``possible``, or ``certain``.
    """

    movement: Movement
    turns: int
    minutes: int
    tables: int
    resting: int
    most_rests: int
    rematches: Rematches
    groups: int = 1


@dataclass(frozen=True, slots=True)
class Finding:
    """Something to know before starting; `is_fatal` when the evening cannot be played so.

    | code | what was found | params |
    | --- | --- | --- |
    | ``too-few-entrants`` | nobody to play against | entrants, least |
    | ``not-enough-tables`` | more tables are needed than there are | needed, there |
    | ``more-turns-than-opponents`` | everyone has met everyone before the end | turns, most |
    | ``rematches-from`` | from that turn on rematches may be needed | turn |
    | ``rests-again-from`` | from that turn on somebody rests a second time | turn |
    """

    code: str
    is_fatal: bool
    params: dict[str, int] = field(default_factory=dict)


def options(wanted: Wanted) -> tuple[Option, ...]:
    """The movements that fit, those that let everybody play all the evening first. Pure arithmetic."""
    if wanted.entries < min(wanted.sizes):
        return ()
    if wanted.sizes != (2,):
        return (_larger(wanted),)
    if wanted.are_singles and wanted.entries >= 4:
        return (_rotation(wanted), *_of_sides(wanted))
    return tuple(_of_sides(wanted))


def findings(wanted: Wanted) -> tuple[Finding, ...]:
    """What the danese, or tables of more, will run into: later turns, tables, rests. Empty when nothing."""
    return tuple(_findings(wanted))


def certain_turns(entries: int) -> int:
    """How many turns the danese and the Swiss draw without a rematch, whatever the results.

    Before turn t everyone has met t - 1. While those not yet met are at least half of those who play, all of
    these can be paired (Dirac, 1952).
    """
    return max(1, entries // 2)


def possible_turns(entries: int) -> int:
    """How many turns there are without a rematch at the very most: those of a girone."""
    return entries - 1 + entries % 2


def _of_sides(wanted: Wanted) -> Iterator[Option]:
    entries, turns = wanted.entries, wanted.turns
    for movement in ("danish", "swiss"):
        yield _option(wanted, movement, turns, _rematches(entries, turns))
    around = possible_turns(entries)
    if around <= turns:
        yield _option(wanted, "girone", around)
    for groups in range(2, entries // 2 + 1):
        size = -(-entries // groups)
        if possible_turns(size) <= turns and entries // groups > 2:
            yield _option(wanted, "groups", possible_turns(size), groups=groups)
            break
    for groups in (2, 4, 8):
        last_turns = groups.bit_length() - 1
        group_turns = possible_turns(-(-entries // groups))
        if entries // groups > 2 and group_turns + last_turns <= turns:
            yield _option(wanted, "groups-final", group_turns + last_turns, groups=groups)
            break
    if entries > 3 and turns <= most_turns(entries):
        yield _option(wanted, "mitchell", turns)
    rounds = (entries - 1).bit_length()
    if rounds <= turns:
        yield _option(wanted, "knockout", rounds)


def _rematches(entries: int, turns: int) -> Rematches:
    if turns > possible_turns(entries):
        return "certain"
    return "possible" if turns > certain_turns(entries) else "none"


def _option(
    wanted: Wanted, movement: Movement, turns: int, rematches: Rematches = "none", groups: int = 1
) -> Option:
    odd = _odd(wanted.entries, groups)
    return Option(
        movement=movement,
        turns=turns,
        minutes=turns * wanted.turn_minutes + max(0, turns - 1) * wanted.break_minutes,
        tables=(wanted.entries - odd) // 2,
        resting=odd,
        most_rests=-(-turns * odd // wanted.entries),
        rematches=rematches,
        groups=groups,
    )


def _odd(entries: int, groups: int) -> int:
    """How many groups, of sizes that differ by one at most, have an odd number."""
    size, larger = divmod(entries, groups)
    return larger if (size + 1) % 2 else groups - larger


def _rotation(wanted: Wanted) -> Option:
    """Nobody meets again while partners can still meet half of the other couples (Dirac again)."""
    resting = wanted.entries % 4
    return Option(
        movement="rotation",
        turns=wanted.turns,
        minutes=_minutes(wanted),
        tables=wanted.entries // 4,
        resting=resting,
        most_rests=-(-wanted.turns * resting // wanted.entries),
        rematches="none" if 6 * wanted.turns - 5 <= wanted.entries // 4 else "possible",
    )


def _larger(wanted: Wanted) -> Option:
    sizes = table_sizes(wanted.entries, wanted.sizes)
    resting = wanted.entries - sum(sizes)
    is_too_long = wanted.turns * (min(sizes) - 1) > wanted.entries - 1
    return Option(
        movement="larger",
        turns=wanted.turns,
        minutes=_minutes(wanted),
        tables=len(sizes),
        resting=resting,
        most_rests=-(-wanted.turns * resting // wanted.entries),
        rematches="certain" if is_too_long else "possible" if wanted.turns > 1 else "none",
    )


def _minutes(wanted: Wanted) -> int:
    return wanted.turns * wanted.turn_minutes + max(0, wanted.turns - 1) * wanted.break_minutes


def _findings(wanted: Wanted) -> Iterator[Finding]:
    entries, least = wanted.entries, min(wanted.sizes)
    if entries < least:
        yield Finding("too-few-entrants", is_fatal=True, params={"entrants": entries, "least": least})
        return
    sizes = table_sizes(entries, wanted.sizes)
    if wanted.tables is not None and wanted.tables < len(sizes):
        params = {"needed": len(sizes), "there": wanted.tables}
        yield Finding("not-enough-tables", is_fatal=True, params=params)
    if wanted.sizes == (2,):
        if wanted.turns > possible_turns(entries):
            params = {"turns": wanted.turns, "most": possible_turns(entries)}
            yield Finding("more-turns-than-opponents", is_fatal=False, params=params)
        if wanted.turns > certain_turns(entries):
            yield Finding("rematches-from", is_fatal=False, params={"turn": certain_turns(entries) + 1})
    resting = entries - sum(sizes)
    if resting and wanted.turns * resting > entries:
        yield Finding("rests-again-from", is_fatal=False, params={"turn": entries // resting + 1})
