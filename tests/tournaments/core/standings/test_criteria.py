"""Head-to-head and lots, and the words of every criterion."""

from dataclasses import replace

import pytest

from tournaments.core.standings import (
    ACCADEMIA,
    CRITERIA,
    Penalty,
    Ranked,
    Rest,
    Result,
    Row,
    Rules,
    standings,
)

LEVEL_THEN_HEAD_TO_HEAD = ("match_points", "head_to_head")
LEVEL_THEN_MINI_TABLE = ("match_points", "mini_table")


def match(turn: int, one: int, points: int, points_other: int, other: int) -> Result:
    return Result(turn, one, ((one,), (other,)), (points, points_other))


def rank(count: int, *results: Result, criteria: tuple[str, ...] = LEVEL_THEN_HEAD_TO_HEAD) -> list[Row]:
    entries = [Ranked(id_, id_) for id_ in range(1, count + 1)]
    return list(standings(entries, results, [], Rules(criteria), lots_seed=1))


class TestHeadToHead:
    def test_of_two_level_the_winner_of_their_match_is_ahead_whatever_they_did_elsewhere(self):
        rows = rank(3, match(1, 2, 60, 40, 1), match(2, 1, 90, 0, 3))
        assert [(row.entry, row.values, row.difference, row.decided_by) for row in rows] == [
            (2, (2, 1), 20, "head_to_head"),
            (1, (2, 0), 70, "match_points"),
            (3, (0, 0), -90, None),
        ]

    def test_of_two_who_met_and_ended_level_none_is_ahead(self):
        rows = rank(2, match(1, 1, 50, 50, 2))
        assert [(row.place, row.tied) for row in rows] == [(1, True), (1, True)]

    def test_of_two_who_met_twice_both_matches_count(self):
        rows = rank(2, match(1, 1, 60, 40, 2), match(2, 2, 90, 0, 1))
        assert [(row.entry, row.values, row.decided_by) for row in rows] == [
            (2, (2, 1), "head_to_head"),
            (1, (2, 0), None),
        ]

    def test_of_three_level_it_says_nothing(self):
        rows = rank(3, match(1, 1, 50, 40, 2), match(2, 2, 70, 40, 3), match(3, 3, 60, 40, 1))
        assert [(row.place, row.values) for row in rows] == [(1, (2, 0))] * 3

    def test_two_who_never_met_stay_level(self):
        rows = rank(4, match(1, 1, 50, 40, 2), match(1, 3, 70, 40, 4))
        assert [(row.place, row.tied) for row in rows] == [(1, True), (1, True), (3, True), (3, True)]

    def test_partners_have_not_met(self):
        entries = [Ranked(id_, id_) for id_ in range(1, 5)]
        together = [Result(1, 1, ((1, 2), (3, 4)), (60, 40))]
        rows = standings(entries, together, [], Rules(LEVEL_THEN_MINI_TABLE), lots_seed=1)
        assert [row.place for row in rows] == [1, 1, 3, 3]


class TestMiniTable:
    def test_of_two_level_it_says_what_the_head_to_head_says(self):
        results = match(1, 2, 60, 40, 1), match(2, 1, 90, 0, 3)
        assert rank(3, *results) == [
            replace(row, decided_by=row.decided_by and row.decided_by.replace("mini_table", "head_to_head"))
            for row in rank(3, *results, criteria=LEVEL_THEN_MINI_TABLE)
        ]

    def test_of_three_in_a_ring_the_difference_among_them_decides(self):
        rows = rank(
            3,
            match(1, 1, 50, 40, 2),
            match(2, 2, 70, 40, 3),
            match(3, 3, 60, 40, 1),
            criteria=LEVEL_THEN_MINI_TABLE,
        )
        assert {row.entry: row.values[1] for row in rows} == {2: 2, 1: 0, 3: 0}

    def test_those_level_in_the_mini_table_too_share_the_place_and_are_not_asked_again(self):
        rows = rank(
            3,
            match(1, 1, 50, 40, 2),
            match(2, 2, 70, 40, 3),
            match(3, 3, 60, 40, 1),
            criteria=LEVEL_THEN_MINI_TABLE,
        )
        assert [(row.place, row.tied) for row in rows] == [(1, False), (2, True), (2, True)]

    def test_four_of_whom_some_never_met_stay_level(self):
        rows = rank(
            4,
            match(1, 1, 50, 40, 2),
            match(2, 2, 50, 40, 3),
            match(2, 4, 50, 40, 1),
            match(1, 3, 1, 0, 4),
            criteria=LEVEL_THEN_MINI_TABLE,
        )
        assert {row.match_points for row in rows} == {2}
        assert {row.values[1] for row in rows} == {0}
        assert all(row.tied for row in rows)


class TestLots:
    def lots(self, seed: int, numbers: range, first_id: int = 1) -> list[int]:
        entries = [Ranked(id_, number) for id_, number in enumerate(numbers, first_id)]
        return [row.number for row in standings(entries, [], [], Rules(["lots"]), lots_seed=seed)]

    def test_lots_leave_nobody_level(self):
        rows = standings([Ranked(id_, id_) for id_ in range(200)], [], [], Rules(["lots"]), lots_seed=1)
        assert [row.place for row in rows] == list(range(1, 201))
        assert {row.decided_by for row in rows[:-1]} == {"lots"}

    def test_the_stored_seed_makes_the_order(self):
        assert self.lots(1, range(20)) == self.lots(1, range(20))
        assert len({tuple(self.lots(seed, range(20))) for seed in range(50)}) == 50

    def test_the_ids_of_the_database_do_not(self):
        assert self.lots(1, range(20)) == self.lots(1, range(20), first_id=700)

    def test_who_else_is_there_does_not_change_who_is_ahead(self):
        everyone = self.lots(1, range(20))
        assert self.lots(1, range(5, 15)) == [number for number in everyone if 5 <= number < 15]

    def test_the_lot_is_short_enough_for_a_page_to_hold(self):
        rows = standings([Ranked(id_, id_) for id_ in range(200)], [], [], Rules(["lots"]), lots_seed=1)
        assert all(0 <= row.values[0] < 2**53 for row in rows)


@pytest.mark.parametrize("key", CRITERIA)
def test_every_criterion_has_the_words_to_be_shown(key):
    criterion = CRITERIA[key]
    assert criterion.key == key
    assert criterion.name
    assert len(criterion.abbreviation) <= 6
    assert criterion.explanation.endswith(".")


def test_the_accademia_s_ranking_is_the_one_of_the_field():
    assert [CRITERIA[key].name for key in ACCADEMIA] == [
        "Punti partita", "Differenza punti", "Punti fatti", "Scontro diretto", "Classifica avulsa",
        "Sorteggio",
    ]  # fmt: skip


@pytest.mark.parametrize(
    ("said", "penalty", "resting"),
    [
        ("penalità", Penalty(1, 1, 10, victory_points=2), False),
        ("ripos", None, True),
    ],
    ids=["penalty", "rest"],
)
def test_a_sentence_tells_of_what_is_counted_besides_the_matches(said, penalty, resting):
    """Match points and victory points of a rest are the tournament's choice, which is told apart."""
    rests = [Rest(1, 3)]
    for key, criterion in CRITERIA.items():
        rules = Rules(tuple(dict.fromkeys((key, "victory_points"))))
        given = {"results": [match(1, 1, 60, 40, 2)], "rules": rules, "lots_seed": 1}
        entries = [Ranked(number, number) for number in (1, 2, 3)]
        plain = standings(entries, rests=rests, **given)
        changed = standings(entries, rests=rests, penalties=[penalty] if penalty else [], **given)
        one = {row.entry: row.values[0] for row in (plain if resting else changed)}
        other = {row.entry: row.values[0] for row in plain}
        counts = bool(one[3]) if resting else one != other
        told_apart = resting and key in ("match_points", "victory_points", "board_victory_points")
        if criterion.has_figures and counts and not told_apart:
            assert said in criterion.explanation, key
