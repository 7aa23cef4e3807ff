"""Draws changed by hand: what each change costs, whatever the size of the tables."""

from dataclasses import replace

import pytest

from tournaments.core.draws import (
    DrawImpossible,
    DrawInput,
    Entrant,
    Layout,
    LayoutTable,
    Meeting,
    Swap,
    cost,
    draw,
    draw_larger,
    figures,
    swapped,
    weighed,
)

EIGHT = tuple(Entrant(n, n, rank=n) for n in range(1, 9))
MET = tuple(Meeting(1, n, n + 1) for n in (1, 3, 5, 7))
SECOND = DrawInput(2, EIGHT, MET, 1)


def laid(*pairs: tuple[int, int], rests: tuple[int, ...] = ()) -> Layout:
    return Layout(
        tuple(LayoutTable(at, ((a,), (b,)), "N") for at, (a, b) in enumerate(pairs, start=1)), rests
    )


DRAWN = laid((1, 3), (2, 4), (5, 7), (6, 8))


def price(swap: Swap, given: DrawInput = SECOND, layout: Layout = DRAWN) -> dict[str, object]:
    return cost(weighed(given, layout), weighed(given, swapped(layout, swap))).as_json()


class TestFigures:
    def test_they_are_those_of_the_draw_itself(self):
        drawn = draw(SECOND)
        found = figures(SECOND, Layout.from_draw(drawn))
        assert {n: (f.distance, bool(f.met)) for n, f in found.items()} == {
            t.number: (t.distance, t.is_rematch) for t in drawn.tables
        }

    def test_they_are_those_of_larger_tables_too(self):
        nine = DrawInput(
            2, tuple(Entrant(n, n, rank=n) for n in range(9)), (Meeting(1, 0, 1),), 3, sizes=(3,)
        )
        drawn = draw_larger(nine)
        found = figures(nine, Layout.from_draw(drawn))
        assert sum(f.distance for f in found.values()) == drawn.cost
        assert sum(len(f.met) for f in found.values()) == drawn.rematches

    @pytest.mark.parametrize(
        ("layout", "code"),
        [
            (laid((1, 2), (3, 4), (5, 6), (7, 7)), "not-everyone-once"),
            (laid((1, 2), (3, 4), (5, 6), (7, 8), (1, 2)), "not-everyone-once"),
            (laid((1, 2), (3, 4), (5, 6), (7, 99)), "not-an-entrant"),
        ],
    )
    def test_tables_where_anybody_is_twice_are_refused(self, layout: Layout, code: str):
        with pytest.raises(DrawImpossible) as refused:
            weighed(SECOND, layout)
        assert refused.value.code == code


class TestWhatAChangeCosts:
    def test_the_same_tables_cost_nothing(self):
        assert cost(weighed(SECOND, DRAWN), weighed(SECOND, DRAWN)).as_json() == {}

    def test_a_rematch_and_the_places_farther(self):
        assert price(Swap("entries", 3, 2)) == {"rematches": [[1, 2, 1], [3, 4, 1]], "farther": -2}
        assert price(Swap("entries", 3, 8)) == {"farther": 6}
        assert price(Swap("entries", 2, 3), layout=laid((1, 2), (3, 4), (5, 7), (6, 8)))["spared"] == 2

    def test_a_rematch_costs_nothing_where_the_club_allows_it(self):
        given = replace(SECOND, rematches="allowed")
        assert price(Swap("entries", 3, 2), given) == {"farther": -2}

    def test_before_the_first_classifica_no_place_is_near_or_far(self):
        given = DrawInput(1, tuple(Entrant(n, n) for n in range(1, 9)), (), 1)
        assert price(Swap("entries", 1, 8), given) == {}

    def test_a_change_of_sides_costs_where_one_has_sat_there_before(self):
        given = replace(SECOND, entrants=(Entrant(1, 1, rank=1, past_sides=("B",)), *EIGHT[1:]))
        assert price(Swap("entries", 1, 3), given) == {"sides": [[1, 1]]}
        assert price(Swap("entries", 5, 7), given) == {}

    def test_a_table_where_one_has_sat_and_a_table_that_is_fixed(self):
        given = replace(
            SECOND,
            entrants=(
                Entrant(1, 1, rank=1, past_tables=(4,)),
                Entrant(2, 2, rank=2, fixed_table=2),
                *EIGHT[2:],
            ),
        )
        assert price(Swap("tables", 1, 4), given) == {"returns": [[1, 4]]}
        assert price(Swap("tables", 2, 9), given) == {"unfixed": [[2, 2]]}

    def test_another_one_rests_and_unfairly(self):
        seven = (*EIGHT[:6], Entrant(7, 7, rank=7, rests=1))
        given, layout = DrawInput(2, seven, (), 1), laid((1, 2), (3, 4), (5, 7), rests=(6,))
        assert price(Swap("entries", 6, 7), given, layout) == {
            "rests": [7],
            "unfair_rests": [7],
        }
        assert price(Swap("entries", 6, 5), given, layout)["rests"] == [5]

    def test_those_of_one_circle(self):
        entrants = tuple(Entrant(n, n, circle=n % 2) for n in range(1, 5))
        given = DrawInput(1, entrants, (), 1, wish="circles-apart")
        assert price(Swap("entries", 2, 3), given, laid((1, 2), (3, 4))) == {"circles": [[1, 3], [2, 4]]}

    def test_a_meeting_of_the_calendar_lost_but_not_when_it_only_changes_tables(self):
        tables = tuple(replace(table, is_scheduled=True) for table in DRAWN.tables)
        layout = Layout(tables)
        assert price(Swap("entries", 5, 6), layout=layout)["unscheduled"] == 2
        assert "unscheduled" not in price(Swap("tables", 1, 2), layout=layout)
        assert "unscheduled" not in price(Swap("entries", 5, 7), layout=layout)

    def test_partners_who_have_played_together(self):
        given = DrawInput(2, EIGHT, (), 1, sizes=(4,), partnerships=(Meeting(1, 1, 3),))
        layout = Layout((LayoutTable(1, ((1, 2), (3, 4))), LayoutTable(2, ((5, 6), (7, 8)))))
        found = price(Swap("entries", 2, 3), given, layout)
        assert found == {"partners_again": [[1, 3, 1]]}

    def test_larger_tables_are_weighed_couple_by_couple(self):
        given = DrawInput(2, EIGHT[:6], (Meeting(1, 1, 6),), 1, sizes=(3,))
        layout = Layout((LayoutTable(1, ((1,), (2,), (3,))), LayoutTable(2, ((4,), (5,), (6,)))))
        assert price(Swap("entries", 3, 6), given, layout) == {"rematches": [[1, 6, 1]], "farther": 6}


class TestSwapping:
    @pytest.mark.parametrize("swap", [Swap("entries", 1, 8), Swap("tables", 1, 4), Swap("tables", 2, 9)])
    def test_made_twice_it_is_undone(self, swap: Swap):
        assert swapped(swapped(DRAWN, swap), swap) == DRAWN

    @pytest.mark.parametrize(
        ("swap", "code"),
        [
            (Swap("entries", 1, 1), "nothing-changes"),
            (Swap("entries", 1, 99), "not-in-the-draw"),
            (Swap("tables", 7, 9), "no-table"),
            (Swap("dealer", 1, "N"), "nothing-changes"),
        ],
    )
    def test_what_cannot_be_is_refused(self, swap: Swap, code: str):
        with pytest.raises(DrawImpossible) as refused:
            swapped(DRAWN, swap)
        assert refused.value.code == code

    def test_two_who_rest_have_nothing_to_change(self):
        with pytest.raises(DrawImpossible):
            swapped(laid((1, 2), rests=(3, 4)), Swap("entries", 3, 4))

    @pytest.mark.parametrize("swap", [Swap("entries", 1, 8), Swap("dealer", 1, "E")])
    def test_it_is_read_back_from_json(self, swap: Swap):
        assert Swap.from_json(swap.as_json()) == swap

    @pytest.mark.parametrize("data", [[], ["entries", 1], ["entries", "1", 2], ["dealer", 1, 2], ["x", 1, 2]])
    def test_another_thing_in_its_place_is_refused(self, data: list[object]):
        with pytest.raises(DrawImpossible):
            Swap.from_json(data)
