"""Tables of three and more: sizes, order of play, rests, and whole evenings with some leaving."""

import json
import random
from collections import Counter
from dataclasses import replace
from functools import cache
from itertools import combinations

import pytest

from tests.samples import so_many
from tournaments.core.draws import (
    Draw,
    DrawImpossible,
    DrawInput,
    Entrant,
    Meeting,
    Reason,
    draw_larger,
    table_sizes,
)

GAMES = {"terziglio": (3,), "chiama re": (4,), "mattazza": (4, 3, 5, 6)}


def line(count: int, **wishes: int) -> tuple[Entrant, ...]:
    """Entrants 1 … count in the order of the classifica; ``t3=7`` fixes number 3 to table 7."""
    fixed = {int(name[1:]): table for name, table in wishes.items()}
    return tuple(Entrant(n, n, rank=n, fixed_table=fixed.get(n)) for n in range(1, count + 1))


def met(turn: int, *tables: tuple[int, ...]) -> tuple[Meeting, ...]:
    return tuple(Meeting(turn, *couple) for table in tables for couple in combinations(table, 2))


def sitting(drawn: Draw) -> list[tuple[int, ...]]:
    return [tuple(sorted(table.entrants)) for table in drawn.tables]


class TestSizes:
    @pytest.mark.parametrize(
        ("players", "allowed", "sizes"),
        [
            (12, (3,), (3, 3, 3, 3)),
            (14, (3,), (3, 3, 3, 3)),
            (7, (4, 3, 5, 6), (4, 3)),
            (5, (4, 3, 5, 6), (5,)),
            (6, (4, 3, 5, 6), (3, 3)),
            (13, (4, 3, 5, 6), (4, 4, 5)),
            (13, (3, 4), (3, 3, 3, 4)),
            (7, (6, 5), (6,)),
            (2, (3,), ()),
        ],
    )
    def test_as_many_as_can_play_at_the_size_that_is_preferred(self, players, allowed, sizes):
        assert table_sizes(players, allowed) == sizes

    @pytest.mark.parametrize("allowed", [(3, 4, 5, 6), (4, 3, 5, 6), (6, 5, 4, 3), (4, 3)])
    def test_from_six_on_everyone_plays_mattazza(self, allowed):
        assert all(sum(table_sizes(players, allowed)) == players for players in range(6, 301))


class TestDownTheClassifica:
    def test_the_best_sit_together_and_the_odd_sizes_are_at_the_bottom(self):
        drawn = draw_larger(DrawInput(2, line(11), (), 1, sizes=(4, 3)))
        assert sitting(drawn) == [(1, 2, 3, 4), (5, 6, 7, 8), (9, 10, 11)]
        assert drawn.tables[2].reason == Reason("in-a-row", {"first": 9, "last": 11})
        assert (drawn.rematches, drawn.byes) == (0, ())

    def test_those_who_have_met_are_kept_apart(self):
        drawn = draw_larger(DrawInput(2, line(9), met(1, (1, 2, 3), (4, 5, 6), (7, 8, 9)), 1, sizes=(3,)))
        assert drawn.rematches == 0
        assert all(not table.repeated for table in drawn.tables)
        assert drawn.tables[0].reason.code == "apart-having-met"

    def test_with_rematches_allowed_they_meet_again_and_the_table_tells(self):
        past = met(1, (1, 2, 3), (4, 5, 6))
        drawn = draw_larger(DrawInput(2, line(6), past, 1, rematches="allowed", sizes=(3,)))
        assert sitting(drawn) == [(1, 2, 3), (4, 5, 6)]
        assert drawn.tables[0].repeated == (Meeting(1, 1, 2), Meeting(1, 1, 3), Meeting(1, 2, 3))

    def test_meetings_that_cannot_be_avoided_are_the_fewest(self):
        drawn = draw_larger(DrawInput(2, line(6), met(1, (1, 2, 3), (4, 5, 6)), 1, sizes=(3,)))
        assert drawn.rematches == 2
        assert {table.reason.code for table in drawn.tables} == {"some-met"}

    def test_turn_one_is_drawn_by_lot(self):
        nobody_ranked = tuple(Entrant(n, n) for n in range(1, 10))
        drawn = [draw_larger(DrawInput(1, nobody_ranked, (), seed, sizes=(3,))) for seed in range(30)]
        assert len({tuple(sitting(one)) for one in drawn}) > 25
        assert {table.reason.code for one in drawn for table in one.tables} == {"by-lot"}
        assert {table.first_dealer for one in drawn for table in one.tables} == {(0, 0), (1, 0), (2, 0)}


class TestRests:
    def test_the_last_ones_rest(self):
        drawn = draw_larger(DrawInput(2, line(8), (), 1, sizes=(3,)))
        assert drawn.byes == (8, 7)

    def test_nobody_rests_again_before_all_have(self):
        entrants = tuple(replace(one, rests=int(one.id > 4)) for one in line(8))
        assert draw_larger(DrawInput(2, entrants, (), 1, sizes=(3,))).byes == (4, 3)

    def test_who_must_rest_again_is_the_last_one(self):
        entrants = tuple(replace(one, rests=int(one.id != 5)) for one in line(8))
        assert draw_larger(DrawInput(2, entrants, (), 1, sizes=(3,))).byes == (5, 8)


class TestFixedTables:
    def test_who_cannot_move_keeps_the_table_and_two_of_them_sit_apart(self):
        drawn = draw_larger(DrawInput(2, line(9, t1=3, t2=1), (), 1, sizes=(3,)))
        tables = {table.number: set(table.entrants) for table in drawn.tables}
        assert 1 in tables[3]
        assert 2 in tables[1]
        assert "apart-by-table" in {table.reason.code for table in drawn.tables}

    def test_a_table_wanted_by_two_is_refused(self):
        with pytest.raises(DrawImpossible) as refused:
            draw_larger(DrawInput(2, line(9, t1=3, t9=3), (), 1, sizes=(3,)))
        assert refused.value.code == "table-wanted-twice"


class TestImpossible:
    @pytest.mark.parametrize(
        ("players", "sizes", "code", "params"),
        [
            (2, (3,), "too-few-entrants", {"entrants": 2, "least": 3}),
            (9, (), "no-such-size", {"least": 2, "most": 6}),
            (9, (3, 7), "no-such-size", {"least": 2, "most": 6}),
            (9, (1,), "no-such-size", {"least": 2, "most": 6}),
        ],
    )
    def test_is_refused(self, players, sizes, code, params):
        with pytest.raises(DrawImpossible) as refused:
            draw_larger(DrawInput(1, line(players), (), 1, sizes=sizes))
        assert (refused.value.code, refused.value.params) == (code, params)

    def test_more_opponents_in_a_turn_than_a_table_has(self):
        with pytest.raises(DrawImpossible) as refused:
            draw_larger(DrawInput(2, line(6), met(1, (1, 2, 3, 4)), 1, sizes=(3,)))
        assert refused.value.code == "two-meetings-in-a-turn"


@cache
def evening(seed: int) -> list[tuple[DrawInput, Draw]]:
    """Five turns of an evening whose classifica is made up, some leaving."""
    chance = random.Random(seed)
    sizes = chance.choice(list(GAMES.values()))
    entrants = list(line(chance.choice([8, 11, 14, 18, 36, 60])))
    meetings: list[Meeting] = []
    played = []
    for turn in range(1, 6):
        if len(entrants) > 8 and chance.random() < 0.4:
            entrants.remove(chance.choice(entrants))
        given = DrawInput(turn, tuple(entrants), tuple(meetings), chance.getrandbits(40), sizes=sizes)
        drawn = draw_larger(given)
        played.append((given, drawn))
        meetings += met(turn, *(table.entrants for table in drawn.tables))
        entrants = after(drawn, entrants, chance)
    return played


def after(drawn: Draw, entrants: list[Entrant], chance: random.Random) -> list[Entrant]:
    sides = {id_: "ABCDEF"[at] for table in drawn.tables for at, id_ in enumerate(table.entrants)}
    ranks = dict(zip((one.id for one in entrants), chance.sample(range(1, 99), len(entrants)), strict=True))
    return [
        replace(
            one,
            rank=ranks[one.id],
            rests=one.rests + (one.id in drawn.byes),
            past_sides=(*one.past_sides, *sides.get(one.id, ())),
        )
        for one in entrants
    ]


EVENINGS = pytest.mark.parametrize("seed", range(so_many(25, 6)))


@EVENINGS
def test_everyone_plays_once_or_rests_at_tables_of_the_right_sizes(seed):
    for given, drawn in evening(seed):
        seated = [id_ for table in drawn.tables for id_ in table.entrants]
        assert sorted((*seated, *drawn.byes)) == sorted(entrant.id for entrant in given.entrants)
        sizes = sorted(len(table.entrants) for table in drawn.tables)
        assert sizes == sorted(table_sizes(len(given.entrants), given.sizes))


@EVENINGS
def test_nobody_rests_twice_before_everyone_there_has_had_one(seed):
    for given, drawn in evening(seed):
        rests = sorted(entrant.rests for entrant in given.entrants)
        resting = sorted(entrant.rests for entrant in given.entrants if entrant.id in drawn.byes)
        assert resting == rests[: len(resting)]


@EVENINGS
def test_nobody_sits_in_one_place_far_more_than_in_another(seed):
    given, last = evening(seed)[-1]
    for entrant in after(last, list(given.entrants), random.Random(1)):
        assert max(Counter(entrant.past_sides).values(), default=0) <= 3


@EVENINGS
def test_a_stored_input_makes_the_same_draw_again_in_any_order(seed):
    given, drawn = evening(seed)[2]
    stored = DrawInput.from_json(json.loads(json.dumps(given.as_json())))
    assert (
        draw_larger(replace(stored, entrants=stored.entrants[::-1], meetings=stored.meetings[::-1])) == drawn
    )


@EVENINGS
def test_the_meetings_told_are_those_of_the_past(seed):
    for given, drawn in evening(seed):
        last = {frozenset((m.first_id, m.second_id)): m.turn for m in given.meetings}
        for table in drawn.tables:
            again = {frozenset(couple) for couple in combinations(table.entrants, 2)} & last.keys()
            assert {(frozenset((m.first_id, m.second_id)), m.turn) for m in table.repeated} == {
                (couple, last[couple]) for couple in again
            }
