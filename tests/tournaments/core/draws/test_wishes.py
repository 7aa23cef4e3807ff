"""Wishes of the first turn: not with one's own circle."""

from tournaments.core.draws import DrawInput, Entrant, Meeting, Reason, draw


def entrants(*circles: int | None) -> tuple[Entrant, ...]:
    return tuple(Entrant(n, n, rank=n, circle=circle) for n, circle in enumerate(circles, 1))


def opponents(given: DrawInput) -> list[tuple[int, ...]]:
    return [tuple(sorted(table.entrants)) for table in draw(given).tables]


def test_circles_count_only_when_asked():
    assert opponents(DrawInput(1, entrants(7, 7, 8, 8), (), 1)) == [(1, 2), (3, 4)]


def test_those_of_one_circle_do_not_meet():
    drawn = draw(DrawInput(1, entrants(7, 7, 8, 8), (), 1, wish="circles-apart"))
    assert [tuple(sorted(table.entrants)) for table in drawn.tables] == [(1, 3), (2, 4)]
    assert drawn.tables[0].reason == Reason("wish-kept", {"first": 1, "second": 3, "who": 1, "between": 2})


def test_wishes_that_cannot_all_be_kept_are_kept_as_far_as_can_be_and_the_table_says_so():
    drawn = draw(DrawInput(1, entrants(7, 7, 7, 8), (), 1, wish="circles-apart"))
    assert [table.reason.code for table in drawn.tables] == ["wish-unkept", "first-turn"]


def test_a_rematch_is_worse_than_a_wish_unkept():
    given = DrawInput(2, entrants(7, 7, 8, 8), (Meeting(1, 1, 3), Meeting(1, 2, 4)), 1, wish="circles-apart")
    assert opponents(given) == [(1, 4), (2, 3)]
    met = (Meeting(1, 1, 3), Meeting(1, 2, 4))
    also_met = tuple(Meeting(turn, *couple) for turn, couple in enumerate([(1, 4), (2, 3)], 2))
    third = DrawInput(4, entrants(7, 7, 8, 8), met + also_met, 1, wish="circles-apart")
    assert opponents(third) == [(1, 2), (3, 4)]
