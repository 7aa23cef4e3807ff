"""What is found before starting, and that each claim comes true when the turns are drawn."""

import random
from dataclasses import replace

import pytest

from tournaments.core.draws import (
    DrawImpossible,
    DrawInput,
    Entrant,
    Finding,
    Meeting,
    Wanted,
    draw,
    draw_swiss,
    findings,
    mitchell_schedule,
)
from tournaments.core.draws.advising import certain_turns, possible_turns

MOVEMENTS = {"danish": draw, "swiss": draw_swiss}


def codes(wanted: Wanted) -> dict[str, dict[str, int]]:
    return {finding.code: finding.params for finding in findings(wanted)}


def fatal(wanted: Wanted) -> set[str]:
    return {finding.code for finding in findings(wanted) if finding.is_fatal}


class Hall:
    """Turns drawn one after the other, with results by chance."""

    def __init__(self, wanted: Wanted, seed: int) -> None:
        self.wanted, self.chance = wanted, random.Random(seed)
        fixed = dict(enumerate(wanted.fixed_tables, 1))
        entrants = tuple(Entrant(n, n, fixed_table=fixed.get(n)) for n in range(1, wanted.entries + 1))
        self.given = DrawInput(1, entrants, (), seed)
        self.rests: list[int] = []

    def turns(self, count: int) -> int:
        """How many rematches so many turns bring."""
        return sum(self.turn() for _turn in range(count))

    def turn(self) -> int:
        """How many tables of the next turn are rematches."""
        drawn = MOVEMENTS[self.wanted.movement](self.given)
        self.rests += drawn.byes
        met = tuple(Meeting(self.given.turn, *table.entrants) for table in drawn.tables)
        ranks = self.chance.sample(range(1, self.wanted.entries + 1), self.wanted.entries)
        entrants = tuple(
            replace(
                one,
                rank=rank,
                points=one.points + self.chance.randint(0, 2),
                rests=one.rests + (one.id in drawn.byes),
            )
            for one, rank in zip(self.given.entrants, ranks, strict=True)
        )
        self.given = replace(
            self.given, turn=self.given.turn + 1, entrants=entrants, meetings=(*self.given.meetings, *met)
        )
        return sum(table.is_rematch for table in drawn.tables)


@pytest.mark.parametrize(
    ("wanted", "found"),
    [
        (Wanted(22, 4, 30, tables=11), {}),
        (Wanted(22, 4, 30, tables=10), {"not-enough-tables": {"needed": 11, "there": 10}}),
        (Wanted(1, 4, 30), {"too-few-entrants": {"entrants": 1, "least": 2}}),
        (Wanted(4, 3, 30), {"rematches-from": {"turn": 3}}),
        (Wanted(4, 3, 30, avoids_rematches=False), {}),
        (
            Wanted(2, 2, 30),
            {"more-turns-than-opponents": {"turns": 2, "most": 1}, "rematches-from": {"turn": 2}},
        ),
        (Wanted(2, 2, 30, turn=2), {"rematches-from": {"turn": 2}}),
        (Wanted(8, 5, 30, sizes=(3,)), {"rests-again-from": {"turn": 5}}),
        (Wanted(8, 3, 30, sizes=(3,), tables=1), {"not-enough-tables": {"needed": 2, "there": 1}}),
        (Wanted(8, 2, 30, fixed_tables=(3, 3)), {"fixed-table-shared": {"table": 3}}),
        (Wanted(3, 2, 30, fixed_tables=(3, 3)), {"rematches-from": {"turn": 2}}),
        (
            Wanted(21, 4, 30, movement="mitchell", tables=10),
            {"not-enough-tables": {"needed": 11, "there": 10}},
        ),
        (Wanted(8, 5, 30, movement="mitchell"), {"mitchell-too-long": {"turns": 5, "most": 3}}),
        (Wanted(22, 4, 30, movement="knockout"), {"turns-lacking": {"turns": 4, "whole": 5}}),
        (Wanted(6, 6, 30, movement="girone"), {"turns-left-over": {"turns": 6, "whole": 5}}),
        (Wanted(22, 8, 30, movement="groups-final", groups=4), {"turns-left-over": {"turns": 8, "whole": 7}}),
        (Wanted(6, 4, 30, movement="rotation"), {"rests-again-from": {"turn": 4}}),
        (Wanted(4, 4, 30, movement="rotation"), {"more-turns-than-partners": {"turns": 4, "most": 3}}),
        (Wanted(5, 4, 30, movement="girone", groups=3), {"too-many-gironi": {"groups": 3, "most": 2}}),
        (
            Wanted(5, 3, 30, movement="groups-final", groups=2, qualifiers=3),
            {"finalists-lacking": {"each": 3, "most": 2}},
        ),
        (Wanted(3, 4, 30, movement="rotation"), {"too-few-entrants": {"entrants": 3, "least": 4}}),
    ],
)
def test_before_starting(wanted, found):
    assert codes(wanted) == found


def test_only_what_makes_the_evening_impossible_is_fatal():
    assert findings(Wanted(1, 1, 30)) == (Finding("too-few-entrants", True, {"entrants": 1, "least": 2}),)
    assert fatal(Wanted(2, 5, 30)) == set()
    assert fatal(Wanted(8, 5, 30, movement="mitchell", tables=3)) == {
        "not-enough-tables",
        "mitchell-too-long",
    }


@pytest.mark.parametrize("movement", MOVEMENTS)
@pytest.mark.parametrize("fixed", range(4))
@pytest.mark.parametrize("entries", range(2, 15))
def test_before_the_turn_that_is_told_no_results_lead_to_a_rematch(movement, fixed, entries):
    wanted = Wanted(entries, 30, 30, movement=movement, fixed_tables=tuple(range(1, fixed + 1)))
    if fixed > entries // 2:
        return
    told = codes(wanted)["rematches-from"]["turn"]
    assert told == certain_turns(entries, fixed) + 1
    for seed in range(6):
        hall = Hall(wanted, seed)
        assert hall.turns(told - 1) == 0


@pytest.mark.parametrize("movement", MOVEMENTS)
@pytest.mark.parametrize("fixed", [0, 2, 3])
@pytest.mark.parametrize("entries", range(2, 10))
def test_more_turns_than_opponents_bring_a_rematch_whatever_the_results(movement, fixed, entries):
    if fixed > entries // 2:
        return
    fixed_tables = tuple(range(1, fixed + 1))
    most = possible_turns(entries, fixed)
    wanted = Wanted(entries, most + 1, 30, movement=movement, fixed_tables=fixed_tables)
    assert codes(wanted)["more-turns-than-opponents"] == {"turns": most + 1, "most": most}
    assert "more-turns-than-opponents" not in codes(replace(wanted, turns=most))
    for seed in range(6):
        hall = Hall(wanted, seed)
        assert hall.turns(most + 1) > 0


@pytest.mark.parametrize("entries", range(3, 16, 2))
def test_nobody_rests_again_before_the_turn_that_is_told_and_somebody_does_in_it(entries):
    wanted = Wanted(entries, entries + 1, 30)
    told = codes(wanted)["rests-again-from"]["turn"]
    hall = Hall(wanted, entries)
    for _turn in range(told - 1):
        hall.turn()
    assert len(set(hall.rests)) == len(hall.rests)
    hall.turn()
    assert len(set(hall.rests)) < len(hall.rests)


@pytest.mark.parametrize("movement", MOVEMENTS)
@pytest.mark.parametrize("entries", range(2, 13))
def test_where_nothing_fatal_is_found_every_turn_can_be_drawn(movement, entries):
    for fixed in range(entries // 2 + 1):
        wanted = Wanted(
            entries,
            entries + 2,
            30,
            movement=movement,
            tables=(entries + 1) // 2,
            fixed_tables=tuple(range(1, fixed + 1)),
        )
        assert fatal(wanted) == set()
        hall = Hall(wanted, fixed)
        for _turn in range(wanted.turns):
            hall.turn()


@pytest.mark.parametrize("entries", [4, 5, 8, 11])
def test_a_fixed_table_of_two_stops_some_turn_for_certain(entries):
    wanted = Wanted(entries, entries, 30, fixed_tables=(7, 7))
    assert "fixed-table-shared" in fatal(wanted)
    for seed in range(12):
        hall = Hall(wanted, seed)
        with pytest.raises(DrawImpossible, match="table-wanted-twice"):
            hall.turns(wanted.turns)


def test_in_the_last_turn_two_who_share_a_table_may_still_come_to_meet():
    assert fatal(Wanted(8, 3, 30, fixed_tables=(7, 7), turn=3)) == set()
    assert fatal(Wanted(8, 3, 30, fixed_tables=(7, 7, 7), turn=3)) == {"fixed-table-shared"}


@pytest.mark.parametrize("entries", range(2, 12))
def test_more_fixed_tables_than_tables_stop_the_very_next_turn(entries):
    fixed = entries // 2 + entries % 2 + 1
    wanted = Wanted(entries, 3, 30, fixed_tables=tuple(range(1, fixed + 1)))
    assert "too-many-fixed-tables" in fatal(wanted)
    for seed in range(6):
        with pytest.raises(DrawImpossible, match="two-tables-wanted"):
            Hall(wanted, seed).turn()


@pytest.mark.parametrize("entries", range(4, 20))
def test_a_mitchell_that_is_too_long_has_no_schedule(entries):
    told = codes(Wanted(entries, 30, 30, movement="mitchell"))["mitchell-too-long"]
    assert len(mitchell_schedule(range(entries), told["most"])) == told["most"]
    with pytest.raises(DrawImpossible, match="more-turns-than-opponents"):
        mitchell_schedule(range(entries), told["most"] + 1)
