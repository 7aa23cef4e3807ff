"""Movimento danese, in examples small enough to be checked by hand."""

import hashlib

import pytest

from tournaments.core.draws import Draw, DrawImpossible, DrawInput, Entrant, Meeting, Reason, draw
from tournaments.core.draws.tables import CHAIR_NAMES


def line(*numbers: int, **wishes: int) -> tuple[Entrant, ...]:
    """Entrants in the order of the classifica; ``table_of_3=7`` fixes number 3 to table 7."""
    fixed = {int(name.removeprefix("table_of_")): table for name, table in wishes.items()}
    return tuple(
        Entrant(100 + number, number, rank=place, fixed_table=fixed.get(number))
        for place, number in enumerate(numbers, 1)
    )


def met(turn: int, *couples: tuple[int, int]) -> tuple[Meeting, ...]:
    return tuple(Meeting(turn, 100 + one, 100 + other) for one, other in couples)


def opponents(drawn: Draw) -> list[tuple[int, ...]]:
    """The numbers that meet, table by table, the lower first."""
    return [tuple(sorted((table.entrants[0] - 100, table.entrants[1] - 100))) for table in drawn.tables]


def reasons(drawn: Draw) -> list[Reason]:
    return [table.reason for table in drawn.tables]


class TestFirstTurn:
    def test_everyone_is_seated_by_lot(self):
        first = DrawInput(1, tuple(Entrant(id_, id_) for id_ in range(1, 9)), (), seed=1)
        drawn = draw(first)
        assert {side for table in drawn.tables for side in table.entrants} == set(range(1, 9))
        assert reasons(drawn) == [Reason("by-lot")] * 4
        assert [table.number for table in drawn.tables] == [1, 2, 3, 4]
        assert (drawn.byes, drawn.rematches, drawn.seed) == ((), 0, 1)

    def test_another_seed_makes_another_draw(self):
        entrants = tuple(Entrant(100 + number, number) for number in range(1, 17))
        assert len({tuple(opponents(draw(DrawInput(1, entrants, (), seed)))) for seed in range(50)}) == 50

    def test_every_couple_is_as_likely_as_any_other(self):
        entrants = tuple(Entrant(100 + number, number) for number in range(1, 5))
        drawn = [opponents(draw(DrawInput(1, entrants, (), seed)))[0] for seed in range(1200)]
        assert all(140 < drawn.count(couple) < 260 for couple in set(drawn))
        assert len(set(drawn)) == 6

    def test_ids_of_the_database_do_not_matter(self):
        one = draw(DrawInput(1, tuple(Entrant(number, number) for number in range(9)), (), seed=4))
        other = draw(DrawInput(1, tuple(Entrant(900 - number, number) for number in range(9)), (), seed=4))
        assert [(900 - t.entrants[0], 900 - t.entrants[1]) for t in other.tables] == [
            t.entrants for t in one.tables
        ]
        assert other.byes == tuple(900 - id_ for id_ in one.byes)

    def test_an_odd_one_rests_by_lot(self):
        entrants = tuple(Entrant(id_, id_) for id_ in range(1, 6))
        assert {draw(DrawInput(1, entrants, (), seed)).byes[0] for seed in range(60)} == {1, 2, 3, 4, 5}


class TestDownTheClassifica:
    def test_with_rematches_allowed_first_meets_second_again(self):
        drawn = draw(DrawInput(2, line(1, 2, 3, 4), met(1, (1, 2), (3, 4)), seed=1, rematches="allowed"))
        assert opponents(drawn) == [(1, 2), (3, 4)]
        assert [table.is_rematch for table in drawn.tables] == [True, True]
        assert (drawn.cost, drawn.rematches) == (2, 2)
        assert reasons(drawn)[1] == Reason("neighbours", {"first": 3, "second": 4})

    def test_without_rematches_first_meets_third(self):
        drawn = draw(DrawInput(2, line(1, 2, 3, 4), met(1, (1, 2), (3, 4)), seed=1))
        assert opponents(drawn) == [(1, 3), (2, 4)]
        assert (drawn.cost, drawn.rematches) == (4, 0)
        assert reasons(drawn) == [
            Reason("already-met", {"first": 1, "second": 3, "who": 1, "between": 2, "turn": 1}),
            Reason("already-met", {"first": 2, "second": 4, "who": 4, "between": 3, "turn": 1}),
        ]

    def test_who_is_left_over_is_told_who_plays_against_the_nearer_one(self):
        drawn = draw(DrawInput(3, line(1, 2, 3, 4), met(1, (1, 2)), seed=1))
        assert opponents(drawn) == [(1, 3), (2, 4)]
        assert reasons(drawn)[1] == Reason("taken", {"first": 2, "second": 4, "between": 3, "opponent": 1})

    def test_the_oldest_rematches_are_taken_when_all_have_met_all(self):
        past = (*met(1, (1, 4), (2, 3)), *met(2, (1, 2), (3, 4)), *met(3, (1, 3), (2, 4)))
        drawn = draw(DrawInput(4, line(1, 2, 3, 4), past, seed=1))
        assert opponents(drawn) == [(1, 4), (2, 3)]
        assert drawn.rematches == 2
        assert reasons(drawn)[0] == Reason("rematch", {"first": 1, "second": 4, "turn": 1})

    def test_one_rematch_is_better_than_two_older_ones(self):
        past = (*met(1, (1, 2), (3, 4)), *met(2, (1, 3), (2, 4)), *met(3, (1, 4)))
        drawn = draw(DrawInput(4, line(1, 2, 3, 4), past, seed=1))
        assert opponents(drawn) == [(1, 4), (2, 3)]
        assert drawn.rematches == 1

    def test_those_who_meet_again_count_from_their_last_meeting(self):
        past = (
            *met(1, (1, 2), (3, 4)),
            *met(2, (1, 3), (2, 4)),
            *met(3, (1, 4), (2, 3)),
            *met(4, (1, 2), (3, 4)),
        )
        assert opponents(draw(DrawInput(5, line(1, 2, 3, 4), past, seed=1))) == [(1, 3), (2, 4)]

    def test_meetings_of_those_who_left_are_of_no_consequence(self):
        past = met(1, (1, 9), (2, 8))
        drawn = draw(DrawInput(2, line(1, 2), past, seed=1))
        assert (opponents(drawn), drawn.rematches) == ([(1, 2)], 0)

    def test_places_left_empty_make_nobody_farther_apart(self):
        entrants = tuple(Entrant(100 + place, place, rank=place) for place in (1, 3, 8, 20))
        drawn = draw(DrawInput(2, entrants, (), seed=1))
        assert (opponents(drawn), drawn.cost) == ([(1, 3), (8, 20)], 2)
        assert reasons(drawn)[1] == Reason("neighbours", {"first": 8, "second": 20})

    def test_shared_places_are_told_apart_by_lot(self):
        entrants = tuple(Entrant(100 + number, number, rank=1) for number in range(1, 5))
        assert {opponents(draw(DrawInput(2, entrants, (), seed)))[0] for seed in range(60)} == {
            (1, 2), (1, 3), (1, 4), (2, 3), (2, 4), (3, 4),
        }  # fmt: skip

    def test_who_has_no_place_yet_comes_last(self):
        entrants = (*line(1, 2, 3), Entrant(109, 9))
        drawn = draw(DrawInput(2, entrants, (), seed=1))
        assert opponents(drawn) == [(1, 2), (3, 9)]
        assert reasons(drawn)[1] == Reason("by-lot")

    def test_being_left_over_by_one_without_a_place_is_told_without_naming_a_place(self):
        entrants = (*line(1, 2, 3), Entrant(109, 9))
        drawn = draw(DrawInput(3, entrants, met(1, (3, 9)), seed=1))
        assert opponents(drawn) == [(1, 3), (2, 9)]
        assert reasons(drawn)[0] == Reason("nearest", {"first": 1, "second": 3})


class TestRest:
    def test_the_last_one_rests(self):
        drawn = draw(DrawInput(2, line(4, 2, 5, 1, 3), (), seed=1))
        assert drawn.byes == (103,)
        assert opponents(drawn) == [(2, 4), (1, 5)]

    def test_the_last_one_who_has_not_rested_yet_rests(self):
        rested = {3, 1}
        entrants = tuple(
            Entrant(100 + number, number, rank=place, rests=int(number in rested))
            for place, number in enumerate((4, 2, 5, 1, 3), 1)
        )
        assert draw(DrawInput(3, entrants, (), seed=1)).byes == (105,)

    def test_nobody_rests_twice_before_all_have_rested(self):
        entrants = tuple(
            Entrant(100 + number, number, rank=number, rests=rests)
            for number, rests in ((1, 1), (2, 1), (3, 2))
        )
        assert draw(DrawInput(5, entrants, (), seed=1)).byes == (102,)

    def test_the_rest_leaves_no_gap_in_the_distances(self):
        entrants = tuple(Entrant(100 + n, n, rank=n, rests=int(n != 2)) for n in (1, 2, 3, 4, 5))
        drawn = draw(DrawInput(2, entrants, (), seed=1))
        assert (drawn.byes, opponents(drawn), drawn.cost) == ((102,), [(1, 3), (4, 5)], 2)


class TestImpossible:
    @pytest.mark.parametrize(
        ("given", "code", "params"),
        [
            (DrawInput(1, (), (), 1), "too-few-entrants", {"entrants": 0, "least": 2}),
            (DrawInput(1, line(1), (), 1), "too-few-entrants", {"entrants": 1, "least": 2}),
            (DrawInput(0, line(1, 2), (), 1), "turn-below-one", {"turn": 0}),
            (DrawInput(2, (*line(1, 2), *line(2)), (), 1), "entrant-twice", {"id": 102}),
            (DrawInput(2, (*line(1, 2), Entrant(7, 2)), (), 1), "number-twice", {"number": 2}),
            (DrawInput(2, line(1, 2), met(1, (1, 1)), 1), "met-itself", {"id": 101, "turn": 1}),
            (DrawInput(2, line(1, 2), met(2, (1, 2)), 1), "meeting-not-past", {"turn": 2, "drawn": 2}),
            (DrawInput(2, line(1, 2), met(0, (1, 2)), 1), "meeting-not-past", {"turn": 0, "drawn": 2}),
            (
                DrawInput(2, line(1, 2, 3), met(1, (1, 2), (3, 1)), 1),
                "two-meetings-in-a-turn",
                {"id": 101, "turn": 1},
            ),
            (DrawInput(2, line(1, 2, table_of_2=0), (), 1), "no-such-table", {"number": 2, "table": 0}),
            (DrawInput(2, line(1, 2), (), 1, rematches="sometimes"), "unknown-mode", {}),  # type: ignore[arg-type]
        ],
        ids=lambda value: value if isinstance(value, str) else "",
    )
    def test_is_answered_with_a_code_and_what_it_is_about(self, given, code, params):
        with pytest.raises(DrawImpossible) as refused:
            draw(given)
        assert (refused.value.code, refused.value.params) == (code, params)


class TestOnEveryMachine:
    def test_the_draw_of_a_known_seed_is_the_one_written_here(self):
        first = draw(DrawInput(1, tuple(Entrant(100 + n, n) for n in range(1, 17)), (), seed=2024))
        assert opponents(first) == [
            (4, 6), (9, 12), (1, 13), (5, 15), (2, 14), (8, 11), (7, 10), (3, 16),
        ]  # fmt: skip

    def test_two_hundred_pairs_after_five_turns_are_always_the_same(self):
        entrants = line(*range(1, 201))
        past = tuple(
            meeting
            for turn in range(1, 6)
            for start in range(0, 200, 2 * turn)
            for meeting in met(
                turn, *((n, n + turn) for n in range(start + 1, min(start + turn, 200 - turn) + 1))
            )
        )
        drawn = draw(DrawInput(6, entrants, past, seed=2024))
        seats = [(*table.entrants, CHAIR_NAMES[table.first_dealer]) for table in drawn.tables]
        digest = hashlib.sha256(repr(seats).encode()).hexdigest()
        assert (drawn.rematches, drawn.cost, digest[:16]) == (0, 204, "a309c52003d8a6e7")
