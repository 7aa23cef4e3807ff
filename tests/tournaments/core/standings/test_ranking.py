"""The classifica, in examples small enough to be checked by hand."""

import pytest

from tournaments.core.standings import (
    ACCADEMIA,
    Ranked,
    RankingError,
    Rest,
    Result,
    Row,
    Rules,
    TurnLine,
    standings,
)

WITHOUT_LOTS = ACCADEMIA[:-1]


def match(turn: int, one: int, points: int, points_other: int, other: int, table: int = 1) -> Result:
    return Result(turn, table, ((one,), (other,)), (points, points_other))


def classifica(count: int, *results: Result, criteria: tuple[str, ...] = WITHOUT_LOTS) -> tuple[Row, ...]:
    entries = [Ranked(id_, id_) for id_ in range(1, count + 1)]
    return standings(entries, results, [], Rules(criteria), lots_seed=1)


def places(rows: tuple[Row, ...]) -> list[tuple[int, int, bool]]:
    return [(row.place, row.entry, row.tied) for row in rows]


class TestSums:
    def test_a_row_holds_the_sum_behind_the_place_and_what_each_turn_gave(self):
        rows = classifica(3, match(1, 1, 620, 410, 2, table=4), match(2, 3, 500, 500, 1, table=7))
        assert rows[0] == Row(
            entry=1,
            number=1,
            place=1,
            tied=False,
            withdrawn=False,
            played=2,
            won=1,
            drawn=1,
            lost=0,
            rested=0,
            match_points=3,
            scored=1120,
            conceded=910,
            difference=210,
            values=(3, 210, 1120, 0, 0),
            decided_by="match_points",
            per_turn=(
                TurnLine(1, 4, (2,), 620, 410, 2),
                TurnLine(2, 7, (3,), 500, 500, 1),
            ),
        )

    def test_a_match_ended_level_is_one_match_point_each(self):
        rows = classifica(2, match(1, 1, 500, 500, 2))
        assert [(row.match_points, row.won, row.drawn, row.lost) for row in rows] == [(1, 0, 1, 0)] * 2

    def test_who_has_not_played_yet_is_there_with_nothing(self):
        rows = classifica(3, match(1, 1, 300, 200, 2))
        assert [(row.entry, row.played, row.values) for row in rows] == [
            (1, 1, (2, 100, 300, 0, 0)),
            (3, 0, (0, 0, 0, 0, 0)),
            (2, 1, (0, -100, 200, 0, 0)),
        ]

    def test_a_side_of_two_entries_gives_its_points_to_both(self):
        entries = [Ranked(id_, id_) for id_ in range(1, 5)]
        rows = standings(
            entries, [Result(1, 1, ((1, 4), (2, 3)), (40, 60))], [], Rules(["match_points"]), lots_seed=1
        )
        assert [(row.entry, row.difference) for row in rows] == [(2, 20), (3, 20), (1, -20), (4, -20)]
        assert rows[0].per_turn[0].opponents == (1, 4)

    def test_turns_are_in_order_whatever_the_order_of_the_results(self):
        rows = classifica(2, match(3, 1, 1, 0, 2), match(1, 1, 2, 0, 2), match(2, 1, 3, 0, 2))
        assert [line.turn for line in rows[0].per_turn] == [1, 2, 3]


class TestOrder:
    def test_match_points_come_first_then_difference_then_points_scored(self):
        rows = classifica(
            6,
            match(1, 1, 300, 200, 2),
            match(1, 3, 900, 800, 4),
            match(1, 5, 250, 200, 6),
        )
        assert [(row.entry, row.decided_by) for row in rows] == [
            (3, "points_scored"),
            (1, "point_difference"),
            (5, "match_points"),
            (6, "point_difference"),
            (4, "points_scored"),
            (2, None),
        ]

    def test_criteria_are_asked_in_the_order_of_the_tournament(self):
        results = match(1, 1, 300, 200, 2), match(1, 3, 250, 50, 4)
        by_scored = classifica(4, *results, criteria=("points_scored", "match_points"))
        assert [row.entry for row in by_scored] == [1, 3, 2, 4]
        assert by_scored[1].values == (250, 2)

    def test_no_results_leave_everyone_first_and_flagged(self):
        rows = classifica(3)
        assert places(rows) == [(1, 1, True), (1, 2, True), (1, 3, True)]
        assert {row.decided_by for row in rows} == {None}

    def test_a_shared_place_is_flagged_and_the_next_place_is_left_out(self):
        rows = classifica(
            6, match(1, 1, 900, 0, 2), match(1, 3, 50, 40, 4), match(1, 5, 50, 40, 6)
        )  # fmt: skip
        assert places(rows) == [
            (1, 1, False), (2, 3, True), (2, 5, True), (4, 4, True), (4, 6, True), (6, 2, False),
        ]  # fmt: skip

    def test_those_who_share_a_place_are_listed_by_number(self):
        entries = [Ranked(id_, number) for id_, number in ((1, 30), (2, 10), (3, 20))]
        assert [row.number for row in standings(entries, [], [], Rules(WITHOUT_LOTS), lots_seed=1)] == [
            10,
            20,
            30,
        ]

    def test_who_withdrew_keeps_results_and_place_and_is_flagged(self):
        entries = [Ranked(1, 1, withdrawn=True), Ranked(2, 2)]
        rules = Rules(WITHOUT_LOTS, leavers_last=False)
        rows = standings(entries, [match(1, 1, 300, 200, 2)], [], rules, lots_seed=1)
        assert [(row.place, row.entry, row.withdrawn) for row in rows] == [(1, 1, True), (2, 2, False)]

    def test_who_left_is_below_who_finished_and_the_expelled_are_last(self):
        entries = [
            Ranked(1, 1, withdrawn=True, expelled=True),
            Ranked(2, 2, withdrawn=True),
            Ranked(3, 3),
            Ranked(4, 4),
            Ranked(5, 5, withdrawn=True),
        ]
        rows = standings(entries, [match(1, 1, 300, 200, 4)], [], Rules(WITHOUT_LOTS), lots_seed=1)
        assert [(row.place, row.entry, row.tied) for row in rows] == [
            (1, 3, False), (2, 4, False), (3, 2, True), (3, 5, True), (5, 1, False),
        ]  # fmt: skip
        assert [row.decided_by for row in rows] == ["point_difference", "left", None, "left", None]

    def test_no_entries_give_an_empty_classifica(self):
        assert classifica(0) == ()


class TestRefused:
    @pytest.mark.parametrize(
        ("criteria", "code", "params"),
        [
            ((), "no-criterion", {}),
            (("match_points", "beauty"), "unknown-criterion", {"criterion": "beauty"}),
            (("lots", "match_points", "lots"), "repeated-criterion", {"criterion": "lots"}),
        ],
        ids=["none", "unknown", "repeated"],
    )
    def test_criteria_that_make_no_ranking(self, criteria, code, params):
        with pytest.raises(RankingError) as refused:
            classifica(2, criteria=criteria)
        assert (refused.value.code, refused.value.params) == (code, params)

    @pytest.mark.parametrize(
        ("entries", "results", "rests", "code", "params"),
        [
            ([Ranked(1, 1), Ranked(1, 2)], [], [], "entry-twice", {"id": 1}),
            ([Ranked(1, 1), Ranked(2, 1)], [], [], "number-twice", {"number": 1}),
            ([Ranked(1, 1)], [match(2, 1, 0, 0, 9)], [], "unknown-entry", {"id": 9, "turn": 2}),
            ([Ranked(1, 1)], [], [Rest(3, 9)], "unknown-entry", {"id": 9, "turn": 3}),
            ([Ranked(1, 1)], [match(1, 1, 0, 0, 1)], [], "twice-in-a-turn", {"id": 1, "turn": 1}),
            (
                [Ranked(1, 1), Ranked(2, 2), Ranked(3, 3)],
                [match(1, 1, 0, 0, 2), match(1, 3, 0, 0, 1, table=2)],
                [],
                "twice-in-a-turn",
                {"id": 1, "turn": 1},
            ),
            (
                [Ranked(1, 1), Ranked(2, 2)],
                [match(1, 1, 0, 0, 2)],
                [Rest(1, 2)],
                "twice-in-a-turn",
                {"id": 2, "turn": 1},
            ),
        ],
        ids=["same id", "same number", "unknown", "unknown rests", "itself", "two tables", "rests and plays"],
    )
    def test_rows_that_contradict_each_other(self, entries, results, rests, code, params):
        with pytest.raises(RankingError) as refused:
            standings(entries, results, rests, Rules(), lots_seed=1)
        assert (refused.value.code, refused.value.params) == (code, params)
