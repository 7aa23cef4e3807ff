"""The movements that fit an evening: their minutes, tables and byes."""

from collections.abc import Iterator
from dataclasses import dataclass, replace
from typing import Literal

from tournaments.core.draws.knockout import knockout_turns
from tournaments.core.draws.larger import table_sizes
from tournaments.core.draws.schedules import EvenWay, most_turns

Movement = Literal[
    "danish",
    "swiss",
    "girone",
    "groups",
    "groups-final",
    "mitchell",
    "knockout",
    "rotation",
    "larger",
    "challenge",
]
Rematches = Literal["none", "possible", "certain"]


@dataclass(frozen=True, slots=True)
class Wanted:
    """The organiser's plan: entries, rounds, minutes, and the possible numbers of sides at a table.

    ``tables`` is the number in the room, None if unknown; ``fixed_tables`` has one for each entry
    that cannot move. ``movement`` and the fields after it are the organiser's choice, as in `movements`;
    ``turn`` is the next round.
    """

    entries: int
    turns: int
    turn_minutes: int
    break_minutes: int = 15
    tables: int | None = None
    sizes: tuple[int, ...] = (2,)
    are_singles: bool = False
    avoids_rematches: bool = True
    fixed_tables: tuple[int, ...] = ()
    movement: Movement = "danish"
    groups: int = 1
    legs: int = 1
    qualifiers: int = 1
    sections: int = 1
    even_way: EvenWay = "skip"
    turn: int = 1
    #: The entries of the smaller team of a challenge; None if they are not known: half of them.
    smaller_team: int | None = None


@dataclass(frozen=True, slots=True)
class Option:
    """A movement that fits into the wanted rounds.

    ``minutes`` run from the first card to the last, without a break after it. ``resting`` is the most byes in
    a round; ``most_rests`` the most byes of one entry. ``rematches`` says whether anybody meets again:
    ``none`` whatever the results, ``possible``, or ``certain``. From each of the ``groups``, the first
    ``qualifiers`` come to the final.
    """

    movement: Movement
    turns: int
    minutes: int
    tables: int
    resting: int
    most_rests: int
    rematches: Rematches
    groups: int = 1
    qualifiers: int = 1


def options(wanted: Wanted) -> tuple[Option, ...]:
    """The movements that fit, those in which everybody plays all evening first.

    A challenge is one of them only where it is ``wanted`` already: it needs two teams.
    """
    if wanted.entries < min(wanted.sizes):
        return ()
    if wanted.sizes != (2,):
        return (_larger_option(wanted),)
    if wanted.are_singles and wanted.entries >= 4:
        return (_rotation_option(wanted), *_side_options(wanted))
    return tuple(_side_options(wanted))


def certain_turns(entries: int, fixed: int = 0) -> int:
    """The number of rounds that Danish and Swiss pairing draw without a rematch, whatever the results.

    Before round t everyone has met t - 1 opponents. While everyone can still meet at least half of the
    others, a complete pairing without rematches exists (Dirac, 1952). ``fixed`` entries, each at a table of
    its own, cannot meet each other at all.
    """
    return max(1, entries // 2 - max(fixed, 1) + 1)


def possible_turns(entries: int, fixed: int = 0) -> int:
    """An upper bound on rounds without a rematch: those of a round robin."""
    return max(1, entries - 1 + entries % 2 - max(0, fixed - 1))


def group_turns(entries: int, groups: int) -> int:
    """The number of rounds of the largest group's round robin."""
    return possible_turns(-(-entries // groups))


def tables_needed(wanted: Wanted, movement: Movement, groups: int = 1) -> int:
    """The most tables that a round takes. A Mitchell also has a table for a missing pair."""
    if movement == "challenge":
        return wanted.entries // 2 if wanted.smaller_team is None else wanted.smaller_team
    if movement == "larger":
        return len(table_sizes(wanted.entries, wanted.sizes))
    if movement == "rotation":
        return wanted.entries // 4
    if movement == "mitchell":
        return (wanted.entries + 1) // 2
    if movement == "knockout":
        size = 1 << knockout_turns(wanted.entries)
        # The tables of the first round, of the second, and of the final with the match for third place.
        return max(wanted.entries - size // 2, size // 4, 2 if wanted.entries > 3 else 1)
    return (wanted.entries - _odd_groups(wanted.entries, groups)) // 2


def _side_options(wanted: Wanted) -> Iterator[Option]:
    entries, turns = wanted.entries, wanted.turns
    if wanted.movement == "challenge":
        yield _challenge_option(wanted)
    yield _option(wanted, "danish", turns, _rematches(wanted, avoided=wanted.avoids_rematches))
    yield _option(wanted, "swiss", turns, _rematches(wanted, avoided=True))
    around = possible_turns(entries)
    if around <= turns:
        yield _option(wanted, "girone", around)
    for groups in range(2, entries // 2 + 1):
        if group_turns(entries, groups) <= turns and entries // groups > 2:
            yield _option(wanted, "groups", group_turns(entries, groups), groups=groups)
            break
    yield from _groups_final_option(wanted)
    if entries > 3 and turns <= most_turns(entries):
        yield _option(wanted, "mitchell", turns)
    if knockout_turns(entries) <= turns:
        yield _knockout_option(wanted)


def _groups_final_option(wanted: Wanted) -> Iterator[Option]:
    """The fewest groups that fit, with two finalists from each if that fits too, else one."""
    for groups in (2, 4, 8):
        for qualifiers in (2, 1):
            turns = group_turns(wanted.entries, groups) + knockout_turns(groups * qualifiers)
            if wanted.entries // groups > 2 and turns <= wanted.turns:
                # Two from one group may meet again for a place on the podium.
                again: Rematches = "possible" if qualifiers > 1 else "none"
                yield replace(
                    _option(wanted, "groups-final", turns, again, groups=groups), qualifiers=qualifiers
                )
                return


def _rematches(wanted: Wanted, *, avoided: bool) -> Rematches:
    fixed = len(set(wanted.fixed_tables))
    if wanted.turns > possible_turns(wanted.entries, fixed):
        return "certain"
    last = certain_turns(wanted.entries, fixed) if avoided else 1
    return "possible" if wanted.turns > last else "none"


def _option(
    wanted: Wanted, movement: Movement, turns: int, rematches: Rematches = "none", groups: int = 1
) -> Option:
    odd = _odd_groups(wanted.entries, groups)
    return Option(
        movement=movement,
        turns=turns,
        minutes=_minutes(wanted, turns),
        tables=tables_needed(wanted, movement, groups),
        resting=odd,
        most_rests=-(-turns * odd // wanted.entries),
        rematches=rematches,
        groups=groups,
    )


def _knockout_option(wanted: Wanted) -> Option:
    """The option of a knock-out; entries without an opponent in the first round go through."""
    byes = (1 << knockout_turns(wanted.entries)) - wanted.entries
    turns = knockout_turns(wanted.entries)
    return replace(_option(wanted, "knockout", turns), resting=byes, most_rests=min(byes, 1))


def _challenge_option(wanted: Wanted) -> Option:
    """The option of a challenge of two teams; after a leg everybody meets the other team again."""
    smaller = tables_needed(wanted, "challenge")
    larger = wanted.entries - smaller
    return Option(
        movement="challenge",
        turns=wanted.turns,
        minutes=_minutes(wanted, wanted.turns),
        tables=smaller,
        resting=larger - smaller,
        most_rests=-(-wanted.turns * (larger - smaller) // larger),
        rematches="certain" if wanted.turns > larger else "none",
    )


def _odd_groups(entries: int, groups: int) -> int:
    """The number of groups of odd size, if sizes differ by at most one."""
    size, larger = divmod(entries, groups)
    return larger if (size + 1) % 2 else groups - larger


def _rotation_option(wanted: Wanted) -> Option:
    """The option of an individual rotation: nobody meets again while each couple of partners can still meet
    half of the other couples (again Dirac, 1952)."""
    resting = wanted.entries % 4
    none = 6 * wanted.turns - 5 <= wanted.entries // 4
    certain = 3 * _rounds_with_fewest_byes(wanted, resting) > wanted.entries - 1
    return Option(
        movement="rotation",
        turns=wanted.turns,
        minutes=_minutes(wanted, wanted.turns),
        tables=tables_needed(wanted, "rotation"),
        resting=resting,
        most_rests=-(-wanted.turns * resting // wanted.entries),
        rematches="certain" if certain else "none" if none else "possible",
    )


def _larger_option(wanted: Wanted) -> Option:
    sizes = table_sizes(wanted.entries, wanted.sizes)
    resting = wanted.entries - sum(sizes)
    is_too_long = _rounds_with_fewest_byes(wanted, resting) * (min(sizes) - 1) > wanted.entries - 1
    return Option(
        movement="larger",
        turns=wanted.turns,
        minutes=_minutes(wanted, wanted.turns),
        tables=tables_needed(wanted, "larger"),
        resting=resting,
        most_rests=-(-wanted.turns * resting // wanted.entries),
        rematches="certain" if is_too_long else "possible" if wanted.turns > 1 else "none",
    )


def _rounds_with_fewest_byes(wanted: Wanted, resting: int) -> int:
    """A lower bound on the rounds played by the player with the fewest byes."""
    return wanted.turns - wanted.turns * resting // wanted.entries


def _minutes(wanted: Wanted, turns: int) -> int:
    return turns * wanted.turn_minutes + max(0, turns - 1) * wanted.break_minutes
