"""Why a place is what it is: the ties, who broke them, who still shares."""

from typing import Any

from tournaments.core.standings.tie_stories import Step, Story, stories, stories_of


def test_each_tie_is_told_with_the_criterion_that_broke_it() -> None:
    told = stories(
        ("match_points", "point_difference", "points_scored"),
        {1: (4, 50, 900), 2: (4, 20, 800), 3: (4, 20, 700), 4: (2, 0, 0)},
    )
    assert told[1] == Story((Step("point_difference", (2, 3), ()),), ())
    assert told[2] == Story((Step("point_difference", (1, 3), (3,)), Step("points_scored", (3,), ())), ())
    assert told[4] == Story((), ())


def test_who_is_told_apart_by_nothing_shares_the_place() -> None:
    told = stories(("match_points", "point_difference"), {1: (4, 9), 2: (4, 9), 3: (4, 1)})
    assert told[1] == Story((Step("point_difference", (2, 3), (2,)),), (2,))


def test_a_criterion_that_changed_nothing_is_not_told() -> None:
    told = stories(("match_points", "head_to_head", "lots"), {1: (4, 0, 7), 2: (4, 0, 3)})
    assert told[1].steps == (Step("lots", (2,), ()),)


def row(
    number: int, place: int, values: list[int], decided_by: str | None, *, tied: bool = False
) -> dict[str, Any]:
    return {"number": number, "place": place, "values": values, "decided_by": decided_by, "tied": tied}


def test_the_criteria_tell_apart_only_those_who_came_as_far() -> None:
    rows = [
        row(1, 1, [6, 10], "stage"),
        row(2, 2, [6, 90], "stage"),
        row(3, 3, [4, 50], "point_difference"),
        row(4, 4, [4, 20], "group"),
        row(5, 5, [4, 80], None),
    ]
    told = stories_of(("match_points", "point_difference"), rows)
    assert told[1] == told[2] == told[5] == Story((), ())
    assert told[3] == Story((Step("point_difference", (4,), ()),), ())
    assert told[4] == Story((Step("point_difference", (3,), ()),), ())


def test_without_a_match_for_the_third_place_both_share_it_whatever_their_points() -> None:
    rows = [
        row(1, 1, [6], "stage"),
        row(2, 2, [5], "stage"),
        row(3, 3, [4], None, tied=True),
        row(4, 3, [2], "stage", tied=True),
        row(5, 5, [2], None),
    ]
    told = stories_of(("match_points",), rows)
    assert (told[3], told[4]) == (Story((), (4,)), Story((), (3,)))
    assert told[5] == Story((), ())


def test_where_the_classifica_alone_decides_it_is_told_of_everybody() -> None:
    rows = [row(1, 1, [4, 9], "point_difference"), row(2, 2, [4, 1], None)]
    criteria = ("match_points", "point_difference")
    assert stories_of(criteria, rows) == stories(criteria, {1: (4, 9), 2: (4, 1)})
