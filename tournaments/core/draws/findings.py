"""Problems of an evening that can be found before it starts: too few tables, rematches, second byes."""

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, field, replace

from tournaments.core.draws.advising import (
    Wanted,
    certain_turns,
    group_turns,
    possible_turns,
    tables_needed,
)
from tournaments.core.draws.knockout import knockout_turns
from tournaments.core.draws.larger import table_sizes
from tournaments.core.draws.schedules import most_turns

TURN_BY_TURN = ("danish", "swiss", "larger", "rotation")


@dataclass(frozen=True, slots=True)
class Finding:
    """A problem found before starting; `is_fatal` if the evening cannot be played like this.

    | code | what was found | params |
    | --- | --- | --- |
    | ``too-few-entrants`` | there are no opponents | entrants, least |
    | ``not-enough-tables`` | more tables are needed than there are | needed, there |
    | ``fixed-table-shared`` | two entries that will not always meet have one fixed table | table |
    | ``fixed-table-beyond`` | a Mitchell has no such table | table, most |
    | ``fixed-tables-meet`` | the schedule may pair two with different fixed tables | fixed |
    | ``too-many-fixed-tables`` | entries with different fixed tables would have to meet | fixed, most |
    | ``too-many-gironi`` | some group would have fewer than two entries | groups, most |
    | ``finalists-lacking`` | the final needs more from each group than it has | each, most |
    | ``mitchell-too-long`` | the schedule has fewer rounds than wanted | turns, most |
    | ``more-turns-than-opponents`` | everyone has met everyone before the end | turns, most |
    | ``more-turns-than-partners`` | everyone has played with everyone before the end | turns, most |
    | ``rematches-from`` | from that round on rematches may be needed | turn |
    | ``rests-again-from`` | from that round on somebody has a second bye | turn |
    | ``turns-left-over`` | the schedule is over before the last round | turns, whole |
    | ``turns-lacking`` | the last round comes before the end of the schedule | turns, whole |
    """

    code: str
    is_fatal: bool
    params: dict[str, int] = field(default_factory=dict)


def findings(wanted: Wanted) -> tuple[Finding, ...]:
    """The problems that the movement will meet from the next round on: tables, opponents, byes, schedule."""
    if wanted.sizes != (2,):
        wanted = replace(wanted, movement="larger")
    least = 4 if wanted.movement == "rotation" else min(wanted.sizes)
    if wanted.entries < least:
        params = {"entrants": wanted.entries, "least": least}
        return (Finding("too-few-entrants", is_fatal=True, params=params),)
    return (
        *_table_findings(wanted),
        *_opponent_findings(wanted),
        *_bye_findings(wanted),
        *_schedule_findings(wanted),
    )


def _table_findings(wanted: Wanted) -> Iterator[Finding]:
    needed = tables_needed(wanted, wanted.movement, wanted.groups)
    counts = wanted.turn == 1 or wanted.movement in TURN_BY_TURN  # later a schedule seats fewer, never more
    if wanted.tables is not None and wanted.tables < needed and counts:
        yield Finding("not-enough-tables", is_fatal=True, params={"needed": needed, "there": wanted.tables})
    if wanted.movement in ("danish", "swiss"):
        yield from _fixed_table_findings(wanted)
    elif wanted.turn == 1 and wanted.movement not in ("larger", "rotation"):
        yield from _schedule_table_findings(wanted)


def _schedule_table_findings(wanted: Wanted) -> Iterator[Finding]:
    """Problems with fixed tables that a draw cannot avoid, because a schedule decides the pairings."""
    tables, least = set(wanted.fixed_tables), 2 if wanted.movement == "mitchell" else 3
    shared = [table for table, times in Counter(wanted.fixed_tables).items() if times > 1]
    if shared and wanted.entries > least:
        yield Finding("fixed-table-shared", is_fatal=True, params={"table": min(shared)})
    if wanted.movement != "mitchell":
        if len(tables) > 1:
            yield Finding("fixed-tables-meet", is_fatal=False, params={"fixed": len(tables)})
        return
    most = tables_needed(wanted, "mitchell")
    if max(tables, default=0) > most:
        yield Finding("fixed-table-beyond", is_fatal=True, params={"table": max(tables), "most": most})


def _fixed_table_findings(wanted: Wanted) -> Iterator[Finding]:
    shared = [table for table, times in Counter(wanted.fixed_tables).items() if times > 1]
    # With two or three entries, these two meet whenever both play.
    if shared and wanted.entries > 3:
        last_one = wanted.turn == wanted.turns and Counter(wanted.fixed_tables)[shared[0]] == 2
        yield Finding("fixed-table-shared", is_fatal=not last_one, params={"table": min(shared)})
    fixed, most = len(set(wanted.fixed_tables)), wanted.entries // 2 + wanted.entries % 2
    if fixed > most:
        yield Finding("too-many-fixed-tables", is_fatal=True, params={"fixed": fixed, "most": most})


def _opponent_findings(wanted: Wanted) -> Iterator[Finding]:
    if wanted.movement == "rotation" and wanted.turn == 1 and wanted.turns > wanted.entries - 1:
        params = {"turns": wanted.turns, "most": wanted.entries - 1}
        yield Finding("more-turns-than-partners", is_fatal=False, params=params)
    if wanted.movement not in ("danish", "swiss") or not wanted.avoids_rematches:
        return
    fixed = len(set(wanted.fixed_tables))
    most = possible_turns(wanted.entries, fixed)
    if wanted.turns > most and wanted.turn == 1:
        yield Finding(
            "more-turns-than-opponents", is_fatal=False, params={"turns": wanted.turns, "most": most}
        )
    certain = certain_turns(wanted.entries, fixed)
    if wanted.turns > certain:
        params = {"turn": max(certain + 1, wanted.turn)}
        yield Finding("rematches-from", is_fatal=False, params=params)


def _bye_findings(wanted: Wanted) -> Iterator[Finding]:
    if wanted.movement not in TURN_BY_TURN or wanted.turn > 1:
        return
    sizes = (4,) if wanted.movement == "rotation" else wanted.sizes
    resting = wanted.entries - sum(table_sizes(wanted.entries, sizes))
    if resting and wanted.turns * resting > wanted.entries:
        turn = wanted.entries // resting + 1
        yield Finding("rests-again-from", is_fatal=False, params={"turn": turn})


def _schedule_findings(wanted: Wanted) -> Iterator[Finding]:
    if wanted.turn > 1:
        return  # the schedule was fixed by the entries that started
    if wanted.movement == "mitchell":
        each, more = divmod(wanted.entries, wanted.sections)
        most = min(most_turns(size, wanted.even_way) for size in (each, each + (more > 0)))
        if wanted.turns > most:
            params = {"turns": wanted.turns, "most": most}
            yield Finding("mitchell-too-long", is_fatal=True, params=params)
    if impossible := _impossible_groups(wanted):
        yield impossible
        return
    whole = _schedule_rounds(wanted)
    if whole is not None and wanted.turns != whole:
        params = {"turns": wanted.turns, "whole": whole}
        if wanted.turns < whole:
            yield Finding("turns-lacking", is_fatal=False, params=params)
        else:
            yield Finding("turns-left-over", is_fatal=False, params=params)


def _impossible_groups(wanted: Wanted) -> Finding | None:
    """Why that many groups cannot be made from these entries; None if they can."""
    most = wanted.entries // 2
    if wanted.movement not in ("girone", "groups", "groups-final"):
        return None
    if wanted.groups > most:
        params = {"groups": wanted.groups, "most": most}
        return Finding("too-many-gironi", is_fatal=True, params=params)
    smallest = wanted.entries // wanted.groups
    if wanted.movement == "groups-final" and wanted.qualifiers > smallest:
        params = {"each": wanted.qualifiers, "most": smallest}
        return Finding("finalists-lacking", is_fatal=True, params=params)
    return None


def _schedule_rounds(wanted: Wanted) -> int | None:
    """The number of rounds of the movement; None if the organiser decides."""
    if wanted.movement == "knockout":
        return knockout_turns(wanted.entries)
    in_groups = wanted.legs * group_turns(wanted.entries, wanted.groups)
    if wanted.movement in ("girone", "groups"):
        return in_groups
    if wanted.movement == "groups-final":
        return in_groups + knockout_turns(wanted.groups * wanted.qualifiers)
    return None
