"""Why a place is what it is: the ties, who broke them, who still shares."""

from tournaments.standings.why import Step, Story, stories


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
