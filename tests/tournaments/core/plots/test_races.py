"""A race: higher is further, nothing lies outside, no name lies upon another."""

from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tournaments.core.plots import Runner, race

VALUES = st.one_of(st.none(), st.integers(-900, 3000))


@st.composite
def runners(draw: st.DrawFn) -> tuple[list[Runner], list[str]]:
    steps = draw(st.integers(1, 9))
    many = draw(st.integers(1, 10))
    rows = [draw(st.lists(VALUES, min_size=steps, max_size=steps)) for _runner in range(many)]
    rows[0][0] = draw(st.integers(-900, 3000))
    return [Runner(f"n. {at}", tuple(row)) for at, row in enumerate(rows)], [
        str(step) for step in range(steps)
    ]


@given(runners())
def test_whatever_is_run_everything_is_inside_and_names_are_apart(
    drawn: tuple[list[Runner], list[str]],
) -> None:
    given_runners, steps = drawn
    made = race(given_runners, steps)
    for runner, line in zip(given_runners, made.lines, strict=True):
        assert [mark.value for mark in line.marks] == [value for value in runner.values if value is not None]
        for mark in line.marks:
            assert made.left <= mark.x <= made.right
            assert made.top <= mark.y <= made.bottom
    heights = sorted(line.label.y for line in made.lines if line.label)
    assert all(below - above >= 15 for above, below in pairwise(heights))
    assert all(0 < height <= made.bottom for height in heights)
    assert all(0 <= row.at <= made.height for row in made.rows)


@given(runners())
def test_more_points_are_never_lower(drawn: tuple[list[Runner], list[str]]) -> None:
    marks = [mark for line in race(*drawn).lines for mark in line.marks]
    by_value = sorted(marks, key=lambda mark: mark.value)
    assert all(one.y >= other.y for one, other in pairwise(by_value))


def test_the_first_place_is_on_top() -> None:
    made = race([Runner("n. 1", (1, 3)), Runner("n. 2", (4, 1))], ["1", "2"], first_on_top=True)
    (one, three), (four, first) = [[mark.y for mark in line.marks] for line in made.lines]
    assert made.top == one == first < three < four == made.bottom
    assert [row.text for row in made.rows] == ["1", "2", "3", "4"]


def test_who_was_away_has_a_line_in_stretches() -> None:
    (line,) = race([Runner("n. 1", (1, 2, None, 2, 1, None, 4))], list("1234567")).lines
    assert [len(points.split()) for points in line.stretches] == [2, 2]
    assert len(line.marks) == 5


@pytest.mark.parametrize(
    ("most", "rows"),
    [
        (1087, ["0", "200", "400", "600", "800", "1000", "1200"]),
        (6, ["0", "1", "2", "3", "4", "5", "6"]),
        (0, ["0", "1"]),
        (2900, ["0", "500", "1000", "1500", "2000", "2500", "3000"]),
    ],
)
def test_the_numbers_at_the_side_are_round(most: int, rows: list[str]) -> None:
    assert [row.text for row in race([Runner("N-S", (0, most))], ["", "1"]).rows] == rows


@pytest.mark.parametrize("turns", range(1, 31))
def test_the_names_of_the_turns_stand_side_by_side(turns: int) -> None:
    names = [f"T{turn}" for turn in range(1, turns + 1)]
    made = race([Runner("n. 100", (1,) * turns)], names, first_on_top=True)
    told = [column for column in made.columns if column.text]
    assert (told[0].text, told[-1].text) == (names[0], names[-1])
    assert all(one.at + 7 * len(one.text) <= other.at for one, other in pairwise(told))
    assert len(told) == turns or turns > 9


def test_what_is_below_nought_has_a_true_minus() -> None:
    assert race([Runner("N-S", (-2, 1))], ["", "1"]).rows[0].text == "−2"


def test_nobody_runs_nowhere() -> None:
    with pytest.raises(ValueError, match="runners and steps"):
        race([Runner("n. 1", (None,))], ["1"])
