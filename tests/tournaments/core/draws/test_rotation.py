"""Individual rotation: whist tables played through, and whole evenings by matchings with some leaving."""

import json
import random
from collections import Counter
from dataclasses import replace
from functools import cache
from itertools import combinations

import networkx
import pytest

from tournaments.core.draws import DrawImpossible, DrawInput, Entrant, Meeting
from tournaments.core.draws.rotation import BASES, Draw, draw_rotation, whist_turn, whole_whist

Evening = list[tuple[DrawInput, Draw]]


def after(given: DrawInput, drawn: Draw) -> DrawInput:
    """The next turn's input, the seed one higher."""
    side = {id_: "A" for table in drawn.tables for id_ in table.sides[0]}
    side |= {id_: "B" for table in drawn.tables for id_ in table.sides[1]}
    partners = [pair for table in drawn.tables for pair in table.sides]
    met = [(a, b) for table in drawn.tables for a in table.sides[0] for b in table.sides[1]]
    return replace(
        given,
        turn=given.turn + 1,
        seed=given.seed + 1,
        entrants=tuple(
            replace(one, rests=one.rests + (one.id in drawn.byes), past_sides=one.past_sides + sides)
            for one in given.entrants
            for sides in [tuple(side.get(one.id, ""))]
        ),
        meetings=(*given.meetings, *(Meeting(given.turn, *couple) for couple in met)),
        partnerships=(*given.partnerships, *(Meeting(given.turn, *couple) for couple in partners)),
    )


def first(players: int, seed: int) -> DrawInput:
    return DrawInput(1, tuple(Entrant(n, n) for n in range(1, players + 1)), (), seed, sizes=(4,))


@cache
def evening(players: int, turns: int, seed: int, *, leaving: bool = False) -> Evening:
    chance = random.Random(seed)
    given = first(players, seed)
    played = []
    for _turn in range(turns):
        if leaving and len(given.entrants) > 6 and chance.random() < 0.4:
            gone = chance.choice(given.entrants)
            given = replace(given, entrants=tuple(one for one in given.entrants if one is not gone))
        played.append((given, draw_rotation(given)))
        given = after(*played[-1])
    return played


class TestWhist:
    @pytest.mark.parametrize("players", BASES)
    def test_everyone_plays_with_everyone_once_and_against_everyone_twice(self, players):
        ids = list(range(100, 100 + players))
        partners: Counter[frozenset[int]] = Counter()
        opponents: Counter[frozenset[int]] = Counter()
        for turn in range(1, players + players % 4):
            tables = whist_turn(ids, turn)
            seated = [id_ for table in tables for id_ in table]
            assert len(set(seated)) == len(seated) == players - players % 4
            for a, b, c, d in tables:
                partners.update(map(frozenset, [(a, b), (c, d)]))
                opponents.update(map(frozenset, [(a, c), (a, d), (b, c), (b, d)]))
        couples = list(map(frozenset, combinations(ids, 2)))
        assert partners == Counter(couples)
        assert opponents == Counter(couples * 2)

    @pytest.mark.parametrize(("players", "around"), [(6, (5, 8)), (3, (0, 4)), (10, (9, 12))])
    def test_a_number_without_a_table_is_answered_with_those_around_it(self, players, around):
        with pytest.raises(DrawImpossible) as refused:
            whist_turn(range(players), 1)
        assert refused.value.code == "no-whist-table"
        assert (refused.value.params["smaller"], refused.value.params["larger"]) == around

    def test_more_turns_than_partners_are_refused(self):
        with pytest.raises(DrawImpossible) as refused:
            whist_turn(range(8), 8)
        assert refused.value.params == {"turns": 8, "most": 7}

    def test_a_plan_is_followed_while_everyone_is_there(self):
        given = first(8, seed=1)
        for turn in range(1, 8):
            drawn = draw_rotation(given, whist_turn(range(1, 9), turn))
            assert drawn.rematches == 0
            given = after(given, drawn)
        assert Counter(Counter(frozenset((m.first_id, m.second_id)) for m in given.meetings).values()) == {
            2: 28
        }

    def test_when_one_of_the_plan_has_left_matchings_take_its_place(self):
        given = first(8, seed=1)
        seven = replace(given, entrants=given.entrants[1:])
        drawn = draw_rotation(seven, whist_turn(range(1, 9), 1))
        assert (len(drawn.tables), len(drawn.byes)) == (1, 3)

    @pytest.mark.parametrize(("players", "turns"), [(5, 5), (8, 7), (9, 9), (13, 13), (16, 15)])
    def test_an_evening_long_enough_is_a_whist_tournament(self, players, turns):
        given, drawn = first(players, seed=2), []
        for _turn in range(turns):
            drawn.append(draw_rotation(given, whole_whist(given, turns)))
            given = after(given, drawn[-1])
        couples = [frozenset(couple) for couple in combinations(range(1, players + 1), 2)]
        assert Counter(frozenset((m.first_id, m.second_id)) for m in given.partnerships) == Counter(couples)
        assert Counter(frozenset((m.first_id, m.second_id)) for m in given.meetings) == Counter(couples * 2)

    def test_a_shorter_evening_or_one_without_a_table_is_matched_turn_by_turn(self):
        assert whole_whist(first(8, seed=1), 5) == ()
        assert whole_whist(first(10, seed=1), 10) == ()

    @pytest.mark.parametrize(
        ("players", "turns"), [(4, 2), (5, 4), (8, 6), (9, 8), (12, 10), (13, 12), (16, 14)]
    )
    def test_one_turn_short_of_the_whole_nobody_has_a_partner_again(self, players, turns):
        """Matchings alone would come to it in some evenings of ten: nobody is left whom one has not had."""
        for seed in range(10):
            given = first(players, seed)
            for _turn in range(turns):
                drawn = draw_rotation(given, whole_whist(given, turns))
                assert drawn.rematches == 0
                given = after(given, drawn)

    def test_every_number_whose_whist_fits_an_evening_has_its_table(self):
        """Of those with 0 or 1 beyond a multiple of four; an evening has thirty turns at most."""
        for players in (each for each in range(4, 31) if each % 4 < 2):
            assert players in BASES

    def test_the_table_is_left_when_somebody_comes_or_goes_and_never_taken_up_by_others(self):
        given = first(9, seed=1)
        second = after(given, draw_rotation(given))
        eight = replace(second, entrants=second.entrants[1:])
        assert whole_whist(eight, 7) == ()


class TestFixedTables:
    """Those who cannot move come to their table, whoever they play with."""

    @pytest.mark.parametrize("seed", range(30))
    def test_nobody_is_drawn_to_two_tables(self, seed):
        chance = random.Random(seed)
        given = first(chance.choice([8, 12, 13, 20]), seed)
        fixed = dict(zip(chance.sample(range(1, 9), 5), [1, 1, 2, 2, 2], strict=True))
        for _turn in range(4):
            entrants = tuple(replace(one, fixed_table=fixed.get(one.id)) for one in given.entrants)
            given = replace(given, entrants=entrants)
            drawn = draw_rotation(given)
            sitting = {id_: table.number for table in drawn.tables for id_ in table.entrants}
            assert all(sitting.get(id_, table) == table for id_, table in fixed.items())
            given = after(given, drawn)

    @pytest.mark.parametrize("fixed", [{1: 1, 2: 2}, {1: 1, 2: 1}, {1: 1, 4: 2, 7: 1}], ids=str)
    def test_two_who_cannot_move_never_stop_an_evening_as_long_as_a_whist(self, fixed):
        given = first(8, seed=1)
        entrants = tuple(replace(one, fixed_table=fixed.get(one.id)) for one in given.entrants)
        given = replace(given, entrants=entrants)
        for _turn in range(7):
            drawn = draw_rotation(given, whole_whist(given, 7))
            sitting = {id_: table.number for table in drawn.tables for id_ in table.entrants}
            assert all(sitting[id_] == table for id_, table in fixed.items())
            given = after(given, drawn)

    def test_five_at_one_table_are_told_so(self):
        given = first(8, seed=1)
        entrants = tuple(replace(one, fixed_table=3 if one.id < 6 else None) for one in given.entrants)
        with pytest.raises(DrawImpossible) as refused:
            draw_rotation(replace(given, entrants=entrants))
        assert refused.value.code == "table-wanted-twice"


class TestMatchings:
    @pytest.mark.parametrize("seed", range(3))
    def test_a_hundred_players_and_eight_turns_without_anybody_meeting_again(self, seed):
        assert [(drawn.rematches, drawn.cost) for _given, drawn in evening(100, 8, seed)] == [(0, 0)] * 8

    @pytest.mark.parametrize("seed", range(40))
    def test_nobody_has_a_partner_again_where_that_can_be(self, seed):
        players = random.Random(seed).randint(4, 26)
        for given, drawn in evening(players, 6, seed, leaving=True):
            playing = {one.id for one in given.entrants} - set(drawn.byes)
            graph = networkx.complete_graph(sorted(playing))
            graph.remove_edges_from([(m.first_id, m.second_id) for m in given.partnerships])
            new = len(networkx.max_weight_matching(graph, maxcardinality=True))
            assert drawn.rematches == len(playing) // 2 - new

    @pytest.mark.parametrize("seed", range(40))
    def test_everyone_plays_once_or_rests_as_seldom_as_the_others(self, seed):
        players = random.Random(seed).randint(4, 26)
        for given, drawn in evening(players, 6, seed, leaving=True):
            seated = [id_ for table in drawn.tables for id_ in table.entrants]
            assert sorted([*seated, *drawn.byes]) == sorted(one.id for one in given.entrants)
            assert len(drawn.byes) == len(given.entrants) % 4
            rests = sorted(one.rests for one in given.entrants)
            assert sorted(o.rests for o in given.entrants if o.id in drawn.byes) == rests[: len(drawn.byes)]

    @pytest.mark.parametrize("seed", range(10))
    def test_a_stored_input_makes_the_same_draw_again(self, seed):
        given, drawn = evening(21, 4, seed)[-1]
        stored = DrawInput.from_json(json.loads(json.dumps(given.as_json())))
        assert stored == given
        assert draw_rotation(replace(stored, entrants=stored.entrants[::-1])) == drawn

    def test_three_players_are_refused(self):
        with pytest.raises(DrawImpossible) as refused:
            draw_rotation(replace(first(4, 1), entrants=first(3, 1).entrants, sizes=(2,)))
        assert (refused.value.code, refused.value.params) == ("too-few-entrants", {"entrants": 3, "least": 4})
